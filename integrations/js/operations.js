// The operations of tree construction (`TreeOperation` of the schema), but those that decide which operation is next.

import { lastOpen, textBefore } from "./conditions.js";
import { evaluate, evaluateAll } from "./expressions.js";
import { TreeNode } from "./nodes.js";

/** Performs an operation. */
export function performTree(builder, operation, variables) {
  const perform = TREE_OPERATIONS[operation.op];
  if (perform === undefined) {
    throw new Error(`the operation ${operation.op} is unknown`);
  }
  perform(builder, operation, variables);
}

function insert(builder, node, location, variables) {
  const { parent, before } = evaluate(builder, location, variables);
  parent.insert(node, before);
  builder.lastInserted = node;
}

function insertToken(builder, node, location, variables) {
  builder.countNode();
  insert(builder, node, location, variables);
  builder.observer?.inserted(builder, node);
}

/** Tells of a text that was written; a text that is neither a character nor the pending ones comes from no token. */
function tellOf(builder, node, data) {
  if (builder.observer === null) {
    return;
  }
  const { token, pending, pendingPlaces: places } = builder;
  const [first, last] = token.kind === "character" ? [token.place, token.place]
    : data === pending ? [places[0], places.at(-1)] : [null, null];
  builder.observer.wrote(node, first ?? null, last ?? null);
}

/** The names of the attributes of elements to which some were added. */
const NAMES = new WeakMap();

/** Adds the attributes of which a node has none of the same name. */
function add(builder, node, variables, all) {
  const { attributes } = evaluate(builder, node, variables);
  const names = NAMES.get(attributes) ?? new Set(attributes.map(({ name }) => name));
  NAMES.set(attributes, names);
  for (const attribute of all) {
    if (!names.has(attribute.name)) {
      names.add(attribute.name);
      attributes.push({ ...attribute });
    }
  }
}

/** The token's attributes with other names. */
function renamed(attributes, table) {
  return attributes.map((one) => ({ ...one, name: table.get(one.name) ?? one.name }));
}

