// Two machines compared by their rows, in the form of the comparisons that were written with the page.

import { blockBefore, rowBefore } from "./ancestry.js";

/** The changes from one revision to another; `blocks` are those of each. Nothing is searched for: rows alone are compared. */
export function comparisonOf(from, to, machines, blocks) {
  const parts = compared(blocks[0], blocks[1]);
  const isTree = ({ block }) => ["mode", "algorithm"].includes(block.kind);
  const codes = machines.map(({ errors }) => new Set(errors.map(({ code }) => code)));
  const outside = (kind, [has, lacks], side) => [...codes[has]].filter((code) => !codes[lacks].has(code))
    .map((code) => ({ id: code, kind, subject: "error", from: side === 0 ? code : null, to: side === 0 ? null : code, lines: [], remarks: [] }));
  const [older, newer] = machines.map(({ namedReferences }) => namedReferences);
  const names = new Set([...Object.keys(older), ...Object.keys(newer)]);
  return {
    from, to,
    outside: [...outside("gone", [0, 1], 0), ...outside("new", [1, 0], 1)],
    references: [...names].filter((name) => String(older[name]) !== String(newer[name])).length,
    states: parts.filter((part) => !isTree(part)).map(({ block, ...rest }) => (
      { ...rest, procedure: block.kind === "procedure", splitFrom: [], mergedInto: [] })),
    behaviour: {
      grade: null,
      says: "rows of one's own tables are compared and not run; the playground runs both, and cargo xtask diff searches for an input",
      witness: null,
    },
    trees: machines.some(({ treeConstruction }) => !treeConstruction) ? null : {
      parts: parts.filter(isTree).map(({ block, ...rest }) => ({
        ...rest, kind: block.kind,
        rows: ["changed", "new", "gone"].map((kind) => [kind, rest.changes.filter((change) => change.kind === kind).length]),
      })),
      outside: [], behaviour: {}, says: "no document was searched for",
    },
  };
}

/** The blocks that differ, with their changes. */
function compared(older, newer) {
  const parts = [];
  const met = new Set();
  for (const block of newer) {
    const before = blockBefore(older, block);
    met.add(before);
    const renamed = before !== undefined && before.name !== block.name;
    const changes = changesOf(before?.rows ?? [], block.rows);
    if (before === undefined || renamed || changes.length > 0) {
      const relation = before === undefined ? "new" : renamed ? "renamed" : "same";
      parts.push(part(block, renamed ? before.name : null, relation, [before?.section ?? null, block.section], changes));
    }
  }
  const gone = older.filter((block) => !met.has(block));
  return [...parts, ...gone.map((block) => part(block, null, "gone", [block.section, null], changesOf(block.rows, [])))];
}

function part(block, was, relation, numbers, changes) {
  return { block, name: block.name, was, relation, numbers, changes };
}

function changesOf(older, newer) {
  const rest = new Set(older);
  const changes = [];
  for (const row of newer) {
    const before = rowBefore({ rows: [...rest] }, row);
    rest.delete(before);
    const lines = different(before?.text ?? [], row.text);
    if (before === undefined || before.heading !== row.heading || lines.some(([mark]) => mark !== " ")) {
      changes.push(change(before === undefined ? "new" : "changed", before?.heading ?? null, row.heading, lines));
    }
  }
  return [...changes, ...[...rest].map((row) => change("gone", row.heading, null, different(row.text, [])))];
}

function change(kind, from, to, lines) {
  return { id: "", kind, subject: (to ?? from) === "" ? "state" : "row", from, to, lines, remarks: [] };
}

/** The lines of two texts by the longest common part: a mark, the depth and the text. What is gone comes before what is new. */
function different(older, newer) {
  const isSame = (a, b) => a.depth === b.depth && a.text === b.text;
  const longest = Array.from({ length: older.length + 1 }, () => new Array(newer.length + 1).fill(0));
  for (let i = older.length - 1; i >= 0; i -= 1) {
    for (let j = newer.length - 1; j >= 0; j -= 1) {
      longest[i][j] = isSame(older[i], newer[j]) ? longest[i + 1][j + 1] + 1 : Math.max(longest[i + 1][j], longest[i][j + 1]);
    }
  }
  const lines = [];
  for (let [i, j] = [0, 0]; i < older.length || j < newer.length;) {
    if (i < older.length && j < newer.length && isSame(older[i], newer[j])) {
      lines.push([" ", newer[j].depth, newer[j].text]);
      [i, j] = [i + 1, j + 1];
    } else if (i < older.length && (j === newer.length || longest[i + 1][j] >= longest[i][j + 1])) {
      lines.push(["-", older[i].depth, older[i].text]);
      i += 1;
    } else {
      lines.push(["+", newer[j].depth, newer[j].text]);
      j += 1;
    }
  }
  return lines;
}
