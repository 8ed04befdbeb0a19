// The operations of tree construction (`TreeOperation` of the schema), but those that decide which operation is next.

import { lastOpen, textBefore } from "./conditions.js";
import { memoized } from "./memoized.js";
import { TreeNode } from "./nodes.js";

/** The output after which nothing is processed. */
const STOP = "stop parsing";

function insert(builder, node, location, scope) {
  const { parent, before } = scope.value(location);
  parent.insert(node, before);
  builder.lastInserted = node;
}

function insertToken(builder, node, location, scope) {
  builder.countNode();
  insert(builder, node, location, scope);
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

/** Adds the attributes of which an element has none of the same name. Another node, such as the Document, has no attributes. */
function add(builder, node, scope, all) {
  const { attributes } = scope.value(node);
  if (attributes === undefined) {
    return;
  }
  const names = memoized(NAMES, attributes, () => new Set(attributes.map(({ name }) => name)));
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

/** What performs each operation: it gets the builder, the operation and the scope in which it is. */
export const TREE_OPERATIONS = {
  // Algorithms, the document, variables.
  call: (builder, { algorithm, arguments: values }, scope) => builder.enter(algorithm, scope.all(values)),
  output: (builder, { output, arguments: values }, scope) => {
    builder.environment.output(output, scope.all(values), builder);
    if (output === STOP) {
      builder.stop();
    }
  },
  "parse-error": (builder, { code }) => builder.environment.error(code),
  "set-variable": (builder, { variable, to }, scope) => scope.variables.set(variable, scope.value(to)),
  increment: (_, { variable, by }, scope) => scope.variables.set(variable, scope.variables.get(variable) + by),

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
      if (builder.isStopped) {
        break;
      }
      builder.token = { kind: "character", data, place: pendingPlaces[index] };
      builder.runRow(mode, row);
      builder.acting.endPending();
    }
    builder.token = token;
  },

  "act-as-if-seen": (builder, { token, variable }, scope) =>
    scope.variables.set(variable, builder.acting.process(builder, scope.value(token))),

  // The token.
  ignore: (builder) => { builder.acting.isIgnored = true; },
  "set-token": (builder, { token }, scope) => { builder.token = { ...scope.value(token) }; },
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
  taint: (builder, { node }, scope) => builder.tainted.add(scope.value(node)),
  "set-original-mode": (builder) => { builder.originalMode = builder.mode; },
  "push-template-mode": ({ templateModes }, { mode }) => templateModes.push(mode),
  "pop-template-mode": ({ templateModes }) => templateModes.pop(),
  "set-content-model": (builder, { model }) => { builder.contentModel = model; },
  "switch-tokenizer": (builder, { state }) => { builder.tokenizerState = state; },

  // The stack of open elements.
  push: (builder, { node }, scope) => builder.push(scope.value(node)),
  pop: (builder) => builder.pop(),
  "pop-until": (builder, { elements }, scope) => {
    const last = lastOpen(scope, elements);
    if (last === null) {
      throw new Error("no such element is open");
    }
    while (builder.open.has(last)) {
      builder.pop();
    }
  },
  "remove-open": (builder, { node }, scope) => builder.removeOpen(scope.value(node)),
  "replace-open": (builder, { old, new: by }, scope) => {
    const node = scope.value(by);
    builder.open.replace(scope.value(old), node, builder.groupsOf(node));
  },
  "insert-open": (builder, { node: expression, above }, scope) => {
    const node = scope.value(expression);
    builder.insertOpen(node, scope.value(above));
  },

  // The list of active formatting elements.
  "add-marker": ({ formatting }) => formatting.addMarker(),
  "add-entry": (builder, { node }, scope) => builder.formatting.add(scope.value(node)),
  "remove-last-entry": ({ formatting }) => formatting.remove(formatting.lastEntry),
  "remove-entry": (builder, { entry }, scope) => builder.formatting.remove(scope.value(entry)),
  "replace-entry": (builder, { old, new: by }, scope) =>
    builder.formatting.replace(scope.value(old), scope.value(by)),
  "insert-entry": (builder, { node, position }, scope) =>
    builder.formatting.insert(scope.value(node), scope.value(position)),

  // Pointers and flags.
  "set-head-element-pointer": (builder, { node }, scope) => { builder.head = scope.value(node); },
  "set-form-element-pointer": (builder, { node }, scope) => { builder.form = scope.value(node); },
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
  "append-text": (builder, { text, location }, scope) => {
    const node = textBefore(scope.value(location));
    const data = scope.value(text);
    node.data += data;
    tellOf(builder, node, data);
  },
  "insert-text": (builder, { text, location }, scope) => {
    const data = scope.value(text);
    if (data !== "") {
      builder.countNode();
      const node = new TreeNode("Text", { data });
      insert(builder, node, location, scope);
      tellOf(builder, node, data);
    }
  },
  "insert-comment": (builder, { location }, scope) =>
    insertToken(builder, new TreeNode("Comment", { data: builder.token.data }), location, scope),
  "insert-processing-instruction": (builder, { location }, scope) => {
    const { target, data } = builder.token;
    insertToken(builder, new TreeNode("ProcessingInstruction", { target, data }), location, scope);
  },
  insert: (builder, { node, location }, scope) => insert(builder, scope.value(node), location, scope),
  "move-children": (builder, { from, to }, scope) => {
    const target = scope.value(to);
    scope.value(from).children.forEach((child) => target.insert(child));
  },
  detach: (builder, { node }, scope) => scope.value(node).detach(),
  "add-attributes": (builder, { node }, scope) => add(builder, node, scope, builder.token.attributes),
  "add-other-attributes": (builder, { names, node }, scope) =>
    add(builder, node, scope, builder.token.attributes.filter(({ name }) => !names.includes(name))),
  "add-attribute": (builder, { attribute, text, node }, scope) => {
    const value = scope.value(text);
    add(builder, node, scope, [{ name: attribute, value, prefix: null, namespace: null }]);
  },
};
