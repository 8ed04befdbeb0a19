// html5lib's tests of trees: the `.dat` files, and trees as they write them.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The namespaces as the tests write them before a name. */
const PREFIXES = { MathML: "math", SVG: "svg" };

/**
 * The tests of a folder, in the order of the files' names.
 *
 * @returns {{id: string, data: string, context: ?object, scripting: ?boolean, document: string}[]} the file and the number of
 *   each test in it, from 1; the input; the context of a fragment; the only scripting mode; and the tree
 */
export function readTrees(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith(".dat")).sort();
  return files.flatMap((file) => {
    // A test begins at a line `#data`; its data ends at the line `#errors`.
    const [, ...tests] = `\n${readFileSync(join(folder, file), "utf8")}`.split(/\n#data\n/);
    return tests.map((test, index) => ({ id: `${file} ${index + 1}`, ...readTree(test) }));
  });
}

function readTree(test) {
  const [data, rest] = split(`\n${test}`, "\n#errors\n");
  const [head, document] = split(`\n${rest}`, "\n#document\n");
  const lines = head.split("\n");
  const at = lines.indexOf("#document-fragment");
  return {
    data: data.slice(1),
    context: at < 0 ? null : contextOf(lines[at + 1]),
    scripting: lines.includes("#script-on") ? true : lines.includes("#script-off") ? false : null,
    document: `${document.replace(/\n+$/, "")}\n`,
  };
}

function split(text, mark) {
  const at = text.indexOf(mark);
  return [text.slice(0, at), text.slice(at + mark.length)];
}

/** The context that a test or a document of `documents` names: `svg path`, `div`. */
export function contextOf(text) {
  const [prefix, name] = text.includes(" ") ? text.split(" ") : ["", text];
  const namespace = Object.keys(PREFIXES).find((namespace) => PREFIXES[namespace] === prefix);
  return namespace === undefined ? { name } : { name, namespace };
}

/** The scripting mode of the parser for a test or a document of `documents`. */
export function modeOf(scripting, context) {
  const enabled = context === null ? "normal" : "inert";
  return scripting ? enabled : "disabled";
}

/** Whether scripts run, in each run that a test is for. */
export function scriptingsOf({ scripting }) {
  return [false, true].filter((mode) => scripting === null || scripting === mode);
}

/** The nodes below one as the tests write them: a node or an attribute a line. */
export function written(root) {
  const lines = [];
  // The stack of what is to be written may be deep.
  const rest = root.children.reverse().map((node) => [node, 0]);
  while (rest.length > 0) {
    const [node, depth] = rest.pop();
    const line = (text, deeper = 0) => lines.push(`| ${"  ".repeat(depth + deeper)}${text}`);
    switch (node.type) {
      case "DocumentType": {
        const { name, publicIdentifier: first, systemIdentifier: second } = node;
        line(first === "" && second === "" ? `<!DOCTYPE ${name}>` : `<!DOCTYPE ${name} "${first}" "${second}">`);
        break;
      }
      case "Element": {
        const prefix = node.namespace === "HTML" ? "" : `${PREFIXES[node.namespace]} `;
        line(`<${prefix}${node.name}>`);
        const named = node.attributes.map((it) => [writtenName(it), it.value]);
        // JavaScript compares UTF-16 code units, as the tests do.
        named.sort(([a], [b]) => (a < b ? -1 : 1)).forEach(([name, value]) => line(`${name}="${value}"`, 1));
        break;
      }
      case "Fragment":
        line("content");
        break;
      case "Text":
        line(`"${node.data}"`);
        break;
      case "Comment":
        line(`<!-- ${node.data} -->`);
        break;
      default:
        line(`<?${node.target} ${node.data}>`);
    }
    rest.push(...node.children.reverse().map((child) => [child, depth + 1]));
    if (node.contents) {
      rest.push([node.contents, depth + 1]);
    }
  }
  return lines.map((line) => `${line}\n`).join("");
}

/** The tests write the namespace: `xmlns` has one, and no prefix. */
function writtenName({ namespace, name }) {
  return namespace === null ? name : `${namespace.toLowerCase()} ${name}`;
}
