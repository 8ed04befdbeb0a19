// Characters in ranges and in ASCII lowercase.

/** Whether a character is in one of the ranges. */
export function matches(ranges, character) {
  return ranges.some(([first, last]) => first <= character && character <= last);
}

/** A text in ASCII lowercase. */
export function folded(text) {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
