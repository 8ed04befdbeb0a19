// Where the input of each token begins, as the steps of the tokenizer show it.

/** Sees the steps of a tokenizer, one after the other. */
export class Starts {
  #entries;
  /** Where the input begins that no token has been made of yet; null if there is none. */
  #pending = null;

  /** @param {object} machine the parsed JSON */
  constructor({ initialState, entryStates }) {
    this.#entries = new Set([initialState, ...entryStates]);
  }

  /** The start for the tokens of a step, which began at a place and goes to a state. */
  after(from, next, isEmitting) {
    const start = this.#pending ?? from;
    // Markup that ends without a token, such as `</>`, belongs to no token.
    const isDropped = !isEmitting && this.#entries.has(next);
    this.#pending = isEmitting || isDropped ? null : start;
    return start;
  }
}
