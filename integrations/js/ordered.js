// A list that finds its members by what they are: the stack of open elements, and the list of active formatting elements.

/**
 * Items in order. Each belongs to groups, such as those of a type of element. The last item of a group, and which of two items
 * is before the other, are found without a search, because a scope is asked for at almost every tag and a stack may be deep.
 * Every item has a rank, a number that grows along the list. A new rank between two others halves their distance; when no number
 * is left there, all are given anew.
 */
export class Ordered {
  #entries = new Map();
  /** The entries of each group, in order. */
  #groups = new Map();
  #first = null;
  #last = null;

  get size() {
    return this.#entries.size;
  }

  /** The first item; null if there is none. */
  get first() {
    return this.#first?.item ?? null;
  }

  /** The last item; null if there is none. */
  get last() {
    return this.#last?.item ?? null;
  }

  /** All items, in order. */
  *[Symbol.iterator]() {
    for (let entry = this.#first; entry !== null; entry = entry.next) {
      yield entry.item;
    }
  }

  has(item) {
    return this.#entries.has(item);
  }

  /** The item before one in the list; null if it is the first. */
  before(item) {
    return this.#entry(item).previous?.item ?? null;
  }

  /** The item after one in the list; null if it is the last. */
  after(item) {
    return this.#entry(item).next?.item ?? null;
  }

  /** Whether an item in the list is after another one. */
  isAfter(item, other) {
    return this.#entry(item).rank > this.#entry(other).rank;
  }

  /** The number of items in a group. */
  count(group) {
    return this.#groups.get(group)?.length ?? 0;
  }

  /** An item of a group, counted from the last, which is 1; null if the group has fewer. */
  lastOf(group, number = 1) {
    return this.#groups.get(group)?.at(-number)?.item ?? null;
  }

  /** The last item of a group that is an item or before it; null if there is none. */
  lastOfUpTo(group, item) {
    const members = this.#groups.get(group) ?? [];
    const { rank } = this.#entry(item);
    const at = place(members, rank);
    return (members[at]?.rank === rank ? members[at] : members[at - 1])?.item ?? null;
  }

  /** The first item of a group that is after an item, or the first of all if that is null; null if there is none. */
  firstOfAfter(group, item) {
    const members = this.#groups.get(group) ?? [];
    const rank = item === null ? 0 : this.#entry(item).rank;
    const at = place(members, rank);
    return members[members[at]?.rank === rank ? at + 1 : at]?.item ?? null;
  }

  /** Adds an item to the end. */
  push(item, groups) {
    this.#insert(item, groups, this.#last, null);
  }

  /** Inserts an item immediately after one in the list. */
  insertAfter(item, groups, other) {
    const entry = this.#entry(other);
    this.#insert(item, groups, entry, entry.next);
  }

  /** Inserts an item immediately before one in the list. */
  insertBefore(item, groups, other) {
    const entry = this.#entry(other);
    this.#insert(item, groups, entry.previous, entry);
  }

  /** Removes an item in the list. */
  remove(item) {
    const entry = this.#entry(item);
    const { previous, next } = entry;
    for (const group of entry.groups) {
      const members = this.#groups.get(group);
      if (members.at(-1) === entry) {
        members.pop();
      } else {
        members.splice(place(members, entry.rank), 1);
      }
    }
    this.#entries.delete(item);
    this.#link(previous, next);
  }

  /** Puts an item in the place of one in the list. */
  replace(old, item, groups) {
    this.insertAfter(item, groups, old);
    this.remove(old);
  }

  #entry(item) {
    const entry = this.#entries.get(item);
    if (entry === undefined) {
      throw new Error("the item is not in the list");
    }
    return entry;
  }

  #insert(item, groups, previous, next) {
    if (this.#entries.has(item)) {
      throw new Error("the item is in the list");
    }
    const entry = { item, groups, rank: this.#rank(previous, next), previous: null, next: null };
    this.#entries.set(item, entry);
    this.#link(previous, entry);
    this.#link(entry, next);
    for (const group of groups) {
      const members = this.#groups.get(group);
      if (members === undefined) {
        this.#groups.set(group, [entry]);
      } else if (next === null) {
        members.push(entry);
      } else {
        members.splice(place(members, entry.rank), 0, entry);
      }
    }
  }

  #link(previous, next) {
    if (previous === null) {
      this.#first = next;
    } else {
      previous.next = next;
    }
    if (next === null) {
      this.#last = previous;
    } else {
      next.previous = previous;
    }
  }

  /** A rank between two neighbours. */
  #rank(previous, next) {
    if (next === null) {
      return (previous?.rank ?? 0) + 1;
    }
    const middle = () => ((previous?.rank ?? 0) + next.rank) / 2;
    if (middle() <= (previous?.rank ?? 0) || middle() >= next.rank) {
      let rank = 1;
      for (let entry = this.#first; entry !== null; entry = entry.next) {
        entry.rank = rank;
        rank += 1;
      }
    }
    return middle();
  }
}

/** The index of the first entry whose rank is not less than one. */
function place(entries, rank) {
  let [from, to] = [0, entries.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    [from, to] = entries[middle].rank < rank ? [middle + 1, to] : [from, middle];
  }
  return from;
}
