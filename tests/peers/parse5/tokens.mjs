// The tokens and errors that parse5 has of a record.

import { Tokenizer, TokenizerMode } from "parse5";

export const MODES = {
  "data": TokenizerMode.DATA,
  "RCDATA": TokenizerMode.RCDATA,
  "RAWTEXT": TokenizerMode.RAWTEXT,
  "script data": TokenizerMode.SCRIPT_DATA,
  "PLAINTEXT": TokenizerMode.PLAINTEXT,
  "CDATA section": TokenizerMode.CDATA_SECTION,
};

/** The states that start tags switch to, by name. */
const TEXT_STATES = new Map([
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
export function tokenize(record) {
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
    const state = kind === "startTag" && record.switchByTagName && TEXT_STATES.get(token.tagName);
    if (state) {
      tokenizer.state = MODES[state];
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
  tokenizer.state = MODES[record.state];
  tokenizer.lastStartTagName = record.lastStartTag ?? "";
  tokenizer.inForeignNode = record.foreign;
  tokenizer.write(record.document, true);
  return { tokens, errors };
}
