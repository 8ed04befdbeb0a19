// html5lib's tokenizer tests, in all versions of their format since 2008.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** The folder of test data that has an item: the one of `TOKENWRIGHT_SHARED`, `test-data`, or `../shared`. */
function find(item) {
  const variable = process.env.TOKENWRIGHT_SHARED;
  const folders = variable ? [variable] : [join(ROOT, "test-data"), join(ROOT, "..", "shared")];
  return folders.map((folder) => join(folder, item)).find(existsSync) ?? null;
}

/** Whether a variable is set, and not to 0. */
export function isSet(variable) {
  return !["", "0", undefined].includes(process.env[variable]);
}

/** The same as `find`; a test whose data is absent is skipped, or fails where it is required. */
export function findOrSkip(context, item) {
  const found = find(item);
  if (found === null) {
    assert.ok(!isSet("TOKENWRIGHT_REQUIRE_SHARED"), "the tests are absent: cargo xtask test-data");
    context.skip("the tests are absent: cargo xtask test-data");
  }
  return found;
}

/** Random numbers below a bound, the same for a seed. */
export function numbers(seed) {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** The tests of a folder, one for each setup. */
export function readFolder(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith(".test")).sort();
  return files.flatMap((file) => readFile(join(folder, file)).map((test) => ({ ...test, file })));
}

/** The tests of a file, one for each setup. */
export function readFile(path) {
  const tests = JSON.parse(readFileSync(path, "utf8")).tests ?? [];
  return tests.flatMap((test) => {
    const read = test.doubleEscaped ? unescaped(test) : test;
    const setup = read.lastStartTag === undefined ? {} : { lastStartTag: read.lastStartTag };
    const states = (read.initialStates ?? []).map((state) => ({ ...setup, state: stateId(state) }));
    const models = (read.contentModelFlags ?? []).map((contentModel) => ({ ...setup, contentModel }));
    const setups = [...states, ...models];
    return (setups.length > 0 ? setups : [setup]).map((setup) => ({ ...read, setup }));
  });
}

/** `Script data state` has the id `script data`, and `RCDATA state` is `RCDATA`. */
export function stateId(name) {
  const id = name.replace(/ state$/, "");
  return /^.[a-z]/.test(id) ? id[0].toLowerCase() + id.slice(1) : id;
}

/** A test whose texts have escapes of their own. */
function unescaped(value) {
  if (typeof value === "string") {
    return value.replace(/\\u([0-9A-Fa-f]{4})/g, (_, digits) => String.fromCharCode(parseInt(digits, 16)));
  }
  if (Array.isArray(value)) {
    return value.map(unescaped);
  }
  if (value === null || typeof value !== "object") {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [unescaped(key), unescaped(member)]));
}

/** What a test expects: tokens, and errors in the form in which the test has them. */
export function expected({ output, errors = [], ignoreErrorOrder = false }) {
  const { tokens, count, order } = forms(output.map((entry) => (entry === "ParseError" ? entry : normalToken(entry))));
  if (errors.length > 0 || count === 0) {
    return { tokens, errors: errors.map(placed) };
  }
  return ignoreErrorOrder ? { tokens, count } : { tokens, order };
}

/** The output of the tokenizer, in the form of `expected`. */
export function actual(events, wanted) {
  const all = events.filter(({ type }) => type !== "EndOfFile");
  const found = {
    ...forms(all.map((event) => (event.type === "ParseError" ? "ParseError" : entryOf(event)))),
    errors: all.filter(({ type }) => type === "ParseError").map(placed),
  };
  return Object.fromEntries(Object.keys(wanted).map((form) => [form, found[form]]));
}

/** Tokens and errors in the forms of tests: the tokens alone, the number of errors, and both in order. */
function forms(events) {
  const tokens = events.filter((event) => event !== "ParseError");
  return { tokens: joined(tokens), count: events.length - tokens.length, order: joined(events) };
}

function placed({ code, line, col }) {
  return `${code} at ${line}:${col}`;
}

/** A token as the tests write it. */
function entryOf(token) {
  switch (token.type) {
    case "DOCTYPE":
      return ["DOCTYPE", token.name, token.publicIdentifier, token.systemIdentifier, !token.forceQuirks];
    case "StartTag": {
      const attributes = token.attributes.map(({ name, value }) => [name, value]);
      return normalToken(["StartTag", token.name, Object.fromEntries(attributes), token.selfClosing]);
    }
    case "EndTag":
      return ["EndTag", token.name];
    case "ProcessingInstruction":
      return ["ProcessingInstruction", token.target, token.data];
    default:
      return [token.type, token.data];
  }
}

/** A token of a test in one form: attributes sorted, the self-closing flag written, no empty name of a DOCTYPE. */
function normalToken([kind, ...rest]) {
  if (kind === "StartTag") {
    const [name, attributes, selfClosing = false] = rest;
    return [kind, name, Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1)), selfClosing];
  }
  if (kind === "DOCTYPE") {
    // Tests from before 2013 write a missing name as an empty one.
    return [kind, rest[0] || null, ...rest.slice(1)];
  }
  return [kind, ...rest];
}

/** The same with adjacent text joined. */
function joined(events) {
  const all = [];
  for (const event of events) {
    const last = all.at(-1);
    if (event[0] === "Character" && last?.[0] === "Character") {
      last[1] += event[1];
    } else if (event[0] !== "Character" || event[1] !== "") {
      all.push(Array.isArray(event) ? [...event] : event);
    }
  }
  return all;
}
