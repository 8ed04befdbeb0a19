// Documents with the tokens of the generated code.

import { execFileSync } from "node:child_process";
import { ROOT } from "./suite.js";

/** Random documents of a kind with the tokens, their spans and the errors of a revision. */
export function documents(revision, kind, count) {
  const options = ["--revision", revision, "--kind", kind, "--count", String(count)];
  const command = ["run", "--quiet", "--package", "tokenwright-tests", "--bin", "documents", "--", ...options];
  const output = execFileSync("cargo", command, { cwd: ROOT, maxBuffer: 1 << 30, encoding: "utf8" });
  return output.trimEnd().split("\n").map((line) => JSON.parse(line));
}
