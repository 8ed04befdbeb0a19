// Random documents of the names that a machine's rows have.

/** The names of tags that the rows of a machine have. */
export function namesOf({ treeConstruction: { modes, foreignContent } }) {
  const rows = [...modes, foreignContent].flatMap((mode) => mode?.rows ?? []);
  return [...new Set(rows.flatMap(({ on }) => on.flatMap(({ names }) => names ?? [])))].sort();
}

const ATTRIBUTES = [
  " a", " a=b", " a='b c'", " a=\"\"", " a = b", " a=b&amp;c", " type=hidden", " xlink:href=x", " a A=1", " color=red", " a=", "/",
  "\n  a\t=\n'\r\nb'", " encoding=text/html", " definitionurl=x", " a=&amp", " a=\"&lt;\"", " \u{1F600}=\u{1F600}",
];
const TEXTS = [
  "x", "x", " ", "\n", "\r\n", " x\ny ", "&amp;", "&lt", "& ", "&#10;", "&#x41;", "<", "</", "\u{1F600}", "é",
  "<!-- c -->", "<!---->", "<!x>", "</ x>", "</>", "<!DOCTYPE html>", "<!DOCTYPE a PUBLIC 'b' \"c\">",
];

/** A document of tags with these names, texts and comments. */
export function documentOf(random, names) {
  const of = (list) => list[random(list.length)];
  const piece = () => {
    switch (random(8)) {
      case 0: case 1: case 2:
        return `<${of(names)}${random(3) === 0 ? of(ATTRIBUTES) : ""}${random(12) === 0 ? of(ATTRIBUTES) : ""}>`;
      case 3: case 4:
        return `</${of(names)}${random(20) === 0 ? of(ATTRIBUTES) : ""}>`;
      default:
        return of(TEXTS);
    }
  };
  return Array.from({ length: 1 + random(14) }, piece).join("");
}
