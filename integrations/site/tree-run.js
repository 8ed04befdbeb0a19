// The tree that a parser has built up to a step, the stack of open elements and what else it keeps, as data.

import { buildsTree, runner } from "./run.js";

/** More nodes are not listed. */
const MOST = 500;
/** The tree of a longer input is not shown: each step back parses the input anew. */
export const LONGEST = 20_000;

/** Why there is no tree to show: `none` if the run builds none, `long` if the input is too long; null if there is one. */
export function withoutTree(machine, text, setup, failure) {
  if (!buildsTree(machine, setup) || failure !== null) {
    return "none";
  }
  return text.length > LONGEST ? "long" : null;
}

/** A parser that is run again, up to the step that is asked for. */
export class TreeRun {
  #start;
  #parser = null;
  #ran = 0;

  constructor(machine, text, setup) {
    this.#start = () => runner(machine, text, setup);
  }

  /** What there is after a step: `parts` as names and values, `lines` as depth, classes and a token or a text. */
  at(index) {
    if (this.#parser === null || this.#ran > index + 1) {
      [this.#parser, this.#ran] = [this.#start(), 0];
    }
    for (; this.#ran <= index; this.#ran += 1) {
      this.#parser.step();
    }
    const { builder, root } = this.#parser;
    const errors = this.#parser.errors.filter(({ by }) => by !== undefined);
    const parts = {
      "insertion mode": builder.mode,
      "secondary insertion mode": builder.secondaryMode ?? "",
      "open elements": [...builder.open].map(nameOf).join(" › "),
      "active formatting elements": builder.formatting.entries.map((entry) => nameOf(entry)).join(", "),
      "errors of the rules": errors.map(({ code, line, col }) => `${code ?? "parse error"} at ${line}:${col}`).join(", "),
    };
    return { parts: Object.entries(parts).filter(([, value]) => value !== ""), ...linesOf(root, builder) };
  }
}

/** The name of an element, or the kind of another entry. */
function nameOf({ name, type }) {
  return name ?? type;
}

/** The nodes below one, a line each, and whether there are more. */
function linesOf(root, { open }) {
  const [lines, rest] = [[], childrenOf(root, 0)];
  while (rest.length > 0 && lines.length < MOST) {
    const [node, depth] = rest.pop();
    const classes = [open.has(node) ? "open" : "", node === open.last ? "current" : ""].filter((name) => name !== "");
    lines.push([depth, classes.join(" "), node.type === "Fragment" ? "template contents" : tokenOf(node)]);
    rest.push(...childrenOf(node, depth + 1));
  }
  return { lines, isCut: rest.length > 0 };
}

/** The children of a node and its template contents with their depth, the last one first. */
function childrenOf(node, depth) {
  return [...(node.contents ? [node.contents] : []), ...node.children].reverse().map((child) => [child, depth]);
}

/** A node as a token, without its neighbours. */
function tokenOf(node) {
  switch (node.type) {
    case "Element":
      return {
        type: "StartTag", name: node.name, selfClosing: false,
        attributes: node.attributes.map(({ name, value }) => ({ name, value })),
      };
    case "DocumentType":
      return {
        type: "DOCTYPE", name: node.name,
        publicIdentifier: node.publicIdentifier || null, systemIdentifier: node.systemIdentifier || null,
      };
    default:
      return { type: node.type, data: node.data, target: node.target };
  }
}
