// The end of parsing before the end of the file, as edited tables may have it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { machines } from "../build.mjs";
import { Parser } from "../parser.js";
import { written } from "./trees.js";

const STOP = { op: "output", output: "stop parsing", arguments: [] };

test("nothing is processed after an algorithm has stopped the parser", () => {
  const machine = structuredClone(machines().at(-1));
  const { algorithms } = machine.treeConstruction;
  algorithms.find(({ name }) => name === "adjust foreign attributes for the token").operations.unshift(STOP);
  const { document } = new Parser(machine, "a<svg>b<p>c", {}).run();
  assert.equal(written(document), '| <html>\n|   <head>\n|   <body>\n|     "a"\n');
});
