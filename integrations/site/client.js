// Runs sessions for the page: long ones in a worker, and short ones, or all where a browser refuses workers, in the page.

import { serve } from "./worker.js";

/** Input of at most this many characters is run at once. */
const SHORT = 1000;
/** How long a worker may take to stop, in milliseconds. */
const PATIENCE = 1000;

/** What runs sessions, one at a time: a new one ends the one before. */
export class Client {
  #machines;
  #on;
  #number = 0;
  /**
   * What answers messages in the page, and in a worker: how it gets them, how it ends, and the revisions whose machines
   * it has. The worker is null if the browser refuses workers, and undefined before it was asked.
   */
  #page;
  #worker = undefined;
  /** The page or the worker: the one that has the session. */
  #server;
  #deadline = null;
  /** The last request to the worker, for the page if the worker fails. */
  #asked = null;

  /** `on` has the listeners `progress`, `done`, `step`, and `lost` for a worker that did not stop. */
  constructor(machines, on) {
    [this.#machines, this.#on] = [machines, on];
    const scope = { postMessage: (data) => this.#hear(data) };
    serve(scope);
    this.#page = { post: (data) => scope.onmessage({ data }), sent: new Set() };
    this.#server = this.#page;
  }

  /** Starts a session of two machines. */
  start(ids, text, setups) {
    this.#number += 1;
    clearTimeout(this.#deadline);
    this.#asked = { ids, text, setups, isShort: text.length <= SHORT };
    this.#run(this.#asked.isShort ? this.#page : this.#workerOrPage());
  }

  /** Ends the session where it is. */
  stop() {
    this.#server.post({ type: "stop", number: this.#number });
    if (this.#server === this.#worker) {
      this.#deadline = setTimeout(() => this.#lose(), PATIENCE);
    }
  }

  /** Asks for a step of the session that is done. */
  step(index) {
    this.#server.post({ type: "step", number: this.#number, index });
  }

  #run(server) {
    this.#server = server;
    for (const id of this.#asked.ids.filter((id) => !server.sent.has(id))) {
      server.post({ type: "machine", id, machine: this.#machines.get(id) });
      server.sent.add(id);
    }
    if (!this.#asked.isShort) {
      this.#on.progress({ index: 0, share: 0 });
    }
    server.post({ type: "run", number: this.#number, ...this.#asked });
  }

  /**
   * Pages from a disk may load no worker from an address, but from a text: that of `engine`, which is the function that
   * `codegen/workbench/src/site/scripts.rs` makes of `worker.js` and what it imports.
   */
  #workerOrPage() {
    if (this.#worker === undefined) {
      try {
        const source = `"use strict";\n(${engine})().serve(self);\n`;
        const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
        worker.onmessage = ({ data }) => this.#hear(data);
        worker.onerror = () => this.#refused();
        this.#worker = { post: (data) => worker.postMessage(data), end: () => worker.terminate(), sent: new Set() };
      } catch {
        this.#worker = null;
      }
    }
    return this.#worker ?? this.#page;
  }

  #hear({ type, number, value }) {
    if (number !== this.#number) {
      return;
    }
    if (type === "done") {
      clearTimeout(this.#deadline);
    }
    this.#on[type](value);
  }

  /** The browser loads no worker, or it failed: the page does the work from now on. */
  #refused() {
    const wasAsked = this.#server === this.#worker;
    this.#drop(null);
    if (wasAsked) {
      this.#run(this.#page);
    }
  }

  /** The worker does not stop in time: the next session gets a new one. */
  #lose() {
    this.#drop(undefined);
    this.#on.lost();
  }

  #drop(next) {
    clearTimeout(this.#deadline);
    this.#worker.end();
    this.#worker = next;
  }
}
