// Documents with the tokens of the generated code.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./suite.js";

/** The program that makes documents: that of the folder `TOKENWRIGHT_PROGRAMS`, where `cargo test` compiled it, or cargo's. */
const PROGRAM = process.env.TOKENWRIGHT_PROGRAMS
  ? [join(process.env.TOKENWRIGHT_PROGRAMS, "documents")]
  : ["cargo", "run", "--quiet", "--package", "tokenwright-tests", "--bin", "documents", "--"];

/** Random documents of a kind with the tokens, their spans and the errors of a revision. */
export function documents(revision, kind, count) {
  const options = ["--revision", revision, "--kind", kind, "--count", String(count)];
  const [program, ...first] = PROGRAM;
  const output = execFileSync(program, [...first, ...options], { cwd: ROOT, maxBuffer: 1 << 30, encoding: "utf8" });
  return output.trimEnd().split("\n").map((line) => JSON.parse(line));
}
