// The ordered list against an array that is searched.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Ordered } from "../ordered.js";
import { numbers } from "./suite.js";

const GROUPS = ["a", "b", "c"];

function compare(list, model) {
  assert.deepEqual([...list], model);
  assert.equal(list.size, model.length);
  assert.equal(list.first, model[0] ?? null);
  assert.equal(list.last, model.at(-1) ?? null);
  for (const [index, item] of model.entries()) {
    assert.ok(list.has(item));
    assert.equal(list.before(item), model[index - 1] ?? null);
    assert.equal(list.after(item), model[index + 1] ?? null);
  }
  for (const group of GROUPS) {
    const members = model.filter(({ groups }) => groups.includes(group));
    assert.equal(list.count(group), members.length);
    assert.equal(list.lastOf(group), members.at(-1) ?? null);
    assert.equal(list.lastOf(group, 3), members.at(-3) ?? null);
    assert.equal(list.firstOfAfter(group, null), members[0] ?? null);
    for (const [index, item] of model.entries()) {
      assert.equal(list.lastOfUpTo(group, item), model.slice(0, index + 1).findLast(({ groups }) => groups.includes(group)) ?? null);
    }
  }
}

test("an ordered list is an array", () => {
  const random = numbers(1);
  for (let round = 0; round < 50; round += 1) {
    const [list, model] = [new Ordered(), []];
    for (let step = 0; step < 60; step += 1) {
      const item = { groups: GROUPS.filter(() => random(2) === 0) };
      const at = random(model.length + 1);
      const other = model[at];
      if (other === undefined) {
        list.push(item, item.groups);
        model.push(item);
      } else {
        [
          () => { list.insertAfter(item, item.groups, other); model.splice(at + 1, 0, item); },
          () => { list.insertBefore(item, item.groups, other); model.splice(at, 0, item); },
          () => { list.remove(other); model.splice(at, 1); },
          () => { list.replace(other, item, item.groups); model.splice(at, 1, item); },
        ][random(4)]();
      }
      compare(list, model);
    }
    for (const [index, item] of model.entries()) {
      const later = model.findIndex(({ groups }, at) => at > index && groups.includes("a"));
      assert.equal(list.firstOfAfter("a", item), model[later] ?? null);
      assert.ok(model.every((other, at) => list.isAfter(other, item) === at > index));
    }
  }
});

test("an ordered list gives ranks anew when no number is left between two", () => {
  const list = new Ordered();
  const [first, last] = [{}, {}];
  list.push(first, ["a"]);
  list.push(last, ["a"]);
  const inserted = Array.from({ length: 5000 }, () => ({}));
  inserted.forEach((item) => list.insertAfter(item, ["a"], first));
  assert.deepEqual([...list], [first, ...inserted.reverse(), last]);
  assert.equal(list.firstOfAfter("a", first), inserted[0]);
  assert.ok(list.isAfter(last, inserted.at(-1)));
});

test("what is not in the list is refused", () => {
  const list = new Ordered();
  const item = {};
  assert.throws(() => list.remove(item), /not in the list/);
  list.push(item, []);
  assert.throws(() => list.push(item, []), /is in the list/);
});
