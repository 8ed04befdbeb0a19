// A tree builder that interprets the member `treeConstruction` of the JSON of `cargo xtask export` (docs/export.md). It knows
// nothing else of HTML: no name of an element, of an insertion mode or of a state is here.
//
// It takes tokens and builds nodes. `parser.js` connects it with the tokenizer. What belongs to the document is asked of an
// environment: answers to questions, outputs such as scripts, and parse errors.

import { Acting } from "./acting.js";
import { Scope, isInRanges } from "./conditions.js";
import { typeOf } from "./expressions.js";
import { Formatting } from "./formatting.js";
import { memoized } from "./memoized.js";
import { unknown } from "./unknown.js";
import { Modes } from "./modes.js";
import { TreeNode } from "./nodes.js";
import { TREE_OPERATIONS } from "./operations.js";
import { Ordered } from "./ordered.js";
import { Walks } from "./walks.js";

/** The number of operations for one token after which the rules are taken to loop. */
const LIMIT = 10_000_000;
/** The number of rows and algorithms inside one another after which they are taken to call each other for ever. */
const FRAMES = 2_000_000;

/**
 * What the document does. `answer(question, arguments, builder)` answers a question of the JSON with a truth value;
 * `output(name, arguments, builder)` gets an output; `error(code)` gets a parse error, whose code may be null.
 * @typedef {{answer: Function, output: Function, error: Function}} Environment
 */

/**
 * What follows the tree while it is built, for places in the input. `pushed` and `removed` get an element that comes on the
 * stack of open elements for its tag, or leaves it; `switched` is called when a row has switched the insertion mode; `wrote` gets a
 * Text node and the token place of what was added to it; `inserted` gets a node of another kind.
 * @typedef {{pushed: Function, removed: Function, switched: Function, wrote: Function, inserted: Function}} Observer
 */

/** A tree builder. */
export class TreeBuilder {
  #rules;
  #index;
  #htmlNamespace;
  /** The scope of conditions on tokens, which have no variables. */
  #empty = new Scope(this);
  /** The element that was above one when it left the stack of open elements. */
  #wasBelow = new WeakMap();
  /** The rows, algorithms, branches and loops that are running, the outermost first. */
  #frames = [];
  #taken = 0;
  #limits;
  #nodes = 0;

  /**
   * @param {object} rules the member `treeConstruction` of a machine
   * @param {Environment} environment
   * @param {?Observer} observer
   * @param {?import("./limits.js").Limits} limits
   */
  constructor(rules, environment, observer = null, limits = null) {
    this.#rules = rules;
    this.#index = indexOf(rules);
    this.#htmlNamespace = rules.namespaces[0].name;
    this.environment = environment;
    this.observer = observer;
    this.#limits = limits;
    /** The root of the tree. Its `mode` is `no-quirks`, `quirks` or `limited-quirks`. */
    this.document = new TreeNode("Document", { mode: "no-quirks" });
    /** The context element of a fragment. */
    this.context = null;
    this.open = new Ordered();
    this.formatting = new Formatting();
    this.mode = rules.initialMode;
    this.originalMode = null;
    this.secondaryMode = null;
    this.templateModes = [];
    /** The elements that are marked as tainted. */
    this.tainted = new Set();
    /** The node that was inserted last. */
    this.lastInserted = null;
    this.head = null;
    this.form = null;
    this.newest = null;
    this.framesetOk = true;
    this.fosterParenting = false;
    this.pending = "";
    /** The places of the pending table characters. */
    this.pendingPlaces = [];
    /** The token that is processed. */
    this.token = null;
    /** The token that the tokenizer emitted last: the rules may process another one in its place. */
    this.emitted = null;
    /** Whether the row names the tag. */
    this.isNamed = false;
    this.isAcknowledged = false;
    /** What is known of the tokens that rows make up. */
    this.acting = new Acting();
    /** The character that is not processed if it is next. */
    this.ignored = null;
    /** Whether parsing has ended. */
    this.isStopped = false;
    /** The state to which the tokenizer is switched; null if it is not. */
    this.tokenizerState = null;
    /** The content model flag that the tokenizer gets; null if it stays. */
    this.contentModel = null;
  }

