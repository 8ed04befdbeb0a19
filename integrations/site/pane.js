// The run of one revision: the input in its tokens, the state with the row lit up, tokens and errors.

import { element, slug, stateAnchor, visible } from "./dom.js";
import { LISTED } from "./session.js";
import { describe } from "./tokens.js";
import { TreeView } from "./tree-view.js";

/** One of the two columns of the playground. */
export class Pane {
  constructor(machines, name, change) {
    this.choice = element("select", { "aria-label": `Revision ${name}`, onchange: () => change(this.choice.value) });
    machines.forEach((machine) => this.offer(machine));
    this.ribbon = element("pre", { class: "ribbon", tabindex: 0, role: "group", "aria-label": `Input of revision ${name}` });
    this.state = element("div", { class: "now" });
    this.tree = new TreeView(name);
    this.tokens = element("tbody");
    this.errors = element("tbody");
    this.failure = element("p", { class: "note", hidden: true });
    this.root = element("section", { class: "pane", "aria-label": `Revision ${name}` },
      this.choice, this.failure, this.ribbon,
      element("div", { class: "output" },
        table("Tokens", "Span", this.tokens, name), table("Parse errors", "Place", this.errors, name)),
      this.state, this.tree.root);
  }

  /** Adds a revision to those that can be chosen. */
  offer({ revision }) {
    this.choice.prepend(element("option", { value: revision.id }, `${revision.title}, ${revision.date}`));
  }

  /** Shows a run: a side of the summary of `session.js`; the marks are ranges of tokens and errors that the other run does not have. */
  show(machine, text, side, marks) {
    const { tokens, errors, counts, failure, withoutTree } = side;
    this.machine = machine;
    this.choice.value = machine.revision.id;
    this.failure.hidden = failure === null;
    this.failure.textContent = failure ?? "";
    this.tree.show(withoutTree);
    this.pieces = pieces(text, tokens);
    this.ribbon.replaceChildren(...this.pieces.map(({ node }) => node));
    fill(this.tokens, tokens, counts.tokens, marks.tokens, (token) => [describe(token), `${token.span[0]}–${token.span[1]}`]);
    fill(this.errors, errors, counts.errors, marks.errors, (error) => [this.error(error), `${error.line}:${error.col}`]);
    this.state.replaceChildren();
  }

  error({ code }) {
    if (this.machine.own) {
      return element("span", { title: this.meaning(code) }, code);
    }
    const href = `${this.machine.revision.id}-errors.html#${code}`;
    return element("a", { href, title: this.meaning(code) }, code);
  }

  /** What a parse error means; null if no table says it. */
  meaning(code) {
    return this.machine.errors.find((error) => error.code === code)?.description ?? null;
  }

  /** Shows a step: what it consumed, its state and row, and what was emitted up to it. */
  showStep(step) {
    this.state.replaceChildren();
    if (step === null) {
      return;
    }
    // A character that is reconsumed has been looked at.
    const end = step.row === null ? step.to : Math.max(step.to, step.from + 1);
    for (const { node, from, to } of this.pieces) {
      node.classList.toggle("read", end > from && step.from < to);
    }
    this.tree.showStep(step.tree);
    const read = this.pieces.find(({ node }) => node.classList.contains("read"))?.node;
    reveal(this.ribbon, read);
    dim(this.tokens, ...step.tokens);
    dim(this.errors, ...step.errors);
    for (const body of [this.tokens, this.errors]) {
      reveal(body.closest(".list"), body.querySelector(".new"));
    }
    const reported = step.reported.filter(({ code }) => this.meaning(code) !== null);
    this.state.append(...stateOf(this.machine, step), ...reported.map((error) =>
      element("p", { class: "says" }, this.error(error), ": ", marked(this.meaning(error.code)))));
  }
}

/** A table of tokens or errors, in a box that scrolls. */
function table(name, place, body, revision) {
  const heads = [name, place].map((column) => element("th", { scope: "col" }, column));
  const head = element("thead", {}, element("tr", {}, heads));
  return element("div", { class: "list", tabindex: 0, role: "group", "aria-label": `${name} of revision ${revision}` }, element("table", {}, head, body));
}

