// The tree that a parser has built up to a step, the stack of open elements and what else it keeps.

import { element } from "./dom.js";
import { buildsTree, runner } from "./run.js";
import { describe } from "./tokens.js";

/** More nodes are not shown. */
const MOST = 500;
/** The tree of a longer input is not shown: each step back parses the input anew. */
const LONGEST = 20_000;

/** The tree of one of the two columns of the playground. */
export class TreeView {
  constructor(name) {
    this.note = element("p", { class: "note", hidden: true }, `Of more than ${LONGEST} characters, no tree is shown.`);
    this.parts = element("dl", { class: "registers", "aria-label": `Parser of revision ${name}` });
    this.nodes = element("pre", { class: "nodes", tabindex: 0, role: "group", "aria-label": `Tree of revision ${name}` });
    this.root = element("div", { class: "tree", hidden: true }, element("h2", {}, "Tree"), this.note, this.parts, this.nodes);
  }

  /** Takes a run, which `showStep` runs again. */
  show(machine, text, setup, { failure }) {
    this.root.hidden = !buildsTree(machine, setup) || failure !== null;
    const isLong = text.length > LONGEST;
    this.note.hidden = !isLong;
    this.start = this.root.hidden || isLong ? null : () => runner(machine, text, setup);
    [this.parser, this.ran] = [null, 0];
    this.parts.hidden = isLong;
    this.nodes.replaceChildren();
  }

  /** Shows what there is after a step. */
  showStep(index) {
    if (this.start === null) {
      return;
    }
    if (this.parser === null || this.ran > index + 1) {
      [this.parser, this.ran] = [this.start(), 0];
    }
    for (; this.ran <= index; this.ran += 1) {
      this.parser.step();
    }
    const { builder, root } = this.parser;
    const errors = this.parser.errors.filter(({ by }) => by !== undefined);
    const shown = {
      "insertion mode": builder.mode,
      "secondary insertion mode": builder.secondaryMode ?? "",
      "open elements": [...builder.open].map(nameOf).join(" › "),
      "active formatting elements": builder.formatting.entries.map((entry) => nameOf(entry)).join(", "),
      "errors of the rules": errors.map(({ code, line, col }) => `${code ?? "parse error"} at ${line}:${col}`).join(", "),
    };
    const entries = Object.entries(shown).filter(([, value]) => value !== "");
    this.parts.replaceChildren(...entries.flatMap(([name, value]) =>
      [element("dt", {}, name), element("dd", {}, element("code", {}, value))]));
    this.nodes.replaceChildren(...lines(root, builder));
  }
}

/** The name of an element, or the kind of another entry. */
function nameOf({ name, type }) {
  return name ?? type;
}

/** The nodes below one, a line each. */
function lines(root, { open }) {
  const [shown, rest] = [[], childrenOf(root, 0)];
  let left = MOST;
  while (rest.length > 0 && left > 0) {
    const [node, depth] = rest.pop();
    const classes = [open.has(node) ? "open" : "", node === open.last ? "current" : ""].filter((name) => name !== "");
    const label = node.type === "Fragment" ? "template contents" : describe(tokenOf(node));
    shown.push("  ".repeat(depth), element("span", { class: classes.join(" ") || null }, label), "\n");
    left -= 1;
    rest.push(...childrenOf(node, depth + 1));
  }
  if (rest.length > 0) {
    shown.push("…");
  }
  return shown;
}

/** The children of a node and its template contents with their depth, the last one first. */
function childrenOf(node, depth) {
  return [...(node.contents ? [node.contents] : []), ...node.children].reverse().map((child) => [child, depth]);
}

/** A node as a token that `describe` can show. */
function tokenOf(node) {
  switch (node.type) {
    case "Element":
      return { type: "StartTag", name: node.name, attributes: node.attributes, selfClosing: false };
    case "DocumentType":
      return {
        type: "DOCTYPE", name: node.name,
        publicIdentifier: node.publicIdentifier || null, systemIdentifier: node.systemIdentifier || null,
      };
    default:
      return node;
  }
}
