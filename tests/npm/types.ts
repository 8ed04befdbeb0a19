// A program that uses every part of the package; `tsc` checks it, and that wrong uses are errors.

import { LimitExceeded, parse, parseFragment } from "tokenwright";
import type { ChildNode, Element, ParserOptions, Template } from "tokenwright";
import { Parser, TREE_CONSTRUCTION } from "tokenwright/parser";
import machine from "tokenwright/revisions/whatwg-2020-05-22";
import { Tokenizer } from "tokenwright/tokenizer";

const codes: (string | null)[] = [];
const options: ParserOptions = {
  limits: { length: 100, depth: 10 }, revision: machine, scriptingEnabled: false, sourceCodeLocationInfo: true, onParseError: ({ code }) => codes.push(code),
};
const document = parse("<p>x", options);
const mode: "no-quirks" | "quirks" | "limited-quirks" = document.mode;

function isElement(node: ChildNode): node is Element | Template {
  return "tagName" in node;
}

const element: Element | undefined = document.childNodes.find(isElement);
if (element !== undefined) {
  const offset: number | undefined = element.sourceCodeLocation?.startTag?.attrs?.["a"]?.startOffset;
  const fragment = parseFragment(element, "<b>", { revision: machine });
  const children: ChildNode[] = fragment.childNodes;
  console.log(offset, children.length, mode);
}
try {
  parseFragment("<b>", options);
} catch (error) {
  const limit: "length" | "attributes" | "depth" | "nodes" | null = error instanceof LimitExceeded ? error.limit : null;
  console.log(limit);
}
parseFragment(null, "<b>");
for (const node of document.childNodes) {
  if (node.nodeName === "#text" && "value" in node) {
    console.log(node.value.length);
  }
}

const tokenizer = new Tokenizer(machine, "<p>", { state: "data" });
for (let step = tokenizer.step(); step !== null; step = tokenizer.step()) {
  console.log(step.state, step.heading, step.from, step.to);
}
for (const event of tokenizer.run()) {
  if (event.type === "ParseError") {
    console.log(event.line, event.code);
  }
}
const parser = new Parser(machine, "<p>", { scripting: "normal", onOutput: (output) => output.length }).run();
console.log(parser.root.children.length, parser.errors.filter(({ by }) => by === TREE_CONSTRUCTION).length);

// @ts-expect-error
parse("x", { limits: { deep: 1 } });
// @ts-expect-error
parse(1);
// @ts-expect-error
parse("x", { revision: "whatwg-2020-05-22" });
// @ts-expect-error
parseFragment({ name: "p" }, "x");
// @ts-expect-error
new Tokenizer("<p>");
