// Writes the machines of all revisions into `revisions`, each as a module: what running them takes of the JSON of
// `cargo xtask export`, without the words of the standard. With an argument, the JSON is that of a folder.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ROOT = join(HERE, "..", "..");

/** Members that explain, of the machine and of its parts. */
const WORDS = new Set(["text", "note", "link", "file", "was", "when", "section", "errors", "classes", "meaning", "notes"]);
/** Those that are words only if they are lists. */
const LISTS = new Set(["text", "when"]);

/** Writes the modules of the machines in a folder. */
export function build(machines, target) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const files = readdirSync(machines).filter((name) => name.endsWith(".json"));
  const all = files.map((name) => JSON.parse(readFileSync(join(machines, name), "utf8")));
  all.sort((a, b) => (a.revision.date < b.revision.date ? -1 : 1));
  for (const machine of all) {
    // A text that is parsed is read faster than an object, and every browser can import it.
    const json = JSON.stringify(JSON.stringify(withoutWords(machine)));
    writeFileSync(join(target, `${machine.revision.id}.js`), `export default JSON.parse(${json});\n`);
  }
  const newest = all.findLast(({ revision }) => !revision.draft).revision.id;
  writeFileSync(join(target, "newest.js"), `export { default } from "./${newest}.js";\n`);
}

/** A part of a machine without what explains it. A `text` or a `when` that is no list is for running. */
function withoutWords(value) {
  if (Array.isArray(value)) {
    return value.map(withoutWords);
  }
  if (value === null || typeof value !== "object") {
    return value;
  }
  const isWord = ([name, member]) => WORDS.has(name) && (Array.isArray(member) || !LISTS.has(name));
  const members = Object.entries(value).filter((entry) => !isWord(entry));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutWords(member)]));
}

function main() {
  const given = process.argv[2] ?? process.env.TOKENWRIGHT_MACHINES;
  const folder = given ?? mkdtempSync(join(tmpdir(), "tokenwright-machines-"));
  try {
    if (given === undefined) {
      execFileSync("cargo", ["xtask", "export", "--all", folder], { cwd: ROOT, stdio: "inherit" });
    }
    build(folder, join(HERE, "revisions"));
  } finally {
    if (given === undefined) {
      rmSync(folder, { recursive: true });
    }
  }
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) {
    copyFileSync(join(ROOT, name), join(HERE, name));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main();
}
