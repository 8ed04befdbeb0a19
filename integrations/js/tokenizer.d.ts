import type { Machine } from "./machine.js";

export interface Attribute {
  name: string;
  value: string;
}

export interface Tag {
  type: "StartTag" | "EndTag";
  name: string;
  attributes: Attribute[];
  selfClosing: boolean;
}

/** A token; text has one for each character. */
export type Token =
  | Tag
  | { type: "Character" | "Comment"; data: string }
  | { type: "ProcessingInstruction"; target: string; data: string }
  | {
    type: "DOCTYPE";
    name: string | null;
    publicIdentifier: string | null;
    systemIdentifier: string | null;
    forceQuirks: boolean;
  }
  | { type: "EndOfFile" };

/** A parse error at a character; lines and columns count from 1, columns and offsets in UTF-16 code units. */
export interface ParseError {
  type: "ParseError";
  code: string | null;
  line: number;
  col: number;
  offset: number;
}

export type Event = Token | ParseError;

/** The setup before the first character. */
export interface Setup {
  /** The id of the state to start in. */
  state?: string;
  lastStartTag?: string;
  /** The content model flag, for revisions that have one. */
  contentModel?: string;
  /** Whether the adjusted current node is not in the HTML namespace. */
  foreign?: boolean;
  /** Whether start tags switch the text mode, as tree construction does in HTML content. */
  switchByTagName?: boolean;
  /** Whether scripting is enabled, for `switchByTagName`. */
  scripting?: boolean;
  /** Whether `events` has only the parse errors. */
  errorsOnly?: boolean;
}

/** A step: a state and the row that ran. */
export interface Step {
  state: string;
  /** The number of the row, if the document has it. */
  row: number | null;
  heading: string | null;
  /** The consumed input, as offsets in UTF-16 code units. */
  from: number;
  to: number;
  /** The state that runs next. */
  next: string;
  events: Event[];
}

/** A tokenizer with its input. */
export class Tokenizer {
  constructor(machine: Machine, text: string, setup?: Setup);
  /** Tokens and parse errors in order. */
  readonly events: Event[];
  /** Runs to the end of the input. */
  run(): Event[];
  /** Runs the operations of the state and one row; null after the end. */
  step(): Step | null;
}
