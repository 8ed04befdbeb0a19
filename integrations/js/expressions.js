// The expressions of tree construction (`TreeExpression` of the schema).

import { memoized } from "./memoized.js";

/** What says which type an element is of. */
export function typeOf({ namespace, name }) {
  return `${namespace} ${name}`;
}

/** The attribute of a tag or an element that has no namespace and this name; undefined if there is none. */
export function attributeOf({ attributes }, wanted) {
  return attributes.find(({ name, namespace }) => namespace === null && name === wanted);
}

/** The attributes of elements by their names, if they are many. */
const BY_NAME = new WeakMap();

/** The attribute of the tag that an element was created for: rules may ask for it with each token. */
export function attributeOfElement({ tag: { attributes } }, wanted) {
  if (attributes.length < 16) {
    return attributeOf({ attributes }, wanted);
  }
  const named = memoized(BY_NAME, attributes, () => {
    const local = attributes.filter(({ namespace }) => namespace === null);
    // Of two with a name, the first counts.
    return new Map(local.reverse().map((attribute) => [attribute.name, attribute]));
  });
  return named.get(wanted);
}

function emptyTag(kind, name) {
  return { kind, name, attributes: [], selfClosing: false };
}

/** The value of each form: it gets the builder, the expression and the scope in which it is. */
export const EXPRESSIONS = {
  // Nodes.
  "current-node": ({ open }) => open.last,
  "adjusted-current-node": (builder) => builder.adjustedCurrentNode,
  "context-element": ({ context }) => context,
  "nearest-of-context": ({ context }, { element }) => {
    let found = context;
    while (found !== null && typeOf(found) !== typeOf(element)) {
      found = found.parent;
    }
    return found;
  },
  "head-element-pointer": ({ head }) => head,
  "form-element-pointer": ({ form }) => form,
  document: ({ document }) => document,
  "newly-created-element": ({ newest }) => newest,
  "first-open": ({ open }) => open.first,
  "second-open": ({ open }) => (open.size > 1 ? open.after(open.first) : null),
  "last-open": ({ open }, { element }) => open.lastOf(typeOf(element)),
  "open-above": (builder, { node }, scope) => builder.openAbove(scope.node(node)),
  "topmost-open-below": (builder, { set, node }, scope) => builder.open.firstOfAfter(`set ${set}`, scope.node(node)),
  "new-element": (builder, { token, namespace }, scope) =>
    builder.newElementFor(scope.value(token), scope.value(namespace)),
  "node-of": (_, { location }, scope) => scope.value(location).parent,

  // The list of active formatting elements.
  "last-formatting": ({ formatting }, { element }) => formatting.last(typeOf(element)),
  "last-formatting-named": (builder, { name }, scope) =>
    builder.formatting.last(builder.htmlType(scope.value(name))),
  "earliest-like": (builder, { node }, scope) => builder.formatting.earliestLike(scope.node(node)),
  "last-entry": ({ formatting }) => formatting.lastEntryOrMarker,
  "entry-before": (builder, { entry }, scope) => builder.formatting.before(scope.value(entry)),
  "entry-after": (builder, { entry }, scope) => builder.formatting.after(scope.value(entry)),
  "position-of": (builder, { node }, scope) => builder.formatting.positionBefore(scope.node(node)),
  "position-after": (builder, { node }, scope) => builder.formatting.positionAfter(scope.node(node)),

  // Tokens.
  token: ({ token }) => token,
  "token-of": (_, { node }, scope) => ({ ...scope.node(node).tag }),
  "empty-tag": (_, { name }) => emptyTag("start-tag", name),
  "empty-end-tag": (_, { name }) => emptyTag("end-tag", name),
  "end-tag-of": (_, { node }, scope) => emptyTag("end-tag", scope.node(node).name),
  "attribute-value": ({ token }, { attribute }) => attributeOf(token, attribute)?.value ?? "",
  "tag-name": ({ token }) => token.name,
  character: ({ token }) => token.data,
  "pending-characters": ({ pending }) => pending,

  // Namespaces and locations.
  namespace: (_, { namespace }) => namespace,
  "namespace-of": (_, { node }, scope) => scope.node(node).namespace,
  inside: (_, { node }, scope) => ({ parent: scope.node(node), before: null }),
  "inside-contents": (_, { node }, scope) => {
    const { contents } = scope.node(node);
    if (!contents) {
      throw new Error("the node has no template contents");
    }
    return { parent: contents, before: null };
  },
  before: (_, { node }, scope) => {
    const before = scope.node(node);
    if (before.parent === null) {
      throw new Error("the node has no parent");
    }
    return { parent: before.parent, before };
  },

  // Constants, variables and algorithms.
  null: () => null,
  boolean: (_, { is }) => is,
  number: (_, { number }) => number,
  text: (_, { text }) => text,
  variable: (_, { name }, scope) => {
    if (!scope.variables.has(name)) {
      throw new Error(`${name} has no value`);
    }
    return scope.variables.get(name);
  },
  call: (builder, { algorithm, arguments: values }, scope) => {
    const result = builder.call(algorithm, scope.all(values));
    if (result === undefined) {
      throw new Error(`\`${algorithm}\` has no result`);
    }
    return result;
  },
};
