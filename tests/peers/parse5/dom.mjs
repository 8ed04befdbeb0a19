// The trees that parse5 builds.

import { defaultTreeAdapter, html, parse, parseFragment } from "parse5";

const PREFIXES = { [html.NS.HTML]: "", [html.NS.SVG]: "svg ", [html.NS.MATHML]: "math " };
const OF_ATTRIBUTES = { [html.NS.XLINK]: "xlink ", [html.NS.XML]: "xml ", [html.NS.XMLNS]: "xmlns " };
const NAMESPACES = { svg: html.NS.SVG, math: html.NS.MATHML };

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
        const attributes = node.attrs.map(({ namespace, name, value }) => `${OF_ATTRIBUTES[namespace] ?? ""}${name}="${value}"`);
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

/** The trees of records, as html5lib's tests write them: a node or an attribute a line. */
export function treesOf(records) {
  return records.map((record) => write(parsed(record).childNodes, 0, []));
}
