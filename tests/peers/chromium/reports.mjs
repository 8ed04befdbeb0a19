// Reproduces the reports on Chromium in docs/peers-beyond-rust.md. Exit status 1 if Chromium does not do what one says.
//
// CHROMIUM names the browser; /usr/bin/chromium otherwise.

import assert from "node:assert/strict";
import { reproduceReports } from "../reports.mjs";
import { browser } from "./browser.mjs";

const page = await browser.newPage();

/** The body that each way of parsing makes of a text, as text and as elements with their attributes. */
function parse(html) {
  const inner = (element) => Object.assign(element, { innerHTML: html });
  const appended = document.createElement("div");
  appended.insertAdjacentHTML("beforeend", html);
  const written = document.implementation.createHTMLDocument("");
  written.open();
  written.write(html);
  written.close();
  const roots = {
    innerHTML: inner(document.createElement("div")),
    insertAdjacentHTML: appended,
    DOMParser: new DOMParser().parseFromString(html, "text/html").body,
    "innerHTML of a template": inner(document.createElement("template")).content,
    createContextualFragment: document.createRange().createContextualFragment(html),
    "document.write": written.body,
  };
  const attributes = (root) => [...root.querySelectorAll("*")].map((element) => element.getAttributeNames());
  return Object.fromEntries(Object.entries(roots).map(([way, root]) => [way, { text: root.textContent, attributes: attributes(root) }]));
}

/** What each way of parsing makes of a text; `part` chooses what to look at. */
async function by(html, part) {
  const parsed = await page.evaluate(parse, html);
  return Object.fromEntries(Object.entries(parsed).map(([way, body]) => [way, part(body)]));
}

/** The text of a document that is loaded as a page. */
async function loaded(html) {
  const opened = await browser.newPage();
  await opened.goto(`data:text/html,${encodeURIComponent(`<!doctype html><body>${html}`)}`);
  const text = await opened.evaluate(() => document.body.textContent);
  await opened.close();
  return text;
}

const FAST = ["innerHTML", "insertAdjacentHTML", "DOMParser"];

const reports = {
  async "an LF after a CR in a tag is dropped, and two attributes become one"() {
    const names = await by("<x \ra\nb>", ({ attributes }) => attributes[0]);
    assert.deepEqual([...new Set(Object.values(names).map(String))], ["ab"]);
    const text = await by("</x \r>\nb", ({ text }) => text);
    assert.deepEqual([text.innerHTML, text.DOMParser], ["b", "b"]);
    const right = await by("<x\ra\nb>", ({ attributes }) => attributes[0]);
    assert.deepEqual([right.innerHTML, right.DOMParser], [["a", "b"], ["a", "b"]]);
  },
  async "the fast path reads `&#x;` as U+FFFD"() {
    for (const html of ["&#x;", "&#X;", "a&#x;b", "<b>&#x;</b>"]) {
      const text = html.replace(/<[^>]*>/g, "");
      const found = await by(html, (body) => body.text);
      for (const [way, other] of Object.entries(found)) {
        const expected = FAST.includes(way) ? text.replace(/&#x;/i, "\ufffd") : text;
        assert.equal(other, expected, `${html} by ${way}`);
      }
      assert.equal(await loaded(html), text, `${html} as a page`);
    }
    for (const html of ["&#x", "&#;", "<x>&#x;</x>"]) {
      const text = html.replace(/<[^>]*>/g, "");
      const found = await by(html, (body) => body.text);
      assert.deepEqual([...new Set(Object.values(found))], [text], html);
    }
  },
};

console.log(`Chromium ${browser.version()}`);
await reproduceReports(reports);
await browser.close();
