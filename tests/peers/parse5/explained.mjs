// Why parse5 differs: each explanation is accepted only if it accounts for the whole difference.

export const EXPLANATIONS = [
  ["spans: a comment or DOCTYPE that the end of the file cuts off ends one behind the end", endOfFile],
  ["spans: markup without a token, `</>`, `<![CDATA[` and `]]>`, counts to the text next to it", silentMarkup],
  ["places of errors: the line end behind a `&` that begins no reference counts twice", lineCountedTwice],
  ["error codes: unknown-named-character-reference is not reported in attribute values", unknownInValue],
];

/** Pairs of spans that differ; null if the difference is in something else. */
function differingSpans({ on, us, peer }) {
  if (on !== "spans") {
    return null;
  }
  const pairs = us.map((token, i) => ({ token, kind: token[0], ours: token[1], theirs: peer[i][1], rest: [token.slice(2), peer[i].slice(2)] }));
  if (pairs.some(({ rest: [a, b] }) => JSON.stringify(a) !== JSON.stringify(b))) {
    return null;
  }
  return pairs.filter(({ ours, theirs }) => ours[0] !== theirs[0] || ours[1] !== theirs[1]);
}

function isCutOff(record, { kind, ours, theirs }) {
  const end = record.document.length;
  return (kind === "comment" || kind === "doctype") && ours[0] === theirs[0] && ours[1] === end && theirs[1] === end + 1;
}

function hasSilentMarkup(record, { kind, ours, theirs }) {
  const before = record.document.slice(theirs[0], ours[0]);
  const behind = record.document.slice(ours[1], theirs[1]);
  const silent = /^(<\/>|<!\[CDATA\[|\]\]>)*$/;
  return kind === "text" && theirs[0] <= ours[0] && ours[1] <= theirs[1] && silent.test(before) && silent.test(behind);
}

function endOfFile(record, found) {
  return differingSpans(found)?.every((pair) => isCutOff(record, pair)) ?? false;
}

function silentMarkup(record, found) {
  return differingSpans(found)?.every((pair) => isCutOff(record, pair) || hasSilentMarkup(record, pair)) ?? false;
}

/** An error of the lists in `found`: `OFFSET CODE LINE:COLUMN`. */
function parsed(error) {
  const [, offset, code, line, column] = /^ *([0-9]+) ([a-z-]+) ([0-9]+):([0-9]+)$/.exec(error);
  return { offset: Number(offset), code, line: Number(line), column: Number(column) };
}

function lineCountedTwice(record, { on, us, peer }) {
  const accountsFor = (ours, theirs) => {
    const twice = record.document.slice(0, ours.offset).match(/&[\r\n]/g)?.length ?? 0;
    const same = ours.offset === theirs.offset && ours.code === theirs.code && ours.column === theirs.column;
    return same && ours.line < theirs.line && theirs.line <= ours.line + twice;
  };
  return on === "places of errors" && us.length === peer.length && us.every((error, i) => accountsFor(parsed(error), parsed(peer[i])));
}

function unknownInValue(record, { on, us, peer }) {
  const text = record.tokens.filter(({ kind }) => kind === "text");
  const isInValue = ({ code, offset }) =>
    code === "unknown-named-character-reference" &&
    record.document[offset] === ";" &&
    text.every(({ span: [start, end] }) => offset < start || end <= offset);
  return on === "error codes" && peer.length === 0 && us.every((error) => isInValue(parsed(error)));
}
