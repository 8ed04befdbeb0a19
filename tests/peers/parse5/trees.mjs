// Compares the trees of the tables with those of parse5: see `../trees.mjs`.

import { defaultTreeAdapter, html, parse, parseFragment } from "parse5";
import { compare } from "../trees.mjs";

const PREFIXES = { [html.NS.HTML]: "", [html.NS.SVG]: "svg ", [html.NS.MATHML]: "math " };
const NAMESPACES = { svg: html.NS.SVG, math: html.NS.MATHML };

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

/** The context as `documents` writes it: `svg path`, `div`. */
function contextOf(text) {
  const [prefix, name] = text.includes(" ") ? text.split(" ") : ["", text];
  return defaultTreeAdapter.createElement(name, NAMESPACES[prefix] ?? html.NS.HTML, []);
}

function parsed({ document, context, scripting }) {
  const options = { scriptingEnabled: scripting };
  return context === null ? parse(document, options) : parseFragment(contextOf(context), document, options);
}

/** The nodes as html5lib's tests write them: a node or an attribute a line. */
function write(nodes, depth, lines) {
  const line = (text, deeper = 0) => lines.push(`| ${"  ".repeat(depth + deeper)}${text}\n`);
  for (const node of nodes) {
    switch (node.nodeName) {
      case "#documentType": {
        const identifiers = node.publicId || node.systemId ? ` "${node.publicId}" "${node.systemId}"` : "";
        line(`<!DOCTYPE ${node.name}${identifiers}>`);
        break;
      }
      case "#text":
        line(`"${node.value}"`);
        break;
      case "#comment":
        line(`<!-- ${node.data} -->`);
        break;
      default: {
        line(`<${PREFIXES[node.namespaceURI]}${node.tagName}>`);
        const attributes = node.attrs.map(({ prefix, name, value }) => `${prefix ? `${prefix} ` : ""}${name}="${value}"`);
        attributes.sort().forEach((text) => line(text, 1));
        if (node.content) {
          line("content", 1);
          write(node.content.childNodes, depth + 2, lines);
        }
        write(node.childNodes, depth + 1, lines);
      }
    }
  }
  return lines.join("");
}

await compare({
  peer: "parse5",
  treesOf: (records) => records.map((record) => write(parsed(record).childNodes, 0, [])),
  explained: EXPLAINED,
  deviations: new URL("trees.toml", import.meta.url),
});
