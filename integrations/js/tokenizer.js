// An HTML tokenizer that interprets the JSON of `cargo xtask export` (docs/export.md) and knows nothing else of HTML.
//
//     const tokenizer = new Tokenizer(machine, "<p>a");
//     tokenizer.run();
//     tokenizer.events;  // tokens and parse errors, in order
//
// `step` runs one row and says which. The input is in memory, as an array of code points.

import { folded, matches } from "./characters.js";
import { memoized } from "./memoized.js";
import { unknown } from "./unknown.js";

/** The number of rows without progress in the input after which the machine is taken to loop. */
const LOOP = 1000;

/**
 * What a parser sets up besides the members of `Setup` in `tokenizer.d.ts`. All are optional.
 * @typedef {import("./tokenizer.js").Setup & object} Setup
 * @property {TreeConstruction} treeConstruction what processes each token; it replaces `foreign` and `switchByTagName`
 * @property {{check: Function}} limits what the input may take: a `Limits` of `limits.js`
 * @property {{after: Function}} places gets each step before its tokens are processed: the tokenizer, the state, where the step
 *   began, and the tokens
 *
 * What tree construction does for the tokenizer: `process(token)` takes a token after the row that emitted it, `takeSwitch()` gives
 * the id of the state to which the tokenizer then switches, or null, `takeContentModel()`, which may be missing, the same of the content
 * model flag, and `isForeign()` says whether the adjusted current node is not in the HTML namespace.
 * @typedef {{process: Function, takeSwitch: Function, takeContentModel: ?Function, isForeign: Function}} TreeConstruction
 */

/** A tokenizer with its input. */
export class Tokenizer {
  /**
   * @param {object} machine the parsed JSON
   * @param {string} text the input
   * @param {Setup} setup
   */
  constructor(machine, text, setup = {}) {
    if (machine?.version !== 1) {
      throw new Error(`version ${machine?.version} of the format is unknown`);
    }
    if (typeof text !== "string") {
      throw new TypeError(`the input is no string: ${typeof text}`);
    }
    const { contentModel = "PCDATA" } = setup;
    if (contentModel !== "PCDATA" && !machine.textModes.some((mode) => mode.contentModel === contentModel)) {
      throw new Error(`there is no content model ${contentModel}`);
    }
    setup.limits?.check("length", text.length);
    this.machine = machine;
    this.states = statesOf(machine);
    this.input = new Input(machine.inputStream, text);
    this.setup = setup;
    /** Tokens, one for each character of text, and parse errors, in the order in which they were emitted. */
    this.events = [];
    this.finished = false;
    /** Where the next and the current input character are, in code points of the normalized input. */
    this.position = 0;
    this.current = 0;
    this.registers = {
      state: this.#known(setup.state ?? machine.initialState),
      // States, and what a procedure is called with and returns.
      returnState: null, origin: null, caller: null, callPosition: null, returned: null,
      contentModel, escapeFlag: false,
      temporaryBuffer: "", target: "", additionalAllowed: null, matched: null,
      // The character reference code.
      code: 0, base: 10, hexadecimalDigits: false, hasDigits: false,
      // Tokens under construction.
      lastStartTag: setup.lastStartTag ?? null, tag: null, attribute: null,
      comment: null, doctype: null, processingInstruction: null,
    };
    /** The state that tree construction switches to after the row. */
    this.treeSwitch = null;
    /** The tokens of the step. */
    this.emitted = [];
    this.stalled = 0;
  }

  /** Runs to the end of the input. */
  run() {
    while (!this.finished) {
      this.#advance();
    }
    return this.events;
  }

