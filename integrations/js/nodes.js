// The nodes of a tree.

/**
 * A node. `type` is `Document`, `Fragment`, `DocumentType`, `Element`, `Text`, `Comment` or `ProcessingInstruction`; the other
 * members depend on it. Siblings are linked, so that a node moves at the same price wherever it is.
 */
export class TreeNode {
  parent = null;
  previous = null;
  next = null;
  first = null;
  last = null;

  constructor(type, members = {}) {
    this.type = type;
    Object.assign(this, members);
  }

  /** The children, in order. */
  get children() {
    const all = [];
    for (let child = this.first; child !== null; child = child.next) {
      all.push(child);
    }
    return all;
  }

  /** Removes the node from its parent, if it has one. */
  detach() {
    const { parent, previous, next } = this;
    if (parent === null) {
      return;
    }
    if (previous === null) {
      parent.first = next;
    } else {
      previous.next = next;
    }
    if (next === null) {
      parent.last = previous;
    } else {
      next.previous = previous;
    }
    [this.parent, this.previous, this.next] = [null, null, null];
  }

  /** Inserts a node before a child, or as the last child, from wherever it was. */
  insert(node, before = null) {
    node.detach();
    const previous = before === null ? this.last : before.previous;
    [node.parent, node.previous, node.next] = [this, previous, before];
    if (previous === null) {
      this.first = node;
    } else {
      previous.next = node;
    }
    if (before === null) {
      this.last = node;
    } else {
      before.previous = node;
    }
  }
}

/** The context of a fragment with its ancestors, from the inside out; `parentOf` gives the parent of one, if it has one. */
export function withAncestors(context, parentOf) {
  const found = new Set();
  for (let node = context; node; node = parentOf(node)) {
    if (found.has(node)) {
      throw new TypeError("the context of a fragment is an ancestor of itself");
    }
    found.add(node);
  }
  return [...found];
}
