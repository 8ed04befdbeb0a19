// Where two trees in the form of parse5's default tree adapter differ.

import { isDeepStrictEqual } from "node:util";

/** The nodes of two trees side by side, with the path of each, as far as both have the same children. */
function* pairs(ours, theirs) {
  const rest = [{ ours, theirs, path: [] }];
  while (rest.length > 0) {
    const pair = rest.pop();
    yield pair;
    const path = [...pair.path, pair.ours];
    if (pair.ours.content && pair.theirs.content) {
      rest.push({ ours: pair.ours.content, theirs: pair.theirs.content, path });
    }
    const children = pair.theirs.childNodes ?? [];
    (pair.ours.childNodes ?? []).slice(0, children.length).forEach((child, at) => {
      rest.push({ ours: child, theirs: children[at], path });
    });
  }
}

/** A node without its relatives and its place, as text. */
function shown(node) {
  const { childNodes, parentNode, content, sourceCodeLocation, ...members } = node;
  const children = childNodes === undefined ? null : childNodes.length;
  return JSON.stringify([Object.entries(members).sort(), children, content !== undefined, parentNode?.nodeName]);
}

/** The first pair of nodes that are not alike, places aside; null if there is none. */
export function unlike(ours, theirs) {
  for (const pair of pairs(ours, theirs)) {
    if (shown(pair.ours) !== shown(pair.theirs)) {
      return [shown(pair.ours), shown(pair.theirs)];
    }
  }
  return null;
}

/**
 * The places that differ: the node, its ancestors, which place of it (`whole`, `startTag`, `endTag`, or the place of an attribute),
 * and both places, whose `attrs` and tags are compared apart.
 */
export function* differingPlaces(ours, theirs) {
  for (const pair of pairs(ours, theirs)) {
    const [own, other] = [pair.ours, pair.theirs].map(({ sourceCodeLocation }) => sourceCodeLocation);
    if ((own === null) !== (other === null) || (own === undefined) !== (other === undefined)) {
      yield { node: pair.ours, path: pair.path, member: "whole", ours: own, theirs: other };
      continue;
    }
    if (!own) {
      continue;
    }
    const [members, others] = [placesOf(own), placesOf(other)];
    for (const member of new Set([...Object.keys(members), ...Object.keys(others)])) {
      const [one, two] = [members[member], others[member]];
      if (!isDeepStrictEqual(one, two)) {
        yield { node: pair.ours, path: pair.path, member, ours: one, theirs: two, wholes: [own, other] };
      }
    }
  }
}

/** All places in the place of a node, by name. */
function placesOf({ startTag, endTag, ...rest }) {
  const all = [["whole", rest], ["startTag", startTag], ["endTag", endTag]].filter(([, place]) => place !== undefined);
  return Object.fromEntries(all.flatMap(([name, { attrs, ...place }]) => [
    [name, place],
    ...Object.entries(attrs ?? {}).map(([attribute, at]) => [`${name} ${attribute}`, at]),
  ]));
}
