// Trees of parse5, for trees.py: a test a line in, its tree a line out, both as JSON.

import { createInterface } from "node:readline";
import { treesOf } from "../../parse5/dom.mjs";

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(treesOf([JSON.parse(line)])[0]));
}