  /** Begins a fragment: `context` is an element of `newElement`, whose parents are its ancestors. */
  beginFragment(context) {
    this.context = context;
    this.call(this.#rules.beginFragment, []);
  }

  /** Processes a token, which has the members of `TokenKind` in the schema as `kind`. */
  process(token) {
    const { ignored } = this;
    this.ignored = null;
    if (token.kind === "character" && token.data === ignored) {
      return;
    }
    this.token = token;
    this.emitted = token;
    this.isAcknowledged = false;
    this.#frames = [];
    this.#taken = 0;
    this.acting.begin();
    this.dispatch();
    this.formatting.forget();
  }

  /** Takes the state to which the last token has switched the tokenizer; null if it has not. */
  takeTokenizerState() {
    const state = this.tokenizerState;
    this.tokenizerState = null;
    return state;
  }

  /** Takes the content model flag that the last token has set; null if it has not. */
  takeContentModel() {
    const model = this.contentModel;
    this.contentModel = null;
    return model;
  }

  get adjustedCurrentNode() {
    return this.context !== null && this.open.size === 1 ? this.context : this.open.last;
  }

  /**
   * Whether the adjusted current node is an element in another namespace than HTML's; in revisions that have a mode for foreign
   * content, whether that is in use and the current node is.
   */
  get isForeign() {
    const { foreignMode } = this.#rules;
    if (foreignMode !== null && this.mode !== foreignMode) {
      return false;
    }
    const node = foreignMode === null ? this.adjustedCurrentNode : this.open.last;
    return node !== null && node.namespace !== this.#htmlNamespace;
  }

  /** A new element with copies of attributes; `place` is that of its tag. */
  newElement(namespace, name, attributes, place = null) {
    const tag = { kind: "start-tag", name, attributes, selfClosing: false, place };
    this.countNode();
    const contents = this.#rules.withTemplateContents.some((one) => typeOf(one) === typeOf({ namespace, name }));
    return new TreeNode("Element", {
      namespace,
      name,
      attributes: attributes.map((attribute) => ({ ...attribute })),
      contents: contents ? new TreeNode("Fragment") : null,
      shadowRoot: null,
      tag,
    });
  }

  /** Notes that a node is made. */
  countNode() {
    this.#nodes += 1;
    this.#limits?.check("nodes", this.#nodes);
  }

  /** A new element for a tag. */
  newElementFor(tag, namespace) {
    this.newest = this.newElement(namespace, tag.name, tag.attributes, tag.place);
    return this.newest;
  }

  /** Whether a condition of the definitions holds. */
  isDefined(name, values) {
    const { parameters, test } = this.#index.definitions.get(name);
    return this.#scope(parameters, values).holds(test);
  }

  // Rows and algorithms. One that an operation calls becomes a frame, as a token may be reprocessed many times: at the end of
  // the file once for each open element of some kinds.

  /** Runs an algorithm, and gives what it returns. */
  call(name, values) {
    const base = this.#frames.length;
    this.enter(name, values);
    return this.#run(base);
  }

  /** Begins an algorithm; its operations are next. */
  enter(name, values) {
    const { parameters, operations } = this.#index.algorithms.get(name);
    this.#begin(operations, this.#scope(parameters, values));
  }

  /** Begins the algorithm that processes the token. */
  reprocess() {
    this.enter(this.#rules.dispatch, []);
  }

  /** Runs that algorithm to its end, but for a token after the end of parsing. */
  dispatch() {
    if (!this.isStopped) {
      this.call(this.#rules.dispatch, []);
    }
  }

  /** Ends parsing: nothing that runs goes on. */
  stop() {
    this.isStopped = true;
    this.#frames.length = 0;
  }

  /** Begins the row of a mode, or of foreign content if that is null, that matches the token. */
  useMode(mode) {
    const candidates = this.#index.modes.candidates(mode, this.token);
    const found = candidates.find(({ tokens }) => this.#matches(tokens));
    if (found === undefined) {
      throw new Error(`no row of ${mode ?? "foreign content"} is for a ${this.token.kind}`);
    }
    this.isNamed = found.tokens.names !== null;
    this.#begin(found.row.operations, new Scope(this));
  }

  /** Begins a row of a mode, or of foreign content if that is null. */
  enterRow(mode, number) {
    this.#begin(this.#index.modes.row(mode, number).operations, new Scope(this));
  }

  /** Runs a row of a mode to its end. */
  runRow(mode, number) {
    const base = this.#frames.length;
    this.enterRow(mode, number);
    this.#run(base);
  }

  #matches({ characters, when }) {
    return (characters === null || isInRanges(characters, this.token.data)) &&
      (when === null || this.#empty.holds(when));
  }

  /** Parameters with their values. */
  #scope(parameters, values) {
    return new Scope(this, new Map(parameters.map((parameter, index) => [parameter, values[index]])));
  }

  #begin(operations, scope) {
    if (this.#frames.length > FRAMES) {
      throw new Error("the token is processed for ever");
    }
    this.#frames.push({ kind: OUTERMOST, operations, index: 0, scope, test: null });
  }

  /** Runs until only `base` frames are left; gives what the frame returned that was there last. */
  #run(base) {
    const frames = this.#frames;
    let result;
    while (frames.length > base) {
      this.#taken += 1;
      if (this.#taken > LIMIT) {
        throw new Error("a loop does not end");
      }
      const frame = frames.at(-1);
      if (frame.index < frame.operations.length) {
        const operation = frame.operations[frame.index];
        frame.index += 1;
        result = this.#perform(operation, frame.scope);
      } else if (frame.kind === LOOP && frame.scope.holds(frame.test)) {
        frame.index = 0;
      } else {
        frames.pop();
        result = undefined;
      }
    }
    return result;
  }

  /** Performs an operation; gives what it returns. */
  #perform(operation, scope) {
    const frames = this.#frames;
    switch (operation.op) {
      case "if": {
        const operations = scope.holds(operation.test) ? operation.then : operation.otherwise;
        frames.push({ kind: BRANCH, operations, index: 0, scope, test: null });
        return undefined;
      }
      case "while": {
        // It begins where a turn ends, with the test.
        const { operations, test } = operation;
        frames.push({ kind: LOOP, operations, index: operations.length, scope, test });
        return undefined;
      }
      case "break":
        this.#leave(LOOP);
        frames.pop();
        return undefined;
      case "continue":
        this.#leave(LOOP);
        frames.at(-1).index = frames.at(-1).operations.length;
        return undefined;
      case "label":
        return undefined;
      case "jump": {
        this.#leave(OUTERMOST);
        const frame = frames.at(-1);
        frame.index = this.#label(frame.operations, operation.label);
        const walk = this.#index.walks.at(frame.operations, frame.index);
        if (walk !== undefined) {
          frame.scope.variables.set(walk.variable, walk.from(frame.scope));
        }
        return undefined;
      }
      case "return": {
        const result = operation.result === null ? undefined : scope.value(operation.result);
        this.#leave(OUTERMOST);
        frames.pop();
        return result;
      }
      default:
        (TREE_OPERATIONS[operation.op] ?? unknown("operation", operation.op))(this, operation, scope);
        return undefined;
    }
  }

