// Reproduces the tests of trees in docs/upstream by the programs that `suite/trees.py` runs, and prints each test that one
// passes: that one is mended, or was never true. Exit status 1 if there is one, or no test.
//
// usage: reproduce.mjs PEER COMMAND...
//
// PEER is a folder of docs/upstream.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The tests of a file in html5lib's form: a document, why it is there, whether scripts run, a context, and a tree. */
function testsOf(text) {
  const form = /^#data\n(.*?)\n#errors\n\((.*?)\)\n#script-(on|off)\n(?:#document-fragment\n(.*?)\n)?#document\n(.*?)$(?=\n\n#data\n|\n*(?![\s\S]))/gms;
  const found = [...text.matchAll(form)].map(([, document, why, script, context, tree]) => ({
    document,
    why,
    scripting: script === "on",
    context: context ?? null,
    tree,
  }));
  const count = text.split("#data\n").length - 1;
  if (found.length !== count) {
    throw new Error(`${count} tests, of which ${found.length} have the form that is read`);
  }
  return found;
}

function treesOf(records, program, options) {
  const input = records.map((record) => `${JSON.stringify(record)}\n`).join("");
  const stdio = ["pipe", "pipe", "inherit"];
  const { status, stdout } = spawnSync(program, options, { input, encoding: "utf8", stdio });
  const lines = stdout.trimEnd().split("\n");
  if (status !== 0 || lines.length !== records.length) {
    throw new Error(`${lines.length} answers to ${records.length} tests, and exit status ${status}`);
  }
  return lines.map((line) => JSON.parse(line) ?? "");
}

const [peer, program, ...options] = process.argv.slice(2);
const tests = testsOf(readFileSync(new URL(`../../docs/upstream/${peer}/trees.dat`, import.meta.url), "utf8"));
const trees = treesOf(tests, program, options);
const passed = tests.filter(({ tree }, at) => trees[at].trimEnd() === tree.trimEnd());
for (const { document, context, why } of passed) {
  console.log(`not reproduced: ${JSON.stringify(document)}${context === null ? "" : ` in ${context}`}: ${why}`);
}
console.log(`${peer}: ${tests.length - passed.length} of ${tests.length} tests of trees reproduced`);
process.exitCode = tests.length === 0 || passed.length > 0 ? 1 : 0;
