// What is made once for each key.

/** What a map has for a key; it is made when it is first asked for. */
export function memoized(map, key, make) {
  let found = map.get(key);
  if (found === undefined) {
    found = make();
    map.set(key, found);
  }
  return found;
}
