// Tables of one's own, which are dropped on the page or chosen as a file.

import { element } from "./dom.js";

/**
 * What a file is: `{ machine }` for tables that `cargo xtask export` has written, with an identifier and a title of their own, or
 * `{ message }` that says what to do with it, in pieces of which every second is code. `ids` are taken.
 */
export function readOwn(name, text, ids) {
  let machine;
  try {
    machine = JSON.parse(text);
  } catch {
    const command = `cargo xtask site --out explorer --with ${/[^\w.\/-]/.test(name) ? `'${name.replaceAll("'", "'\\''")}'` : name}`;
    const isPage = /<\w/.test(text);
    return { message: isPage
      ? ["A page is read in Rust. This writes the explorer with it as one more revision: ", command]
      : [`${name} has neither tables in JSON nor a page.`] };
  }
  if (machine?.version !== 1 || !Array.isArray(machine.states) || typeof machine.revision?.id !== "string") {
    return { message: [`${name} has no tables that this explorer can read. This writes them: `, "cargo xtask export DIR --out tables.json"] };
  }
  let id = machine.revision.id;
  for (let number = 2; ids.includes(id); number += 1) {
    id = `${machine.revision.id}-${number}`;
  }
  return { machine: { ...machine, own: true, revision: { ...machine.revision, id, title: `${name}: ${machine.revision.title}` } } };
}

/** Takes files that are dropped anywhere on the page, or chosen in a field that is put into `place`. `ids` gives those that are taken. */
export function connectOwn(place, ids, add) {
  const said = element("span", { role: "status" });
  const read = async (file) => {
    if (file === undefined) {
      return;
    }
    const { machine, message } = readOwn(file.name, await file.text(), ids());
    if (machine === undefined) {
      said.replaceChildren(...message.map((piece, index) => (index % 2 === 0 ? piece : element("code", {}, piece))));
      return;
    }
    said.replaceChildren(`${machine.revision.title}, ${machine.revision.date}: one more revision, on this page until you leave it.`);
    await add(machine);
  };
  const field = element("input", { type: "file", id: "own", onchange: () => read(field.files[0]) });
  place.append(element("label", { for: "own" }, "One more revision: drop tables or a page, or choose a file "), field, " ", said);
  const hasFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (hasFiles(event)) {
      event.preventDefault();
    }
  });
  addEventListener("drop", (event) => {
    if (hasFiles(event)) {
      event.preventDefault();
      read(event.dataTransfer.files[0]);
    }
  });
}
