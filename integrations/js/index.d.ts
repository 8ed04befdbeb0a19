import type { Machine } from "./machine.js";

export type { Machine };

/** A stretch of the input. Lines and columns count from 1, columns and offsets in UTF-16 code units. */
export interface Location {
  startLine: number;
  startCol: number;
  startOffset: number;
  endLine: number;
  /** The column behind the last character. */
  endCol: number;
  /** The offset behind the last character. */
  endOffset: number;
}

export interface LocationWithAttributes extends Location {
  /** The attributes by the names that they have in the input, in lowercase; absent if there are none. */
  attrs?: Record<string, Location>;
}

export interface ElementLocation extends LocationWithAttributes {
  startTag?: LocationWithAttributes;
  /** Absent if something else ends the element. */
  endTag?: LocationWithAttributes;
}

export interface Attribute {
  name: string;
  value: string;
  /** The address of the namespace, if it has one. */
  namespace?: string;
  prefix?: string;
}

export interface Document {
  nodeName: "#document";
  mode: "no-quirks" | "quirks" | "limited-quirks";
  childNodes: ChildNode[];
}

export interface DocumentFragment {
  nodeName: "#document-fragment";
  childNodes: ChildNode[];
  sourceCodeLocation?: null;
}

export interface Element {
  nodeName: string;
  tagName: string;
  attrs: Attribute[];
  /** The address of the namespace. */
  namespaceURI: string;
  childNodes: ChildNode[];
  parentNode: ParentNode | null;
  /** Null if no tag made the element; absent if it is a copy of another one. */
  sourceCodeLocation?: ElementLocation | null;
}

export interface Template extends Element {
  nodeName: "template";
  tagName: "template";
  content: DocumentFragment;
}

export interface TextNode {
  nodeName: "#text";
  value: string;
  parentNode: ParentNode | null;
  sourceCodeLocation?: Location;
}

export interface CommentNode {
  nodeName: "#comment";
  data: string;
  parentNode: ParentNode | null;
  sourceCodeLocation?: Location;
}

/** A node that parse5 does not have: the newest revision makes one of `<?target data?>`. */
export interface ProcessingInstruction {
  nodeName: "#processing-instruction";
  target: string;
  data: string;
  parentNode: ParentNode | null;
  sourceCodeLocation?: Location;
}

export interface DocumentType {
  nodeName: "#documentType";
  name: string;
  publicId: string;
  systemId: string;
  parentNode: ParentNode | null;
  sourceCodeLocation?: Location;
}

export type ParentNode = Document | DocumentFragment | Element | Template;
export type ChildNode = Element | Template | TextNode | CommentNode | ProcessingInstruction | DocumentType;
export type Node = ParentNode | ChildNode;

/** A parse error; one of the tokenizer is at a character, one of tree construction at a token. */
export interface ParserError extends Location {
  /** The standard's code, or the name that the tables give an error of tree construction; null for one without. */
  code: string | null;
}

/** What a page may take, for input that is not trusted. There is no limit where one is omitted. */
export interface Limits {
  /** The most UTF-16 code units of the input. */
  length?: number;
  /** The most attributes of a tag. */
  attributes?: number;
  /** The most elements that are open at once. */
  depth?: number;
  /** The most nodes of the tree: formatting elements that are never closed are made again in each paragraph. */
  nodes?: number;
}

/** Thrown where the input exceeds a limit. */
export class LimitExceeded extends RangeError {
  readonly limit: keyof Limits;
  /** What the limit is set to. */
  readonly most: number;
}

export interface ParserOptions {
  /** Whether scripts are enabled, so that `noscript` elements contain text; true if omitted. */
  scriptingEnabled?: boolean;
  /** Whether nodes get `sourceCodeLocation`; false if omitted. */
  sourceCodeLocationInfo?: boolean;
  /** Gets the parse errors, in order, after the input was read. Nodes then get `sourceCodeLocation`, too. */
  onParseError?: ((error: ParserError) => void) | null;
  /** The revision of the standard; the newest if omitted. */
  revision?: Machine;
  /** Where parsing stops with a `LimitExceeded`. */
  limits?: Limits;
}

/** What a fragment is parsed for: an element of a tree, or an object with its members. */
export interface Context {
  tagName: string;
  namespaceURI?: string;
  attrs?: Attribute[];
  parentNode?: object | null;
}

/** Parses a document. */
export function parse(html: string, options?: ParserOptions): Document;

/** Parses a fragment as the contents of a `template` element. */
export function parseFragment(html: string, options?: ParserOptions): DocumentFragment;

/** Parses a fragment as the contents of an element. */
export function parseFragment(context: Context | null, html: string, options?: ParserOptions): DocumentFragment;
