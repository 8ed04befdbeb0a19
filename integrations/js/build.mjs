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

/** The machines in a folder, the oldest first. */
export function readMachines(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const all = files.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
  return all.sort((a, b) => (a.revision.date < b.revision.date ? -1 : 1));
}

/** Every revision: those of a folder, which `TOKENWRIGHT_MACHINES` may name, or of `cargo xtask export`. */
export function machines(folder = process.env.TOKENWRIGHT_MACHINES) {
  if (folder) {
    return readMachines(folder);
  }
  const temporary = mkdtempSync(join(tmpdir(), "tokenwright-machines-"));
  try {
    execFileSync("cargo", ["xtask", "export", "--all", temporary], { cwd: ROOT, stdio: "inherit" });
    return readMachines(temporary);
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

/** The newest of some machines; a draft is none. */
export function newest(all) {
  return all.findLast(({ revision }) => !revision.draft);
}

/** Writes the modules of machines. */
function build(all, target) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const machine of all) {
    // A text that is parsed is read faster than an object, and every browser can import it.
    const json = JSON.stringify(JSON.stringify(machine, unlessWords));
    writeFileSync(join(target, `${machine.revision.id}.js`), `export default JSON.parse(${json});\n`);
  }
  writeFileSync(join(target, "newest.js"), `export { default } from "./${newest(all).revision.id}.js";\n`);
}

/** A member of a machine; undefined if it only explains. A `text` or a `when` that is no list is for running. */
function unlessWords(name, member) {
  const isWord = WORDS.has(name) && (Array.isArray(member) || !LISTS.has(name));
  return isWord ? undefined : member;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  build(machines(process.argv[2]), join(HERE, "revisions"));
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) {
    copyFileSync(join(ROOT, name), join(HERE, name));
  }
}
