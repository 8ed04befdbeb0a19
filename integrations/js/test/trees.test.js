// html5lib's tests of trees, in the scripting modes that they are for.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { machines, newest } from "../build.mjs";
import { Parser } from "../parser.js";
import { ROOT, findOrSkip } from "./suite.js";
import { modeOf, readTrees, scriptingsOf, written } from "./trees.js";

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
    const folder = findOrSkip(context, "tree-construction");
    if (folder === null) {
      return;
    }
    const cases = readTrees(folder);
    const against = overruled(machine.revision.id, machine.revision.draft || machine === newest(all));
    assert.ok(against.size > 0);
    let runs = 0;
    for (const case_ of cases) {
      const { id, data, context, document } = case_;
      for (const mode of scriptingsOf(case_).map((scripting) => modeOf(scripting, context))) {
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
