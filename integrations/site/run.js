// A run of the tokenizer with what the playground shows: tokens with their spans, errors, and steps.

import { Parser, TREE_CONSTRUCTION } from "../js/parser.js";
import { Starts } from "../js/token-starts.js";
import { Tokenizer } from "../js/tokenizer.js";

/** What runs a machine: a parser if the setup asks for trees and the machine has them, else the tokenizer alone. */
export function runner(machine, text, setup) {
  return buildsTree(machine, setup) ? new Parser(machine, text, setup) : new Tokenizer(machine, text, setup);
}

/** Whether a run builds a tree. `tree` of a setup asks for it; the rest of the setup is for the tokenizer alone. */
export function buildsTree(machine, setup) {
  return setup.tree === true && Boolean(machine.treeConstruction);
}

/**
 * Runs a machine on a text. The tokenizer has the type of `setup`; `tree` in it makes it a parser, if the machine can be one.
 *
 * @returns {{tokens: object[], errors: object[], steps: object[], failure: ?string}} the tokens with `span` as offsets in
 *   UTF-16 code units, adjacent characters as one token of the type `Text`; the parse errors of the tokenizer; every step of it,
 *   with the `registers` after it; and why the machine stopped early, if it did
 */
export function run(machine, text, setup) {
  const work = running(machine, text, setup, () => false);
  let next = work.next();
  while (!next.done) {
    next = work.next();
  }
  return next.value;
}

/** The number of steps between two pauses: some milliseconds. */
const SLICE = 200;

/**
 * The same with pauses: yields how far it has come in the text, from 0 to 1. It ends early when `isStopped` says so; then
 * the result is that of the steps up to there, and `failure` says where.
 */
export function* running(machine, text, setup, isStopped) {
  const starts = new Starts(machine);
  const [tokens, errors, steps] = [[], [], []];
  let failure = null;
  try {
    const run = runner(machine, text, setup);
    for (let step = run.step(); step !== null; step = run.step()) {
      const registers = shown(run.registers);
      steps.push({ ...step, registers, tokens: tokens.length, errors: errors.length });
      const isEmitting = step.events.some(({ type }) => type !== "ParseError");
      const start = starts.after(step.from, step.next, isEmitting);
      for (const event of step.events) {
        add(event, [start, step.to], tokens, errors);
      }
      if (steps.length % SLICE === 0) {
        yield step.to / text.length;
        if (isStopped()) {
          failure = `Stopped after ${step.to} of ${text.length} characters.`;
          break;
        }
      }
    }
  } catch (error) {
    failure = error.message;
  }
  return { tokens, errors, steps, failure };
}

function add(event, [start, end], tokens, errors) {
  const last = tokens.at(-1);
  switch (event.type) {
    case "ParseError":
      if (event.by !== TREE_CONSTRUCTION) {
        errors.push(event);
      }
      break;
    case "EndOfFile":
      break;
    case "Character":
      if (last?.type === "Text") {
        last.data += event.data;
        last.span[1] = end;
      } else {
        tokens.push({ type: "Text", data: event.data, span: [start, end] });
      }
      break;
    default:
      tokens.push({ ...event, span: [start, end] });
  }
}

/** The registers that have contents, as text. */
function shown({ temporaryBuffer, returnState, lastStartTag, escapeFlag, contentModel }) {
  const all = {
    "temporary buffer": temporaryBuffer,
    "return state": returnState ?? "",
    "last start tag": lastStartTag ?? "",
    "escape flag": escapeFlag ? "set" : "",
    "content model flag": contentModel === "PCDATA" ? "" : contentModel,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
}
