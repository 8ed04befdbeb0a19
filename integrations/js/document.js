// A document that runs no scripts by itself: its answers to the questions of tree construction, and what it does with outputs.

const SCRIPTING = ["normal", "disabled", "inert", "fragment"];

/** The environment of a tree builder. */
export class DocumentEnvironment {
  /** @param {import("./parser.js").ParserOptions} options what the document is like */
  constructor(options = {}) {
    const { scripting = "disabled" } = options;
    this.options = { ...options, scripting };
    if (!SCRIPTING.includes(scripting)) {
      throw new TypeError(`the option \`scripting\` is none of ${SCRIPTING.join(", ")}`);
    }
  }

  answer(question, values) {
    const answer = ANSWERS[question];
    if (answer === undefined) {
      throw new Error(`the document has no answer to \`${question}\``);
    }
    return answer(this.options, ...values);
  }

  output(output, values) {
    EFFECTS[output]?.(this.options, ...values);
    this.options.onOutput?.(output, values);
  }

  error(code) {
    this.options.onError?.(code);
  }
}

const ANSWERS = {
  "the scripting mode is Disabled": ({ scripting }) => scripting === "disabled",
  "the scripting mode is Inert": ({ scripting }) => scripting === "inert",
  "the scripting mode is Fragment": ({ scripting }) => scripting === "fragment",
  "the scripting flag is enabled": ({ scripting }) => scripting !== "disabled",
  "the document is an iframe srcdoc document": ({ srcdoc }) => srcdoc === true,
  "the parser cannot change the mode flag is true": ({ cannotChangeMode }) => cannotChangeMode === true,
  "declarative shadow roots are allowed": ({ shadowRoots }) => shadowRoots === true,
  "a shadow root is attached to {node}": (_, node) => node.shadowRoot !== null,
  // What the rules ask of an element that was no shadow host before.
  "attaching a shadow root to {node} threw an exception": (_, node) => node.shadowRoot === null,
  // A Document has one element.
  "it is possible to insert {node} at {location}": (_, node, { parent }) =>
    parent.type !== "Document" || !parent.children.some(({ type }) => type === "Element"),
};

/** The outputs that change the tree. */
const EFFECTS = {
  "attach a shadow root to {node} with {template}": ({ canAttachShadow }, node, template) => {
    if (canAttachShadow?.(node) === true) {
      node.shadowRoot = template.contents;
    }
  },
};
