// The parser against the interpreter in Rust on random documents and fragments: the trees that both build.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Parser } from "../parser.js";
import { documents } from "./documents.js";
import { machines } from "./machines.js";
import { contextOf, written } from "./trees.js";

const IS_COMPLETE = !["", "0", undefined].includes(process.env.TOKENWRIGHT_SLOW_TESTS);
const COUNT = IS_COMPLETE ? 20000 : 150;

for (const machine of machines().filter(({ treeConstruction }) => treeConstruction !== null)) {
  test(`${machine.revision.id}: trees of random documents`, () => {
    const records = documents(machine.revision.id, "trees", COUNT);
    assert.equal(records.length, COUNT);
    for (const { document, context, scripting, tree } of records) {
      const options = {
        context: context === null ? null : contextOf(context),
        scripting: scripting ? (context === null ? "normal" : "inert") : "disabled",
      };
      const found = written(new Parser(machine, document, options).run().root);
      assert.equal(found, tree, `${JSON.stringify(document)} ${JSON.stringify(options)}`);
    }
  });
}
