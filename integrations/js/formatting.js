// The list of active formatting elements.

import { typeOf } from "./expressions.js";
import { Ordered } from "./ordered.js";

const MARKER = "marker";

/** Elements and markers, and between them the positions that the rules note. A position is no entry for anything else. */
export class Formatting {
  #list = new Ordered();
  #positions = [];

  /** The last element or marker; null if there is none. */
  get lastEntry() {
    return this.#visible(this.#list.last, "before");
  }

  /** The last entry; in an empty list, a marker, as the beginning of the list ends a search like one. */
  get lastEntryOrMarker() {
    return this.lastEntry ?? { type: MARKER };
  }

  /** All elements and markers, in order. */
  get entries() {
    return [...this.#list].filter((item) => !this.#positions.includes(item));
  }

  has(entry) {
    return this.#list.has(entry);
  }

  isMarker(entry) {
    return entry?.type === MARKER;
  }

  isFirst(entry) {
    return this.has(entry) && this.#visible(this.#list.before(entry), "before") === null;
  }

  before(entry) {
    return this.#next(entry, "before");
  }

  after(entry) {
    return this.#next(entry, "after");
  }

  /** The last element of a type after the last marker; null if there is none. */
  last(type) {
    return this.#afterMarker(this.#list.lastOf(type));
  }

  /** The elements after the last marker, in order. */
  afterMarker() {
    const entries = this.entries;
    return entries.slice(entries.findLastIndex((entry) => this.isMarker(entry)) + 1);
  }

  hasAlreadyLike(element, number) {
    return number === 0 || this.#afterMarker(this.#list.lastOf(likeness(element), number)) !== null;
  }

  earliestLike(element) {
    return this.#list.firstOfAfter(likeness(element), this.#list.lastOf(MARKER));
  }

  addMarker() {
    this.#list.push({ type: MARKER }, [MARKER]);
  }

  add(element) {
    this.#list.push(element, groupsOf(element));
  }

  /** Removes an entry, if it is in the list. */
  remove(entry) {
    if (this.#list.has(entry)) {
      this.#list.remove(entry);
    }
  }

  replace(old, element) {
    this.#list.replace(old, element, groupsOf(element));
  }

  positionBefore(element) {
    return this.#noted((position) => this.#list.insertBefore(position, [], element));
  }

  positionAfter(element) {
    return this.#noted((position) => this.#list.insertAfter(position, [], element));
  }

  /** Inserts an element at a position. */
  insert(element, position) {
    this.#list.insertBefore(element, groupsOf(element), position);
  }

  /** Forgets all positions. */
  forget() {
    this.#positions.forEach((position) => this.#list.remove(position));
    this.#positions = [];
  }

  #noted(insert) {
    const position = {};
    insert(position);
    this.#positions.push(position);
    return position;
  }

  /** An item, or the first one before or after it that is no position. */
  #visible(item, direction) {
    let found = item;
    while (found !== null && this.#positions.includes(found)) {
      found = this.#list[direction](found);
    }
    return found;
  }

  #next(entry, direction) {
    const found = this.#visible(this.#list[direction](entry), direction);
    if (found === null) {
      throw new Error("there is no such entry in the list");
    }
    return found;
  }

  #afterMarker(element) {
    const marker = this.#list.lastOf(MARKER);
    return element !== null && (marker === null || this.#list.isAfter(element, marker)) ? element : null;
  }
}

function groupsOf(element) {
  return [typeOf(element), likeness(element)];
}

/** What elements share that are alike: the type, and the attributes of the tag in any order. */
function likeness({ namespace, name, tag }) {
  const attributes = tag.attributes.map((one) => [one.namespace, one.prefix, one.name, one.value].map(String));
  return JSON.stringify([namespace, name, ...attributes.sort()]);
}
