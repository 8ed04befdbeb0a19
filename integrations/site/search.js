// The search for states, errors, changes, and the modes, rows and elements of tree construction; and for what the tables have.

import { element, slug, stateAnchor } from "./dom.js";
import { isCharacter, lookUp } from "./lookup.js";

const MOST = 12;
/** What the standard has after such a name: "tag open state". */
const NOUNS = { state: " state", mode: " insertion mode" };
const KINDS = {
  state: "state", procedure: "procedure", definition: "definition", error: "error", change: "change",
  mode: "insertion mode", row: "row", algorithm: "algorithm", list: "list", element: "element",
  "foreign-content": "rules", reference: "character reference",
};

/**
 * Puts the search field and the list of its results into a form, and connects them. Returns the field. `load` promises the
 * machines of all revisions, in which it looks when they are there.
 */
export function connectSearch({ names, revisions }, form, current, load) {
  const list = element("ul", { id: "results", role: "listbox", "aria-label": "Results", hidden: true });
  const field = element("input", {
    type: "search", id: "search", placeholder: "Search", "aria-label": "Search states, errors, changes and tree construction",
    "aria-keyshortcuts": "/", autocomplete: "off", spellcheck: "false", role: "combobox", "aria-expanded": "false",
    "aria-controls": "results", "aria-autocomplete": "list",
  });
  form.append(field, element("kbd", { "aria-hidden": "true" }, "/"), list);
  form.hidden = false;
  let results = [];
  let selected = -1;
  let machines = [];

  const select = (index) => {
    selected = index;
    [...list.children].forEach((item, at) => item.setAttribute("aria-selected", String(at === index)));
    const chosen = list.children[index];
    if (chosen === undefined) {
      field.removeAttribute("aria-activedescendant");
    } else {
      field.setAttribute("aria-activedescendant", chosen.id);
      chosen.scrollIntoView({ block: "nearest" });
    }
  };
  const all = (words) => {
    const known = isCharacter(words) ? [] : found(names, words);
    const addresses = new Set(known.map((name) => address(name, revisions, current)));
    return [...known, ...lookUp(machines, names, current, words).filter(([, , place]) => !addresses.has(place))];
  };
  const show = () => {
    const words = field.value.trim();
    results = words === "" ? [] : all(words);
    const items = results.map((name, index) => item(name, index, revisions, current));
    list.replaceChildren(...(words !== "" && items.length === 0 ? [nothing()] : items));
    list.hidden = words === "";
    field.setAttribute("aria-expanded", String(words !== ""));
    select(items.length > 0 ? 0 : -1);
  };
  const close = () => {
    list.hidden = true;
    field.setAttribute("aria-expanded", "false");
  };
  field.addEventListener("input", show);
  field.addEventListener("focus", async () => {
    show();
    if (machines.length === 0) {
      machines = await load();
      if (!list.hidden && selected < 1) {
        show();
      }
    }
  });
  field.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && results.length > 0) {
      event.preventDefault();
      select((selected + step + results.length) % results.length);
    } else if (event.key === "Escape") {
      field.value = "";
      close();
      field.blur();
    }
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.children[selected]?.querySelector("a")?.click();
  });
  list.addEventListener("click", close);
  document.addEventListener("pointerdown", (event) => {
    if (!form.contains(event.target)) {
      close();
    }
  });
  form.addEventListener("focusout", (event) => {
    if (event.relatedTarget !== null && !form.contains(event.relatedTarget)) {
      close();
    }
  });
  return field;
}

/**
 * The names that have every word, the best first. A tag is the name of its element, and a state or mode can be called as the
 * standard calls it: `the "in body" insertion mode`.
 */
export function found(names, text) {
  const plain = (name) => name.toLowerCase().replaceAll("-", " ");
  const words = plain(text.replace(/^<\/?|>$/g, "").replace(/^the\s|"/gi, "")).split(/\s+/).filter((word) => word !== "");
  const whole = words.join(" ");
  if (words.length === 0) {
    return [];
  }
  const rank = (name, full) => {
    const position = name.indexOf(whole);
    return name === whole || full === whole ? 0 : position === 0 ? 1 : position > 0 ? 2 : 3;
  };
  const all = names
    .map((entry, index) => ({ entry, index, name: plain(entry[1]) }))
    .map((one) => ({ ...one, full: `${one.name}${NOUNS[one.entry[0]] ?? ""}` }))
    .filter(({ full }) => words.every((word) => full.includes(word)))
    .map((one) => ({ ...one, rank: rank(one.name, one.full) }));
  all.sort((a, b) => a.rank - b.rank || a.name.length - b.name.length || a.index - b.index);
  return all.slice(0, MOST).map(({ entry }) => entry);
}

/** Where a name is defined: in the revision that is shown if it has the name, otherwise in the newest that does. */
export function address([kind, name, place], revisions, current) {
  if (typeof place === "string") {
    return place;
  }
  const shown = revisions.indexOf(current);
  const newest = 31 - Math.clz32(place);
  const id = revisions[shown >= 0 && place & (1 << shown) ? shown : newest];
  switch (kind) {
    case "error": return `${id}-errors.html#${name}`;
    case "state": return `${id}.html#${stateAnchor(name)}`;
    default: return `${id}.html#${slug(name)}`;
  }
}

function item(name, index, revisions, current) {
  const [kind, title, place, page] = name;
  const detail = typeof place === "string" ? page : years(place, revisions);
  const link = element("a", { href: address(name, revisions, current), tabindex: -1 },
    element("span", { class: "name" }, title),
    element("span", { class: "detail" }, `${KINDS[kind]} · ${detail}`));
  return element("li", { role: "option", id: `result-${index}`, "aria-selected": "false" }, link);
}

function nothing() {
  return element("li", { class: "nothing", role: "option", "aria-disabled": "true" }, "nothing found");
}

/** The years of the first and the last revision that have a name. */
function years(bits, revisions) {
  const year = (index) => /\d{4}/.exec(revisions[index])?.[0] ?? revisions[index];
  const first = 31 - Math.clz32(bits & -bits);
  const last = 31 - Math.clz32(bits);
  return first === last ? year(first) : `${year(first)} to ${year(last)}`;
}
