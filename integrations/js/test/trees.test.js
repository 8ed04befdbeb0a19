// html5lib's tests of trees, in the scripting modes that they are for.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Parser } from "../parser.js";
import { machines, newest } from "./machines.js";
import { ROOT, find } from "./suite.js";
import { readTrees, written } from "./trees.js";

const list = (name) => readFileSync(join(ROOT, "tests", "data", "overruled", name), "utf8");

/** The tests that a revision overrules, by their ids. */
function overruled(revision, isOfToday) {
  const [text, pattern] = isOfToday
    ? [list("trees.toml"), /^test = "(.*)"$/gm]
    : [list("older-trees.toml").split("[[rule]]").filter((rule) => rule.includes(`"${revision}"`)).join(""), /^    "(.*)",$/gm];
  return new Set([...text.matchAll(pattern)].map((match) => match[1]));
}

const all = machines().filter(({ treeConstruction }) => treeConstruction !== null);
for (const machine of all) {
  test(`${machine.revision.id}: html5lib's trees`, (context) => {
    const folder = find("tree-construction");
    if (folder === null) {
      const isOptional = ["", "0", undefined].includes(process.env.TOKENWRIGHT_REQUIRE_SHARED);
      assert.ok(isOptional, "the tests are absent: cargo xtask test-data");
      context.skip("the tests are absent: cargo xtask test-data");
      return;
    }
    const cases = readTrees(folder);
    const against = overruled(machine.revision.id, machine.revision.draft || machine === newest(all));
    assert.ok(against.size > 0);
    let runs = 0;
    for (const { id, data, context, scripting: only, document } of cases) {
      for (const scripting of [false, true].filter((mode) => only === null || only === mode)) {
        const mode = scripting ? (context === null ? "normal" : "inert") : "disabled";
        const found = written(new Parser(machine, data, { context, scripting: mode }).run().root);
        if (against.has(id)) {
          assert.notEqual(found, document, `${id} is overruled, and passes`);
        } else {
          assert.equal(found, document, `${id}, scripting ${mode}: ${data}`);
        }
        runs += 1;
      }
    }
    const unknown = [...against].filter((id) => !cases.some((case_) => case_.id === id));
    assert.deepEqual(unknown, [], "overruled tests that do not exist");
    context.diagnostic(`${cases.length} tests, ${runs} runs`);
    assert.ok(cases.length > 1700);
  });
}
