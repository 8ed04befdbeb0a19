// Reproduces the tests of docs/upstream/chromium/trees.dat: see `../reproduce.mjs`.
//
// CHROMIUM names the browser; /usr/bin/chromium otherwise.

import { reproduce } from "../reproduce.mjs";
import { browser } from "./browser.mjs";
import { treesOf } from "./dom.mjs";

const page = await browser.newPage();
await page.setContent("<!doctype html>");
await reproduce({
  peer: `Chromium ${browser.version()}`,
  file: new URL("../../../docs/upstream/chromium/trees.dat", import.meta.url),
  treesOf: (records) => page.evaluate(treesOf, records),
});
await browser.close();
