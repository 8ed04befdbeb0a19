// Values in which equal parts occur once, and so do the keys of objects with the same ones.

/**
 * The values of `[keys, parts, values]`. In parts and values, a negative number `-n` represents the part `n - 1`. A list that begins
 * with a positive number `n` is an object with the keys `n - 1`, and one that begins with 0 is a list without that.
 */
export function expand([keys, parts, values]) {
  const made = new Map();
  const part = (index) => {
    if (!made.has(index)) {
      made.set(index, expanded(parts[index]));
    }
    return made.get(index);
  };
  const expanded = (value) => {
    if (typeof value === "number") {
      return value < 0 ? part(-value - 1) : value;
    }
    if (!Array.isArray(value)) {
      return value;
    }
    const [kind, ...members] = value;
    if (typeof kind !== "number" || kind < 0) {
      return value.map(expanded);
    }
    if (kind === 0) {
      return members.map(expanded);
    }
    return Object.fromEntries(keys[kind - 1].map((key, at) => [key, expanded(members[at])]));
  };
  return values.map(expanded);
}
