// The package from its archive: README's example in Node and in a browser, the types, and parse5's trees.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import * as parse5 from "parse5";
import { chromium as playwright } from "playwright-core";
import { findOrSkip, numbers } from "../../integrations/js/test/suite.js";
import { readTrees, scriptingsOf } from "../../integrations/js/test/trees.js";
import { IS_COMPLETE, chromium } from "../site/site.js";
import { DEVIATIONS, REASONS } from "./explained.js";
import { example, install } from "./package.js";
import { Judge, codesOf, errorsOf, treeOf } from "./parse5.js";
import { documentOf, namesOf } from "./random.js";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const OLDER = "whatwg-2020-05-22";
const COUNT = IS_COMPLETE ? 30_000 : 3000;

let built;
let ours;
let newest;
let older;
/** Why locations differ, and how often. */
const reasons = new Map();

before(async () => {
  built = install();
  ours = await built.load("index.js");
  newest = (await built.load("revisions/newest.js")).default;
  older = (await built.load(`revisions/${OLDER}.js`)).default;
});

after(() => built?.remove());

/** The cases of html5lib's tests of trees, in the scripting modes that they are for; null if they are absent. */
function suite(context) {
  const folder = findOrSkip(context, "tree-construction");
  if (folder === null) {
    return null;
  }
  return readTrees(folder).flatMap(({ id, data: document, context, scripting }) =>
    scriptingsOf({ scripting }).map((scriptingEnabled) => ({ id, document, context, scriptingEnabled })));
}

test("the archive has what the package needs, and no dependencies", () => {
  const manifest = JSON.parse(readFileSync(join(built.installed, "package.json"), "utf8"));
  assert.equal(manifest.dependencies, undefined);
  assert.equal(manifest.private, undefined);
  const names = readdirSync(built.installed);
  assert.ok(["LICENSE-MIT", "LICENSE-APACHE", "README.md"].every((name) => names.includes(name)), names.join());
  assert.ok(!names.includes("test") && !names.includes("build.mjs"), names.join());
  assert.equal(readdirSync(join(built.installed, "revisions")).length, 8);
});

test("a context may be of any depth, and is no ancestor of itself", () => {
  for (const depth of [1, 20_000]) {
    let inner = ours.parse(`<form>${"<div>".repeat(depth)}`);
    while (inner.childNodes.length > 0) {
      inner = inner.childNodes.at(-1);
    }
    assert.deepEqual(ours.parseFragment(inner, "<form><p>").childNodes.map(({ nodeName }) => nodeName), ["p"]);
  }
  const own = { tagName: "div" };
  const other = { tagName: "p", parentNode: own };
  for (const parentNode of [own, other]) {
    own.parentNode = parentNode;
    [own, other].forEach((context) => assert.throws(() => ours.parseFragment(context, "<p>"), /an ancestor of itself/));
  }
});

test("README's example runs in Node", () => {
  const { code, output } = example();
  writeFileSync(join(built.folder, "example.js"), code);
  assert.equal(execFileSync("node", ["example.js"], { cwd: built.folder, encoding: "utf8" }), output);
});

const executablePath = chromium();
const browserOptions = { skip: executablePath === null && "Chromium is absent: install it, or set CHROMIUM", timeout: 120_000 };
test("README's example runs in a browser", browserOptions, async () => {
  const { code, output, map } = example();
  const page = `<!DOCTYPE html>\n${map}<script type="module">\n${code}document.title = "done";\n</script>`;
  const browser = await playwright.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const opened = await browser.newPage();
    const lines = [];
    opened.on("console", (message) => lines.push(`${message.text()}\n`));
    opened.on("pageerror", (error) => lines.push(`${error.message}\n`));
    await opened.route("**", (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === "/") {
        return route.fulfill({ contentType: "text/html", body: page });
      }
      const isModule = pathname.startsWith("/node_modules/");
      return route.fulfill(isModule ? { path: join(built.folder, pathname) } : { status: 204 });
    });
    await opened.goto("http://package.example/");
    await opened.waitForFunction(() => document.title === "done", null, { timeout: 20_000 }).catch(() => {});
    assert.equal(lines.join(""), output);
  } finally {
    await browser.close();
  }
});

test("the types are right", () => {
  const folder = join(built.folder, "types");
  mkdirSync(folder);
  cpSync(join(HERE, "types.ts"), join(folder, "types.ts"));
  const tsc = join(HERE, "node_modules", "typescript", "bin", "tsc");
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom"];
  try {
    execFileSync("node", [tsc, ...options, join(folder, "types.ts")], { cwd: folder, encoding: "utf8" });
  } catch (error) {
    assert.fail(`${error.stdout}${error.stderr}`);
  }
});

test("html5lib's documents have parse5's trees, by the tables of 2020 or of 2026", (context) => {
  const cases = suite(context);
  if (cases === null) {
    return;
  }
  const judges = [newest, older].map((revision) => ({ revision, judge: new Judge(ours, reasons), other: 0 }));
  for (const { id, scriptingEnabled, ...case_ } of cases) {
    const found = judges.map((one) => {
      const difference = one.judge.difference(case_, { scriptingEnabled, revision: one.revision });
      one.other += difference === null ? 0 : 1;
      return difference;
    });
    assert.ok(found.includes(null), `${id}: ${JSON.stringify(found)}`);
    const isChanged = /<\?|<select|<(keygen|textarea|option)/.test(case_.document);
    assert.ok(found[0] === null || isChanged, `${id}: parse5 has what 2026 has, too: ${JSON.stringify(found[0])}`);
  }
  for (const { revision, judge, other } of judges) {
    context.diagnostic(`${revision.revision.id}: ${cases.length} runs, ${judge.same} the same, ${other} with other trees`);
    assert.ok(judge.same > cases.length / 2);
  }
});

