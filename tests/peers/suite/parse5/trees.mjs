// Trees of parse5, for trees.py: a test a line in, its tree a line out, both as JSON.

import { records } from "../../records.mjs";
import { treesOf } from "../../parse5/dom.mjs";

for await (const record of records()) {
  console.log(JSON.stringify(treesOf([record])[0]));
}
