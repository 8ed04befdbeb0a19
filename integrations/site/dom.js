// Elements, and the addresses of states.

/**
 * An element with attributes and children. A property that begins with `on` is a listener; `null` and `false` leave an
 * attribute out. Strings become text, so nothing that is shown is read as markup.
 */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  set(made, properties);
  made.append(...children.flat().filter((child) => child !== null));
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

/** The same in SVG. */
export function svgElement(name, properties = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  set(made, properties);
  made.append(...children.flat());
  return made;
}

function set(made, properties) {
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) {
      made.addEventListener(key.slice(2), value);
    } else if (value !== null && value !== false) {
      made.setAttribute(key, value === true ? "" : value);
    }
  }
}

/** The anchor of a state, which is that of the standard. */
export function stateAnchor(name) {
  return `${name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replaceAll(" ", "-")}-state`;
}

/** A name as the anchor of a procedure or a definition. */
export function slug(name) {
  return name.replace(/[^\p{L}\p{N} _-]/gu, "").toLowerCase().replaceAll(" ", "-");
}

/** A part of an address without its escapes. */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray `%` that a person has typed.
    return text;
  }
}

/** The names of characters that do not print, in brackets. */
export function visible(text) {
  const name = (character) => NAMES_OF[character] ?? codePointName(character.codePointAt(0));
  return text.replace(/[\p{C}\u2028\u2029]/gu, (character) => `[${name(character)}]`);
}

const NAMES_OF = { "\t": "tab", "\n": "LF", "\f": "FF", "\r": "CR", "\0": "NULL" };

/** A code point as the standard writes it. */
export function codePointName(point) {
  return `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
}
