// Compares our tokens with those of parse5: tokens, error codes, lines, columns, offsets and spans.
//
// Reads documents from standard input, one JSON object a line, as `documents` writes them. Prints each kind of
// disagreement with its count and its shortest document. Exit status 1 if a disagreement is not in `explained.mjs`.

import { createInterface } from "node:readline";
import { Tokenizer, TokenizerMode } from "parse5";
import { explanation } from "./explained.mjs";

const modes = {
  "data": TokenizerMode.DATA,
  "RCDATA": TokenizerMode.RCDATA,
  "RAWTEXT": TokenizerMode.RAWTEXT,
  "script data": TokenizerMode.SCRIPT_DATA,
  "PLAINTEXT": TokenizerMode.PLAINTEXT,
  "CDATA section": TokenizerMode.CDATA_SECTION,
};

/** The states that start tags switch to, by name. */
const textStates = new Map([
  ["title", "RCDATA"],
  ["textarea", "RCDATA"],
  ["style", "RAWTEXT"],
  ["xmp", "RAWTEXT"],
  ["iframe", "RAWTEXT"],
  ["noembed", "RAWTEXT"],
  ["noframes", "RAWTEXT"],
  ["script", "script data"],
  ["plaintext", "PLAINTEXT"],
]);

/** The tokens and errors of parse5, in the form of our records. */
function tokenize(record) {
  const tokens = [];
  const errors = [];
  const span = ({ location }) => [location.startOffset, location.endOffset];
  const text = (token) => {
    const last = tokens.at(-1);
    if (last?.kind === "text") {
      last.data += token.chars;
      last.span[1] = token.location.endOffset;
    } else {
      tokens.push({ kind: "text", data: token.chars, span: span(token) });
    }
  };
  const tag = (kind) => (token) => {
    const attributes = token.attrs.map(({ name, value }) => {
      const { startOffset, endOffset } = token.location.attrs[name];
      return { name, value, span: [startOffset, endOffset] };
    });
    tokens.push({ kind, name: token.tagName, attributes, selfClosing: token.selfClosing, span: span(token) });
    const state = kind === "startTag" && record.switchByTagName && textStates.get(token.tagName);
    if (state) {
      tokenizer.state = modes[state];
    }
  };
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onCharacter: text,
      onNullCharacter: text,
      onWhitespaceCharacter: text,
      onStartTag: tag("startTag"),
      onEndTag: tag("endTag"),
      onComment: (token) => tokens.push({ kind: "comment", data: token.data, span: span(token) }),
      onDoctype: (token) =>
        tokens.push({
          kind: "doctype",
          name: token.name,
          public: token.publicId,
          system: token.systemId,
          forceQuirks: token.forceQuirks,
          span: span(token),
        }),
      onEof: () => {},
      onParseError: ({ code, startOffset, startLine, startCol }) =>
        errors.push({ code, offset: startOffset, line: startLine, column: startCol }),
    },
  );
  tokenizer.state = modes[record.state];
  tokenizer.lastStartTagName = record.lastStartTag ?? "";
  tokenizer.inForeignNode = record.foreign;
  tokenizer.write(record.document, true);
  return { tokens, errors };
}

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

const kinds = new Map();
let documents = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const record = JSON.parse(line);
  documents += 1;
  const found = disagreement(record);
  if (found) {
    const why = explanation(record, found);
    const key = why ?? `unexplained: ${found.on}`;
    const kind = kinds.get(key) ?? { count: 0, explained: why !== null };
    kind.count += 1;
    if (!kind.record || record.document.length < kind.record.document.length) {
      Object.assign(kind, { record, found });
    }
    kinds.set(key, kind);
  }
}

for (const [name, { count, record, found }] of kinds) {
  const { document, state, lastStartTag, foreign } = record;
  console.log(`${count} × ${name}`);
  console.log(`  ${JSON.stringify({ document, state, lastStartTag, foreign })}`);
  console.log(`  ${found.on}: ours ${JSON.stringify(found.us)}`);
  console.log(`  ${found.on}: parse5 ${JSON.stringify(found.peer)}`);
}
const unexplained = [...kinds.values()].filter(({ explained }) => !explained);
console.log(`${documents} documents, ${unexplained.reduce((sum, { count }) => sum + count, 0)} disagreements unexplained`);
process.exitCode = documents > 0 && unexplained.length === 0 ? 0 : 1;
