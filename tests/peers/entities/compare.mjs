// Compares our decoded references and escaped strings with those of the package `entities`.
//
// Reads lines of `decoded` from standard input. Exit status 1 if they disagree.

import { decodeHTML, decodeHTMLAttribute } from "entities";
import { records } from "../records.mjs";

let lines = 0;
let disagreements = 0;

function compare(on, source, ours, theirs) {
  if (ours !== theirs) {
    disagreements += 1;
    console.log(`${on} ${JSON.stringify(source)}: ours ${JSON.stringify(ours)}, entities ${JSON.stringify(theirs)}`);
  }
}

for await (const record of records()) {
  lines += 1;
  if (record.source !== undefined) {
    compare("text", record.source, record.text, decodeHTML(record.source));
    compare("value", record.source, record.value, decodeHTMLAttribute(record.source));
  } else {
    compare("escaped text", record.string, record.string, decodeHTML(record.text));
    compare("escaped value", record.string, record.string, decodeHTMLAttribute(record.double));
    compare("escaped value", record.string, record.string, decodeHTMLAttribute(record.single));
  }
}

console.log(`${lines} lines, ${disagreements} disagreements`);
process.exitCode = lines > 0 && disagreements === 0 ? 0 : 1;
