// The playground: two revisions run on what is typed.

import { element } from "./dom.js";
import { expand } from "./pool.js";
import { Pane } from "./pane.js";
import { running } from "./run.js";
import { fromAddress, setupOf, toAddress } from "./setup.js";
import { different, merged } from "./stepper.js";

const machines = new Map(expand(MACHINES).map((machine) => [machine.revision.id, machine]));
const part = (id) => document.getElementById(id);
const [input, start, last, switches, foreign, tree] = ["input", "start", "last", "switches", "foreign", "tree"].map(part);
const [range, count, verdict, link] = ["step", "count", "verdict", "link"].map(part);
const panes = {
  a: new Pane(machines, "A", (id) => update({ a: id, step: null })),
  b: new Pane(machines, "B", (id) => update({ b: id, step: null })),
};
const [working, progress, doing, stop] = ["working", "progress", "doing", "stop"].map(part);
/** How long the page may work before it answers again, in milliseconds. */
const PAUSE = 40;
/** Longer input is in no address: browsers take seconds for one. */
const LINKED = 20_000;
/** Input of at most this many characters is run at once. */
const SHORT = 1000;
let shown;
let pairs = [];
/** The work that is not done yet, its next part, and whether its runs are to end where they are. */
let work = null;
let timer = null;
let isStopped = false;

/** Changes what is shown, and the address. */
function update(change) {
  shown = { ...shown, ...change };
  show();
}

/** Runs both revisions, in parts between which the page answers. Short input is done at once. */
function show() {
  [work, isStopped] = [comparison(), false];
  if (input.value !== shown.text && input.value !== shown.text.replace(/\r\n?/g, "\n")) {
    input.value = shown.text;
  }
  start.value = shown.model === "" ? shown.state : "";
  [last.value, switches.checked, foreign.checked] = [shown.last, shown.switches, shown.foreign];
  tree.checked = shown.tree;
  clearTimeout(timer);
  goOn();
}

/** Works for a while. */
function goOn() {
  const end = performance.now() + PAUSE;
  let part = work.next();
  while (!part.done && (shown.text.length <= SHORT || performance.now() < end)) {
    part = work.next();
  }
  working.hidden = part.done;
  if (part.done) {
    return;
  }
  const { what, share } = part.value;
  progress.value = share;
  // A screen reader says it once.
  if (doing.textContent !== what) {
    doing.textContent = what;
  }
  timer = setTimeout(goOn);
}

/** Runs both revisions and shows them; yields what it does, and how much of that is done. */
function* comparison() {
  const [a, b] = [machines.get(shown.a), machines.get(shown.b)];
  const results = [];
  const setups = [a, b].map((machine) => setupOf(machine, shown));
  for (const [index, machine] of [a, b].entries()) {
    const what = `Running ${machine.revision.title}, ${machine.revision.date}`;
    const steps = running(machine, shown.text, setups[index], () => isStopped);
    let next = steps.next();
    for (; !next.done; next = steps.next()) {
      yield { what, share: next.value };
    }
    results.push(next.value);
  }
  yield { what: "Comparing", share: 1 };
  const tokens = different(results[0].tokens, results[1].tokens, isSameToken);
  const isNamed = [a, b].every(isNamedIn);
  const errors = different(results[0].errors, results[1].errors, (one, other) =>
    one.offset === other.offset && (!isNamed || one.code === other.code));
  panes.a.show(a, shown.text, setups[0], results[0], { tokens: tokens[0], errors: errors[0] });
  panes.b.show(b, shown.text, setups[1], results[1], { tokens: tokens[1], errors: errors[1] });
  pairs = merged(results[0].steps, results[1].steps);
  range.max = pairs.length - 1;
  const hasFailed = results.some(({ failure }) => failure !== null);
  const why = isStopped ? "Stopped: only the beginning was run." : "A revision cannot run this.";
  verdict.textContent = hasFailed ? why : says(tokens, errors, isNamed);
  showStep();
}

/** Shows a step of both runs. */
function showStep() {
  if (pairs.length === 0) {
    return;
  }
  const step = Math.min(shown.step ?? Infinity, pairs.length - 1);
  range.value = step;
  range.setAttribute("aria-valuetext", `step ${step + 1} of ${pairs.length}`);
  count.textContent = `${step + 1} of ${pairs.length}`;
  panes.a.showStep(pairs[step][0]);
  panes.b.showStep(pairs[step][1]);
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

function isNamedIn(machine) {
  return machine.errors.length > 1;
}

function isSame([[first, end], [, otherEnd]]) {
  return first === end && first === otherEnd;
}

function isSameToken(a, b) {
  const contents = ({ span, ...rest }) => JSON.stringify(rest);
  return contents(a) === contents(b);
}

function says(tokens, errors, isNamed) {
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
  const end = pairs.length - 1;
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
  stop.addEventListener("click", () => { isStopped = true; });
  part("first").addEventListener("click", () => go(0));
  part("previous").addEventListener("click", () => go(current() - 1));
  part("next").addEventListener("click", () => go(current() + 1));
  part("end").addEventListener("click", () => go(Infinity));
  part("playground").addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", load);
}

function load() {
  shown = fromAddress(location.hash, [...machines.keys()]);
  // The setup is open if it is not the usual one.
  document.querySelector(".setup").open ||= shown.state !== "data" || shown.last !== "" || shown.foreign;
  show();
}

connect();
load();
