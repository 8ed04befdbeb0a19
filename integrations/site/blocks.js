// The states, procedures, insertion modes and algorithms of a machine as blocks with rows, and where the pages have them.

import { slug, stateAnchor } from "./dom.js";

const known = new WeakMap();

/**
 * The blocks of a machine: `kind`, `name`, `was`, `section`, the `rows`, and addresses. `names` are those of the search, which know
 * the pages of tree construction; a revision without such pages has no address there.
 */
export function blocksOf(machine, names) {
  if (!known.has(machine)) {
    known.set(machine, blocksFor(machine, names));
  }
  return known.get(machine);
}

function blocksFor(machine, names) {
  const id = machine.revision.id;
  const numbers = { s: 0, p: 0 };
  const states = machine.states.map((state) => {
    const letter = state.kind === "procedure" ? "p" : "s";
    const at = numbers[letter];
    numbers[letter] += 1;
    const own = `${id}.html#${letter === "p" ? slug(state.name) : stateAnchor(state.name)}`;
    // A row without a number is the state's own text, which consumes in bulk.
    const rowAddress = ({ number }) => (number === null ? own : `${id}.html#${letter}${at}r${number}`);
    return { kind: state.kind, name: state.name, was: state.was, section: state.section, rows: state.rows, address: own, rowAddress };
  });
  const trees = machine.treeConstruction;
  if (!trees) {
    return states;
  }
  const address = (kind, name) => names.find(([of, title, place]) =>
    of === kind && title === name && typeof place === "string" && place.startsWith(id))?.[2] ?? null;
  const modes = [...trees.modes, ...(trees.foreignContent ? [trees.foreignContent].flat() : [])].map((mode) => {
    const own = address("mode", mode.name);
    return {
      kind: "mode", name: mode.name, was: null, section: mode.section, rows: mode.rows, address: own,
      rowAddress: ({ number }) => (own === null ? null : `${own}#r${number}`),
    };
  });
  const algorithms = trees.algorithms.map(({ name, section, text }) => {
    const own = address("algorithm", name);
    return { kind: "algorithm", name, was: null, section, rows: [{ number: null, heading: "", text, on: [] }], address: own, rowAddress: () => own };
  });
  return [...states, ...modes, ...algorithms];
}

/** The words of a row in one line. */
export function wordsOf({ heading, text }) {
  return [heading, ...text.map(({ text }) => text)].filter((part) => part !== "").join(" ");
}
