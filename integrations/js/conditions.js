// The conditions of tree construction (`TreeTest` of the schema), and the scope in which they and expressions are evaluated.

import { folded, matches } from "./characters.js";
import { EXPRESSIONS, attributeOf, attributeOfElement, typeOf } from "./expressions.js";
import { unknown } from "./unknown.js";

/** The variables of a row or an algorithm, by which its conditions hold and its expressions have values. */
export class Scope {
  /** @param {Map<string, any>} variables values by their names */
  constructor(builder, variables = new Map()) {
    this.builder = builder;
    this.variables = variables;
  }

  /** Whether a condition holds. */
  holds(test) {
    return (TESTS[test.test] ?? unknown("condition", test.test))(this.builder, test, this);
  }

  /** The value of an expression. */
  value(expression) {
    const form = EXPRESSIONS[expression.value] ?? unknown("expression", expression.value);
    return form(this.builder, expression, this);
  }

  /** The values of expressions. */
  all(expressions) {
    return expressions.map((expression) => this.value(expression));
  }

  /** The value of an expression that is a node. */
  node(expression) {
    return this.value(expression) ?? missing(expression);
  }
}

function missing({ value }) {
  throw new Error(`${value} is null, and a node is needed`);
}

/** Whether a value is in a set of elements. */
function isOneOf(scope, value, elements) {
  if (elements.elements === "same") {
    return value === scope.value(elements.node);
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
      return typeOf(value) === scope.builder.htmlType(scope.value(elements.name));
    default:
      return unknown("set of elements", elements.elements);
  }
}

/** The types that a set of elements has; null if these do not say it. */
function typesOf(scope, elements) {
  switch (elements.elements) {
    case "types":
      return elements.any.map(typeOf);
    case "named":
      return [scope.builder.htmlType(scope.value(elements.name))];
    default:
      return null;
  }
}

/** The last element of the stack of open elements that is one of these; null if there is none. */
export function lastOpen(scope, elements) {
  const { open } = scope.builder;
  if (elements.elements === "same") {
    const same = scope.value(elements.node);
    return open.has(same) ? same : null;
  }
  const types = typesOf(scope, elements);
  const found = types === null
    ? [...open].filter((node) => isOneOf(scope, node, elements))
    : types.map((type) => open.lastOf(type)).filter((node) => node !== null);
  return found.reduce((last, node) => (last === null || open.isAfter(node, last) ? node : last), null);
}

function isOtherOpen(scope, elements) {
  const { open } = scope.builder;
  const types = typesOf(scope, elements);
  return types === null
    ? [...open].some((node) => !isOneOf(scope, node, elements))
    : [...new Set(types)].reduce((count, type) => count + open.count(type), 0) < open.size;
}

function isInScope({ open }, { elements, scope: name }, scope) {
  const found = lastOpen(scope, elements);
  const end = open.lastOf(`scope ${name}`);
  return found !== null && (end === null || !open.isAfter(end, found));
}

function isFormatting({ formatting }, { elements }, scope) {
  const types = typesOf(scope, elements);
  return types === null
    ? formatting.afterMarker().some((node) => isOneOf(scope, node, elements))
    : types.some((type) => formatting.last(type) !== null);
}

/** Whether an identifier is like one of a list, in any case; one that is missing is not. */
function isListed(builder, identifier, list, isLike = (text, member) => text === member) {
  return identifier !== null && builder.identifiers(list).some((member) => isLike(folded(identifier), folded(member)));
}

