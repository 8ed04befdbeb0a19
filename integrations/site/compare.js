// The changes between two revisions, side by side.

import { blocksOf } from "./blocks.js";
import { comparisonOf } from "./comparison.js";
import { decoded, element, slug, stateAnchor, visible } from "./dom.js";
import { loadMachines } from "./load.js";
import { connectOwn } from "./own.js";
import { expand } from "./pool.js";

const { revisions, pool } = CHANGES;
const all = expand(pool);
/** The machines of the revisions; null until one is added. */
let machines = null;
const part = (id) => document.getElementById(id);
const [from, to, named, changes] = ["from", "to", "named", "changes"].map(part);

/** The changes from one revision to another; those to an older one are the others turned round. */
function between(a, b) {
  const found = all.find((pair) => pair.from === Math.min(a, b) && pair.to === Math.max(a, b));
  return a <= b ? found : reversed(found);
}

const OPPOSITE = { new: "gone", gone: "new" };

function reversed(pair) {
  const opposite = (word) => OPPOSITE[word] ?? word;
  const flipped = (list) => [...list].reverse();
  const change = (one) => ({
    ...one, kind: opposite(one.kind), from: one.to, to: one.from, lines: turned(one.lines), remarks: [],
  });
  const part = (one) => ({
    ...one,
    name: one.was ?? one.name,
    was: one.was === null ? null : one.name,
    relation: opposite(one.relation),
    numbers: flipped(one.numbers),
    changes: one.changes.map(change),
  });
  const witness = (one) => one && { ...one, settings: flipped(one.settings), outputs: flipped(one.outputs) };
  const ofTrees = ({ trees, at, ...rest }) => (trees === undefined ? rest : {
    ...rest, trees: flipped(trees), at: at && { ...at, rows: flipped(at.rows) },
  });
  return {
    ...pair,
    outside: pair.outside.map(change),
    states: pair.states.map((state) => ({ ...part(state), splitFrom: state.mergedInto, mergedInto: state.splitFrom })),
    behaviour: { ...pair.behaviour, witness: witness(pair.behaviour.witness) },
    trees: pair.trees && {
      ...pair.trees,
      outside: pair.trees.outside.map(([id, kind, list]) => [id, opposite(kind), list && change(list)]),
      parts: pair.trees.parts.map((one) => (
        { ...part(one), rows: one.rows.map(([kind, number]) => [opposite(kind), number]) })),
      behaviour: ofTrees(pair.trees.behaviour),
    },
  };
}

/** Lines in groups: each that is in both texts, and what is gone and new between two of these. */
function groups(lines) {
  const found = [];
  for (const line of lines) {
    const isChanged = line[0] !== " ";
    if (isChanged && found.at(-1)?.isChanged) {
      found.at(-1).lines.push(line);
    } else {
      found.push({ isChanged, lines: [line] });
    }
  }
  return found;
}

/** Lines with the marks turned round; what is gone still comes before what is new. */
function turned(lines) {
  const swapped = lines.map(([mark, depth, text]) => [{ "-": "+", "+": "-" }[mark] ?? mark, depth, text]);
  const order = (line) => (line[0] === "+" ? 1 : 0);
  return groups(swapped).flatMap(({ lines }) => lines.sort((a, b) => order(a) - order(b)));
}

function show() {
  const [a, b] = [Number(from.value), Number(to.value)];
  const address = `#${revisions[a].id}..${revisions[b].id}`;
  if (location.hash !== address) {
    try {
      history.replaceState(null, "", address);
    } catch {
      // Some browsers refuse it for pages from a disk.
    }
  }
  changes.replaceChildren(...(a === b ? [element("p", { class: "lead" }, "The same revision.")] : page(a, b)));
}

