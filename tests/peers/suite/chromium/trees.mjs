// Trees of Chromium, for trees.py: a test a line in, its tree a line out, both as JSON. CHROMIUM names the browser.

import { batches } from "../../records.mjs";
import { browser } from "../../chromium/browser.mjs";
import { treesOf } from "../../chromium/dom.mjs";

for await (const batch of batches(100)) {
  for (const tree of await treesOf(batch)) {
    console.log(JSON.stringify(tree));
  }
}
await browser.close();
