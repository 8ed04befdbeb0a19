// What parse5 8.1.1 does otherwise with places: each explanation accepts a difference only if it accounts for the whole of it.
// A difference is one of `differingPlaces`; `document` is the input.

/** Whether two places begin alike, and theirs ends at an offset. */
function endsAt({ ours, theirs }, offset) {
  return ours?.startOffset === theirs?.startOffset && theirs?.endOffset === offset;
}

function isElement({ node, member }) {
  return member === "whole" && node.tagName !== undefined;
}

/** Markup without a token at the beginning of a text. */
const SILENT = /^(<\/>|<!\[CDATA\[|\]\]>)+/;

/** What is between the places where ours and theirs begin: each explains a beginning that is not ours. */
const TEXT_STARTS = [
  {
    why: "a text begins at the last character of its first reference",
    explains: (ours, theirs, document) => isReference(document.slice(ours.startOffset, theirs.startOffset + 1)),
  },
  {
    why: "markup without a token, `</>` and `<![CDATA[`, counts to the text behind it",
    explains: (ours, theirs, document) =>
      document.slice(theirs.startOffset, ours.startOffset).replace(SILENT, "") === "",
  },
  {
    why: "the line feed that is ignored after a start tag counts to the text behind it",
    explains: (ours, theirs, document) => /^(\r\n?|\n|&#(10|x0?a);?)$/i.test(document.slice(theirs.startOffset, ours.startOffset)),
  },
];

/** The same of the ends. */
const TEXT_ENDS = [
  {
    why: "markup without a token, `</>` and `]]>`, counts to the text in front of it",
    explains: (ours, theirs, document) =>
      document.slice(ours.endOffset, theirs.endOffset).replace(SILENT, "") === "" ||
      isInEnd(document, ours.endOffset, theirs.endOffset),
  },
  {
    why: "a text in front of a reference that is in another node contains it",
    explains: (ours, theirs, document) =>
      isReference(document.slice(ours.endOffset, theirs.endOffset).replace(SILENT, "")),
  },
];

function isReference(text) {
  return /^&(#x?[0-9a-f]+|[a-z][a-z0-9]*);?$/i.test(text);
}

/** Whether one offset is in the `]]>` that ends at another: we place a `]` where the next ones show that it is text. */
function isInEnd(document, offset, end) {
  return end - 3 < offset && offset < end && document.slice(0, end).endsWith("]]>");
}

/** Why a text is elsewhere; null if nothing says it. */
function ofText({ ours, theirs }, document) {
  const reasons = [];
  for (const [member, all] of [["startOffset", TEXT_STARTS], ["endOffset", TEXT_ENDS]]) {
    if (ours[member] !== theirs[member]) {
      const found = all.find(({ explains }) => explains(ours, theirs, document));
      if (found === undefined) {
        return null;
      }
      reasons.push(found.why);
    }
  }
  return reasons.length > 0 ? reasons : null;
}

const OTHERS = [
  {
    why: "a comment or DOCTYPE that the end of the file cuts off ends one behind the end",
    explains: (found, document) =>
      found.node.nodeName.startsWith("#") && endsAt(found, document.length + 1) && found.ours.endOffset === document.length,
  },
  {
    why: "an element that a character or the end of the file closes has the last tag as its end tag, if that has its name",
    explains: ({ node, member, ours, theirs, wholes: [own, other] }, document) =>
      node.tagName !== undefined && own.endTag === undefined && other.endTag !== undefined &&
      document.slice(other.endTag.startOffset + 2).startsWith(node.tagName) &&
      (member.startsWith("endTag") ? ours === undefined
        : endsAt({ ours, theirs }, other.endTag.endOffset) && theirs.endOffset <= ours.endOffset),
  },
  {
    why: "an element that a character or the end of the file closes ends where the last tag began, even its own",
    explains: (found, document) =>
      isElement(found) && endsAt(found, found.theirs.endOffset) && found.theirs.endOffset <= found.ours.endOffset &&
      document[found.theirs.endOffset] === "<" && found.wholes.every(({ endTag }) => endTag === undefined),
  },
  {
    why: "a body or frameset does not end if html has no tag",
    explains: (found, document) =>
      isElement(found) && endsAt(found, found.wholes[1].startTag.endOffset) && found.ours.endOffset === document.length &&
      ["body", "frameset"].includes(found.node.tagName) && found.path.at(-1).sourceCodeLocation === null,
  },
  {
    why: "html has no end tag in a document with a frameset",
    explains: ({ node, member, ours, theirs, wholes }, document) =>
      node.tagName === "html" && node.childNodes.some(({ tagName }) => tagName === "frameset") &&
      wholes[0].endTag !== undefined && wholes[1].endTag === undefined &&
      (member === "endTag" ? theirs === undefined : member === "whole" && endsAt({ ours, theirs }, document.length)),
  },
];

/** All reasons. */
export const REASONS = [...TEXT_STARTS, ...TEXT_ENDS, ...OTHERS].map(({ why }) => why);

/** Why a difference is one, which may have two reasons; null if nothing says it. */
export function explanation(found, document) {
  const { node, theirs } = found;
  if (theirs && !hasRightLines(theirs, document)) {
    return null;
  }
  if (node.nodeName === "#text") {
    return ofText(found, document);
  }
  const other = OTHERS.find(({ explains }) => explains(found, document));
  return other === undefined ? null : [other.why];
}

/** Whether the lines and columns of a place are those of its offsets. The end of the file may be one behind the end. */
function hasRightLines({ startLine, startCol, startOffset, endLine, endCol, endOffset }, document) {
  const isAt = (line, col, offset) => {
    const lines = document.slice(0, offset).split(/\r\n?|\n/);
    return line === lines.length && col === lines.at(-1).length + 1 + Math.max(0, offset - document.length);
  };
  return isAt(startLine, startCol, startOffset) && isAt(endLine, endCol, endOffset);
}

const TABLE = /<(table|caption|colgroup|col|tbody|tfoot|thead|tr|td|th)\b/;

/**
 * Where parse5 has other trees than the standard of 2026, and a document that shows it: `tests/peers/parse5/trees.toml` has most of
 * them in full. `concerns` says of which cases this may be so; random ones leave them out. `isNew` is what 2020 does not have.
 */
export const DEVIATIONS = [
  {
    why: "13.2.6.4: select elements have no insertion mode, and can contain any element",
    document: "<select><p>x",
    isNew: true,
    concerns: ({ document, context }) => /<select/.test(document) || context?.name === "select",
  },
  {
    why: "13.2.4.2: search is in the special category",
    document: "<sub><search></sub>x",
    isNew: true,
    concerns: ({ document, context }) => /<search/.test(document) || context?.name === "search",
  },
  {
    why: "13.2.5.72: there are processing instructions",
    document: "<?a?>",
    isNew: true,
    concerns: ({ document }) => document.includes("<?"),
  },
  {
    why: "13.2.4.2: template ends table scope; 13.2.6.4.9: a character is pending if the current node is a template element, too",
    document: "<table><b><template><tbody><th></table>x",
    concerns: ({ document, context }) =>
      (/<template/.test(document) || context?.name === "template") && TABLE.test(document + (context === null ? "" : `<${context.name}>`)),
  },
  {
    why: "13.2.6.4.14, an end tag tbody, tfoot or thead: both elements have to be in table scope",
    document: "<tr><b></tbody>x",
    context: { name: "tbody" },
    concerns: ({ document, context }) => context !== null && /<\/(tbody|tfoot|thead)/.test(document),
  },
  {
    why: "13.4: the contents of noscript are text only if scripting is enabled",
    document: "<b>",
    context: { name: "noscript" },
    scriptingEnabled: false,
    concerns: ({ context, scriptingEnabled }) => context?.name === "noscript" && !scriptingEnabled,
  },
];