function page(a, b) {
  const pair = between(a, b);
  const sides = [revisions[a], revisions[b]];
  const isShown = ({ kind }) => named.checked || kind !== "named";
  const states = pair.states
    .map((state) => ({ ...state, changes: state.changes.filter(isShown) }))
    .filter(({ changes, relation }) => changes.length > 0 || relation !== "same");
  const outside = pair.outside.filter(isShown);
  return [
    effect(pair, sides, a, b),
    element("h2", {}, "States"),
    counts(states),
    ...states.map((state) => stateOf(state, sides)),
    ...(outside.length + pair.references > 0 ? [element("h2", {}, "Outside the states"), ...outsideOf(outside, pair.references)] : []),
    ...(pair.trees === null ? [] : treeConstruction(pair.trees, sides)),
  ];
}

/** The effect of all changes: a witness, or a proof. */
function effect({ behaviour }, sides, a, b) {
  const parts = [element("h2", {}, "Effect"), element("p", {}, element("b", {}, behaviour.grade ?? "not known"), says(behaviour))];
  const { witness } = behaviour;
  if (witness !== null && witness !== undefined) {
    const rows = sides.map((side, index) => element("tr", {},
      element("th", { scope: "row" }, side.year),
      element("td", {}, element("code", {}, witness.outputs[index].tokens)),
      element("td", {}, witness.outputs[index].errors)));
    const head = element("tr", {}, ["Revision", "Tokens", "Errors"].map((name) => element("th", { scope: "col" }, name)));
    parts.push(
      element("p", {}, "The shortest input that shows it: ",
        element("a", { href: playground(witness, sides) }, witness.input === "" ? "the empty input" : element("code", {}, visible(witness.input))),
        setting(witness.settings[0])),
      element("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Outputs" },
        element("table", {}, element("thead", {}, head), element("tbody", {}, rows))));
  }
  const [older, newer] = [revisions[Math.min(a, b)], revisions[Math.max(a, b)]];
  const href = `history-${older.id}-to-${newer.id}.html`;
  if (NAMES.names.some(([kind, , place]) => kind === "change" && place.startsWith(href))) {
    parts.push(element("p", {}, element("a", { href }, `What changed from ${older.year} to ${newer.year}, by example`)));
  }
  return element("section", { class: "effect" }, parts);
}

/** Tree construction: a document with both trees, and the modes, algorithms and lists that changed, each with its rows if they are there. */
function treeConstruction({ parts, outside, behaviour, says }, sides) {
  const hasRows = parts.some(({ changes }) => changes.length > 0) || outside.some(([, , list]) => list !== null);
  const shown = [
    element("h2", {}, "Tree construction"),
    treeEffect(behaviour, says, sides),
  ];
  if (hasRows) {
    return [
      ...shown,
      ...parts.map((one) => element("section", { class: "change" }, element("h3", {}, partTitle(one)), one.changes.map(treeChange))),
      ...outside.map(([id, kind, list]) => element("section", { class: "change" },
        element("h3", {}, id, " ", badge(kind)), treeChange({ ...list, subject: "part" }))),
    ];
  }
  const lists = outside.map(([id, kind]) => element("li", {}, id, " ", badge(kind)));
  return [
    ...shown,
    ...(parts.length + lists.length > 0 ? [element("p", { class: "meta" }, "The rows are shown for a revision and the next one.")] : []),
    element("ul", {}, parts.map((one) => element("li", {}, partTitle(one))), lists),
  ];
}

/** A change of a mode or an algorithm: a row, what never comes, or the steps, which need no heading. */
function treeChange(change) {
  const never = "tokens that never come";
  switch (change.subject) {
    case "row": return changeOf(change);
    case "never": return changeOf({ ...change, subject: "fact", from: never, to: never });
    default: return changeOf({ ...change, subject: "state" });
  }
}

function badge(kind, label = kind) {
  return element("span", { class: `badge ${kind}` }, label);
}

