// Why Chromium differs: each explanation is accepted only if it accounts for the whole difference.

export const EXPLANATIONS = [
  ["the fast path of innerHTML reads `&#x;` as U+FFFD; the standard keeps the text", hexadecimalWithoutDigits],
  ["after a CR in the before attribute name state, the LF behind the attribute's name or the tag is lost", lineFeedLost],
];

function hexadecimalWithoutDigits({ by, ours, theirs }) {
  return by === "innerHTML" && ours.replaceAll(/&#[xX];/g, "\uFFFD") === theirs;
}

function lineFeedLost({ theirs, withoutLineFeed }) {
  return withoutLineFeed === theirs;
}