function fill(body, all, count, [first, end], cells) {
  const rows = all.slice(0, LISTED).map((one, index) => {
    const isDifferent = index >= first && index < end;
    return element("tr", { class: isDifferent ? "different" : null }, cells(one).map((cell) => element("td", {}, cell)));
  });
  if (count > LISTED) {
    rows.push(element("tr", {}, element("td", { colspan: 2 }, `${count - LISTED} more`)));
  }
  if (count === 0) {
    rows.push(element("tr", {}, element("td", { colspan: 2, class: "none" }, "none")));
  }
  body.replaceChildren(...rows);
}

/** Marks the rows that a step has emitted, and dims those that come later. */
function dim(body, before, after) {
  [...body.children].forEach((row, index) => {
    row.classList.toggle("new", index >= before && (after === undefined || index < after));
    row.classList.toggle("later", after !== undefined && index >= after);
  });
}

/** The input in characters, each with the token that it belongs to. */
function pieces(text, tokens) {
  const shown = [];
  let token = 0;
  for (let from = 0; from < text.length && shown.length < 5000;) {
    const character = String.fromCodePoint(text.codePointAt(from));
    const to = from + character.length;
    while (token < tokens.length && tokens[token].span[1] <= from) {
      token += 1;
    }
    const isInside = tokens[token] !== undefined && tokens[token].span[0] <= from;
    const classes = [isInside ? `t${token % 2}` : "dropped"];
    if (character === "\n") {
      classes.push("line");
    }
    const label = character === "\n" ? "\n" : visible(character);
    shown.push({ from, to, node: element("span", { class: classes.join(" ") }, label) });
    from = to;
  }
  return shown;
}

/** A text with code between backticks. */
function marked(text) {
  return text.split("`").map((piece, index) => (index % 2 === 0 ? piece : element("code", {}, piece)));
}

/** Scrolls a box, and nothing around it, until a part of it shows. */
function reveal(box, part) {
  if (part === undefined || part === null) {
    return;
  }
  const [inner, outer] = [part.getBoundingClientRect(), box.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) {
    box.scrollTop += inner.top - outer.top - outer.height / 2;
  }
}

/** The state of a step with its rows; the one that ran is lit. */
function stateOf(machine, step) {
  const state = machine.states.find(({ id }) => id === step.state);
  // A part of a state that consumes in bulk has the rows of the state.
  const page = `${machine.revision.id}.html#${state.kind === "procedure" ? slug(state.name) : stateAnchor(state.name)}`;
  const rows = state.rows.map((row) => {
    const isLit = row.number === step.row && row.heading === step.heading;
    return [
      element("dt", { class: isLit ? "lit" : null, "aria-current": isLit ? "step" : null }, capitalized(row.heading)),
      element("dd", { class: isLit ? "lit" : null }, lines(row.text)),
    ];
  });
  const registers = Object.entries(step.registers).map(([name, value]) =>
    [element("dt", {}, name), element("dd", {}, element("code", {}, visible(value)))]);
  const name = `${capitalized(state.name)}${state.kind === "state" ? " state" : ""}`;
  return [
    // Tables of one's own have no pages.
    element("h2", {}, machine.own ? name : element("a", { href: page }, name)),
    state.text.length === 0 ? null : element("div", { class: step.row === null ? "entry lit" : "entry" }, lines(state.text)),
    element("dl", { class: "rows" }, rows.flat()),
    registers.length === 0 ? null : element("dl", { class: "registers", "aria-label": "Registers" }, registers.flat()),
  ].filter((part) => part !== null);
}

function lines(text) {
  return text.map(({ depth, text }) => element("p", { class: depth === 0 ? null : `d${depth}` }, text));
}

function capitalized(words) {
  return words.replace(/^./, (letter) => letter.toUpperCase());
}
