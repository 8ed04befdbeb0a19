// Limits, and pages that would be slow.

import assert from "node:assert/strict";
import { test } from "node:test";
import { machines } from "../build.mjs";
import { LimitExceeded, Limits } from "../limits.js";
import { Parser } from "../parser.js";

const ALL = machines();

function run(machine, html, limits) {
  return new Parser(machine, html, { errorsOnly: true, limits }).run();
}

/** Inputs that take exactly the given number of what is limited. */
const AT = {
  length: [4, "<p>a"],
  attributes: [2, "<a b=1 c=2>"],
  // html, body, b, i.
  depth: [4, "<b><i>"],
  // html, head, body, a comment and two texts in paragraphs.
  nodes: [8, "<p>a<p>b<!--c-->"],
};

for (const machine of ALL) {
  test(`${machine.revision.id} stops at limits, and not before`, () => {
    for (const [limit, [most, html]] of Object.entries(AT)) {
      run(machine, html, { [limit]: most });
      assert.throws(() => run(machine, html, { [limit]: most - 1 }), (error) =>
        error instanceof LimitExceeded && error.limit === limit && error.most === most - 1 &&
        error.message.includes(`more than ${most - 1} `), `${limit} of ${html}`);
    }
  });
}

test("a limit has a name and a number", () => {
  assert.throws(() => new Limits({ deep: 1 }), /there is no limit `deep`: use length, attributes, depth, nodes/);
  for (const wrong of [-1, NaN, "1"]) {
    assert.throws(() => new Limits({ depth: wrong }), /the limit `depth` is no number from 0/);
  }
  assert.equal(new Limits({ depth: undefined }).depth, Infinity);
});

test("formatting elements that are made again and again exceed the nodes", () => {
  const html = Array.from({ length: 300 }, (_, n) => `<p><i id=${n}>x`).join("");
  assert.throws(() => run(ALL.at(-1), html, { nodes: 10_000 }), /the tree has more than 10000 nodes/);
});

/** Pages with n tags on which a step for each open element, or each attribute, would take a time that grows with the square. */
const SHAPES = {
  "end tags of nothing": (n) => "<b>".repeat(n) + "</x>".repeat(n),
  "end tags of nothing in foreign content": (n) => `<svg>${"<g>".repeat(n)}${"</x>".repeat(n)}`,
  "tables in inline elements": (n) => "<span>".repeat(n) + "<table></table>".repeat(n),
  "list items in blocks": (n) => "<div>".repeat(n) + "<li>".repeat(n),
  "items of lists of terms in inline elements": (n) => "<span>".repeat(n) + "<dt>".repeat(n),
  "paragraphs in blocks": (n) => "<div>".repeat(n) + "<p>".repeat(n),
  "lists in lists": (n) => "<ul><li>".repeat(n),
  "tables in tables": (n) => "<table><tr><td>".repeat(n),
  "templates in templates": (n) => "<template>".repeat(n),
  "misnested formatting": (n) => "<b><i></b></i>".repeat(n),
  "foster-parented text": (n) => `<table>${"<tr>x".repeat(n)}`,
  "attributes of a tag": (n) => `<a ${Array.from({ length: n }, (_, index) => `a${index}`).join(" ")}>`,
  "attributes of an element that is no integration point": (n) =>
    `<math><annotation-xml ${Array.from({ length: n }, (_, index) => `a${index}`).join(" ")}>${"</x>".repeat(n)}`,
  "attributes of the root": (n) => Array.from({ length: n }, (_, index) => `<html a${index}>`).join(""),
};

for (const [name, shape] of Object.entries(SHAPES)) {
  test(`${name}: four times as much takes no ten times as long`, () => {
    const time = (n) => {
      const html = shape(n);
      const before = process.cpuUsage();
      run(ALL.at(-1), html, {});
      return process.cpuUsage(before).user;
    };
    time(2_000);
    // Of what grows with the square, it would be 16 times as long.
    const least = (n) => Math.min(time(n), time(n), time(n));
    const [short, long] = [least(4_000), least(16_000)];
    assert.ok(long < 10 * short, `${short} µs, and ${long} µs for four times as much`);
  });
}
