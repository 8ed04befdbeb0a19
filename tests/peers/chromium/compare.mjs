// Compares our tokens with Chromium's output: the elements, attributes, text and comments of a tree.
//
// Reads documents from standard input, one JSON object a line, as `documents` writes them. Each is parsed by way of
// `innerHTML` and of `DOMParser`. Documents in which tree construction has a say are left out and counted. Prints each
// kind of disagreement with its count and its shortest document. Exit status 1 if one is not in `explained.mjs`.
//
// CHROMIUM names the browser; /usr/bin/chromium otherwise.

import { Disagreements } from "../disagreements.mjs";
import { batches } from "../records.mjs";
import { browser } from "./browser.mjs";
import { EXPLANATIONS } from "./explained.mjs";

const BATCH = 5000;

/** Parses a batch inside the browser: for each document what differs, or why it is left out. */
function compareBatch(records) {
  // Elements with special rules in tree construction, although the browser has no class for them.
  const special = new Set(["image", "keygen", "math", "svg"]);
  const ordinary = new Map();
  const isOrdinary = (name) => {
    if (!ordinary.has(name)) {
      const element = new DOMParser().parseFromString(`<${name}>`, "text/html").body.firstChild;
      const unknown = element instanceof HTMLUnknownElement || (element?.constructor === HTMLElement && name.includes("-"));
      ordinary.set(name, name === "textarea" || (unknown && !special.has(name)));
    }
    return ordinary.get(name);
  };

  /** A list in which text next to text is one, and empty text is none. */
  const joined = (list) => {
    const found = [];
    for (const part of list) {
      if (typeof part === "string" && typeof found.at(-1) === "string") {
        found.push(found.pop() + part);
      } else if (part !== "") {
        found.push(part);
      }
    }
    return found;
  };

  const tag = (name, attributes) => [name, ...[...attributes].map(({ name, value }) => `${name}=${value}`)];

  /** Our tokens as a list of tags, text and comments; null if the tree would not show them unchanged. */
  const expected = (tokens) => {
    const list = [];
    for (const [i, { kind, name, attributes, data }] of tokens.entries()) {
      if (kind === "text" && !data.includes("\0")) {
        const isFirst = tokens[i - 1]?.kind === "startTag" && tokens[i - 1].name === "textarea";
        list.push(isFirst ? data.replace(/^\n/, "") : data);
      } else if (kind === "comment") {
        list.push({ comment: data });
      } else if (kind === "startTag" && isOrdinary(name)) {
        list.push(tag(name, attributes));
      } else if (kind !== "endTag" || !isOrdinary(name)) {
        return null;
      }
    }
    return joined(list);
  };

  /** A tree in the same form. */
  const shown = (root) => {
    const list = [];
    const walker = document.createTreeWalker(root);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node.nodeType === Node.TEXT_NODE) {
        list.push(node.data);
      } else {
        list.push(node.nodeType === Node.COMMENT_NODE ? { comment: node.data } : tag(node.localName, node.attributes));
      }
    }
    return joined(list);
  };

  const div = document.createElement("div");
  const parse = {
    innerHTML(html) {
      div.innerHTML = html;
      return shown(div);
    },
    DOMParser(html) {
      return shown(new DOMParser().parseFromString(`<!doctype html><body>${html}`, "text/html").body);
    },
  };

  // A CR, an attribute's name or the end of the tag, and an LF: for an explanation.
  const lineFeed = /(\r[^\t\n\f\r />=]*>?)\n/g;
  const differences = [];
  let left = 0;
  for (const record of records) {
    const list = expected(record.tokens);
    if (list === null || record.state !== "data" || record.foreign) {
      left += 1;
      continue;
    }
    const ours = JSON.stringify(list);
    for (const [by, tree] of Object.entries(parse)) {
      const theirs = JSON.stringify(tree(record.document));
      if (ours !== theirs) {
        const without = record.document.replaceAll(lineFeed, "$1");
        const withoutLineFeed = without === record.document ? null : JSON.stringify(tree(without));
        differences.push({ by, document: record.document, ours, theirs, withoutLineFeed });
      }
    }
  }
  return { left, differences };
}

const page = await browser.newPage();
const disagreements = new Disagreements(EXPLANATIONS);
let documents = 0;
let leftOut = 0;
for await (const batch of batches(BATCH)) {
  documents += batch.length;
  const { left, differences } = await page.evaluate(compareBatch, batch);
  leftOut += left;
  for (const difference of differences) {
    const { by, document, ours, theirs } = difference;
    const shown = [`${by} ${JSON.stringify(document)}`, `ours ${ours}`, `Chromium ${theirs}`];
    disagreements.add({ on: by, document, shown }, difference);
  }
}
console.log(`Chromium ${browser.version()}`);
await browser.close();

disagreements.print();
const { unexplained } = disagreements;
console.log(`${documents - leftOut} documents compared, ${leftOut} left out, ${unexplained} disagreements unexplained`);
process.exitCode = documents > leftOut && unexplained === 0 ? 0 : 1;
