// Compares the trees of the tables with those of parse5: see `../trees.mjs`.

import { compare } from "../trees.mjs";
import { treesOf } from "./dom.mjs";

/** Deviations of the tokenizer and of its adapter, with what they do to a tree. */
const EXPLAINED = [
  {
    why: "13.2.5.42: a CDATA section begins wherever the adjusted current node is foreign, an integration point or not",
    explains: withComments,
  },
  {
    why: "13.2.6.5, U+0000: a U+FFFD for each, not one for several",
    explains: (record, tree) => record.document.includes("\0\0") && single(tree) === single(record.tree),
  },
];

/** Whether a tree is that of the document with comments in place of some of its CDATA sections. */
async function withComments(record, tree, treeOf) {
  const parts = record.document.split(/(<!\[CDATA\[.*?\]\]>)/s);
  const sections = parts.length >> 1;
  for (let chosen = 1; chosen < 1 << sections; chosen += 1) {
    const document = parts.map((part, at) => (at % 2 && (chosen >> (at >> 1)) & 1 ? `<!--${part.slice(2, -1)}-->` : part));
    const other = await treeOf({ ...record, document: document.join("") });
    if (tree === other || (record.document.includes("\0\0") && single(tree) === single(other))) {
      return true;
    }
  }
  return false;
}

function single(tree) {
  return tree.replace(/\uFFFD+/g, "\uFFFD");
}

await compare({
  peer: "parse5",
  treesOf,
  explained: EXPLAINED,
  deviations: new URL("trees.toml", import.meta.url),
});