test("random documents have parse5's trees, by the tables of 2026", (context) => {
  const judge = compare(namesOf(newest), newest, 1, DEVIATIONS);
  context.diagnostic(`${COUNT} documents, ${judge.same} the same`);
});

test("random documents with select elements have parse5's trees, by the tables of 2020", (context) => {
  const some = [
    "select", "option", "optgroup", "table", "tr", "td", "template", "b", "p", "div", "a", "input", "form", "li", "textarea",
    "body", "head", "html", "caption", "script", "frameset", "noframes",
  ];
  const judge = compare(some, older, 2, DEVIATIONS.filter(({ isNew }) => !isNew));
  context.diagnostic(`${COUNT} documents, ${judge.same} the same`);
});

test("every explanation of other locations is needed", (context) => {
  if (suite(context) !== null) {
    const unused = REASONS.filter((why) => !reasons.has(why));
    assert.deepEqual(unused, []);
  }
});

/** A context and a scripting mode; one of six names is that of the context. */
function contextAndScripting(random, some) {
  return { context: random(3) === 0 ? { name: some[0] } : null, scriptingEnabled: random(2) === 0 };
}

/** Random documents of these names, with what `draw` adds, but those that a deviation concerns. */
function* randomCases(names, seed, deviations, draw = contextAndScripting) {
  const random = numbers(seed);
  for (let count = 0; count < COUNT;) {
    // A few names, so that they meet.
    const some = Array.from({ length: 6 }, () => names[random(names.length)]);
    const drawn = draw(random, some);
    const case_ = { document: documentOf(random, some), ...drawn };
    if (!deviations.some(({ concerns }) => concerns(case_))) {
      count += 1;
      yield case_;
    }
  }
}

/** Judges these documents and fragments. */
function compare(names, revision, seed, deviations) {
  const judge = new Judge(ours, reasons);
  for (const { scriptingEnabled, ...case_ } of randomCases(names, seed, deviations)) {
    const difference = judge.difference(case_, { scriptingEnabled, revision });
    assert.equal(difference, null, JSON.stringify({ ...case_, scriptingEnabled, revision: revision.revision.id }));
  }
  assert.ok(judge.same > COUNT / 2, `${judge.same} the same`);
  return judge;
}

test("the errors of the tokenizer are parse5's", (context) => {
  const codes = codesOf(newest);
  assert.ok(codes.size > 40);
  let errors = 0;
  for (const { document } of randomCases(namesOf(newest), 3, DEVIATIONS, () => ({ context: null }))) {
    const found = errorsOf(ours, document, { revision: newest }, codes);
    assert.deepEqual(found, errorsOf(parse5, document, {}, codes), JSON.stringify(document));
    errors += found.length;
  }
  context.diagnostic(`${errors} errors`);
  assert.ok(errors > COUNT / 4);
});

test("parse5 has other trees where it is said to", () => {
  for (const { why, document, context = null, scriptingEnabled = true } of DEVIATIONS) {
    const case_ = { document, context };
    const difference = new Judge(ours, new Map()).difference(case_, { scriptingEnabled, revision: newest });
    assert.notEqual(difference, null, why);
  }
});

test("what parse5 has not: options and errors", () => {
  const { parse, parseFragment } = ours;
  assert.throws(() => parse("x", { revision: {} }), /no machine/);
  assert.throws(() => parseFragment({ tagName: "a", namespaceURI: "b" }, "x"), /a namespace that HTML knows/);
  assert.throws(() => parseFragment("div", "x"), /is an element, such as .*, and no string/);
  for (const wrong of [() => parse(), () => parse(5), () => parseFragment(), () => parseFragment({ tagName: "div" })]) {
    assert.throws(wrong, /the input is no string/);
  }
  assert.equal(parse("x", null).mode, "quirks");
  const errors = [];
  parse("<p></b>", { onParseError: (error) => errors.push(error) });
  const place = { startLine: 1, startCol: 4, startOffset: 3, endLine: 1, endCol: 8, endOffset: 7 };
  assert.deepEqual(errors.at(-1), { code: "unexpected-end-tag", ...place });
  const [instruction] = parse("<?php x?>").childNodes;
  assert.equal(instruction.nodeName, "#processing-instruction");
  assert.deepEqual([instruction.target, instruction.data], ["php", "x"]);
});

test("every revision parses, and needs a context where there are no templates", async () => {
  for (const file of readdirSync(join(built.installed, "revisions"))) {
    const { default: revision } = await built.load(`revisions/${file}`);
    const context = { name: "div" };
    const fragment = treeOf(ours, { document: "<b>x", context }, { revision });
    assert.deepEqual(fragment.childNodes.map(({ nodeName }) => nodeName), ["b"], file);
    const isOld = revision.treeConstruction.withTemplateContents.length === 0;
    const without = () => ours.parseFragment("<td>x", { revision });
    if (isOld) {
      assert.throws(without, /needs a context element/, file);
    } else {
      assert.deepEqual(without().childNodes.map(({ nodeName }) => nodeName), ["td"], file);
    }
  }
});
