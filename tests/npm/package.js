// The package as users get it: packed, and installed in an empty folder.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../../integrations/js/test/suite.js";

const SOURCE = join(ROOT, "integrations", "js");

/** Packs and installs the package; `npm pack` builds it. */
export function install() {
  const folder = mkdtempSync(join(tmpdir(), "tokenwright-npm-"));
  const npm = (cwd, ...rest) => execFileSync("npm", rest, { cwd, stdio: ["ignore", "ignore", "inherit"] });
  npm(SOURCE, "pack", "--silent", "--pack-destination", folder);
  const [archive] = readdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "name": "empty", "private": true, "type": "module" }\n');
  npm(folder, "install", "--silent", "--offline", "--no-fund", "--no-audit", `./${archive}`);
  return {
    folder,
    installed: join(folder, "node_modules", "tokenwright"),
    /** A module of the package by its file. */
    load: (file) => import(pathToFileURL(join(folder, "node_modules", "tokenwright", file)).href),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** The first example of the README, what it prints, and its import map. */
export function example() {
  const text = readFileSync(join(SOURCE, "README.md"), "utf8");
  const [, code, output] = /```js\n(.*?)```\n\nprints\n\n```\n(.*?)```/s.exec(text);
  const [, map] = /```html\n(.*?)```/s.exec(text);
  return { code, output, map };
}
