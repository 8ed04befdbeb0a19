/** A revision of the HTML Standard as a parser runs it: what `revisions` has, or the JSON of `cargo xtask export`. */
export interface Machine {
  /** The version of the format. */
  readonly version: 1;
  readonly revision: {
    readonly id: string;
    readonly title: string;
    readonly date: string;
    /** The address of the document. */
    readonly source: string;
  };
}

declare const machine: Machine;
export default machine;
