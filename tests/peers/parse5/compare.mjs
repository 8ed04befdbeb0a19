// Compares our tokens with those of parse5: tokens, error codes, lines, columns, offsets and spans.
//
// Reads documents from standard input, one JSON object a line, as `documents` writes them. Prints each kind of
// disagreement with its count and its shortest document. Exit status 1 if a disagreement is not in `explained.mjs`.

import { Disagreements } from "../disagreements.mjs";
import { records } from "../records.mjs";
import { EXPLANATIONS } from "./explained.mjs";
import { tokenize } from "./tokens.mjs";

/** Our tokens as parse5 has them: an attribute has one span, from its name to the end of its value's quotes. */
function ours(record) {
  const tokens = record.tokens.map((token) => {
    if (!token.attributes) {
      return token;
    }
    const attributes = token.attributes.map(({ name, value, nameSpan, valueSpan }) => {
      const quoted = /["']/.test(record.document[valueSpan[0] - 1]) && valueSpan[0] > nameSpan[1];
      return { name, value, span: [nameSpan[0], Math.max(nameSpan[1], valueSpan[1] + Number(quoted))] };
    });
    return { ...token, attributes };
  });
  return { tokens, errors: record.errors };
}

/** Errors by their places: parse5 reports those of the input stream when it reads ahead. */
function sorted(errors) {
  const key = ({ code, offset, line, column }) => `${String(offset).padStart(9)} ${code} ${line}:${column}`;
  return errors.map(key).sort();
}

/** What the two disagree on: a short name, or null. */
function disagreement(record) {
  const us = ours(record);
  const peer = tokenize(record);
  const without = (tokens) => JSON.stringify(tokens, (key, value) => (key === "span" ? undefined : value));
  if (without(us.tokens) !== without(peer.tokens)) {
    return { on: "tokens", us: us.tokens, peer: peer.tokens };
  }
  const ourErrors = sorted(us.errors);
  const peerErrors = sorted(peer.errors);
  if (ourErrors.join() !== peerErrors.join()) {
    const codes = (errors) => errors.map(({ code }) => code).sort().join();
    const on = codes(us.errors) === codes(peer.errors) ? "places of errors" : "error codes";
    return {
      on,
      us: ourErrors.filter((error) => !peerErrors.includes(error)),
      peer: peerErrors.filter((error) => !ourErrors.includes(error)),
    };
  }
  if (JSON.stringify(us.tokens.map(flat)) !== JSON.stringify(peer.tokens.map(flat))) {
    return { on: "spans", us: us.tokens.map(flat), peer: peer.tokens.map(flat) };
  }
  return null;
}

function flat({ kind, span, attributes }) {
  return [kind, span, ...(attributes ?? []).map(({ span }) => span)];
}

const disagreements = new Disagreements(EXPLANATIONS);
let documents = 0;
for await (const record of records()) {
  documents += 1;
  const found = disagreement(record);
  if (found) {
    const { document, state, lastStartTag, foreign } = record;
    const shown = [
      JSON.stringify({ document, state, lastStartTag, foreign }),
      `${found.on}: ours ${JSON.stringify(found.us)}`,
      `${found.on}: parse5 ${JSON.stringify(found.peer)}`,
    ];
    disagreements.add({ on: found.on, document, shown }, record, found);
  }
}
disagreements.print();
console.log(`${documents} documents, ${disagreements.unexplained} disagreements unexplained`);
process.exitCode = documents > 0 && disagreements.unexplained === 0 ? 0 : 1;
