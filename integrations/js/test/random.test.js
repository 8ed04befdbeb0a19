// The reference tokenizer against the generated code on random inputs: tokens, their spans, and errors. Where tables are random, as
// `.ci/edited-trees` makes them, characters that the input does not have are emitted, and spans are the implementation's own; and
// what follows the elements of a page runs the tables of trees, not the names of tags.

import assert from "node:assert/strict";
import { test } from "node:test";
import { machines } from "../build.mjs";
import { run } from "../../site/run.js";
import { documents } from "./documents.js";
import { isSet } from "./suite.js";

const ARE_RANDOM = isSet("TOKENWRIGHT_RANDOM_TABLES");
const IS_COMPLETE = isSet("TOKENWRIGHT_SLOW_TESTS");
const KINDS = { random: IS_COMPLETE ? 20000 : 1000, flat: IS_COMPLETE ? 5000 : 200 };

const TYPES = {
  text: "Text", comment: "Comment", processingInstruction: "ProcessingInstruction", doctype: "DOCTYPE",
  startTag: "StartTag", endTag: "EndTag",
};

/** A token of the generated code in the form of `run`. */
function expected({ kind, attributes, public: publicIdentifier, system: systemIdentifier, ...members }) {
  const token = { type: TYPES[kind], ...members };
  if (attributes !== undefined) {
    token.attributes = attributes.map(({ name, value }) => ({ name, value }));
  }
  return kind === "doctype" ? { ...token, publicIdentifier, systemIdentifier } : token;
}

function setupOf({ state, lastStartTag, foreign, switchByTagName }) {
  return { state, foreign, switchByTagName, ...(lastStartTag === null ? {} : { lastStartTag }) };
}

/** What is compared of a token. */
function compared({ span, ...token }) {
  return ARE_RANDOM ? token : { ...token, span };
}

for (const machine of machines()) {
  const { id } = machine.revision;
  test(`${id}: random inputs`, (context) => {
    let inputs = 0;
    for (const [kind, count] of Object.entries(KINDS)) {
      const records = documents(id, kind, count);
      assert.equal(records.length, count);
      for (const record of records.filter(({ switchByTagName }) => !(ARE_RANDOM && switchByTagName))) {
        const { tokens, errors, failure } = run(machine, record.document, setupOf(record));
        const message = `${JSON.stringify(record.document)} from the ${record.state} state`;
        assert.equal(failure, null, message);
        assert.deepEqual(tokens.map(compared), record.tokens.map(expected).map(compared), message);
        const places = errors.map(({ code, offset, line, col }) => ({ code, offset, line, column: col }));
        assert.deepEqual(places, record.errors, message);
        inputs += 1;
      }
    }
    context.diagnostic(`${inputs} inputs`);
  });
}
