// Tokens and nodes as they are shown.

import { element, visible } from "./dom.js";

/** A token in a line. */
export function describe(token) {
  switch (token.type) {
    case "Text":
      return element("code", { class: "text" }, `"${visible(token.data)}"`);
    case "StartTag":
    case "EndTag":
      return tag(token);
    case "Comment":
      return element("code", { class: "comment" }, `<!--${visible(token.data)}-->`);
    case "ProcessingInstruction":
      return [element("code", {}, `<?${visible(`${token.target} ${token.data}`.trimEnd())}>`), " instruction"];
    default:
      return doctype(token);
  }
}

function tag({ type, name, attributes, selfClosing }) {
  const all = attributes.map((attribute) =>
    [" ", element("span", { class: "attribute" }, visible(attribute.name)), `="${visible(attribute.value)}"`]);
  return element("code", { class: "tag" }, `<${type === "EndTag" ? "/" : ""}${visible(name)}`, all.flat(), selfClosing ? " />" : ">");
}

function doctype({ name, publicIdentifier, systemIdentifier, forceQuirks }) {
  const identifier = (key, value) => (value === null ? "" : ` ${key} "${visible(value)}"`);
  const text = `<!DOCTYPE${name === null ? "" : ` ${visible(name)}`}${identifier("PUBLIC", publicIdentifier)}${identifier("SYSTEM", systemIdentifier)}>`;
  return [element("code", {}, text), forceQuirks ? " quirks" : ""];
}
