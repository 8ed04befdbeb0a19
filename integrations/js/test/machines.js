// The machines: those of the folder that `TOKENWRIGHT_MACHINES` names, or of `cargo xtask export`.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./suite.js";

/** Every revision, the oldest first. */
export function machines() {
  const folder = process.env.TOKENWRIGHT_MACHINES;
  if (folder) {
    return read(folder);
  }
  const temporary = mkdtempSync(join(tmpdir(), "tokenwright-machines-"));
  try {
    execFileSync("cargo", ["xtask", "export", "--all", temporary], { cwd: ROOT, stdio: "inherit" });
    return read(temporary);
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

/** The newest of some machines; a draft is none. */
export function newest(all) {
  return all.findLast(({ revision }) => !revision.draft);
}

function read(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const all = files.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
  return all.sort((a, b) => (a.revision.date < b.revision.date ? -1 : 1));
}