  /**
   * Runs the operations of the state and one row.
   *
   * @returns {{state: string, row: ?number, heading: ?string, from: number, to: number, next: string, events: object[]}?}
   *   the state and the row that ran (its number, if the document has it), the consumed input as offsets in UTF-16 code
   *   units, the state that runs next, and what was emitted; null after the end
   */
  step() {
    if (this.finished) {
      return null;
    }
    const [from, emitted] = [this.position, this.events.length];
    const { state, row } = this.#advance();
    return {
      state: state.id,
      row: row?.number ?? null,
      heading: row?.heading ?? null,
      from: this.input.offset(Math.min(from, this.position)),
      to: this.input.offset(this.position),
      next: this.registers.state,
      events: this.events.slice(emitted),
    };
  }

  /** Runs the operations of the state and one row, and what follows from its tokens. */
  #advance() {
    const state = this.states.get(this.registers.state);
    const from = this.position;
    const row = this.#visit(state);
    this.setup.places?.after(this, state, from, this.emitted);
    this.#process();
    if (this.treeSwitch !== null) {
      this.registers.state = this.#known(this.treeSwitch);
      this.treeSwitch = null;
    }
    this.stalled = this.position > from ? 0 : this.stalled + 1;
    if (this.stalled > LOOP) {
      throw new Error(`the machine loops in the ${state.id} state`);
    }
    return { state, row };
  }

  /** Gives the tokens of the step to tree construction. */
  #process() {
    if (this.emitted.length === 0) {
      return;
    }
    const { treeConstruction } = this.setup;
    for (const token of this.emitted) {
      if (treeConstruction) {
        treeConstruction.process(token);
        this.treeSwitch = treeConstruction.takeSwitch() ?? this.treeSwitch;
        this.registers.contentModel = treeConstruction.takeContentModel?.() ?? this.registers.contentModel;
      } else if (token.type === "StartTag" && this.setup.switchByTagName && !this.setup.foreign) {
        this.#switchByTagName(token.name);
      }
    }
    this.emitted = [];
  }

  /** Runs a state once, and returns its row, if it has one. */
  #visit(state) {
    const jump = { state: null, reconsume: false, ended: false };
    this.operations(state.operations, jump, state);
    let chosen = null;
    if (!jump.ended && jump.state === null && state.rows.length > 0) {
      const character = state.looksAhead ? null : this.consume();
      chosen = rowsFor(state, character).find((row) => this.#applies(row, state));
      if (chosen !== undefined) {
        this.operations(chosen.operations, jump, state);
      } else if (character === null) {
        perform(this, { op: "emit-end-of-file" }, jump, state);
      }
    }
    if (jump.reconsume) {
      this.position = this.current;
    }
    this.registers.state = this.#known(jump.state ?? this.registers.state);
    return chosen;
  }

  #applies(row, state) {
    const isMatch = !state.looksAhead || row.ahead === null || holds(this, row.ahead);
    return isMatch && (row.guard === null || holds(this, row.guard));
  }

  /** Runs operations until one ends the run or the procedure. */
  operations(operations, jump, state) {
    for (const operation of operations) {
      if (jump.ended) {
        return;
      }
      if (operation.op === "if") {
        const branch = holds(this, operation.test) ? operation.then : operation.otherwise;
        this.operations(branch, jump, state);
      } else {
        perform(this, operation, jump, state);
      }
    }
  }

  /** Runs a procedure until it returns. */
  call(procedure, caller) {
    const registers = this.registers;
    Object.assign(registers, { caller: caller.id, callPosition: this.position, code: 0, hasDigits: false });
    this.#visit(this.states.get(this.#known(procedure)));
    registers.callPosition = null;
  }

  /** Consumes the next input character; null at the end of the input. */
  consume() {
    this.current = this.position;
    const character = this.input.at(this.position);
    if (character !== null) {
      this.position += 1;
    }
    return character;
  }

  /** Reports a parse error at a place of the input, after those of the input stream up to there; `more` are members of its. */
  error(code, at, more = {}) {
    this.#drain(at + 1);
    this.#report(code, at, more);
  }

  /** Emits a token, after the errors of the input stream that belong to it. It is processed after the row. */
  emit(token) {
    this.#drain(this.position);
    if (!this.setup.errorsOnly) {
      this.events.push(token);
    }
    this.emitted.push(token);
  }

  /** Switches the text mode as tree construction does after a start tag in HTML content. */
  #switchByTagName(name) {
    const isMode = ({ elements, elementsIfScripting }) =>
      elements.includes(name) || (this.setup.scripting && elementsIfScripting.includes(name));
    const mode = this.machine.textModes.find(isMode);
    this.treeSwitch = mode?.state ?? null;
    this.registers.contentModel = mode?.contentModel ?? this.registers.contentModel;
  }

  #drain(end) {
    for (const { code, at } of this.input.errorsBefore(end)) {
      this.#report(code, at);
    }
  }

  #report(code, at, more = {}) {
    this.events.push({ type: "ParseError", code, ...this.input.place(at), offset: this.input.offset(at), ...more });
  }

  #known(id) {
    if (!this.states.has(id)) {
      throw new Error(`there is no ${id} state`);
    }
    return id;
  }
}

