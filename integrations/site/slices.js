// Work in slices, between which the page or the worker answers.

/** How long a slice is, in milliseconds. */
const SLICE = 40;

/**
 * Does the work of a generator. Calls `progress` after each slice with what was yielded, and `done` at the end; both only
 * while `isWanted` says so. The first slice is done at once.
 */
export function inSlices(work, isWanted, progress, done) {
  const goOn = () => {
    if (!isWanted()) {
      return;
    }
    const end = performance.now() + SLICE;
    let part = work.next();
    while (!part.done && performance.now() < end) {
      part = work.next();
    }
    if (part.done) {
      done();
      return;
    }
    progress(part.value);
    setTimeout(goOn);
  };
  goOn();
}