function treeEffect(behaviour, says, sides) {
  const { input, trees, context, scripting, at } = behaviour;
  const parts = [];
  if (trees !== undefined) {
    const start = [context === null ? "" : `, as a fragment in ${context}`, scripting ? ", with scripting" : ""].join("");
    const column = (tree, side) => element("div", { class: "tree" },
      element("p", { class: "meta" }, sides[side].year), element("pre", {}, tree));
    parts.push(
      element("p", {}, "A document that shows it: ", element("code", {}, visible(input)), start),
      element("div", { class: "sides trees" }, trees.map(column)));
    if (at !== null) {
      const ran = at.rows.map((rows) => (rows.filter(({ changed }) => changed).at(-1) ?? rows.at(-1))?.row ?? "no row");
      const token = at.token === "" ? "the end of the file" : element("code", {}, visible(at.token));
      parts.push(element("p", {}, "Both part at ", token, `: ${sides[0].year} runs ${ran[0]}, ${sides[1].year} runs ${ran[1]}.`));
    }
  }
  parts.push(element("p", { class: "meta" }, `${says[0].toUpperCase()}${says.slice(1)}.`));
  return element("section", { class: "effect" }, parts);
}

function partTitle({ kind, name, was, relation, numbers, rows }) {
  const title = { mode: `The "${name}" insertion mode`, "foreign-content": "The rules for foreign content" }[kind] ?? `Algorithm "${name}"`;
  const numbered = [...new Set(numbers.filter((number) => number !== null))].join(" → ");
  const counts = rows.filter(([, number]) => number > 0).map(([word, number]) => `${number} ${word}`).join(", ");
  const renamed = was === null ? "" : ` (${was} before)`;
  const parts = [`${numbered} ${title}${renamed}`, counts === "" ? null : `: rows ${counts}`];
  return [...parts, ...(relation === "same" ? [] : [" ", badge(relation)])].filter((one) => one !== null);
}

function says({ grade, says }) {
  const rest = grade !== null && says.startsWith(grade) ? says.slice(grade.length) : `: ${says}`;
  return rest === "" ? " differ for some input" : rest;
}

