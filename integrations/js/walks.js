// Loops of the rules that walk up the stack of open elements until one of some kinds, such as that for an end tag that matches nothing.
// A step costs little, but a page can have as many such tags as open elements. Where the tests of such a loop depend on the type of
// the element, or on a name, the elements between are passed over at once.
//
// Such a loop begins with a label: `if`s that leave it, then a variable is set to the element above, and a jump to the label,
// which may have a condition. Elements stop it that may satisfy a test of an `if`, or may not satisfy that condition. An element
// before a stop runs as the rules say, so that what is found here may be too much, but not too little.

import { typeOf } from "./expressions.js";
import { memoized } from "./memoized.js";

/** A loop: its variable, and what stops it. */
class Walk {
  #group;
  #types;
  #namedLowercase;
  #flags;

  constructor(variable, group, types, namedLowercase, flags) {
    this.variable = variable;
    this.#group = group;
    /** Gives the types that stop it for a token. */
    this.#types = types;
    this.#namedLowercase = namedLowercase;
    /** Variables that stop it if they are true; a step that is passed over changes none. */
    this.#flags = flags;
  }

  /** The element at which the loop may go on: the one below the next stop, or the element itself. */
  from(scope) {
    const { open, token } = scope.builder;
    const node = scope.variables.get(this.variable);
    if (!open.has(node) || this.#flags.some((flag) => scope.variables.get(flag) === true)) {
      return node;
    }
    const groups = [this.#group, ...this.#types(scope)];
    if (this.#namedLowercase) {
      groups.push(lowercaseGroup(token.name));
    }
    let stop = open.first;
    for (const group of groups) {
      const found = open.lastOfUpTo(group, node);
      stop = found !== null && open.isAfter(found, stop) ? found : stop;
    }
    return stop === node ? node : open.after(stop);
  }
}

function lowercaseGroup(name) {
  return `lowercase ${name}`;
}

/** The loops of rules, and the groups of elements that stop them. */
export class Walks {
  #found = new Map();
  #groups = [];
  #sets;

  constructor(rules) {
    this.#sets = new Map(rules.sets.map(({ name, elements }) => [name, new Set(elements.map(typeOf))]));
    const modes = rules.foreignContent === null ? rules.modes : [...rules.modes, rules.foreignContent];
    const lists = [...modes.flatMap(({ rows }) => rows), ...rules.algorithms].map(({ operations }) => operations);
    lists.forEach((operations) => this.#add(operations));
  }

  /** The loop that begins with a label; undefined if it is none of these. */
  at(operations, index) {
    return this.#found.get(operations)?.get(index);
  }

  /** The groups of elements of a type. */
  groupsOf(element) {
    const stopped = this.#groups.filter(({ stops }) => stops(element)).map(({ name }) => name);
    return [...stopped, lowercaseGroup(element.name.toLowerCase())];
  }

  #add(operations) {
    for (const [index, { op, label }] of operations.entries()) {
      const walk = op === "label" ? this.#walk(operations.slice(index + 1), label) : null;
      if (walk !== null) {
        memoized(this.#found, operations, () => new Map()).set(index, walk);
      }
    }
  }

  #walk(operations, label) {
    const end = operations.findIndex(({ op }) => op !== "if");
    const [step, jump] = operations.slice(end, end + 2);
    const { op, variable, to } = step ?? {};
    if (op !== "set-variable" || to.value !== "open-above" || !isVariable(to.node, variable)) {
      return null;
    }
    const stays = conditionOf(jump, label);
    const tests = operations.slice(0, end);
    if (stays === null || tests.some(({ otherwise }) => otherwise.length > 0)) {
      return null;
    }
    const isNamed = ({ test, node, elements }) => test === "is" && isVariable(node, variable) && elements.elements === "named";
    const isLowercase = ({ test, node }) => test === "lowercase-name-is-tag-name" && isVariable(node, variable);
    const all = tests.map(({ test }) => test);
    const named = all.filter(isNamed);
    const flags = all.filter(({ test }) => test === "is-true").map((test) => test.variable);
    const isOther = (test) => isNamed(test) || isLowercase(test) || isFirst(test) || test.test === "is-true";
    const rest = all.filter((test) => !isOther(test));
    const stops = (element) => rest.some((test) => this.#may(test, element, variable).be) ||
      this.#may(stays, element, variable).not;
    const name = `walk ${this.#groups.length}`;
    this.#groups.push({ name, stops });
    const types = (scope) => named.map(({ elements }) => scope.builder.htmlType(scope.value(elements.name)));
    return new Walk(variable, name, types, all.some(isLowercase), flags);
  }

  /** Whether a test of a variable may be true, and whether it may be false, if that has an element of a type. */
  #may(test, element, variable) {
    const known = (holds) => ({ be: holds, not: !holds });
    const all = () => test.of.map((part) => this.#may(part, element, variable));
    switch (test.test) {
      case "true":
        return known(true);
      case "not": {
        const { be, not } = this.#may(test.of, element, variable);
        return { be: not, not: be };
      }
      case "all":
        return { be: all().every(({ be }) => be), not: all().some(({ not }) => not) };
      case "any":
        return { be: all().some(({ be }) => be), not: all().every(({ not }) => not) };
      case "in-set":
        return isVariable(test.node, variable) ? known(this.#sets.get(test.set).has(typeOf(element))) : EITHER;
      case "is":
        return isVariable(test.node, variable) ? this.#isOf(test.elements, element, known) : EITHER;
      default:
        return EITHER;
    }
  }

  #isOf(elements, element, known) {
    switch (elements.elements) {
      case "types":
        return known(elements.any.some((type) => typeOf(type) === typeOf(element)));
      case "in-namespace":
        return known(elements.namespace === element.namespace);
      default:
        return EITHER;
    }
  }
}

const EITHER = { be: true, not: true };

function isVariable(expression, variable) {
  return expression?.value === "variable" && expression.name === variable;
}

/** Whether a test asks for the first element of the stack, which stops every loop. */
function isFirst({ test, elements }) {
  return test === "is" && elements.elements === "same" && elements.node.value === "first-open";
}

/** The condition of a jump to a label; null if it is another operation. */
function conditionOf(operation, label) {
  const isJump = (one) => one?.op === "jump" && one.label === label;
  if (isJump(operation)) {
    return { test: "true" };
  }
  const { op, then = [], otherwise = [], test } = operation ?? {};
  return op === "if" && then.length === 1 && isJump(then[0]) && otherwise.length === 0 ? test : null;
}
