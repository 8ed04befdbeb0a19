// What the playground has to show of a record of `documents`.

import { visible } from "../../integrations/site/dom.js";

/** The rows of the table of tokens. */
export function shownTokens({ tokens }) {
  const rows = tokens.map((token) => [shown(token), token.span.join("–")]);
  return rows.length > 0 ? rows : [["none"]];
}

/** The rows of the table of errors. */
export function shownErrors({ errors }) {
  const rows = errors.map(({ code, line, column }) => [code, `${line}:${column}`]);
  return rows.length > 0 ? rows : [["none"]];
}

function shown(token) {
  switch (token.kind) {
    case "text":
      return `"${visible(token.data)}"`;
    case "comment":
      return `<!--${visible(token.data)}-->`;
    case "processingInstruction":
      return `<?${visible(`${token.target} ${token.data}`.trimEnd())}> instruction`;
    case "doctype": {
      const identifier = (key, value) => (value === null ? "" : ` ${key} "${visible(value)}"`);
      const name = token.name === null ? "" : ` ${visible(token.name)}`;
      const identifiers = identifier("PUBLIC", token.public) + identifier("SYSTEM", token.system);
      return `<!DOCTYPE${name}${identifiers}>${token.forceQuirks ? " quirks" : ""}`;
    }
    default: {
      const attributes = token.attributes.map(({ name, value }) => ` ${visible(name)}="${visible(value)}"`).join("");
      const slash = token.kind === "endTag" ? "/" : "";
      return `<${slash}${visible(token.name)}${attributes}${token.selfClosing ? " />" : ">"}`;
    }
  }
}
