// What is kept for a key, and the error for one that the format does not have.

/** What a map has for a key; it is made when it is first asked for. */
export function memoized(map, key, make) {
  let found = map.get(key);
  if (found === undefined) {
    found = make();
    map.set(key, found);
  }
  return found;
}

/** Refuses a name that the format does not have. */
export function unknown(what, name) {
  throw new Error(`the ${what} ${name} is unknown`);
}
