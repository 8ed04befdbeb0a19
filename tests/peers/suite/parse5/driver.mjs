// Tokens and errors of parse5, for compare.py: a JSON object a line in, a JSON object a line out.
//
// parse5 is that of `../../parse5/package.json`.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const installed = createRequire(new URL("../../parse5/package.json", import.meta.url));
const { Tokenizer, TokenizerMode } = await import(pathToFileURL(installed.resolve("parse5")));

const MODES = {
  "data": TokenizerMode.DATA,
  "RCDATA": TokenizerMode.RCDATA,
  "RAWTEXT": TokenizerMode.RAWTEXT,
  "script data": TokenizerMode.SCRIPT_DATA,
  "PLAINTEXT": TokenizerMode.PLAINTEXT,
  "CDATA section": TokenizerMode.CDATA_SECTION,
};

function tokenize({ input, state, lastStartTag }) {
  const tokens = [];
  const errors = [];
  const text = ({ chars }) => tokens.push(["Character", chars]);
  const attributes = ({ attrs }) => Object.fromEntries(attrs.map(({ name, value }) => [name, value]));
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onCharacter: text,
      onNullCharacter: text,
      onWhitespaceCharacter: text,
      onStartTag: (token) => tokens.push(["StartTag", token.tagName, attributes(token), token.selfClosing]),
      onEndTag: (token) => tokens.push(["EndTag", token.tagName]),
      onComment: (token) => tokens.push(["Comment", token.data]),
      onDoctype: (token) => tokens.push(["DOCTYPE", token.name, token.publicId, token.systemId, !token.forceQuirks]),
      onEof: () => {},
      onParseError: ({ code, startLine, startCol }) => errors.push(`${code} at ${startLine}:${startCol}`),
    },
  );
  tokenizer.state = MODES[state];
  tokenizer.lastStartTagName = lastStartTag ?? "";
  tokenizer.write(input, true);
  return { tokens, errors };
}

for await (const line of createInterface({ input: process.stdin })) {
  const test = JSON.parse(line);
  const answer = MODES[test.state] === undefined || test.foreign ? { unsupported: true } : tokenize(test);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
