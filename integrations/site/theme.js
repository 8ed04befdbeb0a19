// Runs before the page is drawn, so that it has its colours from the start.
"use strict";
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem("theme");
  } catch {
    // Some browsers have no storage for pages from a disk.
  }
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
  }
})();