  /** Ends the frames inside the innermost one of a kind. */
  #leave(kind) {
    const frames = this.#frames;
    while (frames.at(-1).kind !== kind) {
      if (frames.at(-1).kind === OUTERMOST) {
        throw new Error("a break outside of a loop");
      }
      frames.pop();
    }
  }

  /** The index of a label in the operations of a row or an algorithm. */
  #label(operations, label) {
    const labels = memoized(this.#index.labels, operations, () => {
      const all = [...operations.entries()].filter(([, { op }]) => op === "label");
      return new Map(all.map(([index, operation]) => [operation.label, index]));
    });
    if (!labels.has(label)) {
      throw new Error(`no operation has the label ${label}`);
    }
    return labels.get(label);
  }

  // The stack of open elements.

  push(node) {
    this.open.push(node, this.groupsOf(node));
    this.observer?.pushed(this, node);
    this.#limits?.check("depth", this.open.size);
  }

  /** Inserts a node immediately after one in the stack of open elements. */
  insertOpen(node, above) {
    this.open.insertAfter(node, this.groupsOf(node), above);
    this.#limits?.check("depth", this.open.size);
  }

  pop() {
    if (this.open.size === 0) {
      throw new Error("the stack of open elements is empty");
    }
    this.removeOpen(this.open.last);
  }

  /** Removes a node from the stack of open elements, if it is in it. */
  removeOpen(node) {
    if (this.open.has(node)) {
      const above = this.open.before(node);
      if (above !== null) {
        this.#wasBelow.set(node, above);
      }
      this.open.remove(node);
      this.observer?.removed(this, node);
    }
  }

  /** The element above a node in the stack of open elements, or that was above it; null if there is none. */
  openAbove(node) {
    return this.open.has(node) ? this.open.before(node) : this.#wasBelow.get(node) ?? null;
  }

  /** The groups of an element in the stack of open elements: its type, sets and scopes, and the loops that it stops. */
  groupsOf(node) {
    const type = typeOf(node);
    return memoized(this.#index.groups, type, () => {
      const having = (lists, what) => lists
        .filter(({ elements }) => elements.some((element) => typeOf(element) === type))
        .map(({ name }) => `${what} ${name}`);
      const lists = [...having(this.#rules.sets, "set"), ...having(this.#rules.scopes, "scope")];
      return [type, ...lists, ...this.#index.walks.groupsOf(node)];
    });
  }

  isInSet(node, set) {
    return node !== null && this.groupsOf(node).includes(`set ${set}`);
  }

  // What the rules name.

  /** The type of HTML elements with a name. */
  htmlType(name) {
    return typeOf({ namespace: this.#htmlNamespace, name });
  }

  identifiers(name) {
    return this.#rules.identifiers.find((list) => list.name === name).members;
  }

  /** A table of names and what they become. */
  pairs(name) {
    return memoized(this.#index.tables, name, () => new Map(this.#rules.pairs.find((table) => table.name === name).pairs));
  }

  foreignAttribute(name) {
    return this.#rules.foreignAttributes.find((attribute) => attribute.name === name);
  }

  /** The address of a namespace. */
  address(namespace) {
    return this.#rules.namespaces.find(({ name }) => name === namespace).address;
  }
}

/** What is found by its name, of rules. */
const INDEXES = new WeakMap();

function indexOf(rules) {
  const byName = (list) => new Map(list.map((member) => [member.name, member]));
  return memoized(INDEXES, rules, () => ({
    modes: new Modes(rules),
    algorithms: byName(rules.algorithms),
    definitions: byName(rules.definitions),
    tables: new Map(),
    groups: new Map(),
    labels: new WeakMap(),
    walks: new Walks(rules),
  }));
}

// The kinds of frames: the outermost operations of a row or an algorithm, and what is in them.
const [OUTERMOST, BRANCH, LOOP] = ["outermost", "branch", "loop"];
