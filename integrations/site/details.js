// What is known of a row beyond its words: since when it is so, what it was before, its errors, the tests that run it and its link.

import { historyOf } from "./ancestry.js";
import { element, visible } from "./dom.js";
import { loadInputs, loadMachines, loadPages } from "./load.js";
import { timeline } from "./timeline.js";

/** Gives each row of the page a button that shows its details; `names` are those of the search. */
export function connectRows(names, current) {
  for (const head of document.querySelectorAll("article .rows > dt[id]")) {
    const label = head.textContent.trim();
    const button = element("button", {
      type: "button", class: "about", "aria-expanded": "false", "aria-label": `About this row: ${label}`, title: "About this row",
    }, element("span", { "aria-hidden": "true" }, "⋯"));
    let shown = null;
    button.addEventListener("click", async () => {
      if (shown === null) {
        shown = element("div", { class: "details" });
        head.nextElementSibling.append(shown);
        const [machines, pages, inputs] = await Promise.all([loadMachines(), loadPages(), loadInputs()]);
        fill(shown, machines, pages, inputs[current], names, head.id, current);
      } else {
        shown.hidden = !shown.hidden;
      }
      button.setAttribute("aria-expanded", String(!shown.hidden));
    });
    head.append(" ", button);
  }
}

function fill(box, machines, pages, inputs, names, anchor, current) {
  // The pages are of tokenization alone, where rows have these anchors.
  const times = timeline(machines, /^[sp]/.test(anchor) ? pages : [], names);
  const blocks = times.map(({ blocks }) => blocks);
  const index = times.findIndex(({ id }) => id === current);
  const address = `${decodeURIComponent(location.pathname).split("/").at(-1)}#${anchor}`;
  const found = blocks[index].flatMap((block) => block.rows.map((row) => ({ block, row })))
    .find(({ block, row }) => block.rowAddress(row) === address);
  const parts = found === undefined ? [] : [
    ...history(times, historyOf(blocks, index, found.block, found.row)),
    ...errors(machines.find(({ revision }) => revision.id === current), found.row),
    ...tests(inputs, anchor, current),
  ];
  box.append(element("dl", {}, parts.map(([name, ...shown]) => [element("dt", {}, name), element("dd", {}, ...shown)])
    .flat()), link(anchor));
}

/** Since when a row is so, and what it was before. */
function history(times, { versions, end }) {
  const year = (index) => times[index].label;
  const oldest = versions.at(-1).since;
  const absent = end === "start" ? "no revision here is older" : `${year(oldest - 1)} has no such ${end === "block" ? "part" : "row"}`;
  const [newest, ...before] = versions;
  const since = before.length === 0 ? `${year(newest.since)}: ${absent}` : year(newest.since);
  return [["Since", since], ...before.map((version) => {
    const { row, block, index } = version;
    const years = index === version.since ? year(index) : `${year(version.since)} to ${year(index)}`;
    const place = block.rowAddress(row);
    const lines = row.text.map(({ depth, text }) => element("p", { class: depth === 0 ? null : `d${depth}` }, text));
    return [
      years,
      element("p", { class: "meta" }, place === null ? block.name : element("a", { href: place }, block.name), headingOf(row),
        times[index].isPage ? `, on a page of ${times[index].date}` : ""),
      ...lines,
      version === versions.at(-1) ? element("p", { class: "meta" }, absent) : null,
    ];
  })];
}

/** What a row is for, and when. */
function headingOf({ heading, when = [] }) {
  return `${heading === "" ? "" : `: ${heading}`}${when.length === 0 ? "" : `, if ${when.join(" and ")}`}`;
}

/** The parse errors that a row reports, with what they mean. */
function errors(machine, row) {
  const codes = new Set();
  const collect = (value) => {
    if (Array.isArray(value)) {
      value.forEach(collect);
    } else if (value !== null && typeof value === "object") {
      if (value.op === "parse-error" && value.code) {
        codes.add(value.code);
      }
      Object.values(value).forEach(collect);
    }
  };
  collect(row.operations);
  const shown = [...codes].map((code) => {
    const { description } = machine.errors.find((error) => error.code === code) ?? {};
    return element("p", {}, element("a", { href: `${machine.revision.id}-errors.html#${code}` }, code), description ? `: ${description}` : "");
  });
  return shown.length === 0 ? [] : [["Reports", ...shown]];
}

/** Of the inputs that the suites of tests are made from, how many run a row, and the simplest. A row of trees has its document already. */
function tests([all, ...blocks], anchor, current) {
  const [, letter, block, row] = /^([sp])(\d+)r(\d+)$/.exec(anchor) ?? [];
  if (letter === undefined) {
    return [];
  }
  const found = blocks[letter === "s" ? 0 : 1][block][row];
  if (found === null) {
    return [["Tests", `none of the ${all} inputs that tests are made from runs it`]];
  }
  const [count, input, setup = ""] = found;
  const href = `playground.html#b=${current}${setup}&t=0&i=${encodeURIComponent(input)}`;
  const shown = input === "" ? "the empty input" : element("code", {}, visible(input));
  return [["Tests", `${count} of the ${all} inputs that tests are made from run it, at its simplest `, element("a", { href }, shown)]];
}

/** The link to a row, and a button that copies it. */
function link(anchor) {
  const said = element("span", { role: "status" });
  const button = element("button", { type: "button" }, "Copy link");
  const shown = element("a", { href: `#${anchor}` }, "Link to this row");
  button.addEventListener("click", () => copy(shown.href, said));
  return element("p", {}, shown, " ", button, " ", said);
}

/** Copies an address, and says so, or shows it where the browser refuses. */
async function copy(address, said) {
  try {
    await navigator.clipboard.writeText(address);
    said.textContent = "copied";
  } catch {
    said.replaceChildren("copy it from here: ", element("code", {}, visible(address)));
  }
}

/** Gives each heading with a link to itself, of a state, an algorithm, a list or an error, a button that copies the link. */
export function connectHeadings() {
  for (const anchor of document.querySelectorAll("h2 > .anchor")) {
    const button = element("button", {
      type: "button", class: "copy", "aria-label": anchor.ariaLabel.replace("Link", "Copy the link"), title: "Copy the link",
    }, "Copy");
    const said = element("p", { role: "status", class: "said" });
    button.addEventListener("click", () => copy(anchor.href, said));
    anchor.after(" ", button);
    anchor.parentElement.after(said);
  }
}
