// The records of standard input, JSON in lines.

import { createInterface } from "node:readline";

export async function* records() {
  for await (const line of createInterface({ input: process.stdin })) {
    yield JSON.parse(line);
  }
}

/** The records in batches: what is asked of a page costs more than a record. */
export async function* batches(size) {
  let batch = [];
  for await (const record of records()) {
    batch.push(record);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) {
    yield batch;
  }
}
