// Data that is loaded when something asks for it.

import { element } from "./dom.js";
import { expand } from "./pool.js";

const promises = new Map();

/** What a script gives, when it is there: browsers read no other files from a disk. */
function once(file, value) {
  if (!promises.has(file)) {
    promises.set(file, new Promise((resolve, reject) => {
      const script = element("script", { src: file, onload: () => resolve(value()), onerror: () => reject(new Error(`${file} cannot be loaded`)) });
      document.head.append(script);
    }));
  }
  return promises.get(file);
}

/** The machines of all revisions, the oldest first. */
export function loadMachines() {
  return once("machines.js", () => expand(MACHINES));
}

/** Pages between the revisions. */
export function loadPages() {
  return once("pages.js", () => PAGES);
}

/** The inputs that run each row, by revision. */
export function loadInputs() {
  return once("inputs.js", () => INPUTS);
}
