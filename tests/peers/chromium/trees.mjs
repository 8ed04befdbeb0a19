// Compares the trees of the tables with those of Chromium: see `../trees.mjs`.
//
// A document without scripting is parsed by `DOMParser`, one with scripting is written to an iframe, where its scripts run. A
// fragment is the `innerHTML` of an element of a document that has a window, and so scripting, or of one that has none.
//
// CHROMIUM names the browser; /usr/bin/chromium otherwise.

import { chromium } from "playwright-core";
import { compare } from "../trees.mjs";

/** The trees of records, as html5lib's tests write them: a node or an attribute a line. Runs in the browser. */
function treesOf(records) {
  const NAMESPACES = {
    "": "http://www.w3.org/1999/xhtml",
    svg: "http://www.w3.org/2000/svg",
    math: "http://www.w3.org/1998/Math/MathML",
  };
  const PREFIXES = new Map(Object.entries(NAMESPACES).map(([prefix, uri]) => [uri, prefix === "" ? "" : `${prefix} `]));
  const inert = document.implementation.createHTMLDocument();
  const frame = document.querySelector("iframe") ?? document.body.appendChild(document.createElement("iframe"));

  const parsed = ({ document: text, context, scripting }) => {
    if (context !== null) {
      const [prefix, name] = context.includes(" ") ? context.split(" ") : ["", context];
      const element = (scripting ? document : inert).createElementNS(NAMESPACES[prefix], name);
      element.innerHTML = text;
      return element.content ?? element;
    }
    if (!scripting) {
      return new DOMParser().parseFromString(text, "text/html");
    }
    const page = frame.contentDocument;
    page.open();
    page.write(text);
    page.close();
    return page;
  };

  const write = (nodes, depth, lines) => {
    const line = (text, deeper = 0) => lines.push(`| ${"  ".repeat(depth + deeper)}${text}\n`);
    for (const node of nodes) {
      switch (node.nodeType) {
        case Node.DOCUMENT_TYPE_NODE: {
          const identifiers = node.publicId || node.systemId ? ` "${node.publicId}" "${node.systemId}"` : "";
          line(`<!DOCTYPE ${node.name}${identifiers}>`);
          break;
        }
        case Node.TEXT_NODE:
          line(`"${node.data}"`);
          break;
        case Node.COMMENT_NODE:
          line(`<!-- ${node.data} -->`);
          break;
        case Node.PROCESSING_INSTRUCTION_NODE:
          line(`<?${node.target} ${node.data}>`);
          break;
        default: {
          line(`<${PREFIXES.get(node.namespaceURI)}${node.localName}>`);
          const attributes = [...node.attributes].map(
            ({ prefix, localName, value }) => `${prefix ? `${prefix} ` : ""}${localName}="${value}"`,
          );
          attributes.sort().forEach((text) => line(text, 1));
          if (node.localName === "template" && node.namespaceURI === NAMESPACES[""]) {
            line("content", 1);
            write(node.content.childNodes, depth + 2, lines);
          }
          write(node.childNodes, depth + 1, lines);
        }
      }
    }
    return lines.join("");
  };

  return records.map((record) => write(parsed(record).childNodes, 0, []));
}

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

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage();
await page.setContent("<!doctype html>");
await compare({
  peer: "Chromium",
  treesOf: (records) => page.evaluate(treesOf, records),
  explained: EXPLAINED,
  deviations: new URL("trees.toml", import.meta.url),
});
console.log(`Chromium ${browser.version()}`);
await browser.close();
