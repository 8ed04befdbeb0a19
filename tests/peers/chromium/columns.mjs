// Compares the columns of the crawl package with what its definitions of text, links and titles give on Chromium's trees.
//
// Reads what `columns.py` writes. The definitions are said again here, over a DOM: the documentation of the crate `tokenwright-arrow`
// has them in words. Prints the shortest documents of each column that differ. Exit status 1 if a link or a title differs, or
// one text in a hundred.
//
// CHROMIUM names the browser; /usr/bin/chromium otherwise. SHOWN is how many documents are printed for each column, 3 otherwise.

import { batches } from "../records.mjs";
import { browser } from "./browser.mjs";

const BATCH = 1000;
const SHOWN = Number(process.env.SHOWN ?? 3);

/** The columns of documents. Runs in the browser. */
function columnsOf(records) {
  const HTML = "http://www.w3.org/1999/xhtml";
  const set = (names) => new Set(names.split(" "));
  const BLOCKS = set(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form " +
      "h1 h2 h3 h4 h5 h6 head header hgroup html legend li listing main menu nav ol optgroup option p plaintext pre search section " +
      "select summary table tbody tfoot thead tr ul xmp br hr",
  );
  const PREFORMATTED = set("listing plaintext pre textarea xmp");
  const HIDDEN = set("script style title template iframe noembed noframes audio canvas datalist object video");
  const VOID = set("area base basefont bgsound br col embed frame hr image img input keygen link meta param source track wbr");
  const RANKS = ["", " ", "\t", "\n"];

  const before = (name) => (BLOCKS.has(name) ? "\n" : name === "td" || name === "th" ? "\t" : name === "textarea" ? " " : "");
  const after = (name) => (name === "td" || name === "th" ? "" : before(name));
  const hides = (element, name) =>
    HIDDEN.has(name) ||
    (!VOID.has(name) && element.hasAttribute("hidden")) ||
    (name === "dialog" && !element.hasAttribute("open"));

  const textOf = (root) => {
    let text = "";
    let separator = "";
    const separate = (by) => {
      separator = RANKS.indexOf(by) > RANKS.indexOf(separator) ? by : separator;
    };
    const put = (part) => {
      text += (text === "" ? "" : separator) + part;
      separator = "";
    };
    const walk = (node, keeps) => {
      if (node.nodeType === Node.TEXT_NODE) {
        if (keeps) {
          if (node.data !== "") {
            put(node.data);
          }
          return;
        }
        for (const part of node.data.match(/[ \t\n\f\r]+|[^ \t\n\f\r]+/g) ?? []) {
          if (/^[ \t\n\f\r]/.test(part)) {
            separate(" ");
          } else {
            put(part);
          }
        }
      } else if (node.nodeType === Node.ELEMENT_NODE) {
        const name = node.localName;
        separate(before(name));
        if (!hides(node, name)) {
          node.childNodes.forEach((child) => walk(child, keeps || PREFORMATTED.has(name)));
        }
        separate(after(name));
      } else {
        node.childNodes.forEach((child) => walk(child, keeps));
      }
    };
    walk(root, false);
    return text.replace(/[ \t\n\f\r]+$/, "");
  };

  const elements = (root) =>
    [...root.querySelectorAll("*")].flatMap((element) => [
      element,
      ...(element instanceof HTMLTemplateElement ? elements(element.content) : []),
    ]);

  return records.map(({ html, page }) => {
    const document = new DOMParser().parseFromString(html, "text/html");
    const own = (name) => [...document.querySelectorAll(name)].filter((element) => element.namespaceURI === HTML);
    const base = own("base").find((element) => element.hasAttribute("href"));
    const resolve = (href, against) => (URL.canParse(href, against) ? new URL(href, against).href : null);
    const from = base === undefined ? page : (resolve(base.getAttribute("href"), page) ?? page);
    const hrefs = elements(document)
      .filter((element) => ["a", "area"].includes(element.localName))
      .map((element) => element.getAttribute("href"))
      .filter((href) => href !== null);
    // Each start tag has a number in its address: copies count once, and the order is that of the page.
    const once = [...new Set(hrefs)].sort((one, other) => Number(one.match(/\d+/)) - Number(other.match(/\d+/)));
    const title = own("title")[0];
    const words = [...(title?.childNodes ?? [])].map((node) => node.data ?? "").join("");
    return {
      text: textOf(document),
      title: title === undefined ? null : words.replace(/[ \t\n\f\r]+/g, " ").replace(/^ | $/g, ""),
      links: once.map((href) => resolve(href, from)),
    };
  });
}

const page = await browser.newPage();
const differing = { text: [], title: [], links: [] };
const compared = { text: 0, title: 0, links: 0 };
let documents = 0;

async function compare(records) {
  const found = await page.evaluate(columnsOf, records);
  for (const [at, ours] of records.entries()) {
    documents += 1;
    compared.text += ours.text !== "";
    compared.title += ours.title !== null;
    compared.links += ours.links.length;
    for (const column of Object.keys(differing)) {
      const [one, other] = [ours[column], found[at][column]].map((value) => JSON.stringify(value));
      if (one !== other) {
        differing[column].push({ html: ours.html, ours: one, theirs: other });
      }
    }
  }
}

for await (const batch of batches(BATCH)) {
  await compare(batch);
}
console.log(`Chromium ${browser.version()}`);
await browser.close();

for (const [column, list] of Object.entries(differing)) {
  list.sort((one, other) => one.html.length - other.html.length);
  for (const { html, ours, theirs } of list.slice(0, SHOWN)) {
    console.log(`${column}: ${JSON.stringify(html)}\n  ours ${ours}\n  Chromium ${theirs}`);
  }
}
const share = ((100 * differing.text.length) / documents).toFixed(2);
console.log(`${documents} documents: ${compared.text} with text, ${compared.title} with a title, ${compared.links} links`);
console.log(`texts that differ: ${differing.text.length} (${share} %)`);
console.log(`titles that differ: ${differing.title.length}`);
console.log(`documents whose links differ: ${differing.links.length}`);
const isEnough = compared.text > documents / 2 && compared.title > documents / 10 && compared.links > documents / 4;
const isSame = differing.links.length === 0 && differing.title.length === 0 && differing.text.length * 100 < documents;
process.exitCode = isEnough && isSame ? 0 : 1;
