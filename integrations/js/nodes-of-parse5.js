// A tree as objects of the form that parse5's default tree adapter has.

/** The members of a node of each type, besides its parent and its children. */
const MEMBERS = {
  Document: ({ mode }) => ({ nodeName: "#document", mode }),
  Fragment: () => ({ nodeName: "#document-fragment" }),
  DocumentType: ({ name, publicIdentifier, systemIdentifier }) =>
    ({ nodeName: "#documentType", name, publicId: publicIdentifier, systemId: systemIdentifier }),
  Text: ({ data }) => ({ nodeName: "#text", value: data }),
  Comment: ({ data }) => ({ nodeName: "#comment", data }),
  ProcessingInstruction: ({ target, data }) => ({ nodeName: "#processing-instruction", target, data }),
  Element: ({ name, namespace, attributes }, addresses) => ({
    nodeName: name,
    tagName: name,
    attrs: attributes.map((attribute) => attributeOf(attribute, addresses)),
    namespaceURI: addresses.get(namespace),
  }),
};

const HAS_CHILDREN = new Set(["Document", "Fragment", "Element"]);

/**
 * Copies of nodes and of everything below them.
 *
 * @param {object[]} nodes
 * @param {object} parent the copy that becomes their parent
 * @param {Map<string, string>} addresses the addresses of namespaces by their names
 */
export function copyInto(nodes, parent, addresses) {
  // A tree may be deeper than the stack of the language.
  const rest = nodes.map((node) => ({ node, parent }));
  const add = (children, parent) => children.forEach((node) => rest.push({ node, parent }));
  for (const { node, parent } of rest) {
    const copy = copyOf(node, parent, addresses);
    parent.childNodes.push(copy);
    if (node.contents) {
      copy.content = copyOf(node.contents, undefined, addresses);
      add(node.contents.children, copy.content);
    }
    if (HAS_CHILDREN.has(node.type)) {
      add(node.children, copy);
    }
  }
}

/** The copy of a node without its children; a root has no parent. */
export function copyOf(node, parent, addresses) {
  const copy = MEMBERS[node.type](node, addresses);
  if (HAS_CHILDREN.has(node.type)) {
    copy.childNodes = [];
  }
  if (parent !== undefined) {
    copy.parentNode = parent;
  }
  if (node.location !== undefined) {
    copy.sourceCodeLocation = node.location;
  }
  return copy;
}

function attributeOf({ name, value, prefix, namespace }, addresses) {
  if (namespace === null) {
    return { name, value };
  }
  return { name, value, prefix: prefix ?? "", namespace: addresses.get(namespace) };
}