const TESTS = {
  true: () => true,
  not: (_, { of }, scope) => !scope.holds(of),
  all: (_, { of }, scope) => of.every((test) => scope.holds(test)),
  any: (_, { of }, scope) => of.some((test) => scope.holds(test)),
  defined: (builder, { definition, arguments: values }, scope) =>
    builder.isDefined(definition, scope.all(values)),
  asked: (builder, { question, arguments: values }, scope) =>
    builder.environment.answer(question, scope.all(values), builder),
  is: (_, { node, elements }, scope) => isOneOf(scope, scope.value(node), elements),
  "in-set": (builder, { node, set }, scope) => builder.isInSet(scope.value(node), set),

  // The stack of open elements.
  "one-open": ({ open }) => open.size === 1,
  "none-open": ({ open }) => open.size === 0,
  open: (_, { elements }, scope) => lastOpen(scope, elements) !== null,
  "other-open": (_, { elements }, scope) => isOtherOpen(scope, elements),
  "in-scope": isInScope,
  "in-stack": (builder, { node }, scope) => builder.open.has(scope.value(node)),
  below: (builder, { node, other }, scope) => builder.open.isAfter(scope.value(node), scope.value(other)),

  // The list of active formatting elements.
  "list-empty": ({ formatting }) => formatting.lastEntry === null,
  "in-list": (builder, { entry }, scope) => builder.formatting.has(scope.value(entry)),
  "first-entry": (builder, { entry }, scope) => builder.formatting.isFirst(scope.value(entry)),
  marker: (builder, { entry }, scope) => builder.formatting.isMarker(scope.value(entry)),
  formatting: isFormatting,
  "already-like": (builder, { number, node }, scope) =>
    builder.formatting.hasAlreadyLike(scope.value(node), number),

  // The tree.
  "text-before": (_, { location }, scope) => textBefore(scope.value(location)) !== null,
  "newest-text": (builder, { location }, scope) => {
    const text = textBefore(scope.value(location));
    return text !== null && text === builder.lastInserted;
  },
  tainted: (builder, { node }, scope) => builder.tainted.has(scope.value(node)),
  "has-child": (_, { node }, scope) => scope.value(node).children.length > 0,
  "has-parent": (_, { node }, scope) => scope.value(node).parent !== null,
  "namespaced-attribute-is-not": (builder, { node, attribute, namespace, address }, scope) => {
    const { attributes } = scope.value(node);
    const found = attributes.find((one) => one.namespace === namespace && one.name === attribute);
    return found !== undefined && found.value !== builder.address(scope.value(address));
  },

  // Variables and flags.
  "at-least": (_, { variable, number }, scope) => scope.variables.get(variable) >= number,
  "is-true": (_, { variable }, scope) => scope.variables.get(variable) === true,
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
  "lowercase-name-is-tag-name": (builder, { node }, scope) =>
    folded(scope.value(node).name) === builder.token.name,
  "has-attribute": ({ token }, { names }) => names.some((name) => attributeOf(token, name) !== undefined),
  "attribute-is": (builder, { of, attribute, values }, scope) => {
    const owner = scope.value(of);
    const found = owner.tag === undefined ? attributeOf(owner, attribute) : attributeOfElement(owner, attribute);
    return found !== undefined && values.some((value) => folded(value) === folded(found.value));
  },
  "self-closing": ({ token }) => token.kind === "start-tag" && token.selfClosing,
  acknowledged: ({ isAcknowledged }) => isAcknowledged,
  "doctype-name-is": ({ token }, { text }) => token.name === text,
  "doctype-name-is-in-any-case": ({ token }, { text }) =>
    token.name !== null && folded(token.name) === folded(text),
  "public-identifier-missing": ({ token }) => token.publicIdentifier === null,
  "system-identifier-missing": ({ token }) => token.systemIdentifier === null,
  "public-identifier-is": ({ token }, { text }) => token.publicIdentifier === text,
  "system-identifier-is": ({ token }, { text }) => token.systemIdentifier === text,
  "public-identifier-in": (builder, { identifiers }) => isListed(builder, builder.token.publicIdentifier, identifiers),
  "system-identifier-in": (builder, { identifiers }) => isListed(builder, builder.token.systemIdentifier, identifiers),
  "public-identifier-starts": (builder, { identifiers }) =>
    isListed(builder, builder.token.publicIdentifier, identifiers, (text, start) => text.startsWith(start)),
  "force-quirks": ({ token }) => token.forceQuirks,
};

/** Whether a character is in one of the ranges. */
export function isInRanges(ranges, character) {
  return matches(ranges, character.codePointAt(0));
}

/** The Text node immediately before a location; null if there is none. */
export function textBefore({ parent, before }) {
  const previous = before === null ? parent.last : before.previous;
  return previous?.type === "Text" ? previous : null;
}
