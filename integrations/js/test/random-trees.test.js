// The parser against the interpreter in Rust on random documents and fragments: the trees that both build. Random tables, which
// `.ci/edited-trees` makes, do not always say how to go on: documents by which the interpreter gets stuck are left out then.

import assert from "node:assert/strict";
import { test } from "node:test";
import { machines } from "../build.mjs";
import { Parser } from "../parser.js";
import { documents } from "./documents.js";
import { isSet } from "./suite.js";
import { contextOf, modeOf, written } from "./trees.js";

const ARE_RANDOM = isSet("TOKENWRIGHT_RANDOM_TABLES");
const IS_COMPLETE = isSet("TOKENWRIGHT_SLOW_TESTS");
const COUNT = IS_COMPLETE ? 20000 : 150;

for (const machine of machines().filter(({ treeConstruction }) => treeConstruction !== null)) {
  test(`${machine.revision.id}: trees of random documents`, (report) => {
    const records = documents(machine.revision.id, "trees", COUNT);
    assert.equal(records.length, COUNT);
    const compared = records.filter(({ tree }) => !ARE_RANDOM || !tree.startsWith("stuck"));
    assert.ok(compared.length > 0);
    report.diagnostic(`${compared.length} of ${COUNT} documents compared`);
    for (const { document, context, scripting, tree } of compared) {
      const options = {
        context: context === null ? null : contextOf(context),
        scripting: modeOf(scripting, context),
      };
      const found = written(new Parser(machine, document, options).run().root);
      assert.equal(found, tree, `${JSON.stringify(document)} ${JSON.stringify(options)}`);
    }
  });
}
