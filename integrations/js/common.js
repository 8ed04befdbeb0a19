// What the tokenizer and the tree builder share.

/** Whether a character is in one of the ranges. */
export function matches(ranges, character) {
  return ranges.some(([first, last]) => first <= character && character <= last);
}

/** A text in ASCII lowercase. */
export function folded(text) {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Refuses a name that the format does not have. */
export function unknown(what, name) {
  throw new Error(`the ${what} ${name} is unknown`);
}

/** What a map has for a key; it is made when it is first asked for. */
export function memoized(map, key, make) {
  let found = map.get(key);
  if (found === undefined) {
    found = make();
    map.set(key, found);
  }
  return found;
}
