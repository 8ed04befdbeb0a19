// The trees that Chromium builds.
//
// A document without scripting is parsed by `DOMParser`, one with scripting is written to an iframe, where its scripts run. A
// fragment is the `innerHTML` of an element of a document that has a window, and so scripting, or of one that has none.

/** The trees of records, as html5lib's tests write them: a node or an attribute a line. Runs in the browser. */
export function treesOf(records) {
  const NAMESPACES = {
    "": "http://www.w3.org/1999/xhtml",
    svg: "http://www.w3.org/2000/svg",
    math: "http://www.w3.org/1998/Math/MathML",
  };
  const OF_ATTRIBUTES = {
    "http://www.w3.org/1999/xlink": "xlink ",
    "http://www.w3.org/XML/1998/namespace": "xml ",
    "http://www.w3.org/2000/xmlns/": "xmlns ",
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
          line(`<?${node.target} ${node.data}?>`);
          break;
        default: {
          line(`<${PREFIXES.get(node.namespaceURI)}${node.localName}>`);
          const attributes = [...node.attributes].map(
            ({ namespaceURI, localName, value }) => `${OF_ATTRIBUTES[namespaceURI] ?? ""}${localName}="${value}"`,
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
