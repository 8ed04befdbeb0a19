// What parse5 makes of the document in the argument: its tree, the errors, and where the last element is.

import { readFileSync } from "node:fs";
import { parse, serialize } from "parse5";

const { version } = JSON.parse(readFileSync(new URL("node_modules/parse5/package.json", import.meta.url), "utf8"));
const errors = [];
const document = parse(process.argv[2], {
  sourceCodeLocationInfo: true,
  onParseError: ({ code, startLine, startCol }) => errors.push(`${code} at ${startLine}:${startCol}`),
});
let last = document;
for (let node = document; node !== undefined; node = node.childNodes?.at(-1)) {
  last = node.tagName === undefined ? last : node;
}
const { startTag } = last.sourceCodeLocation;
console.log(`parse5 ${version}`);
console.log(`  tree    ${serialize(document)}`);
console.log(`  errors  ${errors.join(", ")}`);
console.log(`  place   ${last.tagName} at ${startTag.startOffset}..${startTag.endOffset}`);