/** The rows of states for each of the first characters, by state. */
const ROWS = new WeakMap();

/** The rows of a state that a character matches, or the end of the input if it is null; all if the state looks ahead. */
function rowsFor(state, character) {
  if (state.looksAhead) {
    return state.rows;
  }
  if (character === null) {
    return state.rows.filter((row) => row.eof);
  }
  if (character >= 0x80) {
    return state.rows.filter((row) => matches(row.on, character));
  }
  const rows = memoized(ROWS, state, () => []);
  rows[character] ??= state.rows.filter((row) => matches(row.on, character));
  return rows[character];
}

/** The states of machines by their ids, by machine. */
const STATES = new WeakMap();

function statesOf(machine) {
  return memoized(STATES, machine, () => new Map(machine.states.map((state) => [state.id, state])));
}

// The input stream.

/** The preprocessed input. */
class Input {
  #characters;
  #length = 0;
  /** Of each character and of the end: the offset in the text in UTF-16 code units, the line and the column. */
  #offsets;
  #lines;
  #columns;
  /** The errors of the input stream, in order, and how many have been reported. */
  #errors = [];
  #reported = 0;

  constructor({ normalizeNewlines, rows }, text) {
    const list = () => new Uint32Array(text.length + 1);
    [this.#characters, this.#offsets, this.#lines, this.#columns] = [list(), list(), list(), list()];
    const isSpecial = specials(rows);
    let [line, column] = [1, 1];
    for (let offset = 0; offset < text.length;) {
      let character = text.codePointAt(offset);
      this.#note(offset, line, column);
      const length = character > 0xffff ? 2 : 1;
      offset += length;
      if (normalizeNewlines && character === 0x0d) {
        character = 0x0a;
        offset += text.codePointAt(offset) === 0x0a ? 1 : 0;
      }
      if (character === 0x0a) {
        line += 1;
        column = 1;
      } else {
        column += length;
      }
      const isPlain = character < isSpecial.length && !isSpecial[character];
      this.#characters[this.#length] = isPlain ? character : this.#preprocess(character, rows);
      this.#length += 1;
    }
    this.#note(text.length, line, column);
  }

  #note(offset, line, column) {
    this.#offsets[this.#length] = offset;
    this.#lines[this.#length] = line;
    this.#columns[this.#length] = column;
  }

