// Work in slices, between which the page or the worker answers.

/**
 * Does the work of a generator in slices of a length in milliseconds. Calls `progress` after each slice with what was
 * yielded, and `done` at the end; both only while `isWanted` says so. The first slice is done at once.
 */
export function inSlices(work, length, isWanted, progress, done) {
  const goOn = () => {
    if (!isWanted()) {
      return;
    }
    const end = performance.now() + length;
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
