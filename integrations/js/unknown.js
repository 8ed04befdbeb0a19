// The error for a name that the format of machines does not have.

/** Refuses a name that the format does not have. */
export function unknown(what, name) {
  throw new Error(`the ${what} ${name} is unknown`);
}
