// Reproduces the reports on parse5 in docs/peers-beyond-rust.md. Exit status 1 if parse5 does not do what one says.

import assert from "node:assert/strict";
import { defaultTreeAdapter, html, parse, parseFragment, serialize } from "parse5";
import { reproduceReports } from "../reports.mjs";

/** The parse errors of a document. */
function errors(text) {
  const found = [];
  parseFragment(text, { sourceCodeLocationInfo: true, onParseError: (error) => found.push(error) });
  return found;
}

const places = (text) => errors(text).map(({ code, startLine, startCol }) => `${code} at ${startLine}:${startCol}`);

const reports = {
  "no unknown-named-character-reference in attribute values"() {
    assert.deepEqual(places("<x a=&D;>"), []);
    assert.deepEqual(places("&D;"), ["unknown-named-character-reference at 1:3"]);
  },
  "a line end behind `&` counts twice"() {
    assert.deepEqual(places("a&\n<a b"), ["eof-in-tag at 3:5"]);
    assert.deepEqual(places("a \n<a b"), ["eof-in-tag at 2:5"]);
  },
  "a fragment in `noscript` is text without scripting, too"() {
    const noscript = defaultTreeAdapter.createElement("noscript", html.NS.HTML, []);
    for (const scriptingEnabled of [true, false]) {
      const [node] = parseFragment(noscript, "<b>x</b>", { scriptingEnabled }).childNodes;
      assert.deepEqual([node.nodeName, node.value], ["#text", "<b>x</b>"]);
    }
    const document = parse("<body><noscript><b>x</b></noscript>", { scriptingEnabled: false });
    assert.match(serialize(document), /<noscript><b>x<\/b><\/noscript>/);
    const [body] = document.childNodes[0].childNodes.slice(-1);
    assert.equal(body.childNodes[0].childNodes[0].nodeName, "b");
  },
};

await reproduceReports(reports);
