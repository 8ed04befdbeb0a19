// The explorer in headless Chromium, opened from the disk.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium as playwright } from "playwright-core";
import { documents } from "../../integrations/js/test/documents.js";
import { expand } from "../../integrations/site/pool.js";
import { IS_COMPLETE, address, chromium, pages, site } from "./site.js";
import { shownErrors, shownTokens } from "./shown.js";

const REVISIONS = [
  "whatwg-2008-03-09", "whatwg-2009-02-07", "w3c-2012", "whatwg-2014-05-23", "whatwg-2020-05-22", "whatwg-2026-07-19",
];
const [OLDER, NEWER] = REVISIONS.slice(-2);
const WITH_TREE = "playground.html#r=1&i=%3Ctable%3E%3Cb%3Ex";
const SAMPLE = [
  "index.html", "compare.html", "playground.html", WITH_TREE, `${NEWER}.html`, `${NEWER}-errors.html`, "whatwg-2008-03-09.html",
  "history.html", `history-${OLDER}-to-${NEWER}.html`,
];
/** The sample at a size: whole where there is least room, and a third of it at each other size. */
const sampleAt = (size) => SAMPLE.filter((_, at) => size === 0 || at % SIZES.length === size);
const SIZES = [{ width: 360, height: 740 }, { width: 1440, height: 900 }, { width: 768, height: 1024 }];

const executablePath = chromium();
const options = { skip: executablePath === null && "Chromium is absent: install it, or set CHROMIUM" };
let built;
let browser;

before(async () => {
  if (executablePath !== null) {
    built = site();
    browser = await playwright.launch({ executablePath, args: ["--no-sandbox"] });
  }
});

after(async () => {
  await browser?.close();
  built?.remove();
});

/** Works on a page, and fails if it complains. */
async function onPage(name, work, settings = {}) {
  const context = await browser.newContext({ viewport: SIZES[1], ...settings });
  const page = await context.newPage();
  // What it writes to the console, and the errors of its scripts.
  const complaints = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) {
      complaints.push(`request of ${request.url()}`);
    }
  });
  await page.goto(name === "about:blank" ? name : address(built.folder, name));
  await work(page);
  await context.close();
  assert.deepEqual(complaints, []);
}

/** A test on a page. */
function pageTest(title, name, work, settings) {
  test(title, options, (context) => onPage(name, (page) => work(page, context), settings));
}

/** Replaces the input of the playground: `fill` does not come back from a text area with a long text. */
function type(page, text) {
  return page.evaluate((text) => {
    const input = document.getElementById("input");
    input.value = text;
    input.dispatchEvent(new Event("input"));
  }, text);
}

/** Waits for the work on an input, and compares the verdict. */
async function judged(page, verdict) {
  await page.locator("#working").waitFor({ state: "hidden" });
  assert.equal(await page.locator("#verdict").innerText(), verdict);
}

for (const [index, size] of SIZES.entries()) {
  for (const colorScheme of IS_COMPLETE ? ["light", "dark"] : [["dark", "light", "dark"][index]]) {
    test(`no page scrolls sideways or breaks a rule of accessibility: ${size.width} px, ${colorScheme}`, options, async () => {
      const axe = readFileSync(join(import.meta.dirname, "node_modules", "axe-core", "axe.min.js"), "utf8");
      for (const name of IS_COMPLETE ? [...pages(built.folder), WITH_TREE] : sampleAt(index)) {
        await onPage(name, async (page) => {
          await page.evaluate(() => document.querySelectorAll("details.near").forEach((details, index) => {
            details.open = index < 3;
          }));
          for (const button of (await page.locator(".about").all()).slice(0, 2)) {
            await button.click();
            await page.locator(".details button").last().waitFor();
          }
          for (const button of (await page.locator(".copy").all()).slice(0, 2)) {
            await button.click();
            await page.locator(".said:not(:empty)").last().waitFor();
          }
          const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(excess <= 0, `${name} is ${excess} px too wide`);
          const graphs = await page.evaluate(() =>
            [...document.querySelectorAll(".graph")].filter((graph) => graph.scrollWidth > graph.clientWidth));
          assert.equal(graphs.length, 0, `${name} has a graph that is too wide`);
          await page.evaluate(axe);
          const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"];
          const run = (values) => axe.run({ preload: false, runOnly: { type: "tag", values } });
          const { violations } = await page.evaluate(run, rules);
          const shown = (nodes) => nodes.slice(0, 3).map(({ html }) => html).join(" ");
          const found = violations.map(({ id, nodes }) => `${id}: ${shown(nodes)}`);
          assert.deepEqual(found, [], name);
        }, { viewport: size, colorScheme });
      }
    });
  }
}

