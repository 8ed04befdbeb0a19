// Tokens that a row makes up, in all their forms: revisions have few such rows, so one of the newest gets other operations.

import assert from "node:assert/strict";
import { test } from "node:test";
import { machines } from "../build.mjs";
import { Parser } from "../parser.js";
import { written } from "./trees.js";

const NEWEST = machines().at(-1);
const WAS_IGNORED = "that token was ignored";

const act = (token) => ({ op: "act-as-if-seen", token, variable: WAS_IGNORED });
const startTag = (name) => ({ value: "empty-tag", name });
const endTag = (name) => ({ value: "empty-end-tag", name });
const wasIgnored = { test: "is-true", variable: WAS_IGNORED };
const when = (test, operations) => ({ op: "if", test, then: operations, otherwise: [] });
const insert = (token) => ({ op: "call", algorithm: "insert an HTML element for {token}", arguments: [token] });
const own = { value: "token" };
const error = { op: "parse-error", code: "made-up" };

/** The row of "in body" for tags of a kind with a name. */
function rowOf(rules, kind, name) {
  const { rows } = rules.modes.find((mode) => mode.name === "in body");
  return rows.find(({ on }) => on.some((tokens) => tokens.kind === kind && tokens.names?.includes(name)));
}

/** A parser that has parsed a text, in which `<hr>` does this. */
function parsed(operations, text) {
  const machine = structuredClone(NEWEST);
  const rules = machine.treeConstruction;
  rowOf(rules, "start-tag", "hr").operations = operations;
  // `</li>` is ignored without such an element.
  const missing = rowOf(rules, "end-tag", "li").operations.find(({ op }) => op === "if").then;
  missing.unshift({ op: "ignore" });
  return new Parser(machine, text, {}).run();
}

const opened = (operations, text) => written(parsed(operations, text).document);

test("a row goes on after a token that it makes up", () => {
  const operations = [
    act(endTag("li")),
    when(wasIgnored, [insert(startTag("b"))]),
    act(startTag("u")),
    when({ test: "not", of: wasIgnored }, [insert(own)]),
  ];
  const inBody = (lines) => `| <html>\n|   <head>\n|   <body>\n${lines.map((line) => `|     ${line}\n`).join("")}`;
  const tree = (text) => opened(operations, text).toString().trimEnd();
  assert.equal(tree("<p><hr id=x>"), inBody(["<p>", "  <b>", "    <u>", "      <hr>", '        id="x"']).trimEnd());
  assert.equal(tree("<p><li><hr>"), inBody(["<p>", "<li>", "<u>", "  <hr>"]).trimEnd());
});

test("an end tag has the tag name of a node", () => {
  const operations = [act({ value: "end-tag-of", node: { value: "current-node" } }), insert(own)];
  assert.match(opened(operations, "<li><u><hr>").toString(), /\|     <li>\n\|       <u>\n\|       <hr>/);
});

test("tokens that make up others without an end are bounded", () => {
  const own = act(startTag("hr"));
  const errors = (operations) =>
    parsed(operations, "<!DOCTYPE html><hr>").errors.filter(({ code }) => code === "made-up").length;
  assert.equal(errors([error, own]), 9);
  assert.equal(errors([error, own, own, own]), 1001);
  assert.equal(errors([own, when(wasIgnored, [error])]), 1);
});
