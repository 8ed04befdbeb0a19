// Reproduces the tests of docs/upstream/parse5/trees.dat: see `../reproduce.mjs`.

import { reproduce } from "../reproduce.mjs";
import { treesOf } from "./dom.mjs";

await reproduce({ peer: "parse5", file: new URL("../../../docs/upstream/parse5/trees.dat", import.meta.url), treesOf });
