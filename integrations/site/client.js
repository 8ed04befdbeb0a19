// Runs sessions for the page: short ones at once, long ones in a worker, or in slices where a browser refuses workers.

import { Session } from "./session.js";
import { inSlices } from "./slices.js";

/** Input of at most this many characters is run at once. */
const SHORT = 1000;
/** How long a worker may take to stop, in milliseconds. */
const PATIENCE = 1000;

/** What runs sessions, one at a time: a new one ends the one before. */
export class Client {
  #machines;
  #on;
  #number = 0;
  /** The worker; null if the browser refuses workers, undefined before it was asked. */
  #worker = undefined;
  /** The revisions whose machines the worker has. */
  #sent = new Set();
  /** The session of the page, if it has one, and whether it is to end. */
  #session = null;
  #isStopped = false;
  #deadline = null;
  /** What the worker was asked last, for slices if it fails. */
  #asked = null;

  /** `on` has the listeners `progress`, `done`, `step`, and `lost` for a worker that did not stop. */
  constructor(machines, on) {
    [this.#machines, this.#on] = [machines, on];
  }

  /** Starts a session of two machines. */
  start(ids, text, setups) {
    this.#number += 1;
    clearTimeout(this.#deadline);
    [this.#session, this.#isStopped] = [null, false];
    this.#asked = { ids, text, setups };
    if (text.length <= SHORT) {
      const session = this.#own();
      for (const work = session.work(() => false); !work.next().done;);
      this.#finish(session);
    } else if (this.#hasWorker()) {
      this.#run();
    } else {
      this.#runInSlices();
    }
  }

  /** Ends the session where it is. */
  stop() {
    this.#isStopped = true;
    if (this.#session === null && this.#worker) {
      this.#worker.postMessage({ type: "stop", number: this.#number });
      this.#deadline = setTimeout(() => this.#lose(), PATIENCE);
    }
  }

  /** Asks for a step of the session that is done. */
  step(index) {
    if (this.#session === null) {
      this.#worker.postMessage({ type: "step", number: this.#number, index });
    } else {
      this.#on.step(this.#session.step(index));
    }
  }

  #own() {
    const { ids, text, setups } = this.#asked;
    return new Session(ids.map((id) => this.#machines.get(id)), text, setups);
  }

  #finish(session) {
    this.#session = session;
    this.#on.done(session.summary());
  }

  #runInSlices() {
    const session = this.#own();
    this.#session = session;
    const number = this.#number;
    this.#on.progress({ index: 0, share: 0 });
    inSlices(session.work(() => this.#isStopped), () => this.#number === number,
      (value) => this.#on.progress(value), () => this.#finish(session));
  }

  #run() {
    for (const id of this.#asked.ids.filter((id) => !this.#sent.has(id))) {
      this.#worker.postMessage({ type: "machine", id, machine: this.#machines.get(id) });
      this.#sent.add(id);
    }
    this.#worker.postMessage({ type: "run", number: this.#number, ...this.#asked });
    this.#on.progress({ index: 0, share: 0 });
  }

  /**
   * Pages from a disk may load no worker from an address, but from a text: that of `engine`, which is the function that
   * `codegen/workbench/src/site/scripts.rs` makes of `worker.js` and what it imports.
   */
  #hasWorker() {
    if (this.#worker !== undefined) {
      return this.#worker !== null;
    }
    try {
      const address = URL.createObjectURL(new Blob([`"use strict";\n(${engine})().serve(self);\n`], { type: "text/javascript" }));
      this.#worker = new Worker(address);
      this.#worker.onmessage = ({ data }) => this.#hear(data);
      this.#worker.onerror = () => this.#refused();
    } catch {
      this.#worker = null;
    }
    return this.#worker !== null;
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
    this.#drop(null);
    if (this.#session === null) {
      this.#runInSlices();
    }
  }

  /** The worker does not stop in time: the next session gets a new one. */
  #lose() {
    this.#drop(undefined);
    this.#on.lost();
  }

  #drop(next) {
    clearTimeout(this.#deadline);
    this.#worker.terminate();
    this.#worker = next;
    this.#sent.clear();
  }
}
