// Compares the trees of the tables of tree construction with those of another parser: what `parse5/trees.mjs` and
// `chromium/trees.mjs` share.
//
// Reads documents from standard input, one JSON object a line, as `documents --kind trees --deviations trees.toml` writes them:
// the tables say what the peer does otherwise. What it does otherwise outside of tree construction is explained by the peer's
// script, and counted. A document that disagrees without an explanation is reduced: tokens and attributes are left out while the
// trees still disagree. Exit status 1 if there are any.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { batches } from "./records.mjs";

const BATCH = 2000;
const REDUCED = 50;
const PIECE = /<!--.*?-->|<!\[CDATA\[.*?\]\]>|<[^<>]*>|./gsu;
const DOCUMENTS = fileURLToPath(new URL("../../target/release/documents", import.meta.url));

/**
 * `treesOf` builds the trees of a list of records. `explained` has, for each deviation outside of tree construction, why it is
 * one (`why`), and whether it accounts for the tree of a record (`explains`, which may ask `treeOf` for the tables' tree of
 * another record). `deviations` is the URL of the edits.
 */
export async function compare({ peer, treesOf, explained = [], deviations }) {
  const counts = new Map(explained.map(({ why }) => [why, 0]));
  const disagreements = [];
  const tables = new Tables(deviations);
  const treeOf = async (record) => (await tables.records([record]))[0].tree;
  let count = 0;

  async function explanation(record, tree) {
    for (const { why, explains } of explained) {
      if (await explains(record, tree, treeOf)) {
        return why;
      }
    }
    return undefined;
  }

  async function differences(records) {
    const trees = await treesOf(records);
    const found = [];
    for (const [at, record] of records.entries()) {
      if (trees[at] !== record.tree) {
        found.push({ record, tree: trees[at], why: await explanation(record, trees[at]) });
      }
    }
    return found;
  }

  async function add(records) {
    count += records.length;
    for (const found of await differences(records)) {
      if (found.why === undefined) {
        disagreements.push(found);
      } else {
        counts.set(found.why, counts.get(found.why) + 1);
      }
    }
  }

  for await (const batch of batches(BATCH)) {
    await add(batch);
  }

  console.log(`${count} documents`);
  for (const [why, number] of counts) {
    console.log(`${number} explained: ${why}`);
  }
  console.log(`${disagreements.length} disagreements unexplained`);
  disagreements.sort((a, b) => a.record.document.length - b.record.document.length);
  const kinds = new Map();
  for (const disagreement of disagreements.slice(0, REDUCED)) {
    const reduced = await reduce(disagreement, async (shorter) => {
      const found = await differences(await tables.records(shorter));
      return found.find(({ why }) => why === undefined);
    });
    const { document, context, scripting } = reduced.record;
    const shown = JSON.stringify({ document, context, scripting });
    kinds.set(shown, { ...reduced, number: (kinds.get(shown)?.number ?? 0) + 1 });
  }
  tables.end();
  for (const [shown, { record, tree, number }] of kinds) {
    console.log(`${number} × ${shown}\ntables:\n${record.tree}${peer}:\n${tree}`);
  }
  process.exitCode = count === 0 || disagreements.length > 0 ? 1 : 0;
}

/** Leaves out what it can; `disagrees` returns the first of a list of records that still disagrees. */
async function reduce(disagreement, disagrees) {
  for (;;) {
    const { document, context, scripting } = disagreement.record;
    const shorter = shortened(document).map((document) => ({ document, context, scripting }));
    const found = await disagrees(shorter);
    if (found === undefined) {
      return disagreement;
    }
    disagreement = found;
  }
}

/** A document without one of its tokens, or without the attributes of one. */
function shortened(document) {
  const pieces = document.match(PIECE) ?? [];
  const without = pieces.map((_, at) => pieces.toSpliced(at, 1).join(""));
  const bare = pieces.map((piece, at) => pieces.toSpliced(at, 1, piece.replace(/^(<[a-z0-9-]+)[^>]+>$/i, "$1>")).join(""));
  return [...without, ...bare.filter((text) => text !== document)];
}

/** The tables, asked for trees one by one. */
class Tables {
  #process;
  #lines;

  constructor(deviations) {
    const options = ["--kind", "trees", "--deviations", fileURLToPath(deviations), "--given"];
    this.#process = spawn(DOCUMENTS, options, { stdio: ["pipe", "pipe", "inherit"] });
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  async records(given) {
    const records = [];
    for (const record of given) {
      this.#process.stdin.write(`${JSON.stringify(record)}\n`);
      records.push(JSON.parse((await this.#lines.next()).value));
    }
    return records;
  }

  end() {
    this.#process.stdin.end();
  }
}
