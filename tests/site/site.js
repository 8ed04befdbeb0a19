// What the tests of the explorer share: the site, the browser, and our tokens.

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Whether to run everything, or a sample. */
export const IS_COMPLETE = !["", "0", undefined].includes(process.env.TOKENWRIGHT_SLOW_TESTS);

/** The site: that of the folder that `TOKENWRIGHT_SITE` names, or a new one. */
export function site() {
  const given = process.env.TOKENWRIGHT_SITE;
  if (given) {
    return { folder: given, remove: () => {} };
  }
  const folder = mkdtempSync(join(tmpdir(), "tokenwright-site-"));
  execFileSync("cargo", ["xtask", "site", "--out", folder], { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

/** The address of a page, which is opened from the disk. */
export function address(folder, page) {
  const [file, ...anchor] = page.split("#");
  return [pathToFileURL(join(folder, file)).href, ...anchor].join("#");
}

/** The pages of the site. */
export function pages(folder) {
  return readdirSync(folder).filter((name) => name.endsWith(".html"));
}

/** Chromium: the program that `CHROMIUM` names, or Debian's; null if it is absent. */
export function chromium() {
  const path = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return existsSync(path) ? path : null;
}

/** Random documents with the tokens of the generated tokenizer of a revision. */
export function documents(revision, count) {
  const options = ["--revision", revision, "--count", String(count), "--seed", "7"];
  const command = ["run", "--quiet", "--package", "tokenwright-tests", "--bin", "documents", "--", ...options];
  const output = execFileSync("cargo", command, { cwd: ROOT, maxBuffer: 1 << 30, encoding: "utf8" });
  return output.trim().split("\n").map((line) => JSON.parse(line));
}
