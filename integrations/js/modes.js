// The rows of the insertion modes, by the tokens that they may match.

import { memoized } from "./memoized.js";

/** The rows of every mode. A row has many names, so those for a token are looked up and kept. */
export class Modes {
  #modes;

  constructor({ modes, foreignContent }) {
    const all = modes.map((mode) => [mode.name, new Index(mode)]);
    const foreign = foreignContent === null ? [] : [[null, new Index(foreignContent)]];
    this.#modes = new Map([...all, ...foreign]);
  }

  /** The rows of a mode that may match a token, each with the tokens of its that may; those of foreign content for null. */
  candidates(mode, token) {
    return this.#index(mode).candidates(token);
  }

  /** A row of a mode by its number. */
  row(mode, number) {
    return this.#index(mode).rows[number];
  }

  #index(mode) {
    const index = this.#modes.get(mode);
    if (index === undefined) {
      throw new Error(`there is no mode ${mode}`);
    }
    return index;
  }
}

class Index {
  #kept = new Map();
  #names;

  constructor({ rows }) {
    this.rows = rows;
    this.#names = new Set(rows.flatMap(({ on }) => on.flatMap(({ names }) => names ?? [])));
  }

  candidates({ kind, name }) {
    // Names that no row has share their rows.
    const known = this.#names.has(name) ? name : "";
    const key = `${kind} ${known}`;
    return memoized(this.#kept, key, () => {
      const all = this.rows.flatMap((row) => row.on.map((tokens) => ({ row, tokens })));
      return all.filter(({ tokens }) =>
        (tokens.kind === null || tokens.kind === kind) && (tokens.names === null || tokens.names.includes(known)));
    });
  }
}
