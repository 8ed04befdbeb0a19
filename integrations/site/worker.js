// What runs in the worker of the playground, or in the page: it keeps the last session, and answers questions about its steps.

import { Session } from "./session.js";
import { inSlices } from "./slices.js";

/** How long a slice of the work is, in milliseconds. */
const SLICE = 40;

/**
 * Answers messages: `machine` brings a machine, `run` starts a session, which is run at once if it is short, `stop` ends
 * it where it is, `step` asks for a step. Each has the `number` of its session, and so has each answer: `progress`, `done`
 * or `step`.
 */
export function serve(scope) {
  const machines = new Map();
  let [session, current, isStopped] = [null, null, false];
  const run = ({ number, ids, text, setups, isShort }) => {
    [session, current, isStopped] = [new Session(ids.map((id) => machines.get(id)), text, setups), number, false];
    const own = session;
    const post = (type, value) => scope.postMessage({ type, number, value });
    inSlices(own.work(() => isStopped), isShort ? Infinity : SLICE, () => current === number,
      (value) => post("progress", value), () => post("done", own.summary()));
  };
  scope.onmessage = ({ data }) => {
    switch (data.type) {
      case "machine":
        machines.set(data.id, data.machine);
        break;
      case "run":
        run(data);
        break;
      case "stop":
        isStopped ||= data.number === current;
        break;
      default:
        if (data.number === current) {
          scope.postMessage({ type: "step", number: current, value: session.step(data.index) });
        }
    }
  };
}
