// What every page does: the theme, the keys, the search and the graphs.

import { element } from "./dom.js";
import { drawWhenOpened } from "./graph.js";
import { loadMachines } from "./load.js";
import { connectHeadings, connectRows } from "./details.js";
import { connectSearch } from "./search.js";

const THEMES = [
  { id: "auto", label: "Theme: system", sign: "◐" },
  { id: "light", label: "Theme: light", sign: "○" },
  { id: "dark", label: "Theme: dark", sign: "●" },
];

function connectTheme(button) {
  const root = document.documentElement;
  const show = () => {
    const theme = THEMES.find(({ id }) => id === (root.dataset.theme ?? "auto"));
    button.replaceChildren(element("span", { "aria-hidden": "true" }, theme.sign));
    button.setAttribute("aria-label", theme.label);
    button.title = theme.label;
  };
  button.addEventListener("click", () => {
    const at = THEMES.findIndex(({ id }) => id === (root.dataset.theme ?? "auto"));
    const { id } = THEMES[(at + 1) % THEMES.length];
    if (id === "auto") {
      delete root.dataset.theme;
    } else {
      root.dataset.theme = id;
    }
    store(id);
    show();
  });
  button.hidden = false;
  show();
}

function store(theme) {
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Some browsers have no storage for pages from a disk.
  }
}

/** `/` goes to the search, from anywhere but a field. */
function connectKeys(field) {
  document.addEventListener("keydown", (event) => {
    const isField = event.target.closest?.("input, textarea, select") !== null;
    if (event.key === "/" && !isField && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      field.focus();
      field.select();
    }
  });
}

/** Folds the list of states on narrow screens, where it comes before the states. */
function foldContents(contents) {
  const narrow = matchMedia("(max-width: 60rem)");
  const fold = () => { contents.open = !narrow.matches; };
  narrow.addEventListener("change", fold);
  fold();
  contents.addEventListener("click", (event) => {
    if (narrow.matches && event.target.closest("a") !== null) {
      contents.open = false;
    }
  });
}

connectTheme(document.getElementById("theme"));
connectKeys(connectSearch(NAMES, document.querySelector(".search"), document.body.dataset.revision, loadMachines));
connectRows(NAMES.names, document.body.dataset.revision);
connectHeadings();
document.querySelectorAll("details.near").forEach(drawWhenOpened);
document.querySelectorAll(".contents > details").forEach(foldContents);
