// Tokens that are made up: a row acts as if one had been seen.

/** How many such tokens may be processed inside one another. */
const DEEPEST = 8;
/** How many may be processed for a token of the input, or for a pending table character. */
const MOST = 1000;

/** What a tree builder knows of the tokens that are made up. */
export class Acting {
  #depth = 0;
  #count = 0;
  /** Whether the token that is processed was ignored. */
  isIgnored = false;

  /** A token of the input is next. */
  begin() {
    this.#depth = 0;
    this.#count = 0;
    this.isIgnored = false;
  }

  /** A pending table character was processed. */
  endPending() {
    this.#count = 0;
  }

  /**
   * Processes a token, and gives whether it was ignored. It is not in the input, so that it switches no tokenizer. One that exceeds a
   * bound is not processed, and counts as ignored.
   */
  process(builder, token) {
    if (this.#depth === DEEPEST || this.#count === MOST) {
      return true;
    }
    const { token: outer, isAcknowledged, isNamed, tokenizerState, contentModel } = builder;
    const { isIgnored } = this;
    this.#depth += 1;
    this.#count += 1;
    this.isIgnored = false;
    Object.assign(builder, { token, isAcknowledged: false });
    builder.dispatch();
    Object.assign(builder, { token: outer, isAcknowledged, isNamed, tokenizerState, contentModel });
    this.#depth -= 1;
    const wasIgnored = this.isIgnored;
    this.isIgnored = isIgnored;
    return wasIgnored;
  }
}
