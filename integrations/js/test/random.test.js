// The reference tokenizer against the generated code on random inputs: tokens, their spans, and errors.

import assert from "node:assert/strict";
import { test } from "node:test";
import { machines } from "../build.mjs";
import { run } from "../../site/run.js";
import { documents } from "./documents.js";
import { isSet } from "./suite.js";

const IS_COMPLETE = isSet("TOKENWRIGHT_SLOW_TESTS");
const KINDS = { random: IS_COMPLETE ? 20000 : 1000, flat: IS_COMPLETE ? 5000 : 200 };

/** A token of the generated code in the form of `run`. */
function expected(token) {
  const { kind, span } = token;
  switch (kind) {
    case "text":
      return { type: "Text", data: token.data, span };
    case "comment":
      return { type: "Comment", data: token.data, span };
    case "processingInstruction":
      return { type: "ProcessingInstruction", target: token.target, data: token.data, span };
    case "doctype":
      return {
        type: "DOCTYPE", name: token.name, publicIdentifier: token.public, systemIdentifier: token.system,
        forceQuirks: token.forceQuirks, span,
      };
    default: {
      const attributes = token.attributes.map(({ name, value }) => ({ name, value }));
      const type = kind === "startTag" ? "StartTag" : "EndTag";
      return { type, name: token.name, attributes, selfClosing: token.selfClosing, span };
    }
  }
}

function setupOf({ state, lastStartTag, foreign, switchByTagName }) {
  return { state, foreign, switchByTagName, ...(lastStartTag === null ? {} : { lastStartTag }) };
}

for (const machine of machines()) {
  const { id } = machine.revision;
  test(`${id}: random inputs`, (context) => {
    let inputs = 0;
    for (const [kind, count] of Object.entries(KINDS)) {
      const records = documents(id, kind, count);
      assert.equal(records.length, count);
      for (const record of records) {
        const { tokens, errors, failure } = run(machine, record.document, setupOf(record));
        const message = `${JSON.stringify(record.document)} from the ${record.state} state`;
        assert.equal(failure, null, message);
        assert.deepEqual(tokens, record.tokens.map(expected), message);
        const places = errors.map(({ code, offset, line, col }) => ({ code, offset, line, column: col }));
        assert.deepEqual(places, record.errors, message);
        inputs += 1;
      }
    }
    context.diagnostic(`${inputs} inputs`);
  });
}
