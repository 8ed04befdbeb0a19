// Reproduces tests of trees: what `parse5/reproduce.mjs` and `chromium/reproduce.mjs` share.
//
// Reads a `trees.dat` of docs/upstream, asks the parser, and prints each test that it passes: that one is mended, or was never true.
// Exit status 1 if there is one, or no test.

import { readFileSync } from "node:fs";

/** The tests of a file in html5lib's form: a document, why it is there, whether scripts run, a context, and a tree. */
export function tests(text) {
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

/** `treesOf` builds the trees of a list of records, or promises them. */
export async function reproduce({ peer, file, treesOf }) {
  const all = tests(readFileSync(file, "utf8"));
  const trees = await treesOf(all);
  const passed = all.filter(({ tree }, at) => trees[at].trimEnd() === tree.trimEnd());
  for (const { document, context, why } of passed) {
    console.log(`not reproduced: ${JSON.stringify(document)}${context === null ? "" : ` in ${context}`}: ${why}`);
  }
  console.log(`${peer}: ${all.length - passed.length} of ${all.length} tests of trees reproduced`);
  process.exitCode = all.length === 0 || passed.length > 0 ? 1 : 0;
}
