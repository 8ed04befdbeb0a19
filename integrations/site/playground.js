// The playground: two revisions run on what is typed.

import { Client } from "./client.js";
import { element } from "./dom.js";
import { expand } from "./pool.js";
import { connectOwn } from "./own.js";
import { Pane } from "./pane.js";
import { fromAddress, setupOf, toAddress } from "./setup.js";

const machines = new Map(expand(MACHINES).map((machine) => [machine.revision.id, machine]));
const part = (id) => document.getElementById(id);
const [input, start, last, switches, foreign, tree] = ["input", "start", "last", "switches", "foreign", "tree"].map(part);
const [range, count, verdict, link] = ["step", "count", "verdict", "link"].map(part);
const panes = {
  a: new Pane(machines, "A", (id) => update({ a: id, step: null })),
  b: new Pane(machines, "B", (id) => update({ b: id, step: null })),
};
const [working, progress, doing, stop] = ["working", "progress", "doing", "stop"].map(part);
/** Longer input is in no address: browsers take seconds for one. */
const LINKED = 20_000;
const client = new Client(machines, { progress: says, done: showRuns, step: showPanes, lost });
let shown;
/** The number of steps of both runs; 0 while they run. */
let steps = 0;
let isStopped = false;

/** Changes what is shown, and the address. */
function update(change) {
  shown = { ...shown, ...change };
  show();
}

/** Runs both revisions. */
function show() {
  [steps, isStopped] = [0, false];
  if (input.value !== shown.text && input.value !== shown.text.replace(/\r\n?/g, "\n")) {
    input.value = shown.text;
  }
  start.value = shown.model === "" ? shown.state : "";
  [last.value, switches.checked, foreign.checked] = [shown.last, shown.switches, shown.foreign];
  tree.checked = shown.tree;
  const ids = [shown.a, shown.b];
  client.start(ids, shown.text, ids.map((id) => setupOf(machines.get(id), shown)));
}

/** Says what is done at the moment: a run, or the comparison of both. */
function says({ index, share }) {
  working.hidden = false;
  progress.value = share;
  const { title, date } = index === null ? {} : machines.get([shown.a, shown.b][index]).revision;
  const what = index === null ? "Comparing" : `Running ${title}, ${date}`;
  // A screen reader says it once.
  if (doing.textContent !== what) {
    doing.textContent = what;
  }
}

/** Shows a summary of `session.js`. */
function showRuns({ count: all, sides, tokens, errors, isNamed }) {
  working.hidden = true;
  for (const [index, side] of ["a", "b"].entries()) {
    panes[side].show(machines.get(shown[side]), shown.text, sides[index], { tokens: tokens[index], errors: errors[index] });
  }
  steps = all;
  range.max = steps - 1;
  const hasFailed = sides.some(({ failure }) => failure !== null);
  const why = isStopped ? "Stopped: only the beginning was run." : "A revision cannot run this.";
  verdict.textContent = hasFailed ? why : judged(tokens, errors, isNamed);
  showStep();
}

/** The worker did not stop in time. */
function lost() {
  working.hidden = true;
  verdict.textContent = "Stopped, with nothing to show.";
}

function showPanes([a, b]) {
  panes.a.showStep(a);
  panes.b.showStep(b);
}

/** Shows a step of both runs. */
function showStep() {
  if (steps === 0) {
    return;
  }
  const step = Math.min(shown.step ?? Infinity, steps - 1);
  range.value = step;
  range.setAttribute("aria-valuetext", `step ${step + 1} of ${steps}`);
  count.textContent = `${step + 1} of ${steps}`;
  client.step(step);
  link.hidden = shown.text.length > LINKED;
  if (link.hidden) {
    return;
  }
  link.href = toAddress(shown);
  try {
    history.replaceState(null, "", link.href);
  } catch {
    // Some browsers refuse it for pages from a disk; the link still works.
  }
}

function isSame([[first, end], [, otherEnd]]) {
  return first === end && first === otherEnd;
}

function judged(tokens, errors, isNamed) {
  if (!isSame(tokens)) {
    return isSame(errors) ? "Different tokens, the same errors." : "Different tokens and errors.";
  }
  if (!isSame(errors)) {
    return "The same tokens, different errors.";
  }
  return isNamed || shown.a === shown.b ? "The same tokens and errors." : "The same tokens, and errors at the same places.";
}

/** Goes to a step; the last one is kept as the last when the input changes. */
function go(step) {
  const end = steps - 1;
  const to = Math.max(0, Math.min(step, end));
  shown.step = to === end ? null : to;
  showStep();
}

function current() {
  return Number(range.value);
}

function connect() {
  part("panes").append(panes.a.root, panes.b.root);
  const [first] = machines.values();
  const modes = first.textModes.map(({ mode }) => mode);
  const states = new Set([...machines.values()].flatMap(({ states }) => states.filter(({ kind }) => kind === "state").map(({ id }) => id)));
  const options = (names) => names.map((name) => element("option", { value: name }, name));
  start.append(
    element("optgroup", { label: "Text modes" }, options(modes)),
    element("optgroup", { label: "States" }, options([...states].filter((id) => !modes.includes(id)))),
  );
  input.addEventListener("input", () => update({ text: input.value, step: null }));
  start.addEventListener("change", () => update({ state: start.value, model: "", step: null }));
  last.addEventListener("input", () => update({ last: last.value, step: null }));
  switches.addEventListener("change", () => update({ switches: switches.checked, step: null }));
  tree.addEventListener("change", () => update({ tree: tree.checked, step: null }));
  foreign.addEventListener("change", () => update({ foreign: foreign.checked, step: null }));
  range.addEventListener("input", () => go(current()));
  stop.addEventListener("click", () => {
    isStopped = true;
    client.stop();
  });
  part("first").addEventListener("click", () => go(0));
  part("previous").addEventListener("click", () => go(current() - 1));
  part("next").addEventListener("click", () => go(current() + 1));
  part("end").addEventListener("click", () => go(Infinity));
  part("playground").addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", load);
  connectOwn(part("one-more"), () => [...machines.keys()], (machine) => {
    machines.set(machine.revision.id, machine);
    panes.a.offer(machine);
    panes.b.offer(machine);
    update({ b: machine.revision.id, step: null });
  });
}

function load() {
  shown = fromAddress(location.hash, [...machines.keys()]);
  // The setup is open if it is not the usual one.
  document.querySelector(".setup").open ||= shown.state !== "data" || shown.last !== "" || shown.foreign;
  show();
}

connect();
load();
