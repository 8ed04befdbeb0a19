// What a row was in the revisions before.

/** A text without the names of errors, which came with a later revision. */
function unnamed(text) {
  return text.replace(/This is an? \S+ parse error\./g, "Parse error.");
}

/** What a row says and when, in lines. */
function linesOf({ when = [], text }) {
  return [...when, ...text.map(({ depth, text }) => `${depth} ${unnamed(text)}`)];
}

/** Whether two rows say the same. */
export function isSame(row, older) {
  return [row.heading, ...linesOf(row)].join("\n") === [older.heading, ...linesOf(older)].join("\n");
}

/** The block of a revision that a block of the next revision was. A procedure may have become a state. */
export function blockBefore(blocks, { kind, name, was }) {
  const group = (kind) => (kind === "procedure" ? "state" : kind);
  const find = (sought) => blocks.find((block) => group(block.kind) === group(kind) && block.name === sought);
  return find(name) ?? (was === null ? undefined : find(was));
}

/** The row of a block that a row was: one with the same heading, else one for the same character or token; of several the likest. */
export function rowBefore(block, row) {
  const same = block.rows.filter(({ heading }) => heading === row.heading);
  const shared = block.rows.filter((older) => older.on.some((one) => row.on.some((other) => overlap(one, other))));
  const lines = new Set(linesOf(row));
  const likeness = (older) => linesOf(older).filter((line) => lines.has(line)).length;
  return (same.length > 0 ? same : shared).reduce((best, older) =>
    (best === undefined || likeness(older) > likeness(best) ? older : best), undefined);
}

/** Whether two ranges of characters, or two patterns of tokens, have something in common. */
function overlap(one, other) {
  if (Array.isArray(one)) {
    return Array.isArray(other) && one[0] <= other[1] && other[0] <= one[1];
  }
  if (one.kind !== other.kind) {
    return false;
  }
  return one.names === null || other.names === null
    ? one.names === other.names
    : one.names.some((name) => other.names.includes(name));
}

/**
 * The history of a row: what it says in its revision and in those before, the newest first, as `{ row, block, index, since }`;
 * revisions in which it says the same are one. `index` and `since` are the newest and the oldest of these. An error that only got a
 * name is no change. `blocks` are those of all revisions, the oldest first. `end` says what the revision before the first has:
 * `start` if there is none, `block` if it has no such state, `row` if the state has no such row.
 */
export function historyOf(blocks, index, block, row) {
  const versions = [{ row, block, index, since: index }];
  let last = { row, block };
  for (let at = index - 1; at >= 0; at -= 1) {
    const older = blockBefore(blocks[at], last.block);
    if (older === undefined) {
      return { versions, end: "block" };
    }
    const found = rowBefore(older, last.row);
    if (found === undefined) {
      return { versions, end: "row" };
    }
    if (isSame(found, last.row)) {
      versions.at(-1).since = at;
    } else {
      versions.push({ row: found, block: older, index: at, since: at });
    }
    last = { row: found, block: older };
  }
  return { versions, end: "start" };
}