const TREE_OPERATIONS = {
  // Algorithms, the document, variables.
  call: (builder, { algorithm, arguments: values }, variables) =>
    builder.enter(algorithm, evaluateAll(builder, values, variables)),
  output: (builder, { output, arguments: values }, variables) =>
    builder.environment.output(output, evaluateAll(builder, values, variables), builder),
  "parse-error": (builder, { code }) => builder.environment.error(code),
  "set-variable": (builder, { variable, to }, variables) =>
    variables.set(variable, evaluate(builder, to, variables)),
  increment: (_, { variable, by }, variables) => variables.set(variable, variables.get(variable) + by),

  // Rows.
  reprocess: (builder) => builder.reprocess(),
  "use-current-mode": (builder) => builder.useMode(builder.mode),
  "use-secondary-mode": (builder) => builder.useMode(builder.secondaryMode),
  "use-mode": (builder, { mode }) => builder.useMode(mode),
  "use-foreign-content": (builder) => builder.useMode(null),
  "run-row": (builder, { mode, row }) => builder.enterRow(mode, row),
  "run-row-for-pending": (builder, { mode, row }) => {
    const { token, pending, pendingPlaces } = builder;
    for (const [index, data] of [...pending].entries()) {
      builder.token = { kind: "character", data, place: pendingPlaces[index] };
      builder.runRow(mode, row);
      builder.acting.endPending();
    }
    builder.token = token;
  },

  "act-as-if-seen": (builder, { token, variable }, variables) =>
    variables.set(variable, builder.acting.process(builder, evaluate(builder, token, variables))),

  // The token.
  ignore: (builder) => { builder.acting.isIgnored = true; },
  "set-token": (builder, { token }, variables) => {
    builder.token = { ...evaluate(builder, token, variables) };
  },
  "set-tag-name": (builder, { name }) => { builder.token.name = name; },
  "replace-tag-name": (builder, { pairs }) => {
    const { token } = builder;
    token.name = builder.pairs(pairs).get(token.name) ?? token.name;
  },
  "replace-attribute-names": (builder, { pairs }) => {
    const { token } = builder;
    token.attributes = renamed(token.attributes, builder.pairs(pairs));
  },
  "namespace-attributes": (builder) => {
    const { token } = builder;
    token.attributes = token.attributes.map((attribute) => {
      const foreign = builder.foreignAttribute(attribute.name);
      return foreign === undefined ? attribute
        : { ...attribute, name: foreign.localName, prefix: foreign.prefix, namespace: foreign.namespace };
    });
  },
  "ignore-next": (builder, { character }) => { builder.ignored = String.fromCodePoint(character); },
  acknowledge: (builder) => { builder.isAcknowledged = true; },

  // Modes and the tokenizer.
  "set-mode": (builder, { mode }) => {
    builder.mode = mode;
    builder.observer?.switched(builder);
  },
  "set-mode-to-original": (builder) => { builder.mode = builder.originalMode; },
  "set-mode-to-template": (builder) => { builder.mode = builder.templateModes.at(-1); },
  "set-mode-to-secondary": (builder) => { builder.mode = builder.secondaryMode; },
  "set-secondary-mode": (builder, { mode }) => { builder.secondaryMode = mode ?? builder.mode; },
  taint: (builder, { node }, variables) => builder.tainted.add(evaluate(builder, node, variables)),
  "set-original-mode": (builder) => { builder.originalMode = builder.mode; },
  "push-template-mode": ({ templateModes }, { mode }) => templateModes.push(mode),
  "pop-template-mode": ({ templateModes }) => templateModes.pop(),
  "set-content-model": (builder, { model }) => { builder.contentModel = model; },
  "switch-tokenizer": (builder, { state }) => { builder.tokenizerState = state; },

  // The stack of open elements.
  push: (builder, { node }, variables) => builder.push(evaluate(builder, node, variables)),
  pop: (builder) => builder.pop(),
  "pop-until": (builder, { elements }, variables) => {
    const last = lastOpen(builder, elements, variables);
    if (last === null) {
      throw new Error("no such element is open");
    }
    while (builder.open.has(last)) {
      builder.pop();
    }
  },
  "remove-open": (builder, { node }, variables) => builder.removeOpen(evaluate(builder, node, variables)),
  "replace-open": (builder, { old, new: by }, variables) => {
    const node = evaluate(builder, by, variables);
    builder.open.replace(evaluate(builder, old, variables), node, builder.groupsOf(node));
  },
  "insert-open": (builder, { node: expression, above }, variables) => {
    const node = evaluate(builder, expression, variables);
    builder.insertOpen(node, evaluate(builder, above, variables));
  },

  // The list of active formatting elements.
  "add-marker": ({ formatting }) => formatting.addMarker(),
  "add-entry": (builder, { node }, variables) => builder.formatting.add(evaluate(builder, node, variables)),
  "remove-last-entry": ({ formatting }) => formatting.remove(formatting.lastEntry),
  "remove-entry": (builder, { entry }, variables) =>
    builder.formatting.remove(evaluate(builder, entry, variables)),
  "replace-entry": (builder, { old, new: by }, variables) =>
    builder.formatting.replace(evaluate(builder, old, variables), evaluate(builder, by, variables)),
  "insert-entry": (builder, { node, position }, variables) =>
    builder.formatting.insert(evaluate(builder, node, variables), evaluate(builder, position, variables)),

  // Pointers and flags.
  "set-head-element-pointer": (builder, { node }, variables) => {
    builder.head = evaluate(builder, node, variables);
  },
  "set-form-element-pointer": (builder, { node }, variables) => {
    builder.form = evaluate(builder, node, variables);
  },
  "set-frameset-not-ok": (builder) => { builder.framesetOk = false; },
  "set-frameset-ok": (builder) => { builder.framesetOk = true; },
  "set-foster-parenting": (builder, { enabled }) => { builder.fosterParenting = enabled; },
  "set-quirks-mode": ({ document }, { mode }) => { document.mode = mode; },
  "clear-pending": (builder) => {
    builder.pending = "";
    builder.pendingPlaces = [];
  },
  "add-pending": (builder) => {
    builder.pending += builder.token.data;
    builder.pendingPlaces.push(builder.token.place);
  },

  // The tree.
  "append-doctype": (builder) => {
    const { document, token } = builder;
    builder.countNode();
    const node = new TreeNode("DocumentType", {
      name: token.name ?? "",
      publicIdentifier: token.publicIdentifier ?? "",
      systemIdentifier: token.systemIdentifier ?? "",
    });
    document.insert(node);
    builder.observer?.inserted(builder, node);
  },
  "append-text": (builder, { text, location }, variables) => {
    const node = textBefore(evaluate(builder, location, variables));
    const data = evaluate(builder, text, variables);
    node.data += data;
    tellOf(builder, node, data);
  },
  "insert-text": (builder, { text, location }, variables) => {
    const data = evaluate(builder, text, variables);
    if (data !== "") {
      builder.countNode();
      const node = new TreeNode("Text", { data });
      insert(builder, node, location, variables);
      tellOf(builder, node, data);
    }
  },
  "insert-comment": (builder, { location }, variables) =>
    insertToken(builder, new TreeNode("Comment", { data: builder.token.data }), location, variables),
  "insert-processing-instruction": (builder, { location }, variables) => {
    const { target, data } = builder.token;
    insertToken(builder, new TreeNode("ProcessingInstruction", { target, data }), location, variables);
  },
  insert: (builder, { node, location }, variables) =>
    insert(builder, evaluate(builder, node, variables), location, variables),
  "move-children": (builder, { from, to }, variables) => {
    const target = evaluate(builder, to, variables);
    evaluate(builder, from, variables).children.forEach((child) => target.insert(child));
  },
  detach: (builder, { node }, variables) => evaluate(builder, node, variables).detach(),
  "add-attributes": (builder, { node }, variables) => add(builder, node, variables, builder.token.attributes),
  "add-other-attributes": (builder, { names, node }, variables) =>
    add(builder, node, variables, builder.token.attributes.filter(({ name }) => !names.includes(name))),
  "add-attribute": (builder, { attribute, text, node }, variables) => {
    const value = evaluate(builder, text, variables);
    add(builder, node, variables, [{ name: attribute, value, prefix: null, namespace: null }]);
  },
};
