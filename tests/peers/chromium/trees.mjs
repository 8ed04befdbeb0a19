// Compares the trees of the tables with those of Chromium: see `../trees.mjs`, and `dom.mjs` for how it parses.
//
// CHROMIUM names the browser; /usr/bin/chromium otherwise.

import { compare } from "../trees.mjs";
import { browser } from "./browser.mjs";
import { treesOf } from "./dom.mjs";

/** Whether a tree is another without the text at the end of a document. */
function lacksLastText(tree, document, other) {
  const text = document.replace(/.*>/s, "").replaceAll("\0", "").replaceAll("&amp;", "&");
  for (let at = other.indexOf(`${text}"\n`); at >= 0; at = other.indexOf(`${text}"\n`, at + 1)) {
    const without = other.slice(0, at) + other.slice(at + text.length);
    if (text !== "" && tree === without.replace(/^\| +""\n/m, "")) {
      return true;
    }
  }
  return false;
}

/** Deviations outside of tree construction. */
const EXPLAINED = [
  {
    why: "13.2.5.1, U+0000: the character is dropped and not emitted, so that the LF behind it is the next token after pre",
    explains: async (record, tree, treeOf) => {
      const document = record.document.replace(/(<(?:pre|listing)[^<>]*>)\0+(?=\n)/g, "$1");
      return document !== record.document && tree === (await treeOf({ ...record, document }));
    },
  },
  {
    why: "13.2.5.2, U+0000: the character is dropped in a fragment that begins in the RCDATA state, not replaced by U+FFFD",
    explains: (record, tree) => record.context === "title" && tree === record.tree.replaceAll("\uFFFD", "").replace('| ""\n', ""),
  },
  {
    why: "13.2.6.4.10, anything else: the text before the end of the file is lost if the root's insertion mode is in column group",
    explains: (record, tree) =>
      ["colgroup", "template"].includes(record.context) && lacksLastText(tree, record.document, record.tree),
  },
  {
    why: "13.4: scripting is disabled if it is in the node document of the context; here, in that of the contents of a template",
    explains: async (record, tree, treeOf) =>
      record.context === "template" && record.scripting && tree === (await treeOf({ ...record, scripting: false })),
  },
];

await compare({
  peer: "Chromium",
  treesOf,
  explained: EXPLAINED,
  deviations: new URL("trees.toml", import.meta.url),
});
console.log(`Chromium ${browser.version()}`);
await browser.close();
