// Reproduces the tests of trees in docs/upstream by the programs that `trees.py` runs: see `../reproduce.mjs`.
//
// usage: reproduce-trees.mjs PEER COMMAND...
//
// PEER is a folder of docs/upstream.

import { spawnSync } from "node:child_process";
import { reproduce } from "../reproduce.mjs";

const [peer, program, ...rest] = process.argv.slice(2);

function treesOf(records) {
  const input = records.map((record) => `${JSON.stringify(record)}\n`).join("");
  const { status, stdout } = spawnSync(program, rest, { input, encoding: "utf8", stdio: ["pipe", "pipe", "inherit"] });
  const lines = stdout.trimEnd().split("\n");
  if (status !== 0 || lines.length !== records.length) {
    throw new Error(`${lines.length} answers to ${records.length} tests, and exit status ${status}`);
  }
  return lines.map((line) => JSON.parse(line) ?? "");
}

await reproduce({ peer, file: new URL(`../../../docs/upstream/${peer}/trees.dat`, import.meta.url), treesOf });
