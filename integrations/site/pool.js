// Values in which equal parts occur once.

/** The values of `[parts, values]`, where a negative number `-n` represents the part `n - 1`. */
export function expand([parts, values]) {
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
    if (Array.isArray(value)) {
      return value.map(expanded);
    }
    if (value === null || typeof value !== "object") {
      return value;
    }
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, expanded(member)]));
  };
  return values.map(expanded);
}