for (const size of SIZES) {
  for (const name of ["playground.html", `${NEWER}.html`, "compare.html"]) {
    pageTest(`every control is reached by keyboard, and seen: ${name}, ${size.width} px`, name, async (page) => {
      const seen = new Set();
      for (let times = 0; times < 30; times += 1) {
        await page.keyboard.press("Tab");
        const found = await page.evaluate(() => {
          const { activeElement: element } = document;
          const { left, top, right, bottom } = element.getBoundingClientRect();
          const style = getComputedStyle(element);
          const number = [...document.querySelectorAll("*")].indexOf(element);
          return {
            number, isBody: element === document.body,
            isSeen: right > 0 && bottom > 0 && left < innerWidth && top < innerHeight && style.outlineStyle !== "none",
            name: element.outerHTML.slice(0, 100),
          };
        });
        assert.ok(found.isBody || found.isSeen, `${name}: ${found.name}`);
        seen.add(found.number);
      }
      assert.ok(seen.size >= 20, `${name}: ${seen.size} controls`);
    }, { viewport: size });
  }
}

for (const name of [`${NEWER}.html`, `playground.html#b=${NEWER}&r=1&i=${encodeURIComponent("<p>x".repeat(100))}`]) {
  pageTest(`a printed page is black on white, whole, without controls: ${name.slice(0, 20)}`, name, async (page) => {
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const found = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body);
      const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length > 0).length;
      const cut = [...document.querySelectorAll("main *")].filter(({ clientHeight, scrollHeight, nodeName }) =>
        nodeName !== "TEXTAREA" && clientHeight > 60 && scrollHeight > clientHeight + 1);
      return {
        colors: [backgroundColor, color], controls: shown(".top, .contents, .about, .stepper, #theme"),
        excess: document.documentElement.scrollWidth - innerWidth, cut: cut.map(({ className }) => className),
      };
    });
    assert.deepEqual(found, { colors: ["rgb(255, 255, 255)", "rgb(0, 0, 0)"], controls: 0, excess: 0, cut: [] }, name);
  }, { viewport: { width: 700, height: 900 }, colorScheme: "dark" });
}

pageTest("the input has a fixed font", "playground.html", async (page) => {
  const widths = await page.evaluate(() => {
    const context = document.createElement("canvas").getContext("2d");
    context.font = getComputedStyle(document.getElementById("input")).font;
    return ["iiii", "WWWW", "<p> "].map((text) => context.measureText(text).width);
  });
  assert.ok(widths.every((width) => width === widths[0]), String(widths));
});

pageTest("a row says since when it is so, what it was, its errors, tests and link", `${NEWER}.html`, async (page) => {
  const details = async (id) => {
    await page.locator(`#${id} .about`).press("Enter");
    const box = page.locator(`#${id} + dd .details`);
    await box.getByRole("button", { name: "Copy link" }).waitFor();
    const heads = await box.locator("dt").allInnerTexts();
    const texts = await box.locator("dd").allInnerTexts();
    return new Map(heads.map((head, index) => [head, texts[index].replace(/\s*\n\s*/g, " | ")]));
  };
  const question = await details("s5r3");
  assert.deepEqual([...question.keys()], ["Since", "2018 to 2020", "2012 to 2014", "2008-03-09 to 2009", "Tests"]);
  assert.equal(question.get("Since"), "2026-06-28");
  assert.match(question.get("2018 to 2020"), /^tag open: U\+003F \(\?\) \| This is an unexpected-question-mark-instead-of-tag-name parse error\. \| Create a comment/);
  assert.match(question.get("2008-03-09 to 2009"), /^tag open: U\+003F \(\?\), if the content model flag is PCDATA \| Parse error\. \| Switch/);
  assert.match(question.get("Tests"), /^\d+ of the \d+ inputs that tests are made from run it, at its simplest <\?$/);
  assert.equal((await details("s45r0")).get("Since"), "2018: 2014 has no such part");
  const other = await details("s5r5");
  assert.equal(other.get("Reports"), "invalid-first-character-of-tag-name: a tag name begins with a character other than an ASCII letter");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const box = page.locator("#s5r5 + dd .details");
  await box.getByRole("button").press("Enter");
  await box.getByText("copied").waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), new RegExp(`${NEWER}\\.html#s5r5$`));
  await page.locator("#s5r5 .about").press("Enter");
  assert.ok(await box.isHidden());
  await page.locator("#s5r3 + dd .details").getByRole("link", { name: "<?" }).click();
  await page.waitForFunction(() => document.getElementById("input")?.value === "<?");
  await page.goto(address(built.folder, `${NEWER}-mode-in-row.html`));
  const row = await details("r3");
  assert.equal(row.get("Since"), "2012");
  assert.match(row.get("2008 to 2009"), /^in row: an end tag whose tag name is one of "tbody", "tfoot", "thead" \| If the stack/);
});

