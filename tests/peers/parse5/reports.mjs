// Reproduces the reports on parse5 in docs/peers-beyond-rust.md. Exit status 1 if parse5 does not do what one says.

import assert from "node:assert/strict";
import { parseFragment } from "parse5";

/** The parse errors of a document. */
function errors(html) {
  const found = [];
  parseFragment(html, { sourceCodeLocationInfo: true, onParseError: (error) => found.push(error) });
  return found;
}

const places = (html) => errors(html).map(({ code, startLine, startCol }) => `${code} at ${startLine}:${startCol}`);

const reports = {
  "no unknown-named-character-reference in attribute values"() {
    assert.deepEqual(places("<x a=&D;>"), []);
    assert.deepEqual(places("&D;"), ["unknown-named-character-reference at 1:3"]);
  },
  "a line end behind `&` counts twice"() {
    assert.deepEqual(places("a&\n<a b"), ["eof-in-tag at 3:5"]);
    assert.deepEqual(places("a \n<a b"), ["eof-in-tag at 2:5"]);
  },
};

for (const [title, reproduce] of Object.entries(reports)) {
  try {
    reproduce();
    console.log(`reproduced: ${title}`);
  } catch (error) {
    console.log(`not reproduced: ${title}\n${error.message}`);
    process.exitCode = 1;
  }
}
