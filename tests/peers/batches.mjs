// The records of standard input, JSON in lines, in batches: what is asked of a page costs more than a record.

import { createInterface } from "node:readline";

export async function* batches(size) {
  let batch = [];
  for await (const line of createInterface({ input: process.stdin })) {
    batch.push(JSON.parse(line));
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) {
    yield batch;
  }
}