for (const [file, id] of [
  [`${NEWER}-algorithms.html`, "a0"], [`${NEWER}-lists.html`, "special-category"], [`${NEWER}.html`, "data-state"],
  [`${NEWER}-errors.html`, "eof-in-tag"],
]) {
  pageTest(`headings of algorithms, lists, states and errors have a link to copy: ${file}`, file, async (page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const anchors = await page.locator(".anchor").count();
    assert.ok(anchors > 5);
    assert.equal(await page.locator("h2").getByRole("button", { name: /^Copy the link to this / }).count(), anchors);
    await page.locator(`[id="${id}"] > h2`).getByRole("button").press("Enter");
    await page.locator(`[id="${id}"]`).getByText("copied").waitFor();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), new RegExp(`${file}#${id}$`));
  });
}

/** The machine of the newest revision, in which `<?` begins a comment of one's own. */
function ownMachine() {
  const text = readFileSync(join(built.folder, "machines.js"), "utf8");
  const machine = structuredClone(expand(JSON.parse(text.replace(/^var MACHINES = /, "").replace(/;\n$/, ""))).at(-1));
  const row = machine.states.find(({ id }) => id === "tag open").rows.find(({ heading }) => heading === "U+003F (?)");
  row.operations = [{ op: "parse-error", code: "eof-in-tag", at: "current" }, { op: "switch", state: "data" }];
  row.text = [{ depth: 0, text: "This is an eof-in-tag parse error." }, { depth: 0, text: "Switch to the data state." }];
  return JSON.stringify(machine);
}

/** Drops a file on a page. */
async function drop(page, name, text) {
  await page.evaluate(([name, text]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], name));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, [name, text]);
}

const DROPPED = "tables that are dropped are one more revision in the playground and in the comparison";
pageTest(DROPPED, `playground.html#i=${encodeURIComponent("<?a>b")}`, async (page) => {
  const own = ownMachine();
  await drop(page, "mine.json", own);
  await page.waitForURL(new RegExp(`&b=${NEWER}-2&`));
  assert.equal(await page.locator("#verdict").innerText(), "Different tokens and errors.");
  const cells = await page.locator(".pane").nth(1).locator(".list td").allInnerTexts();
  assert.deepEqual(cells, ["\"a>b\"", "2–5", "eof-in-tag", "1:2"]);
  // In the worker, too, and against the revision that it was made from.
  await page.locator(".pane select").first().selectOption(NEWER);
  await page.locator("#input").fill(`<?a>${" ".repeat(2000)}`);
  await judged(page, "Different tokens and errors.");
  await page.goto(address(built.folder, "compare.html"));
  await page.locator("#own").setInputFiles({ name: "mine.json", mimeType: "application/json", buffer: Buffer.from(own) });
  await page.locator(".change").first().waitFor();
  await page.getByText("until you leave it").waitFor();
  // The message comes before the machines are loaded; until then, another comparison is on the page.
  await page.waitForFunction(() => document.querySelectorAll(".change").length === 1);
  assert.match(await page.locator(".change").innerText(), /^tag open state\s[^]*U\+003F \(\?\) changed[^]*This is an eof-in-tag parse error\./);
  const gone = () => page.locator(".change .old").allInnerTexts();
  assert.match((await gone())[0], /^Set the temporary buffer to the empty string\./);
  await page.getByRole("button", { name: "Swap the revisions" }).click();
  assert.match((await gone())[0], /^This is an eof-in-tag parse error\./);
});

