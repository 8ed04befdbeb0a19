// Limits on what a page may take, for input that is not trusted.

/** What is limited, and what the message of the error says of it. */
const MESSAGES = {
  length: (most) => `the input has more than ${most} UTF-16 code units`,
  attributes: (most) => `a tag has more than ${most} attributes`,
  depth: (most) => `more than ${most} elements are open`,
  nodes: (most) => `the tree has more than ${most} nodes`,
};

/** Thrown where the input exceeds a limit. `limit` is its name, and `most` what it is set to. */
export class LimitExceeded extends RangeError {
  constructor(limit, most) {
    super(MESSAGES[limit](most));
    this.name = "LimitExceeded";
    this.limit = limit;
    this.most = most;
  }
}

/** Limits as the tokenizer and the tree builder take them. */
export class Limits {
  /** @param {object} limits numbers by the names of limits; there is no limit where one is omitted */
  constructor(limits = {}) {
    for (const name of Object.keys(limits)) {
      if (!Object.hasOwn(MESSAGES, name)) {
        throw new TypeError(`there is no limit \`${name}\`: use ${Object.keys(MESSAGES).join(", ")}`);
      }
    }
    for (const name of Object.keys(MESSAGES)) {
      const most = limits[name] ?? Infinity;
      if (typeof most !== "number" || !(most >= 0)) {
        throw new TypeError(`the limit \`${name}\` is no number from 0`);
      }
      this[name] = most;
    }
  }

  /** Throws if there is more than a limit allows. */
  check(limit, count) {
    if (count > this[limit]) {
      throw new LimitExceeded(limit, this[limit]);
    }
  }
}
