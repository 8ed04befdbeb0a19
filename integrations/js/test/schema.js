// A validator of the JSON Schema that `cargo xtask export --schema` writes.
//
// It knows the keywords that occur there and refuses all others, so that none is passed over.

/** Keywords that say nothing of a value. */
const ANNOTATIONS = new Set(["$schema", "$defs", "title", "description", "format"]);

/** Why a value does not match a schema, with its place; null if it does. */
export function mismatch(root, value) {
  return check(root, root, value, "$");
}

function check(root, schema, value, place) {
  if (schema === true) {
    return null;
  }
  for (const keyword of Object.keys(schema)) {
    if (ANNOTATIONS.has(keyword)) {
      continue;
    }
    const rule = RULES[keyword];
    if (rule === undefined) {
      throw new Error(`the keyword ${keyword} is unknown`);
    }
    const found = rule(root, schema, value, place);
    if (found !== null) {
      return found;
    }
  }
  return null;
}

function typeOf(value) {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

function isType(value, type) {
  return type === "integer" ? Number.isInteger(value) : typeOf(value) === type;
}

function isObject(value) {
  return typeOf(value) === "object";
}

function failed(isRight, message) {
  return isRight ? null : message;
}

function first(list, find) {
  for (const [index, member] of list.entries()) {
    const found = find(member, index);
    if (found !== null) {
      return found;
    }
  }
  return null;
}

/** The alternatives that match; what the best of the others lacks is shown if none does. */
function matching(root, schemas, value, place) {
  const found = schemas.map((schema) => check(root, schema, value, place));
  const deepest = [...found].sort((a, b) => (b ?? "").length - (a ?? "").length)[0];
  return { count: found.filter((one) => one === null).length, deepest };
}

const RULES = {
  $ref: (root, { $ref }, value, place) => {
    const [, name] = /^#\/\$defs\/(\w+)$/.exec($ref);
    return check(root, root.$defs[name], value, place);
  },
  type: (root, { type }, value, place) =>
    failed([type].flat().some((one) => isType(value, one)), `${place} is ${typeOf(value)}, not ${type}`),
  const: (root, { const: wanted }, value, place) => failed(value === wanted, `${place} is not ${wanted}`),
  enum: (root, { enum: all }, value, place) => failed(all.includes(value), `${place} is none of ${all}`),
  minimum: (root, { minimum }, value, place) =>
    failed(typeof value !== "number" || value >= minimum, `${place} is less than ${minimum}`),
  minItems: (root, { minItems }, value, place) =>
    failed(!Array.isArray(value) || value.length >= minItems, `${place} has too few items`),
  maxItems: (root, { maxItems }, value, place) =>
    failed(!Array.isArray(value) || value.length <= maxItems, `${place} has too many items`),
  items: (root, { items }, value, place) => (Array.isArray(value)
    ? first(value, (member, index) => check(root, items, member, `${place}[${index}]`)) : null),
  required: (root, { required }, value, place) =>
    first(isObject(value) ? required : [], (name) => failed(Object.hasOwn(value, name), `${place} has no ${name}`)),
  // Every object says all of its members, so one that is not described is an error.
  properties: (root, { properties }, value, place) =>
    first(isObject(value) ? Object.keys(value) : [], (name) => (Object.hasOwn(properties, name)
      ? check(root, properties[name], value[name], `${place}.${name}`) : `${place}.${name} is not described`)),
  additionalProperties: (root, { additionalProperties }, value, place) =>
    first(isObject(value) ? Object.keys(value) : [], (name) =>
      check(root, additionalProperties, value[name], `${place}.${name}`)),
  oneOf: (root, { oneOf }, value, place) => {
    const { count, deepest } = matching(root, oneOf, value, place);
    return failed(count === 1, count === 0 ? deepest : `${place} matches ${count} alternatives`);
  },
  anyOf: (root, { anyOf }, value, place) => {
    const { count, deepest } = matching(root, anyOf, value, place);
    return failed(count > 0, deepest);
  },
};