pageTest("a dropped page gets the command that reads it, a file what it lacks", "playground.html", async (page) => {
  const said = page.locator("#one-more [role=status]");
  for (const [name, text, expected] of [
    ["my source", "<!DOCTYPE html>\n<title>HTML</title>", /one more revision: cargo xtask site --out explorer --with 'my source'$/],
    ["a.json", "{}", /^a\.json has no tables that this explorer can read\. [^]*cargo xtask export DIR --out tables\.json$/],
    ["a.txt", "text", /^a\.txt has neither tables in JSON nor a page\.$/],
  ]) {
    await drop(page, name, text);
    await page.waitForFunction(([said, source]) => new RegExp(source).test(said.innerText), [await said.elementHandle(), expected.source]);
  }
  assert.equal(await page.locator(".pane").first().locator("option").count(), REVISIONS.length);
});

pageTest("links lead from the start to a state and to its neighbours", "index.html", async (page) => {
  await page.getByRole("link", { name: "2026" }).first().click();
  await page.getByRole("link", { name: "Tag open", exact: true }).click();
  assert.match(page.url(), /#tag-open-state$/);
  const state = page.locator("#tag-open-state");
  await state.locator("summary").click();
  await state.locator("svg a", { hasText: "end tag open" }).click();
  assert.match(page.url(), /#end-tag-open-state$/);
  await page.getByRole("link", { name: "eof-before-tag-name" }).first().click();
  await page.locator("#eof-before-tag-name a[href^=playground]").first().click();
  await page.waitForURL(/playground\.html/);
  await page.waitForFunction(() => document.getElementById("input")?.value === "<");
});

pageTest("the search finds states, errors, modes, rows and elements by keyboard", "index.html", async (page) => {
  for (const [typed, expected] of [
    ["tag name", /2026-07-19\.html#tag-name-state$/],
    ["Tag open state", /2026-07-19\.html#tag-open-state$/],
    ['the "in body" insertion mode', /2026-07-19-mode-in-body\.html$/],
    ["eof in tag", /2026-07-19-errors\.html#eof-in-tag$/],
    ["close tag open", /2009-02-07\.html#close-tag-open-state$/],
    ["in cell", /2026-07-19-mode-in-cell\.html$/],
    ["in row td", /2026-07-19-mode-in-row\.html#r0$/],
    ["svg title", /2026-07-19-elements\.html#element-svg-title$/],
  ]) {
    await page.keyboard.press("/");
    await page.keyboard.type(typed);
    assert.ok(await page.locator("#results li").count() > 0, typed);
    await page.keyboard.press("Enter");
    await page.waitForURL(expected);
  }
  await page.keyboard.press("/");
  await page.keyboard.type("processing instruction");
  await page.keyboard.press("ArrowDown");
  const selected = page.locator("#results [aria-selected=true]");
  assert.equal(await selected.getAttribute("id"), await page.locator("#search").getAttribute("aria-activedescendant"));
  await page.keyboard.press("Escape");
  assert.ok(await page.locator("#results").isHidden());
  await page.keyboard.press("/");
  await page.keyboard.type("no such state");
  assert.equal(await page.locator("#results li").innerText(), "nothing found");
});

pageTest("the search finds code points, sections, references, tags and words", `${NEWER}.html`, async (page) => {
  const search = async (typed) => {
    await page.locator("#search").fill(typed);
    return (await page.locator("#results li").allInnerTexts()).map((text) => text.replace(/\s*\n\s*/g, " | "));
  };
  await page.keyboard.press("/");
  await page.waitForFunction(() => typeof MACHINES !== "undefined");
  const first = async (typed) => (await search(typed))[0];
  const byCode = await search("U+003F");
  assert.deepEqual(await search("?"), byCode);
  assert.deepEqual(byCode.slice(0, 2), [
    "tag open: U+003F (?) | row · U+003F (?), 2026", "processing instruction data: U+003F (?) | row · U+003F (?), 2026",
  ]);
  assert.equal(await first("13.2.5.6"), "tag open | state · 13.2.5.6, 2026");
  assert.equal(await first("13.2.6.4.14"), "in row | insertion mode · 13.2.6.4.14, 2026");
  assert.equal(await first("&notit"), "&not | character reference · U+00AC (¬), 2026");
  assert.equal(await first("&noti"), "&not | character reference · U+00AC (¬), 2026");
  assert.ok((await search("&noti")).includes("&notin; | character reference · U+2209 (∉), 2026"));
  assert.match(await first("<td>"), /^td \| element · /);
  assert.equal(await first("temporary buffer empty string"), "tag open: U+003F (?) | row · 2026");
  await page.keyboard.press("Enter");
  await page.waitForURL(/2026-07-19\.html#s5r3$/);
  // A revision before is searched first on its own page.
  await page.goto(address(built.folder, `${OLDER}.html`));
  await page.keyboard.press("/");
  await page.waitForFunction(() => typeof MACHINES !== "undefined");
  assert.equal((await search("U+003F"))[0], "tag open: U+003F (?) | row · U+003F (?), 2020");
});

pageTest("the theme changes and stays", "index.html", async (page) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.locator("#theme").press("Enter");
  assert.equal(await background(), light);
  await page.locator("#theme").press("Enter");
  assert.notEqual(await background(), light);
  await page.goto(address(built.folder, "compare.html"));
  assert.notEqual(await background(), light);
}, { colorScheme: "light" });

pageTest("any two revisions are compared, in both directions", `compare.html#${OLDER}..${NEWER}`, async (page) => {
  const cells = () => page.locator(".effect td").allInnerTexts();
  const forward = await cells();
  assert.deepEqual(forward, [
    "<!--?-->", "unexpected-question-mark-instead-of-tag-name at 1:2", "no tokens", "eof-in-processing-instruction at 1:3",
  ]);
  await page.getByRole("button", { name: "Swap the revisions" }).click();
  assert.deepEqual(await cells(), [...forward.slice(2), ...forward.slice(0, 2)]);
  assert.match(page.url(), new RegExp(`#${NEWER}\\.\\.${OLDER}$`));
  const texts = await page.evaluate((count) => {
    const choose = (id, index) => {
      const select = document.getElementById(id);
      select.value = String(index);
      select.dispatchEvent(new Event("change"));
    };
    return [...Array(count * count).keys()].map((pair) => {
      choose("from", Math.floor(pair / count));
      choose("to", pair % count);
      return document.getElementById("changes").textContent;
    });
  }, REVISIONS.length);
  for (const [pair, text] of texts.entries()) {
    const isSame = Math.floor(pair / REVISIONS.length) === pair % REVISIONS.length;
    assert.match(text, isSame ? /^The same revision/ : /^Effect(tokens|errors only)/);
  }
  await page.goto(address(built.folder, "compare.html#w3c-2012..whatwg-2014-05-23"));
  await page.waitForFunction(() => /errors only; all else is the same, proved/.test(document.querySelector(".effect").textContent));
  // A stray `%` that a person has typed.
  await page.goto("about:blank");
  await page.goto(address(built.folder, "compare.html#%"));
  assert.deepEqual(await cells(), forward);
});

pageTest("the playground shows both revisions while one types", "playground.html#i=", async (page) => {
  await page.locator("#input").fill("<?a>&notit;");
  assert.equal(await page.locator("#verdict").innerText(), "Different tokens and errors.");
  const tokens = page.locator(".pane").nth(1).locator(".list").first().locator("tbody tr");
  assert.equal(await tokens.first().innerText(), "<?a> instruction\t0–4");
  const link = await page.locator("#link").getAttribute("href");
  assert.equal(new URL(page.url()).hash, link);
  await page.goto("about:blank");
  await page.goto(address(built.folder, `playground.html${link}`));
  await page.waitForFunction(() => document.getElementById("input").value === "<?a>&notit;");
});

for (const [how, count] of [["in a worker", 1], ["in slices, if the browser refuses workers", 0]]) {
  pageTest(`the playground runs a long input ${how}, answers, and stops`, "about:blank", async (page) => {
    if (count === 0) {
      await page.addInitScript(() => { globalThis.Worker = class { constructor() { throw new Error("refused"); } }; });
    }
    await page.goto(address(built.folder, "playground.html#i="));
    const long = "<p class=a>text &amp; more</p>\n".repeat(10_000);
    const note = page.locator(".pane .note").first();
    await type(page, long);
    assert.match(await page.locator("#doing").innerText(), /^Running HTML Standard, 20/);
    await page.getByRole("button", { name: "Stop" }).click();
    await judged(page, "Stopped: only the beginning was run.");
    assert.match(await note.innerText(), new RegExp(`^Stopped after \\d+ of ${long.length} characters\\.$`));
    // A change ends the work on what was there before.
    await type(page, long);
    await type(page, "<p>");
    assert.equal(await page.locator("#verdict").innerText(), "The same tokens and errors.");
    assert.ok(await page.locator("#working").isHidden());
    // To the end, with steps and the tree.
    await page.getByLabel("build the tree").check();
    await type(page, `<?a>${"<p>x".repeat(300)}`);
    await judged(page, "Different tokens and errors.");
    assert.ok(await note.isHidden());
    const tree = page.locator(".pane").nth(1).locator(".nodes");
    await page.waitForFunction((tree) => tree.textContent.startsWith("<?a>"), await tree.elementHandle());
    await page.locator("#first").click();
    await page.waitForFunction((tree) => tree.textContent === "", await tree.elementHandle());
    assert.match(await page.locator("#count").innerText(), /^1 of \d+$/);
    assert.equal(page.workers().length, count);
  });
}

pageTest("a worker that does not stop is given up", "about:blank", async (page) => {
  await page.addInitScript(() => {
    // Loses the message that asks to stop.
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message) {
      if (message.type !== "stop") {
        send.call(this, message);
      }
    };
  });
  await page.goto(address(built.folder, "playground.html#i="));
  await type(page, "<a b='c'>".repeat(50_000));
  await page.getByRole("button", { name: "Stop" }).click();
  await judged(page, "Stopped, with nothing to show.");
  assert.equal(page.workers().length, 0);
  await page.locator("#input").fill(`<?a>${" ".repeat(2000)}`);
  await judged(page, "Different tokens and errors.");
});

test("a row, a list and a step say what an error means", options, async () => {
  const meaning = "The input ends inside a tag, which is ignored.";
  await onPage(`${NEWER}.html`, async (page) => {
    const rows = await page.locator("dd", { has: page.locator("a[href$='#eof-in-tag']") }).allInnerTexts();
    assert.ok(rows.length > 5 && rows.every((row) => row.includes(meaning)), rows[0]);
  });
  await onPage(`${NEWER}-errors.html`, async (page) => {
    assert.ok((await page.locator("#eof-in-tag").innerText()).includes(meaning));
    const link = page.locator("#eof-in-tag").getByRole("link", { name: "in the standard" });
    assert.match(await link.getAttribute("href"), /parsing\.html#parse-error-eof-in-tag$/);
  });
  await onPage(`playground.html#b=${NEWER}&i=%3Ca`, async (page) => {
    const said = await page.locator(".pane").nth(1).locator(".now .says").innerText();
    assert.equal(said, "eof-in-tag: the input ends inside a tag, which is ignored");
  });
});

const IN_CDATA = "playground.html#a=whatwg-2008-03-09&b=whatwg-2026-07-19&s=CDATA%20section&i=a";
pageTest("a state that a revision does not have is a message", IN_CDATA, async (page) => {
  assert.equal(await page.locator("#verdict").innerText(), "A revision cannot run this.");
  assert.equal(await page.locator(".pane .note").first().innerText(), "there is no CDATA section state");
  const tokens = page.locator(".pane").nth(1).locator(".list").first().locator("tbody tr");
  assert.equal(await tokens.first().innerText(), "\"a\"\t0–1");
});

const INSTRUCTION = `playground.html#a=${OLDER}&b=${NEWER}&i=%3C%3Fa%3E`;
pageTest("the steps go through the states, with the row lit up", INSTRUCTION, async (page) => {
  const seen = [];
  await page.locator("#first").click();
  for (;;) {
    const [state, row] = await page.locator(".pane").nth(1).evaluate((pane) => [
      pane.querySelector(".now h2").textContent, pane.querySelector(".now dt.lit")?.textContent ?? null,
    ]);
    seen.push(`${state}: ${row}`);
    const [at, all] = (await page.locator("#count").innerText()).split(" of ");
    if (at === all) {
      break;
    }
    await page.locator("#next").press("Enter");
  }
  const once = seen.filter((one, index) => one !== seen[index - 1]);
  assert.deepEqual(once, [
    "Data state: U+003C (<)",
    "Tag open state: U+003F (?)",
    "Processing instruction open state: ASCII alpha, U+005F (_)",
    "Processing instruction target state: ASCII alphanumeric, U+002D (-), U+005F (_)",
    "Processing instruction target state: U+0009 (tab), U+000A (LF), U+000C (FF), U+0020 (space), U+003F (?), U+003E (>)",
    "After processing instruction target state: Anything else",
    "Processing instruction data state: U+003E (>)",
    "Data state: EOF",
  ]);
  assert.equal(await page.locator(".pane").nth(1).locator(".read").count(), 0);
});

const TABLE = `playground.html#a=${OLDER}&b=${NEWER}&i=${encodeURIComponent("<!doctype html><table><b>x<td>y")}`;
pageTest("the playground builds the tree step by step", TABLE, async (page) => {
  const tree = page.locator(".pane").nth(1).locator(".tree");
  assert.ok(await tree.isHidden());
  await page.getByLabel("build the tree").check();
  assert.match(page.url(), /&r=1/);
  const nodes = () => tree.locator(".nodes").innerText();
  const kept = (name) => tree.locator("dt", { hasText: name }).locator("+ dd").innerText();
  const whole = await nodes();
  assert.deepEqual(whole.trimEnd().split("\n"), [
    "<!DOCTYPE html>", "<html>", "  <head>", "  <body>", "    <b>", "      \"x\"", "    <table>", "      <tbody>", "        <tr>",
    "          <td>", "            \"y\"",
  ]);
  assert.equal(await kept("open elements"), "html › body › table › tbody › tr › td");
  assert.equal(await kept("active formatting elements"), "b, marker");
  assert.equal(
    await kept("errors of the rules"),
    "unexpected-content-in-table at 1:25, unexpected-content-in-table at 1:26, unexpected-start-tag at 1:30, open-elements-left-after-eof at 1:32",
  );
  // The rules of the revision before build the same tree.
  const before = page.locator(".pane").nth(0).locator(".tree");
  assert.equal(await before.locator(".nodes").innerText(), whole);
  await page.locator("#first").click();
  assert.equal(await nodes(), "");
  assert.equal(await kept("insertion mode"), "initial");
  const seen = new Set();
  for (let [at, all] = ["0", "1"]; at !== all;) {
    await page.locator("#next").press("Enter");
    seen.add(await kept("insertion mode"));
    [at, all] = (await page.locator("#count").innerText()).split(" of ");
  }
  assert.deepEqual([...seen], ["initial", "before html", "in table", "in cell"]);
  assert.equal(await nodes(), whole);
  await page.goto("about:blank");
  await page.goto(address(built.folder, `playground.html#a=whatwg-2008-03-09&b=${NEWER}&r=1&i=a`));
  assert.ok(await tree.isVisible());
  assert.ok(await before.isVisible());
  await page.locator("#input").fill("a".repeat(20_001));
  assert.match(await tree.locator(".note").innerText(), /^Of more than 20000 characters/);
});

for (const [index, revision] of REVISIONS.entries()) {
  pageTest(`the playground is as the generated code: ${revision}`, "playground.html#i=", async (page, context) => {
    const count = IS_COMPLETE ? 200 : 20;
    const records = documents(revision, "random", count);
    assert.equal(records.length, count);
    const other = REVISIONS[(index + 1) % REVISIONS.length];
    for (const [number, record] of records.entries()) {
      // The revision is on the left and on the right by turns.
      const side = number % 2;
      const setup = {
        a: side === 0 ? revision : other, b: side === 0 ? other : revision,
        s: record.state, l: record.lastStartTag ?? "", f: record.foreign ? "1" : "0", t: record.switchByTagName ? "1" : "0",
        i: record.document,
      };
      const hash = Object.entries(setup).map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&");
      const [tokens, errors] = await page.evaluate(async ([hash, side]) => {
        const changed = new Promise((resolve) => { addEventListener("hashchange", resolve, { once: true }); });
        location.hash = hash;
        await changed;
        const lists = document.querySelectorAll(".pane")[side].querySelectorAll(".list tbody");
        const texts = (row) => [...row.cells].map((cell) => cell.textContent);
        return [...lists].map((list) => [...list.rows].map(texts));
      }, [hash, side]);
      const input = `${JSON.stringify(record.document)} from the ${record.state} state`;
      assert.deepEqual(tokens, shownTokens(record), input);
      assert.deepEqual(errors, shownErrors(record), input);
    }
    context.diagnostic(`${count} inputs`);
  });
}
