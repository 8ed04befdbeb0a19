// What the search finds in the tables: code points, section numbers, character references, elements and words of rows.

import { blocksOf, wordsOf } from "./blocks.js";
import { codePointName, visible } from "./dom.js";

/** More results of a kind are not shown. */
const MOST = 8;

/**
 * What a text finds in the machines, the shown revision first, each as the names of `search.js`: a kind, a title, an address and a
 * remark. `names` are those of the search.
 */
export function lookUp(machines, names, current, text) {
  if (machines.length === 0) {
    return [];
  }
  const ordered = [...machines].reverse().sort((a, b) => (b.revision.id === current) - (a.revision.id === current));
  const sought = text.trim();
  const point = codePoint(sought);
  const found = [
    ...(sought.startsWith("&") ? references(ordered[0], sought.slice(1)) : []),
    ...(/^\d+(\.\d+)+\.?$/.test(sought) ? sections(ordered, names, sought.replace(/\.$/, "")) : []),
    ...(point === null ? [] : pointed(ordered[0], names, point)),
  ];
  return found.length > 0 || sought.length < 3 ? found : worded(ordered, names, sought);
}

/** Whether the text stands for a character that no name has. */
export function isCharacter(text) {
  return codePoint(text.trim()) !== null && !/^[a-z0-9]$/i.test(text.trim());
}

/** The code point that a text names: `U+003F`, or a character itself; null if it is another text. */
function codePoint(text) {
  const [, digits] = /^u\+([0-9a-f]{1,6})$/i.exec(text) ?? [];
  const point = digits === undefined ? ([...text].length === 1 ? text.codePointAt(0) : -1) : Number.parseInt(digits, 16);
  return point >= 0 && point <= 0x10FFFF ? point : null;
}

/** The rows for a character, those for the fewest others first. */
function pointed(machine, names, point) {
  const size = (ranges) => ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  const rows = rowsOf(machine, names).filter(({ row, block }) => ["state", "procedure"].includes(block.kind)
    && row.on.some(([first, last]) => first <= point && point <= last));
  const sized = rows.map((one) => ({ ...one, size: size(one.row.on) }));
  sized.sort((a, b) => a.size - b.size);
  const remark = `${codePointName(point)} (${visible(String.fromCodePoint(point))}), ${yearOf(machine)}`;
  return sized.slice(0, MOST).map((one) => result(one, remark));
}

/** The blocks of a section, and of those in it. */
function sections(machines, names, number) {
  const all = machines.flatMap((machine) => blocksOf(machine, names)
    .filter(({ section, address }) => address !== null && section !== null && `${section}.`.startsWith(`${number}.`))
    .map((block) => [block.kind, block.name, block.address, `${block.section}, ${yearOf(machine)}`]));
  return all.slice(0, MOST);
}

/** The references that a text begins with or is the beginning of; the longest that it begins with first. */
function references(machine, text) {
  const all = Object.entries(machine.namedReferences);
  const within = all.filter(([name]) => name !== "" && text.startsWith(name)).sort(([a], [b]) => b.length - a.length);
  const beyond = text === "" ? [] : all.filter(([name]) => name !== text && name.startsWith(text));
  return [...within.slice(0, 1), ...beyond].slice(0, MOST).map(([name, points]) => {
    const characters = String.fromCodePoint(...points);
    const codes = points.map(codePointName).join(" ");
    const input = text.startsWith(name) ? text : name;
    const address = `playground.html#b=${machine.revision.id}&i=${encodeURIComponent(`&${input}`)}`;
    return ["reference", `&${name}`, address, `${codes} (${visible(characters)}), ${yearOf(machine)}`];
  });
}

/** The rows that have all words, of the first revision that has one. */
function worded(machines, names, text) {
  const words = text.toLowerCase().split(/\s+/);
  for (const machine of machines) {
    const rows = rowsOf(machine, names).filter(({ row, block }) => {
      const all = `${block.name} ${wordsOf(row)}`.toLowerCase();
      return words.every((word) => all.includes(word));
    });
    if (rows.length > 0) {
      return rows.slice(0, MOST).map((one) => result(one, yearOf(machine)));
    }
  }
  return [];
}

function rowsOf(machine, names) {
  return blocksOf(machine, names).flatMap((block) => block.rows.map((row) => ({ block, row, address: block.rowAddress(row) })))
    .filter(({ address }) => address !== null);
}

function result({ block, row, address }, remark) {
  return ["row", row.heading === "" ? block.name : `${block.name}: ${row.heading}`, address, remark];
}

function yearOf({ revision }) {
  return revision.date.split("-")[0];
}
