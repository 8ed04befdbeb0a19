// How the playground starts the tokenizers, and how its address says so.

import { decoded } from "./dom.js";

/**
 * What the playground shows. `state` is a text mode or a state, `model` a content model flag, `step` a step or null for
 * the last.
 * @typedef {{a: string, b: string, text: string, state: string, model: string, last: string, foreign: boolean,
 *   switches: boolean, tree: boolean, step: ?number}} Shown
 */

const EXAMPLE = "<!doctype html>\n<title>A &notit; B</title>\n<?php echo 1 ?>\n<p class=x id='y'id=z>Caf&eacute; &#0;<!--a--!>";

/** What an address says, with the two newest revisions and an example by default. */
export function fromAddress(hash, ids) {
  const said = new Map(hash.replace(/^#/, "").split("&").map((part) => {
    const [key, ...value] = part.split("=");
    return [key, decoded(value.join("="))];
  }));
  const revision = (key, fallback) => (ids.includes(said.get(key)) ? said.get(key) : fallback);
  const newest = revision("b", ids.at(-1));
  const before = ids[Math.max(0, ids.indexOf(newest) - 1)];
  const step = Number.parseInt(said.get("n"), 10);
  return {
    a: revision("a", before === newest ? ids.at(-1) : before),
    b: newest,
    text: said.get("i") ?? EXAMPLE,
    state: said.get("s") ?? "data",
    model: said.get("m") ?? "",
    last: said.get("l") ?? "",
    foreign: said.get("f") === "1",
    switches: said.get("t") !== "0",
    tree: said.get("r") === "1",
    step: step >= 0 ? step : null,
  };
}

/** The address of what is shown. */
export function toAddress(shown) {
  const parts = { a: shown.a, b: shown.b };
  const optional = {
    s: shown.state === "data" ? "" : shown.state, m: shown.model, l: shown.last, f: shown.foreign ? "1" : "",
    t: shown.switches ? "" : "0", r: shown.tree ? "1" : "", n: shown.step === null ? "" : String(shown.step),
  };
  const all = { ...parts, ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== "")), i: shown.text };
  // A lone surrogate has no encoding.
  const encoded = (value) => encodeURIComponent(value.replace(/\p{Cs}/gu, "\ufffd"));
  return `#${Object.entries(all).map(([key, value]) => `${key}=${encoded(value)}`).join("&")}`;
}

/** The setup of a machine. A text mode is a state in some revisions, and a content model flag in others. */
export function setupOf(machine, { state, model, last, foreign, switches, tree }) {
  const setup = { foreign, switchByTagName: switches, tree };
  if (last !== "") {
    setup.lastStartTag = last;
  }
  const mode = machine.textModes.find(({ mode }) => mode === state);
  if (model !== "") {
    const same = machine.textModes.find(({ contentModel }) => contentModel === model);
    if (machine.contentModelFlag) {
      setup.contentModel = model;
    } else if (same === undefined) {
      setup.state = { RCDATA: "RCDATA", CDATA: "RAWTEXT", PLAINTEXT: "PLAINTEXT" }[model] ?? machine.initialState;
    }
  } else if (mode !== undefined) {
    setup.state = mode.state ?? machine.initialState;
    setup.contentModel = mode.contentModel ?? "PCDATA";
  } else if (state !== "data") {
    setup.state = state;
  }
  return setup;
}
