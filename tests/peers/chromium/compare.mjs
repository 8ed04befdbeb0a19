// Compares our tokens with Chromium's output: the elements, attributes, text and comments of a tree.
//
// Reads documents from standard input, one JSON object a line, as `documents` writes them. Each is parsed by way of
// `innerHTML` and of `DOMParser`. Documents in which tree construction has a say are left out and counted. Prints each
// kind of disagreement with its count and its shortest document. Exit status 1 if one is not in `explained.mjs`.
//
// CHROMIUM names the browser; /usr/bin/chromium otherwise.

import { batches } from "../batches.mjs";
import { browser } from "./browser.mjs";
import { explanation } from "./explained.mjs";

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

  /** Our tokens as a list of tags, text and comments; null if the tree would not show them unchanged. */
  const expected = (tokens) => {
    const list = [];
    for (const [i, token] of tokens.entries()) {
      switch (token.kind) {
        case "text": {
          let { data } = token;
          if (data.includes("\0")) {
            return null;
          }
          if (tokens[i - 1]?.kind === "startTag" && tokens[i - 1].name === "textarea") {
            data = data.replace(/^\n/, "");
          }
          if (typeof list.at(-1) === "string") {
            list.push(list.pop() + data);
          } else if (data !== "") {
            list.push(data);
          }
          break;
        }
        case "startTag":
          if (!isOrdinary(token.name)) {
            return null;
          }
          list.push([token.name, ...token.attributes.map(({ name, value }) => `${name}=${value}`)]);
          break;
        case "endTag":
          if (!isOrdinary(token.name)) {
            return null;
          }
          break;
        case "comment":
          list.push({ comment: token.data });
          break;
        default:
          return null;
      }
    }
    return list;
  };

  /** A tree in the same form. */
  const shown = (root) => {
    const list = [];
    const walker = document.createTreeWalker(root);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node.nodeType === Node.TEXT_NODE) {
        if (typeof list.at(-1) === "string") {
          list.push(list.pop() + node.data);
        } else {
          list.push(node.data);
        }
      } else if (node.nodeType === Node.COMMENT_NODE) {
        list.push({ comment: node.data });
      } else {
        list.push([node.localName, ...[...node.attributes].map(({ name, value }) => `${name}=${value}`)]);
      }
    }
    return list;
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
const kinds = new Map();
let documents = 0;
let leftOut = 0;

async function compare(records) {
  documents += records.length;
  const { left, differences } = await page.evaluate(compareBatch, records);
  leftOut += left;
  for (const difference of differences) {
    const why = explanation(difference);
    const key = why ?? `unexplained: ${difference.by}`;
    const kind = kinds.get(key) ?? { count: 0, explained: why !== null };
    kind.count += 1;
    if (!kind.shortest || difference.document.length < kind.shortest.document.length) {
      kind.shortest = difference;
    }
    kinds.set(key, kind);
  }
}

for await (const batch of batches(BATCH)) {
  await compare(batch);
}
console.log(`Chromium ${browser.version()}`);
await browser.close();

for (const [name, { count, shortest }] of kinds) {
  console.log(`${count} × ${name}`);
  console.log(`  ${shortest.by} ${JSON.stringify(shortest.document)}`);
  console.log(`  ours ${shortest.ours}`);
  console.log(`  Chromium ${shortest.theirs}`);
}
const unexplained = [...kinds.values()].filter(({ explained }) => !explained);
console.log(
  `${documents - leftOut} documents compared, ${leftOut} left out, ` +
    `${unexplained.reduce((sum, { count }) => sum + count, 0)} disagreements unexplained`,
);
process.exitCode = documents > leftOut && unexplained.length === 0 ? 0 : 1;
