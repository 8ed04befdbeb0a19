// Compares trees of the tables of tree construction with those of parse5.
//
// Reads documents from standard input, one JSON object a line, as `documents --kind trees --deviations trees.toml` writes them:
// the tables say what parse5 does otherwise. Two deviations are not in tree construction, and are explained here. Prints the
// number of each, and the shortest documents that disagree without one. Exit status 1 if there are any.

import { createInterface } from "node:readline";
import { defaultTreeAdapter, html, parse, parseFragment } from "parse5";

const PREFIXES = { [html.NS.HTML]: "", [html.NS.SVG]: "svg ", [html.NS.MATHML]: "math " };
const NAMESPACES = { svg: html.NS.SVG, math: html.NS.MATHML };
const SHOWN = 5;

/** Deviations of the tokenizer and of its adapter, with what they do to a tree. */
const EXPLAINED = [
  {
    why: "13.2.5.42: the adjusted current node is foreign, though it is an integration point and the context of the fragment",
    explains: (record, tree) => record.document.includes("<![CDATA[") && tree.includes("<!-- [CDATA["),
  },
  {
    why: "13.2.6.5, U+0000: a U+FFFD for each, not one for several",
    explains: (record, tree) => record.document.includes("\0\0") && single(tree) === single(record.tree),
  },
];

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

let count = 0;
const explained = new Map(EXPLAINED.map(({ why }) => [why, 0]));
const disagreements = [];
for await (const line of createInterface({ input: process.stdin })) {
  const record = JSON.parse(line);
  const tree = write(parsed(record).childNodes, 0, []);
  count += 1;
  if (tree === record.tree) {
    continue;
  }
  const reason = EXPLAINED.find(({ explains }) => explains(record, tree));
  if (reason) {
    explained.set(reason.why, explained.get(reason.why) + 1);
  } else {
    disagreements.push({ record, tree });
  }
}
console.log(`${count} documents`);
for (const [why, number] of explained) {
  console.log(`${number} explained: ${why}`);
}
console.log(`${disagreements.length} disagreements unexplained`);
disagreements.sort((a, b) => a.record.document.length - b.record.document.length);
for (const { record, tree } of disagreements.slice(0, SHOWN)) {
  const { document, context, scripting } = record;
  console.log(`${JSON.stringify({ document, context, scripting })}\ntables:\n${record.tree}parse5:\n${tree}`);
}
process.exitCode = count === 0 || disagreements.length > 0 ? 1 : 0;
