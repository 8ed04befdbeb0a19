// Disagreements with a peer by their explanations, each with its count and its shortest document.

export class Disagreements {
  /** How many have no explanation. */
  unexplained = 0;
  #explanations;
  #kinds = new Map();

  /** @param {[string, Function][]} explanations sentences, each with whether it accounts for the whole of a disagreement */
  constructor(explanations) {
    this.#explanations = explanations;
  }

  /** Adds a disagreement: what it is on, its document, the lines that show it, and what the explanations get. */
  add({ on, document, shown }, ...disagreement) {
    const explained = this.#explanations.find(([, accountsFor]) => accountsFor(...disagreement));
    this.unexplained += explained === undefined ? 1 : 0;
    const name = explained?.[0] ?? `unexplained: ${on}`;
    const { count = 0, shortest } = this.#kinds.get(name) ?? {};
    const isShortest = shortest === undefined || document.length < shortest.document.length;
    this.#kinds.set(name, { count: count + 1, shortest: isShortest ? { document, shown } : shortest });
  }

  print() {
    for (const [name, { count, shortest }] of this.#kinds) {
      console.log([`${count} × ${name}`, ...shortest.shown].join("\n  "));
    }
  }
}