  /** The character that takes the place of a character; notes the error at it. */
  #preprocess(character, rows) {
    let seen = character;
    for (const { on, error, replacement } of rows) {
      if (matches(on, character)) {
        if (error !== null) {
          this.#errors.push({ code: error, at: this.#length });
        }
        seen = replacement ?? seen;
      }
    }
    return seen;
  }

  /** The character at an index; null at the end. */
  at(index) {
    return index < this.#length ? this.#characters[index] : null;
  }

  /** The characters between two indices as text. */
  text(from, to) {
    let text = "";
    for (let index = from; index < Math.min(to, this.#length); index += 1) {
      text += String.fromCodePoint(this.#characters[index]);
    }
    return text;
  }

  /** The offset of a character in the text, in UTF-16 code units. */
  offset(index) {
    return this.#offsets[Math.min(index, this.#length)];
  }

  /** The line and the column of a character, from 1; columns count UTF-16 code units. */
  place(index) {
    const at = Math.min(index, this.#length);
    return { line: this.#lines[at], col: this.#columns[at] };
  }

  /** The errors before an index that have not been reported yet. */
  errorsBefore(index) {
    const first = this.#reported;
    while (this.#reported < this.#errors.length && this.#errors[this.#reported].at < index) {
      this.#reported += 1;
    }
    return first === this.#reported ? NO_ERRORS : this.#errors.slice(first, this.#reported);
  }
}

const NO_ERRORS = [];

/** Which of the first characters a row of the input stream has. */
function specials(rows) {
  return Array.from({ length: 0x80 }, (_, character) => rows.some(({ on }) => matches(on, character)));
}

// Conditions.

/** A character in ASCII uppercase. */
function uppercase(character) {
  return character >= 0x61 && character <= 0x7a ? character - 0x20 : character;
}

/** A character in ASCII lowercase. */
function lowercase(character) {
  return character >= 0x41 && character <= 0x5a ? character + 0x20 : character;
}

/** Whether a condition of the machine holds. */
function holds(machine, test) {
  const condition = CONDITIONS[test.test];
  return (condition ?? unknown("condition", test.test))(machine, test);
}

/** The names of the attributes of tags, but of the current one. */
const EARLIER = new WeakMap();

/** The names of the attributes on a tag before the current one. */
function earlierOf(tag) {
  return memoized(EARLIER, tag, () => new Set());
}

const CONDITIONS = {
  not: (machine, { of }) => !holds(machine, of),
  all: (machine, { of }) => of.every((test) => holds(machine, test)),
  any: (machine, { of }) => of.some((test) => holds(machine, test)),
  "temporary-buffer-is": ({ registers }, { text }) => registers.temporaryBuffer === text,
  "target-is": ({ registers }, { text }) => folded(registers.target) === folded(text),
  "return-state-is": ({ registers }, { state }) => registers.returnState === state,
  "caller-is": ({ registers }, { state }) => registers.caller === state,
  foreign: ({ setup }) => setup.treeConstruction?.isForeign() ?? setup.foreign === true,
  matched: ({ registers }) => registers.matched !== null,
  "last-matched-is": ({ registers }, { character }) =>
    registers.matched?.endsWith(String.fromCodePoint(character)) === true,
  "next-is": (machine, { on, eof }) => isIn(machine.input.at(machine.position), on, eof),
  "next-is-additional-allowed": ({ input, position, registers }) => {
    const next = input.at(position);
    return next !== null && next === registers.additionalAllowed;
  },
  ahead: (machine, { text, ignoreCase, from }) =>
    isAhead(machine.input, from === "current" ? machine.current : machine.position, text, ignoreCase),
  "ahead-sequence": ({ input, position }, { on, then }) => {
    let end = position;
    for (; isIn(input.at(end), on, false); end += 1);
    return end > position && input.at(end) === then;
  },
  "ahead-last-start-tag": ({ input, position, registers }) =>
    registers.lastStartTag !== null && isAhead(input, position, registers.lastStartTag, true),
  "after-last-start-tag": ({ input, position, registers }, { on, eof }) =>
    isIn(input.at(position + [...(registers.lastStartTag ?? "")].length), on, eof),
  "no-start-tag": ({ registers }) => registers.lastStartTag === null,
  behind: ({ input, position, current }, { text }) => {
    const length = [...text].length;
    // At EOF there is no current input character.
    return position > current && length <= position && input.text(position - length, position) === text;
  },
  "content-model-is": ({ registers }, { model }) => registers.contentModel === model,
  "escape-flag": ({ registers }) => registers.escapeFlag,
  "is-end-tag": ({ registers }) => registers.tag.type === "EndTag",
  "tag-name-is-last-start-tag": ({ registers }) => registers.tag.name === registers.lastStartTag,
  "tag-name-in": ({ machine, registers }, { names }) =>
    machine.names.find(({ name }) => name === names).members.includes(registers.tag.name),
  "duplicate-attribute": ({ registers: { tag, attribute } }) => earlierOf(tag).has(attribute.name),
  "has-attributes": ({ registers }) => registers.tag.attributes.length > 0,
  "self-closing": ({ registers }) => registers.tag.selfClosing,
  "doctype-name-is": ({ registers }, { text }) => registers.doctype.name === text,
  "nothing-returned": ({ registers }) => registers.returned === null,
  "no-digits": ({ registers }) => !registers.hasDigits,
  "code-in-replacements": ({ machine, registers }) => replacementOf(machine, registers.code) !== null,
  "code-in": ({ registers }, { ranges }) => matches(ranges, registers.code),
};

function isIn(character, on, eof) {
  return character === null ? eof : matches(on, character);
}

/** Whether a text begins at an index of the input. */
function isAhead(input, from, text, ignoreCase) {
  const fold = ignoreCase ? lowercase : (character) => character;
  return [...text].every((expected, index) => {
    const found = input.at(from + index);
    return found !== null && fold(found) === fold(expected.codePointAt(0));
  });
}

// Operations.

/** Codes beyond the last code point are not distinguished. */
const BEYOND = 0x110000;

/** Performs an operation other than `if`; `jump` collects what happens after the last one. */
function perform(machine, operation, jump, state) {
  const action = OPERATIONS[operation.op];
  (action ?? unknown("operation", operation.op))(machine, operation, jump, state);
}

const OPERATIONS = {
  // Jumps.
  switch: (machine, { state }, jump) => goTo(jump, state),
  "switch-to-return-state": ({ registers }, _, jump) => goTo(jump, registers.returnState),
  "switch-to-origin": ({ registers }, _, jump) => goTo(jump, registers.origin),
  reconsume: (machine, _, jump) => { jump.reconsume = true; },
  call: (machine, { procedure }, jump, state) => machine.call(procedure, state),
  return: ({ machine, registers }, { value, character }, jump) => {
    registers.returned = {
      nothing: () => null,
      character: () => String.fromCodePoint(character),
      code: () => ofCode(registers.code),
      "numeric-replacement": () => {
        const replacement = replacementOf(machine, registers.code);
        return replacement === null ? null : String.fromCodePoint(replacement);
      },
      "matched-reference": () => reference(machine, registers.matched),
    }[value]();
    jump.ended = true;
  },
  "set-origin": ({ registers }, { state }) => { registers.origin = state; },
  "set-return-state": ({ registers }, { state }) => { registers.returnState = state; },

  // Input.
  "parse-error": (machine, { code, at }) =>
    machine.error(code, at === "current" ? machine.current : machine.position),
  "consume-next": (machine) => { machine.consume(); },
  "consume-text": (machine, { bytes, from }) => {
    let end = from === "current" ? machine.current : machine.position;
    for (let rest = bytes; rest > 0; end += 1) {
      rest -= utf8Length(machine.input.at(end));
    }
    machine.position = end;
    machine.current = end - 1;
  },
  "consume-named-reference": (machine) => {
    machine.registers.matched = longestName(machine);
    for (let rest = machine.registers.matched?.length ?? 0; rest > 0; rest -= 1) {
      machine.consume();
    }
  },
  "consume-digits": (machine) => {
    const { input, registers } = machine;
    const next = () => digitOf(input.at(machine.position), registers.hexadecimalDigits);
    for (let digit = next(); digit !== null; digit = next()) {
      Object.assign(registers, { hasDigits: true, callPosition: null });
      setCode(registers, registers.code * registers.base + digit);
      machine.consume();
    }
  },
  unconsume: (machine) => { machine.position = machine.registers.callPosition ?? machine.position; },

  // Output.
  "emit-current-character": (machine) => emitText(machine, currentText(machine)),
  "emit-character": (machine, { character }) => emitText(machine, String.fromCodePoint(character)),
  "emit-temporary-buffer": (machine) => emitText(machine, machine.registers.temporaryBuffer),
  "emit-returned": (machine) => emitText(machine, machine.registers.returned ?? ""),
  "emit-tag": (machine) => {
    const { tag } = machine.registers;
    machine.registers.lastStartTag = tag.type === "StartTag" ? tag.name : machine.registers.lastStartTag;
    machine.emit(tag);
  },
  "emit-comment": (machine) => machine.emit(machine.registers.comment),
  "emit-doctype": (machine) => machine.emit(machine.registers.doctype),
  "emit-processing-instruction": (machine) => machine.emit(machine.registers.processingInstruction),
  "emit-end-of-file": (machine, _, jump) => {
    machine.emit({ type: "EndOfFile" });
    machine.finished = true;
    jump.ended = true;
  },

  // Tokens.
  "create-tag": ({ registers }, { endTag }) => {
    const type = endTag ? "EndTag" : "StartTag";
    registers.tag = { type, name: "", attributes: [], selfClosing: false };
    registers.attribute = null;
  },
  "create-doctype": ({ registers }) => {
    const missing = { name: null, publicIdentifier: null, systemIdentifier: null };
    registers.doctype = { type: "DOCTYPE", ...missing, forceQuirks: false };
  },
  "create-comment": ({ registers }, { data }) => { registers.comment = { type: "Comment", data }; },
  "create-processing-instruction": ({ registers }, { data }) => {
    registers.processingInstruction = { type: "ProcessingInstruction", target: registers.target, data };
  },
  "start-attribute": ({ registers, setup }) => {
    const { tag } = registers;
    // The last one is no longer the current one.
    if (tag.attributes.length > 0) {
      earlierOf(tag).add(tag.attributes.at(-1).name);
    }
    registers.attribute = { name: "", value: "" };
    tag.attributes.push(registers.attribute);
    setup.limits?.check("attributes", tag.attributes.length);
  },
  // The current attribute is the last one, unless it was removed.
  "remove-attribute": ({ registers: { tag, attribute } }) => {
    if (tag.attributes.at(-1) === attribute) {
      tag.attributes.pop();
    }
  },
  "remove-earlier-attribute": ({ registers: { tag, attribute } }) => {
    if (earlierOf(tag).delete(attribute.name)) {
      tag.attributes = tag.attributes.filter((other) => other === attribute || other.name !== attribute.name);
    }
  },
  "set-force-quirks": ({ registers }) => { registers.doctype.forceQuirks = true; },
  "clear-force-quirks": ({ registers }) => { registers.doctype.forceQuirks = false; },
  "set-self-closing": ({ registers }) => { registers.tag.selfClosing = true; },
  clear: ({ registers }, { field }) => {
    const [object, key] = place(registers, field);
    object[key] = "";
  },
  append: (machine, { source, field }) => append(machine.registers, field, textOf(machine, source)),
  "append-character": ({ registers }, { character, field }) =>
    append(registers, field, String.fromCodePoint(character)),

  // Registers.
  "set-target": ({ registers }) => { registers.target = registers.temporaryBuffer; },
  "set-additional-allowed": ({ registers }, { character }) => { registers.additionalAllowed = character; },
  "set-content-model": ({ registers }, { model }) => { registers.contentModel = model; },
  "set-escape-flag": ({ registers }, { value }) => { registers.escapeFlag = value; },
  "set-code": ({ registers }, { value }) => { registers.code = value; },
  "replace-code": ({ machine, registers }) =>
    setCode(registers, replacementOf(machine, registers.code) ?? registers.code),
  "multiply-code": ({ registers }, { by }) => setCode(registers, registers.code * by),
  "add-to-code": (machine, { minus }) => {
    const { registers } = machine;
    setCode(registers, registers.code + Math.max(0, machine.input.at(machine.current) - minus));
  },
  "set-digits": ({ registers }, { hexadecimal }) => { registers.hexadecimalDigits = hexadecimal; },
  "set-base": ({ registers }, { hexadecimal }) => { registers.base = hexadecimal ? 16 : 10; },
};

function goTo(jump, state) {
  jump.state = state;
  jump.reconsume = false;
}

function emitText(machine, text) {
  for (const data of text) {
    machine.emit({ type: "Character", data });
  }
}

function currentText(machine) {
  return machine.input.text(machine.current, machine.current + 1);
}

/** The object and the member that hold a field. */
function place(registers, field) {
  const { tag, attribute, comment, doctype, processingInstruction } = registers;
  switch (field) {
    case "temporary-buffer": return [registers, "temporaryBuffer"];
    case "tag-name": return [tag, "name"];
    case "attribute-name": return [attribute, "name"];
    case "attribute-value": return [attribute, "value"];
    case "comment-data": return [comment, "data"];
    case "doctype-name": return [doctype, "name"];
    case "public-identifier": return [doctype, "publicIdentifier"];
    case "system-identifier": return [doctype, "systemIdentifier"];
    case "processing-instruction-data": return [processingInstruction, "data"];
    default: return unknown("field", field);
  }
}

/** What is appended to a field. */
function textOf(machine, source) {
  const { registers } = machine;
  switch (source) {
    case "current-character": return currentText(machine);
    case "lowercase-character": return String.fromCodePoint(lowercase(machine.input.at(machine.current)));
    case "uppercase-character": return String.fromCodePoint(uppercase(machine.input.at(machine.current)));
    case "temporary-buffer": return registers.temporaryBuffer;
    case "matched-name": return registers.matched ?? "";
    case "matched-reference": return reference(machine.machine, registers.matched) ?? "";
    case "returned": return registers.returned ?? "";
    case "code": return ofCode(registers.code);
    default: return unknown("source", source);
  }
}

function append(registers, field, text) {
  const [object, key] = place(registers, field);
  object[key] = (object[key] ?? "") + text;
}

function setCode(registers, code) {
  registers.code = Math.min(code, BEYOND);
}

/** The character of a code; U+FFFD if there is none. */
function ofCode(code) {
  const isScalar = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return String.fromCodePoint(isScalar ? code : 0xfffd);
}

function replacementOf(machine, code) {
  return machine.numericReplacements.find(([number]) => number === code)?.[1] ?? null;
}

/** The characters of a name. */
function reference(machine, name) {
  return name === null ? null : String.fromCodePoint(...machine.namedReferences[name]);
}

/** The longest name of a reference that is next in the input. */
function longestName({ machine, input, position }) {
  let longest = null;
  let text = "";
  for (let end = position; ; end += 1) {
    const character = input.at(end);
    // Names have ASCII letters and digits, and a semicolon at most at the end.
    if (character === null || character > 0x7f) {
      return longest;
    }
    text += String.fromCodePoint(character);
    if (Object.hasOwn(machine.namedReferences, text)) {
      longest = text;
    }
    if (!/[0-9A-Za-z]$/.test(text)) {
      return longest;
    }
  }
}

function digitOf(character, isHexadecimal) {
  const pattern = isHexadecimal ? /^[0-9A-Fa-f]$/ : /^[0-9]$/;
  const text = character === null ? "" : String.fromCodePoint(character);
  return pattern.test(text) ? parseInt(text, 16) : null;
}

function utf8Length(character) {
  return character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
}
