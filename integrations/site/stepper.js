// The steps of two runs, side by side.

/**
 * The steps of both runs in one order, as pairs of indices: each step of each run occurs, and both are as far in the input
 * as they can be at the same time.
 */
export function merged(a, b) {
  let [i, j] = [0, 0];
  const pairs = [[0, 0]];
  while (i + 1 < a.length || j + 1 < b.length) {
    const [next, other] = [a[i + 1]?.to ?? Infinity, b[j + 1]?.to ?? Infinity];
    i += next <= other ? 1 : 0;
    j += other <= next ? 1 : 0;
    pairs.push([i, j]);
  }
  return pairs;
}

/** The elements of two lists that differ: those between what both begin with and what both end with. */
export function different(a, b, same) {
  let start = 0;
  while (start < a.length && start < b.length && same(a[start], b[start])) {
    start += 1;
  }
  let end = 0;
  while (end < a.length - start && end < b.length - start && same(a.at(-1 - end), b.at(-1 - end))) {
    end += 1;
  }
  return [[start, a.length - end], [start, b.length - end]];
}
