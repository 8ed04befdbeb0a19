// Tokens and errors of parse5, for compare.py: a JSON object a line in, a JSON object a line out.

import { MODES, tokenize } from "../../parse5/tokens.mjs";
import { records } from "../../records.mjs";

const WRITTEN = {
  text: ({ data }) => ["Character", data],
  startTag: ({ name, attributes, selfClosing }) =>
    ["StartTag", name, Object.fromEntries(attributes.map(({ name, value }) => [name, value])), selfClosing],
  endTag: ({ name }) => ["EndTag", name],
  comment: ({ data }) => ["Comment", data],
  doctype: (token) => ["DOCTYPE", token.name, token.public, token.system, !token.forceQuirks],
};

function answer(test) {
  if (MODES[test.state] === undefined || test.foreign) {
    return { unsupported: true };
  }
  const { tokens, errors } = tokenize({ document: test.input, ...test });
  return {
    tokens: tokens.map((token) => WRITTEN[token.kind](token)),
    errors: errors.map(({ code, line, column }) => `${code} at ${line}:${column}`),
  };
}

for await (const test of records()) {
  console.log(JSON.stringify(answer(test)));
}
