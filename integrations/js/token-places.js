// Where tokens and their attributes are in the input. All that it knows of states is what it reads in the machine.

import { memoized } from "./memoized.js";
import { Starts } from "./token-starts.js";

/** The attribute under construction, and where it is so far. */
class Attribute {
  constructor(attribute, start) {
    this.attribute = attribute;
    this.start = start;
    this.end = start;
    this.length = 0;
    /** The character that was consumed to begin the value, such as a quote. */
    this.delimiter = null;
  }

  /** Whether the name or the value has got longer since the last call. */
  grows() {
    const length = this.attribute.name.length + this.attribute.value.length;
    const grows = length > this.length;
    this.length = length;
    return grows;
  }
}

/** Gives each token a `place`: a `Location` of `index.d.ts`, for tags with `attrs`, those of the attributes by name. */
export class TokenPlaces {
  #starts;
  #values;
  #before;
  #attribute = null;
  #attributes = new Map();

  /** @param {object} machine the parsed JSON */
  constructor(machine) {
    this.#starts = new Starts(machine);
    [this.#values, this.#before] = setsOf(machine);
  }

  /** Sees a step of the tokenizer from a state, which began at an index of the input, and places its tokens. */
  after(tokenizer, { id }, from, tokens) {
    const next = tokenizer.registers.state;
    const start = this.#starts.after(Math.min(from, tokenizer.position), next, tokens.length > 0);
    this.#follow(tokenizer, id, next, tokens.length > 0);
    for (const token of tokens) {
      const isEnd = token.type === "EndOfFile";
      token.place = location(tokenizer.input, isEnd ? tokenizer.position : start, tokenizer.position);
      if (token.attributes?.length > 0) {
        // A name may be that of a member that every object has.
        token.place.attrs = Object.create(null);
        for (const attribute of token.attributes) {
          const { start, end } = this.#attributes.get(attribute);
          token.place.attrs[attribute.name] = location(tokenizer.input, start, end);
        }
      }
    }
    if (tokens.length > 0) {
      this.#attribute = null;
      this.#attributes.clear();
    }
  }

  /** Follows the attribute under construction. */
  #follow({ registers, input, position, current }, id, next, isEmitting) {
    const { attribute } = registers;
    if (attribute !== null && attribute !== this.#attribute?.attribute) {
      this.#attribute = isEmitting ? null : new Attribute(attribute, current);
      this.#attributes.set(attribute, this.#attribute);
    }
    const found = this.#attribute;
    if (found === null) {
      return;
    }
    if (found.grows()) {
      found.end = position;
    } else if (found.delimiter === null && position > current && id !== next && this.#values.has(next)) {
      found.delimiter = input.at(current);
    }
    if (this.#values.has(id) && (isEmitting || !(this.#values.has(next) || this.#before.has(next)))) {
      const isClosed = found.delimiter !== null && input.at(current) === found.delimiter;
      found.end = isClosed ? position : Math.max(found.end, current);
    }
  }
}

const APPENDING = ["append", "append-character"];

/** The sets of states of machines, by machine. */
const SETS = new WeakMap();

/** The states that write the value of an attribute, and those that go to one of these. */
function setsOf(machine) {
  return memoized(SETS, machine, () => {
    const { states } = machine;
    const having = (is) => new Set(states.filter((state) => operationsOf(state).some(is)).map(({ id }) => id));
    const values = having(({ op, field }) => APPENDING.includes(op) && field === "attribute-value");
    return [values, having(({ op, state }) => op === "switch" && values.has(state))];
  });
}

/** All operations of a state, those in branches, too. */
function operationsOf({ operations, rows }) {
  const all = [...operations, ...rows.flatMap((row) => row.operations)];
  // The list grows while it is read.
  for (const operation of all) {
    all.push(...(operation.then ?? []), ...(operation.otherwise ?? []));
  }
  return all;
}

function location(input, start, end) {
  const [from, to] = [input.place(start), input.place(end)];
  return {
    startLine: from.line, startCol: from.col, startOffset: input.offset(start),
    endLine: to.line, endCol: to.col, endOffset: input.offset(end),
  };
}
