// The expressions of tree construction (`TreeExpression` of the schema).

/** What says which type an element is of. */
export function typeOf({ namespace, name }) {
  return `${namespace} ${name}`;
}

/** The value of an expression. */
export function evaluate(builder, expression, variables) {
  const form = EXPRESSIONS[expression.value];
  if (form === undefined) {
    throw new Error(`the expression ${expression.value} is unknown`);
  }
  return form(builder, expression, variables);
}

/** The values of parameters. */
export function evaluateAll(builder, expressions, variables) {
  return expressions.map((expression) => evaluate(builder, expression, variables));
}

function node(builder, expression, variables) {
  const value = evaluate(builder, expression, variables);
  if (value === null) {
    throw new Error(`${expression.value} is null, and a node is needed`);
  }
  return value;
}

const EXPRESSIONS = {
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
  "open-above": (builder, expression, variables) =>
    builder.openAbove(node(builder, expression.node, variables)),
  "topmost-open-below": (builder, expression, variables) =>
    builder.open.firstOfAfter(`set ${expression.set}`, node(builder, expression.node, variables)),
  "new-element": (builder, { token, namespace }, variables) =>
    builder.newElementFor(evaluate(builder, token, variables), evaluate(builder, namespace, variables)),
  "node-of": (builder, { location }, variables) => evaluate(builder, location, variables).parent,

  // The list of active formatting elements.
  "last-formatting": ({ formatting }, { element }) => formatting.last(typeOf(element)),
  "last-formatting-named": (builder, { name }, variables) =>
    builder.formatting.last(builder.htmlType(evaluate(builder, name, variables))),
  "earliest-like": (builder, expression, variables) =>
    builder.formatting.earliestLike(node(builder, expression.node, variables)),
  "last-entry": ({ formatting }) => formatting.lastEntryOrMarker,
  "entry-before": (builder, { entry }, variables) => builder.formatting.before(evaluate(builder, entry, variables)),
  "entry-after": (builder, { entry }, variables) => builder.formatting.after(evaluate(builder, entry, variables)),
  "position-of": (builder, expression, variables) =>
    builder.formatting.positionBefore(node(builder, expression.node, variables)),
  "position-after": (builder, expression, variables) =>
    builder.formatting.positionAfter(node(builder, expression.node, variables)),

  // Tokens.
  token: ({ token }) => token,
  "token-of": (builder, expression, variables) => {
    const { tag } = node(builder, expression.node, variables);
    return { ...tag };
  },
  "empty-tag": (_, { name }) => ({ kind: "start-tag", name, attributes: [], selfClosing: false }),
  "empty-end-tag": (_, { name }) => ({ kind: "end-tag", name, attributes: [], selfClosing: false }),
  "end-tag-of": (builder, expression, variables) => {
    const { name } = node(builder, expression.node, variables);
    return { kind: "end-tag", name, attributes: [], selfClosing: false };
  },
  "attribute-value": ({ token }, { attribute }) =>
    token.attributes.find(({ name, namespace }) => namespace === null && name === attribute)?.value ?? "",
  "tag-name": ({ token }) => token.name,
  character: ({ token }) => token.data,
  "pending-characters": ({ pending }) => pending,

  // Namespaces and locations.
  namespace: (_, { namespace }) => namespace,
  "namespace-of": (builder, expression, variables) => node(builder, expression.node, variables).namespace,
  inside: (builder, expression, variables) => ({ parent: node(builder, expression.node, variables), before: null }),
  "inside-contents": (builder, expression, variables) => {
    const { contents } = node(builder, expression.node, variables);
    if (!contents) {
      throw new Error("the node has no template contents");
    }
    return { parent: contents, before: null };
  },
  before: (builder, expression, variables) => {
    const before = node(builder, expression.node, variables);
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
  variable: (_, { name }, variables) => {
    if (!variables.has(name)) {
      throw new Error(`${name} has no value`);
    }
    return variables.get(name);
  },
  call: (builder, { algorithm, arguments: values }, variables) => {
    const result = builder.call(algorithm, evaluateAll(builder, values, variables));
    if (result === undefined) {
      throw new Error(`\`${algorithm}\` has no result`);
    }
    return result;
  },
};