function setting({ state, "content-model": model, "last-start-tag": last, foreign }) {
  const parts = [
    state === null ? null : `from the ${state} state`,
    model === null ? null : `content model ${model}`,
    last === null ? null : `last start tag ${last}`,
    foreign ? "in foreign content" : null,
  ].filter((one) => one !== null);
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

function playground({ input, settings }, sides) {
  const { state, "content-model": model, "last-start-tag": last, foreign } = settings.find((one) => one.state !== null) ?? settings[0];
  const parts = { a: sides[0].id, b: sides[1].id, s: state, m: state === null ? model : null, l: last, f: foreign ? "1" : null, t: "0", i: input };
  const said = Object.entries(parts).filter(([, value]) => value !== null);
  return `playground.html#${said.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&")}`;
}

function counts(states) {
  const count = (relation) => states.filter((state) => state.relation === relation).length;
  const parts = [["same", "changed"], ["new", "new"], ["gone", "gone"], ["renamed", "renamed"]]
    .map(([relation, word]) => [count(relation), word]).filter(([number]) => number > 0);
  return element("p", {}, parts.length === 0 ? "No state changed." : `${parts.map(([number, word]) => `${number} ${word}`).join(", ")}.`);
}

function stateOf(state, sides) {
  const anchor = (name) => (state.procedure ? slug(name) : stateAnchor(name));
  const [older, newer] = [state.was ?? state.name, state.name];
  const links = [[0, older, "new"], [1, newer, "gone"]]
    .filter(([, , absent]) => state.relation !== absent)
    .map(([side, name]) => {
      const label = `${state.numbers[side] ?? name} in ${sides[side].year}`;
      return sides[side].own ? label : element("a", { href: `${sides[side].id}.html#${anchor(name)}` }, label);
    });
  const origin = [["split from", state.splitFrom], ["merged into", state.mergedInto]]
    .filter(([, names]) => names.length > 0).map(([words, names]) => ` · ${words} ${names.join(", ")}`).join("");
  const renamed = state.was === null ? "" : ` (${state.was} before)`;
  return element("section", { class: "change" },
    element("h3", {}, `${state.name}${state.procedure ? "" : " state"}${renamed} `,
      state.relation === "same" ? null : badge(state.relation)),
    element("p", { class: "meta" }, links.flatMap((link, index) => (index === 0 ? [link] : [" · ", link])), origin),
    state.changes.map(changeOf));
}

function changeOf({ kind, subject, from, to, lines, remarks }) {
  const heading = subject === "state" || subject === "procedure" ? null
    : element("h4", {}, [title(subject, from, to), " ", badge(kind, kind === "named" ? "error" : kind)]);
  const notes = remarks.map((remark) => element("p", { class: "note" }, remark));
  return element("div", { class: "row" }, [heading, ...notes, lines.length === 0 ? null : sideBySide(lines)].filter((one) => one !== null));
}

function title(subject, from, to) {
  const [before, after] = [from ?? to, to ?? from];
  switch (subject) {
    case "entry": return "On entry";
    case "fact": return before === after ? before : `${before} → ${after}`;
    default: return before === after || before === null ? after ?? subject : `${before} → ${after}`;
  }
}

/** Lines in two columns: the older side, and the newer one. */
function sideBySide(lines) {
  const paragraph = (name, [, depth, text], classes = "") => element(name, { class: `${classes}d${depth}` }, text);
  const column = (lines, mark, name, shown) =>
    element("div", { class: name }, lines.filter((line) => line[0] === mark).map((line) => paragraph(shown, line)));
  const cells = groups(lines).map(({ isChanged, lines }) => (isChanged
    ? [column(lines, "-", "old", "del"), column(lines, "+", "new", "ins")] : paragraph("p", lines[0], "both ")));
  return element("div", { class: "sides" }, cells.flat());
}

function outsideOf(outside, references) {
  const codes = outside.filter(({ subject }) => subject === "error");
  const others = outside.filter(({ subject }) => subject !== "error");
  const shown = others.map((change) => element("section", { class: "change" },
    element("h3", {}, change.id.replace(/\/row /, ", "), " ", badge(change.kind)),
    changeOf({ ...change, subject: change.lines.length > 0 ? "state" : change.subject })));
  const lists = [["new", "New error codes"], ["gone", "Removed error codes"]].map(([kind, words]) => {
    const found = codes.filter((code) => code.kind === kind).map(({ from, to }) => to ?? from);
    return found.length === 0 ? null : element("p", {}, `${words}: ${found.join(", ")}.`);
  });
  const names = references === 0 ? null : element("p", {}, `${references} named character references differ.`);
  return [...shown, ...lists, names].filter((one) => one !== null);
}

/** Adds a machine as the newest revision, compared with each of the others. */
async function addOwn(machine) {
  machines ??= [...await loadMachines()];
  const { id, title, date } = machine.revision;
  const at = revisions.length;
  machines.push(machine);
  const blocks = machines.map((one) => blocksOf(one, NAMES.names));
  all.push(...revisions.map((_, older) => comparisonOf(older, at, [machines[older], machine], [blocks[older], blocks[at]])));
  revisions.push({ id, title, date, year: title.split(":")[0], own: true });
  [from, to].forEach((select) => select.prepend(option(revisions[at], at)));
  [from.value, to.value] = [String(at - 1), String(at)];
  show();
}

function option({ title, date }, index) {
  return element("option", { value: String(index) }, `${title}, ${date}`);
}

function load() {
  const [, a, b] = /^#(.*)\.\.(.*)$/.exec(decoded(location.hash)) ?? [];
  const at = (id, fallback) => {
    const found = revisions.findIndex((revision) => revision.id === id);
    return found < 0 ? fallback : found;
  };
  from.value = String(at(a, revisions.length - 2));
  to.value = String(at(b, revisions.length - 1));
  show();
}

for (const select of [from, to]) {
  select.append(...revisions.map(option).reverse());
  select.addEventListener("change", show);
}
named.addEventListener("change", show);
connectOwn(part("one-more"), () => revisions.map(({ id }) => id), addOwn);
part("swap").addEventListener("click", () => {
  [from.value, to.value] = [to.value, from.value];
  show();
});
part("compare").addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", load);
load();
