// The revisions, and between them pages of the standard whose tables are not in the repository, as the history of a row reads them.

import { blocksOf } from "./blocks.js";

/**
 * The oldest first, as `{ date, label, isPage, id, blocks }`. `pages` are those of `pages.json`, in which a number is a state
 * of the revision that is next, and `[state, row]` a row of it.
 */
export function timeline(machines, pages, names) {
  const revisions = machines.map((machine) => {
    const { id, date } = machine.revision;
    return { id, date, isPage: false, blocks: blocksOf(machine, names) };
  });
  const between = pages.filter(({ next }) => machines.some(({ revision }) => revision.id === next));
  const all = [...revisions, ...between.map((page) => ofPage(page, machines))].sort((one, other) => (one.date < other.date ? -1 : 1));
  const year = ({ date }) => date.split("-")[0];
  return all.map((entry) => {
    const isAlone = all.filter((other) => year(other) === year(entry)).length === 1;
    return { ...entry, label: isAlone ? year(entry) : entry.date };
  });
}

function ofPage({ date, next, states }, machines) {
  const later = machines.find(({ revision }) => revision.id === next).states;
  const blocks = states.map((state) => {
    const [kind, name, rows] = typeof state === "number" ? [later[state].kind, later[state].name, later[state].rows] : state;
    return {
      kind, name, was: later.find((one) => one.name === name)?.was ?? null,
      rows: rows.map((row) => (Array.isArray(row) ? later[row[0]].rows[row[1]] : row)),
      address: null, rowAddress: () => null,
    };
  });
  return { id: null, date, isPage: true, blocks };
}
