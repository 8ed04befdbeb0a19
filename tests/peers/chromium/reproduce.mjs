// Reproduces the tests of docs/upstream/chromium/trees.dat: see `../reproduce.mjs`.
//
// CHROMIUM names the browser; /usr/bin/chromium otherwise.

import { chromium } from "playwright-core";
import { reproduce } from "../reproduce.mjs";
import { treesOf } from "./dom.mjs";

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage();
await page.setContent("<!doctype html>");
await reproduce({
  peer: `Chromium ${browser.version()}`,
  file: new URL("../../../docs/upstream/chromium/trees.dat", import.meta.url),
  treesOf: (records) => page.evaluate(treesOf, records),
});
await browser.close();
