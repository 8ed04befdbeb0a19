import type { Limits } from "./index.js";
import type { Machine } from "./machine.js";
import type { ParseError, Step } from "./tokenizer.js";

/** A node with linked siblings; the members besides those below depend on the type. */
export interface TreeNode {
  type: "Document" | "Fragment" | "DocumentType" | "Element" | "Text" | "Comment" | "ProcessingInstruction";
  parent: TreeNode | null;
  previous: TreeNode | null;
  next: TreeNode | null;
  first: TreeNode | null;
  last: TreeNode | null;
  readonly children: TreeNode[];
  /** The name of an element or of a DOCTYPE. */
  name?: string;
  /** The name of an element's namespace, such as `HTML`. */
  namespace?: string;
  attributes?: { name: string; value: string; prefix: string | null; namespace: string | null }[];
  /** The template contents, of elements that have them. */
  contents?: TreeNode | null;
  shadowRoot?: TreeNode | null;
  data?: string;
  target?: string;
  publicIdentifier?: string;
  systemIdentifier?: string;
  /** Of a Document. */
  mode?: "no-quirks" | "quirks" | "limited-quirks";
}

/** The kind of element that a fragment is parsed for. */
export interface Context {
  /** Its local name. */
  name: string;
  /** The name of its namespace; that of HTML if omitted. */
  namespace?: string;
  attributes?: { name: string; value: string }[];
  parent?: Context;
}

export interface ParserOptions {
  /** The parser scripting mode; `disabled` if omitted. */
  scripting?: "normal" | "disabled" | "inert" | "fragment";
  /** Whether the document is an iframe `srcdoc` document. */
  srcdoc?: boolean;
  /** Whether the parser cannot change the mode flag. */
  cannotChangeMode?: boolean;
  /** Whether declarative shadow roots are allowed. */
  shadowRoots?: boolean;
  /** Whether an element without a shadow root can have one. */
  canAttachShadow?: (element: TreeNode) => boolean;
  /** Gets every output of the rules by its name in the JSON, for example that a script is ready. */
  onOutput?: (output: string, values: unknown[]) => void;
  /** Gets the codes of the parse errors of tree construction. */
  onError?: (code: string | null) => void;
  /** Makes it a fragment. */
  context?: Context | null;
  /** Whether the events have only the parse errors. */
  errorsOnly?: boolean;
  /** Where it stops with a `LimitExceeded`. */
  limits?: Limits;
}

/** `by` of the parse errors of tree construction. */
export const TREE_CONSTRUCTION: string;

/** A parser of a document or a fragment. */
export class Parser {
  constructor(machine: Machine, text: string, options?: ParserOptions);
  /** Runs one step of the tokenizer, and the rules for its tokens; null after the end. */
  step(): Step | null;
  /** Runs to the end of the input. */
  run(): this;
  readonly document: TreeNode;
  /** The node whose children are the result. */
  readonly root: TreeNode;
  readonly errors: (ParseError & { by?: string })[];
}
