// What html5lib's tests do not show: depth, outputs, questions, places of errors, machines that are wrong.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { machines, newest } from "../build.mjs";
import { Parser } from "../parser.js";
import { Tokenizer } from "../tokenizer.js";
import { ROOT } from "./suite.js";
import { written } from "./trees.js";

const all = machines();
const machine = newest(all);

function depth(root) {
  let [deepest, node] = [0, root];
  for (; node !== null; node = node.contents?.first ?? node.last) {
    deepest += 1;
  }
  return deepest;
}

// With a search for each scope, or a call for each reprocessed token, these take minutes or overflow the stack.
for (const [name, count] of [["div", 50000], ["applet", 20000], ["template", 20000], ["svg", 20000], ["b", 20000]]) {
  test(`${count} nested ${name} elements`, { timeout: 300_000 }, () => {
    const { root } = new Parser(machine, `<body>${`<${name}>`.repeat(count)}`).run();
    assert.ok(depth(root) > count, `${depth(root)}`);
  });
}

test("misnested tags cost what they are", { timeout: 300_000 }, () => {
  const { root } = new Parser(machine, "<b><i><p></b></i>x".repeat(5000)).run();
  assert.equal(written(root).match(/"x/g).length, 5000);
});

test("a parser works in steps, and shows its state", () => {
  const parser = new Parser(machine, "<table><b>");
  while (parser.step() !== null);
  assert.deepEqual([...parser.builder.open].map(({ name }) => name), ["html", "body", "table", "b"]);
  assert.deepEqual(parser.builder.formatting.entries.map(({ name }) => name), ["b"]);
  assert.equal(parser.document.mode, "quirks");
});

test("scripts are outputs", () => {
  const outputs = [];
  const onOutput = (name, [node]) => outputs.push([name, node?.name]);
  new Parser(machine, "<script>x</script>", { scripting: "normal", onOutput }).run();
  assert.ok(outputs.some(([name, node]) => name === "prepare the script element {node}" && node === "script"));
  assert.equal(outputs.at(-1)[0], "stop parsing");
});

test("the document answers questions", () => {
  const tree = (text, options) => written(new Parser(machine, text, options).run().root);
  const script = "<noscript><p>x</noscript>";
  assert.match(tree(`<body>${script}`, { scripting: "disabled" }), /\| +<p>/);
  assert.doesNotMatch(tree(`<body>${script}`, { scripting: "normal" }), /\| +<p>/);
  const quirks = (options) => new Parser(machine, "x", options).run().document.mode;
  assert.equal(quirks({}), "quirks");
  assert.equal(quirks({ srcdoc: true }), "no-quirks");
  assert.equal(quirks({ cannotChangeMode: true }), "no-quirks");
  const shadow = "<div><template shadowrootmode=open>x</template></div>";
  const hosts = { shadowRoots: true, canAttachShadow: () => true };
  const host = (options) => new Parser(machine, shadow, options).run().document.first.last.first;
  assert.equal(host({}).shadowRoot, null);
  assert.equal(host({ shadowRoots: true }).shadowRoot, null);
  assert.equal(host(hosts).shadowRoot.first.data, "x");
  assert.equal(host(hosts).first, null);
});

test("a form around the context element counts", () => {
  const forms = (context) => written(new Parser(machine, "<form>", { context }).run().root);
  assert.match(forms({ name: "div" }), /<form>/);
  assert.doesNotMatch(forms({ name: "div", parent: { name: "p", parent: { name: "form" } } }), /<form>/);
});

test("a context may be of any depth, and is no ancestor of itself", () => {
  for (const depth of [1, 100_000]) {
    const add = (parent) => ({ name: "div", parent });
    const context = Array.from({ length: depth }).reduce(add, { name: "form" });
    assert.equal(new Parser(machine, "<form>", { context }).run().root.children.length, 0);
  }
  const own = { name: "div" };
  const other = { name: "p", parent: own };
  for (const parent of [own, other]) {
    own.parent = parent;
    [own, other].forEach((context) => assert.throws(() => new Parser(machine, "<p>", { context }), /an ancestor of itself/));
  }
});

test("parse errors have places", () => {
  const { errors } = new Parser(machine, "<!DOCTYPE html>\n<p></b>&#0;").run();
  const shown = errors.map(({ code, line, col }) => `${code} ${line}:${col}`);
  assert.deepEqual(shown, ["unexpected-end-tag 2:7", "null-character-reference 2:12"]);
});

test("what cannot be run is refused", () => {
  assert.throws(() => new Parser({ ...machine, treeConstruction: null }, ""), /has no tables of tree construction/);
  const edited = structuredClone(machine);
  const { algorithms, dispatch } = edited.treeConstruction;
  const operations = algorithms.find(({ name }) => name === dispatch).operations;
  operations.unshift({ op: "while", test: { test: "true" }, operations: [] });
  assert.throws(() => new Parser(edited, "x").run(), /a loop does not end/);
  operations[0] = { op: "no-such" };
  assert.throws(() => new Parser(edited, "x").run(), /the operation no-such is unknown/);
  operations[0] = { op: "reprocess" };
  assert.throws(() => new Parser(edited, "x").run(), /the token is processed for ever/);
});

test("a node that is no element has no attributes to add to", () => {
  const edited = structuredClone(machine);
  const { algorithms, dispatch } = edited.treeConstruction;
  const operations = algorithms.find(({ name }) => name === dispatch).operations;
  const isStartTag = { test: "token-is", kind: "start-tag" };
  const add = { op: "add-attributes", node: { value: "document" } };
  operations.unshift({ op: "if", test: isStartTag, then: [add], otherwise: [] });
  const html = "<p a=1>x";
  assert.equal(written(new Parser(edited, html).run().document), written(new Parser(machine, html).run().document));
});

test("wrong arguments are refused", () => {
  for (const wrong of [undefined, null, 5, ["x"]]) {
    assert.throws(() => new Parser(machine, wrong), /the input is no string/);
  }
  assert.throws(() => new Tokenizer(undefined, "x"), /version undefined of the format is unknown/);
  for (const scripting of [false, "enabled", null]) {
    assert.throws(() => new Parser(machine, "x", { scripting }), /`scripting` is none of normal, disabled/);
  }
  for (const context of ["div", { tagName: "div" }, { name: "svg", namespace: "svg" }]) {
    assert.throws(() => new Parser(machine, "x", { context }), /a name and a namespace of the machine/);
  }
  for (const one of all) {
    assert.throws(() => new Tokenizer(one, "x", { contentModel: "rcdata" }), /there is no content model rcdata/);
  }
});

test("an option that is undefined is omitted", () => {
  const tree = (options) => written(new Parser(machine, "<noscript><p>x", options).run().root);
  assert.equal(tree({ scripting: undefined, limits: undefined, context: undefined }), tree({}));
});

test("no file of the parser names an element, an insertion mode or a state", () => {
  const { treeConstruction: rules, states } = machine;
  const rows = [...rules.modes, rules.foreignContent].flatMap((mode) => mode.rows);
  const elements = [...rules.sets, ...rules.scopes].flatMap((set) => set.elements.map(({ name }) => name));
  const known = new Set([
    ...rows.flatMap(({ on }) => on.flatMap(({ names }) => names ?? [])), ...elements,
    ...rules.modes.map(({ name }) => name), ...states.map(({ id }) => id),
  ]);
  // A kind of token has the name of a state.
  rows.forEach(({ on }) => on.forEach(({ kind }) => known.delete(kind)));
  assert.ok(known.size > 200, `${known.size} names`);
  const folder = join(ROOT, "integrations", "js");
  // Tokens have a kind and a member with the names of states.
  const files = readdirSync(folder).filter((name) => name.endsWith(".js") && name !== "tokenizer.js");
  assert.ok(files.length > 8);
  for (const file of files) {
    const strings = readFileSync(join(folder, file), "utf8").matchAll(/"([^"\n]*)"/g);
    assert.deepEqual([...strings].map(([, text]) => text).filter((text) => known.has(text)), [], file);
  }
});
