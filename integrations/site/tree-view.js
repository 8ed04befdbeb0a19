// The tree of a step, the stack of open elements and what else the parser keeps.

import { element } from "./dom.js";
import { describe } from "./tokens.js";
import { LONGEST } from "./tree-run.js";

/** The tree of one of the two columns of the playground. */
export class TreeView {
  constructor(name) {
    this.note = element("p", { class: "note", hidden: true }, `Of more than ${LONGEST} characters, no tree is shown.`);
    this.parts = element("dl", { class: "registers", "aria-label": `Parser of revision ${name}` });
    this.nodes = element("pre", { class: "nodes", tabindex: 0, role: "group", "aria-label": `Tree of revision ${name}` });
    this.root = element("div", { class: "tree", hidden: true }, element("h2", {}, "Tree"), this.note, this.parts, this.nodes);
  }

  /** Takes a run: `without` says why it has no tree, as `withoutTree` of `tree-run.js` does. */
  show(without) {
    this.root.hidden = without === "none";
    this.note.hidden = without !== "long";
    this.parts.hidden = without === "long";
    this.nodes.replaceChildren();
  }

  /** Shows the tree of a step; null if there is none. */
  showStep(tree) {
    if (tree === null) {
      return;
    }
    this.parts.replaceChildren(...tree.parts.flatMap(([name, value]) =>
      [element("dt", {}, name), element("dd", {}, element("code", {}, value))]));
    const lines = tree.lines.flatMap(([depth, classes, token]) => [
      "  ".repeat(depth),
      element("span", { class: classes === "" ? null : classes }, typeof token === "string" ? token : describe(token)),
      "\n",
    ]);
    this.nodes.replaceChildren(...lines, ...(tree.isCut ? ["…"] : []));
  }
}
