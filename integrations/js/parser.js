// A parser: the tokenizer and the tree builder, which steer each other. It knows the JSON of `cargo xtask export`
// (docs/export.md) and nothing else of HTML.
//
//     const parser = new Parser(machine, "<p>a");
//     parser.run();
//     parser.root.children;  // the nodes of the document
//     parser.errors;         // parse errors with their places, in order

import { DocumentEnvironment } from "./document.js";
import { Limits } from "./limits.js";
import { withAncestors } from "./nodes.js";
import { Tokenizer } from "./tokenizer.js";
import { TreeBuilder } from "./tree.js";

/** `by` of the parse errors of tree construction. */
export const TREE_CONSTRUCTION = "tree construction";

/**
 * What a parser gets besides the members of `ParserOptions` in `parser.d.ts`. All are optional.
 * @typedef {import("./parser.js").ParserOptions & object} ParserOptions
 * @property {object} places what gives tokens their places; see `Setup` in `tokenizer.js`
 * @property {import("./tree.js").Observer} observer what follows the tree while it is built
 */

/** A parser of a document or a fragment. */
export class Parser {
  #context = null;

  /**
   * @param {object} machine the parsed JSON, with `treeConstruction`
   * @param {string} text the input
   * @param {ParserOptions} options `context` makes it a fragment
   */
  constructor(machine, text, options = {}) {
    const rules = machine.treeConstruction;
    if (!rules) {
      throw new Error(`${machine.revision.id} has no tables of tree construction`);
    }
    const onError = (code) => {
      const { place } = this.builder.emitted;
      this.tokenizer.error(code, this.tokenizer.current, { by: TREE_CONSTRUCTION, ...(place && { place }) });
      options.onError?.(code);
    };
    const { observer, places, errorsOnly } = options;
    const limits = new Limits(options.limits);
    this.builder = new TreeBuilder(rules, new DocumentEnvironment({ ...options, onError }), observer, limits);
    if (options.context) {
      this.#context = this.#contextOf(options.context, rules);
      this.builder.beginFragment(this.#context);
    }
    const state = this.builder.takeTokenizerState() ?? undefined;
    const contentModel = this.builder.takeContentModel() ?? undefined;
    const setup = { state, contentModel, treeConstruction: this, places, errorsOnly, limits };
    this.tokenizer = new Tokenizer(machine, text, setup);
  }

  /** The context element, with its ancestors as parents. */
  #contextOf(context, rules) {
    const elements = withAncestors(context, ({ parent }) => parent).map((found) => this.#element(found, rules));
    elements.slice(1).forEach((parent, at) => parent.insert(elements[at]));
    return elements[0];
  }

  #element(context, rules) {
    const { name, namespace = rules.namespaces[0].name, attributes = [] } = context;
    if (typeof name !== "string" || !rules.namespaces.some((known) => known.name === namespace)) {
      throw new TypeError("the context of a fragment has a name and a namespace of the machine");
    }
    const whole = attributes.map((attribute) => ({ prefix: null, namespace: null, ...attribute }));
    return this.builder.newElement(namespace, name, whole);
  }

  /** Runs one step of the tokenizer, and the rules for the tokens that it emits; null after the end. */
  step() {
    return this.tokenizer.step();
  }

  /** Runs to the end of the input. */
  run() {
    this.tokenizer.run();
    return this;
  }

  /** The registers of the tokenizer. */
  get registers() {
    return this.tokenizer.registers;
  }

  /** The document. */
  get document() {
    return this.builder.document;
  }

  /** The node whose children are the result: the document, or the root element of a fragment. */
  get root() {
    return this.#context === null ? this.document : this.document.first;
  }

  /** The parse errors so far. One of tree construction has `by`, may have no code, and is where the tokenizer was. */
  get errors() {
    return this.tokenizer.events.filter(({ type }) => type === "ParseError");
  }

  // What the tokenizer asks of tree construction.

  /** Processes a token of the tokenizer. */
  process(token) {
    this.builder.process(treeToken(token));
  }

  /** The id of the state that the tokenizer switches to after the token; null if it does not. */
  takeSwitch() {
    return this.builder.takeTokenizerState();
  }

  /** The content model flag that the tokenizer gets after the token; null if it stays. */
  takeContentModel() {
    return this.builder.takeContentModel();
  }

  isForeign() {
    return this.builder.isForeign;
  }
}

const KINDS = {
  StartTag: "start-tag",
  EndTag: "end-tag",
  Character: "character",
  Comment: "comment",
  ProcessingInstruction: "processing-instruction",
  DOCTYPE: "doctype",
  EndOfFile: "end-of-file",
};

/** A token as the tree builder takes it. It may change it, so that it gets its own. */
function treeToken({ type, attributes, ...members }) {
  const token = { kind: KINDS[type], ...members };
  if (attributes !== undefined) {
    token.attributes = attributes.map(({ name, value }) => ({ name, value, prefix: null, namespace: null }));
  }
  return token;
}
