// The conditions of tree construction (`TreeTest` of the schema).

import { evaluate, evaluateAll, typeOf } from "./expressions.js";

/** Whether a condition holds. */
export function holdsIn(builder, test, variables) {
  const condition = TESTS[test.test];
  if (condition === undefined) {
    throw new Error(`the condition ${test.test} is unknown`);
  }
  return condition(builder, test, variables);
}

/** A text in ASCII lowercase. */
function lowercased(text) {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Whether a value is in a set of elements. */
function isOneOf(builder, value, elements, variables) {
  if (elements.elements === "same") {
    return value === evaluate(builder, elements.node, variables);
  }
  if (value?.type !== "Element") {
    return false;
  }
  switch (elements.elements) {
    case "types":
      return elements.any.some((type) => type.name === value.name && type.namespace === value.namespace);
    case "in-namespace":
      return value.namespace === elements.namespace;
    case "named":
      return typeOf(value) === builder.htmlType(evaluate(builder, elements.name, variables));
    default:
      throw new Error(`the elements ${elements.elements} are unknown`);
  }
}

/** The types that a set of elements has; null if these do not say it. */
function typesOf(builder, elements, variables) {
  switch (elements.elements) {
    case "types":
      return elements.any.map(typeOf);
    case "named":
      return [builder.htmlType(evaluate(builder, elements.name, variables))];
    default:
      return null;
  }
}

/** The last element of the stack of open elements that is one of these; null if there is none. */
export function lastOpen(builder, elements, variables) {
  const { open } = builder;
  const types = typesOf(builder, elements, variables);
  if (types === null) {
    let found = null;
    if (elements.elements === "same") {
      const same = evaluate(builder, elements.node, variables);
      return open.has(same) ? same : null;
    }
    for (const node of open) {
      found = isOneOf(builder, node, elements, variables) ? node : found;
    }
    return found;
  }
  let last = null;
  for (const type of types) {
    const found = open.lastOf(type);
    last = found !== null && (last === null || open.isAfter(found, last)) ? found : last;
  }
  return last;
}

function isOtherOpen(builder, elements, variables) {
  const { open } = builder;
  const types = typesOf(builder, elements, variables);
  if (types !== null) {
    const known = new Set(types);
    return [...known].reduce((count, type) => count + open.count(type), 0) < open.size;
  }
  for (const node of open) {
    if (!isOneOf(builder, node, elements, variables)) {
      return true;
    }
  }
  return false;
}

function isInScope(builder, { elements, scope }, variables) {
  const found = lastOpen(builder, elements, variables);
  const end = builder.open.lastOf(`scope ${scope}`);
  return found !== null && (end === null || !builder.open.isAfter(end, found));
}

function isFormatting(builder, elements, variables) {
  const types = typesOf(builder, elements, variables);
  if (types !== null) {
    return types.some((type) => builder.formatting.last(type) !== null);
  }
  return builder.formatting.afterMarker().some((node) => isOneOf(builder, node, elements, variables));
}

/** The members of a list of identifiers in lowercase. */
function identifiers(builder, name) {
  return builder.identifiers(name).map(lowercased);
}

function attributeOf({ attributes }, wanted) {
  return attributes.find(({ name, namespace }) => namespace === null && name === wanted) ?? null;
}

const TESTS = {
  true: () => true,
  not: (builder, { of }, variables) => !holdsIn(builder, of, variables),
  all: (builder, { of }, variables) => of.every((test) => holdsIn(builder, test, variables)),
  any: (builder, { of }, variables) => of.some((test) => holdsIn(builder, test, variables)),
  defined: (builder, { definition, arguments: values }, variables) =>
    builder.isDefined(definition, evaluateAll(builder, values, variables)),
  asked: (builder, { question, arguments: values }, variables) =>
    builder.environment.answer(question, evaluateAll(builder, values, variables), builder),
  is: (builder, { node, elements }, variables) =>
    isOneOf(builder, evaluate(builder, node, variables), elements, variables),
  "in-set": (builder, { node, set }, variables) =>
    builder.isInSet(evaluate(builder, node, variables), set),

  // The stack of open elements.
  "one-open": ({ open }) => open.size === 1,
  "none-open": ({ open }) => open.size === 0,
  open: (builder, { elements }, variables) => lastOpen(builder, elements, variables) !== null,
  "other-open": (builder, { elements }, variables) => isOtherOpen(builder, elements, variables),
  "in-scope": isInScope,
  "in-stack": (builder, { node }, variables) => builder.open.has(evaluate(builder, node, variables)),
  below: (builder, { node, other }, variables) =>
    builder.open.isAfter(evaluate(builder, node, variables), evaluate(builder, other, variables)),

  // The list of active formatting elements.
  "list-empty": ({ formatting }) => formatting.lastEntry === null,
  "in-list": (builder, { entry }, variables) => builder.formatting.has(evaluate(builder, entry, variables)),
  "first-entry": (builder, { entry }, variables) =>
    builder.formatting.isFirst(evaluate(builder, entry, variables)),
  marker: (builder, { entry }, variables) => builder.formatting.isMarker(evaluate(builder, entry, variables)),
  formatting: (builder, { elements }, variables) => isFormatting(builder, elements, variables),
  "already-like": (builder, { number, node }, variables) =>
    builder.formatting.hasAlreadyLike(evaluate(builder, node, variables), number),

  // The tree.
  "text-before": (builder, { location }, variables) =>
    textBefore(evaluate(builder, location, variables)) !== null,
  "newest-text": (builder, { location }, variables) => {
    const text = textBefore(evaluate(builder, location, variables));
    return text !== null && text === builder.lastInserted;
  },
  tainted: (builder, { node }, variables) => builder.tainted.has(evaluate(builder, node, variables)),
  "has-child": (builder, { node }, variables) => evaluate(builder, node, variables).children.length > 0,
  "has-parent": (builder, { node }, variables) => evaluate(builder, node, variables).parent !== null,
  "namespaced-attribute-is-not": (builder, { node, attribute, namespace, address }, variables) => {
    const { attributes } = evaluate(builder, node, variables);
    const found = attributes.find((one) => one.namespace === namespace && one.name === attribute);
    return found !== undefined && found.value !== builder.address(evaluate(builder, address, variables));
  },

  // Variables and flags.
  "at-least": (_, { variable, number }, variables) => variables.get(variable) >= number,
  "is-true": (_, { variable }, variables) => variables.get(variable) === true,
  "insertion-mode-is": (builder, { mode }) => builder.mode === mode,
  "template-modes-empty": ({ templateModes }) => templateModes.length === 0,
  "foster-parenting": ({ fosterParenting }) => fosterParenting,
  "frameset-not-ok": ({ framesetOk }) => !framesetOk,
  "quirks-mode": ({ document }) => document.mode === "quirks",
  fragment: ({ context }) => context !== null,
  "pending-other": ({ pending }, { characters }) =>
    [...pending].some((character) => !isInRanges(characters, character)),

  // The token.
  "token-is": ({ token }, { kind }) => token.kind === kind,
  "tag-name-in": ({ token }, { names }) => names.includes(token.name),
  "lowercase-name-is-tag-name": (builder, { node }, variables) =>
    lowercased(evaluate(builder, node, variables).name) === builder.token.name,
  "has-attribute": ({ token }, { names }) => names.some((name) => attributeOf(token, name) !== null),
  "attribute-is": (builder, { of, attribute, values }, variables) => {
    const owner = evaluate(builder, of, variables);
    const found = attributeOf(owner.tag ?? owner, attribute);
    return found !== null && values.some((value) => lowercased(value) === lowercased(found.value));
  },
  "self-closing": ({ token }) => token.kind === "start-tag" && token.selfClosing,
  acknowledged: ({ isAcknowledged }) => isAcknowledged,
  "doctype-name-is": ({ token }, { text }) => token.name === text,
  "doctype-name-is-in-any-case": ({ token }, { text }) =>
    token.name !== null && lowercased(token.name) === lowercased(text),
  "public-identifier-missing": ({ token }) => token.publicIdentifier === null,
  "system-identifier-missing": ({ token }) => token.systemIdentifier === null,
  "public-identifier-is": ({ token }, { text }) => token.publicIdentifier === text,
  "system-identifier-is": ({ token }, { text }) => token.systemIdentifier === text,
  "public-identifier-in": (builder, { identifiers: list }) =>
    identifiers(builder, list).includes(lowercased(builder.token.publicIdentifier ?? "")) &&
    builder.token.publicIdentifier !== null,
  "system-identifier-in": (builder, { identifiers: list }) =>
    identifiers(builder, list).includes(lowercased(builder.token.systemIdentifier ?? "")) &&
    builder.token.systemIdentifier !== null,
  "public-identifier-starts": (builder, { identifiers: list }) => {
    const { publicIdentifier } = builder.token;
    return publicIdentifier !== null &&
      identifiers(builder, list).some((prefix) => lowercased(publicIdentifier).startsWith(prefix));
  },
  "force-quirks": ({ token }) => token.forceQuirks,
};

/** Whether a character is in one of the ranges. */
export function isInRanges(ranges, character) {
  const code = character.codePointAt(0);
  return ranges.some(([first, last]) => first <= code && code <= last);
}

/** The Text node immediately before a location; null if there is none. */
export function textBefore({ parent, before }) {
  const previous = before === null ? parent.last : before.previous;
  return previous?.type === "Text" ? previous : null;
}
