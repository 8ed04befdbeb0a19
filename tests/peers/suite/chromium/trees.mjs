// Trees of Chromium, for trees.py: a test a line in, its tree a line out, both as JSON. CHROMIUM names the browser.

import { createRequire } from "node:module";
import { batches } from "../../batches.mjs";
import { treesOf } from "../../chromium/dom.mjs";

const { chromium } = createRequire(new URL("../../chromium/package.json", import.meta.url))("playwright-core");
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage();
await page.setContent("<!doctype html>");
for await (const batch of batches(100)) {
  for (const tree of await page.evaluate(treesOf, batch)) {
    console.log(JSON.stringify(tree));
  }
}
await browser.close();
