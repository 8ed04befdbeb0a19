// What the tests of the explorer share: the site and the browser.

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT, isSet } from "../../integrations/js/test/suite.js";

/** Whether to run everything, or a sample. */
export const IS_COMPLETE = isSet("TOKENWRIGHT_SLOW_TESTS");

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
