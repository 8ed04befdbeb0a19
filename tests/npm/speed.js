// How long a page takes beside parse5: processor time, the least of several runs. Usage: node speed.js PAGE...

import { readFileSync } from "node:fs";
import * as parse5 from "parse5";
import { install } from "./package.js";

const RUNS = { ours: 5, parse5: 30 };

function least(runs, work) {
  let best = Infinity;
  for (let run = 0; run < runs; run += 1) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

const built = install();
try {
  const { parse } = await built.load("index.js");
  for (const page of process.argv.slice(2)) {
    const html = readFileSync(page, "utf8");
    for (const sourceCodeLocationInfo of [false, true]) {
      const ours = least(RUNS.ours, () => parse(html, { sourceCodeLocationInfo }));
      const theirs = least(RUNS.parse5, () => parse5.parse(html, { sourceCodeLocationInfo }));
      const what = sourceCodeLocationInfo ? "with locations" : "without";
      console.log(`${page}, ${what}: ${ours.toFixed(0)} ms, parse5 ${theirs.toFixed(1)} ms, ${(ours / theirs).toFixed(0)} times`);
    }
  }
} finally {
  built.remove();
}
