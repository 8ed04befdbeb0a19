// Questions about entries that are not in the list of active formatting elements.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Formatting } from "../formatting.js";

const element = (name) => ({ namespace: "HTML", name, tag: { attributes: [] } });

test("an element that is not in the list is not its first entry", () => {
  const list = new Formatting();
  const [first, second] = [element("b"), element("i")];
  assert.equal(list.isFirst(first), false);
  list.add(first);
  list.positionBefore(first);
  assert.equal(list.isFirst(first), true);
  assert.equal(list.isFirst(second), false);
  list.add(second);
  assert.equal(list.isFirst(second), false);
  list.remove(first);
  assert.equal(list.isFirst(first), false);
  assert.equal(list.isFirst(second), true);
});
