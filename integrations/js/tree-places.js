// Where nodes are in the input, as parse5 has it in `sourceCodeLocation`. What the rules do to the stack of open elements says
// where an element begins and ends.

import { folded } from "./characters.js";

/** Gives the nodes of a tree a member `location`: null if no tag made the node, absent if only a copy of an element's tag did. */
export class TreePlaces {
  /** The elements that the token has removed from the stack of open elements. */
  #removed = [];
  #token = null;
  #ended = new WeakSet();

  /** An element comes on the stack: it begins with the tag that it was created for. It may come again. */
  pushed(builder, node) {
    if (node.location !== undefined) {
      return;
    }
    const { place } = node.tag;
    node.location = place === null ? null : { ...place, startTag: place };
    if (node.contents !== null) {
      node.contents.location = null;
    }
  }

  /** An element leaves the stack. */
  removed(builder, node) {
    this.#ofToken(builder).push(node);
    if (node.tag.place !== builder.emitted.place) {
      this.#end(node, builder.emitted);
    } else {
      // It is its tag and nothing else.
      this.#ended.add(node);
    }
  }

  /**
   * A row has switched the insertion mode. If it names the end tag, and that removed no such element, it closes one that stays on
   * the stack.
   */
  switched(builder) {
    const { open, emitted, isNamed } = builder;
    if (!isNamed || emitted.kind !== "end-tag" || this.#ofToken(builder).some((node) => isFor(node, emitted))) {
      return;
    }
    const node = open.lastOf(builder.htmlType(emitted.name));
    if (node === null) {
      return;
    }
    this.#end(node, emitted);
    // The end of the root is that of what is in it.
    const inner = node === open.first && open.size > 1 ? open.after(node) : null;
    if (inner?.location && !inner.location.endTag) {
      this.#end(inner, emitted);
    }
  }

  /** A text of the characters from one token to another was added to a Text node. */
  wrote(node, first, last) {
    if (node.location && last !== null) {
      const { endLine, endCol, endOffset } = last;
      Object.assign(node.location, { endLine, endCol, endOffset });
    } else if (first !== null) {
      const { startLine, startCol, startOffset } = first;
      node.location = { ...last, startLine, startCol, startOffset };
    }
  }

  /** A node was made of the token. */
  inserted(builder, node) {
    node.location = builder.emitted.place;
  }

  /** Ends the elements that are open at the end of the input; those of a fragment, even if their tag did not take them off. */
  finish(builder) {
    for (const node of builder.open) {
      if (builder.context !== null || !this.#ended.has(node)) {
        this.#end(node, builder.emitted);
      }
    }
  }

  /** Ends an element with its end tag, or before another token. */
  #end(node, token) {
    if (!node.location) {
      return;
    }
    this.#ended.add(node);
    const { startLine, startCol, startOffset, endLine, endCol, endOffset } = token.place;
    Object.assign(node.location, isFor(node, token)
      ? { endTag: { ...token.place }, endLine, endCol, endOffset }
      : { endLine: startLine, endCol: startCol, endOffset: startOffset });
  }

  #ofToken({ emitted }) {
    if (emitted !== this.#token) {
      this.#token = emitted;
      this.#removed = [];
    }
    return this.#removed;
  }
}

/** Whether a token is the end tag of an element. */
function isFor({ name }, { kind, name: tag }) {
  return kind === "end-tag" && folded(name) === tag;
}
