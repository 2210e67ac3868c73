/**
 * Calls Playwright's client without the stack that it takes of every call, up to its first pause. In a test worker each
 * frame would be mapped to the source, which takes longer than the request. Errors lose their stacks; they are told by
 * their messages.
 */
export function withoutStack<T>(call: () => Promise<T>): Promise<T> {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = () => '';
  try {
    return call();
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
}

/**
 * The functions in which Playwright takes stacks that nobody reads: where its client was called or a step began, for each
 * of them, and for whatever waits for a page of a browser that may be closed.
 */
const takeStacks: ReadonlySet<string> = new Set(['captureRawStack', '_race']);

/**
 * Keeps Playwright from writing down where each step of a test was called, for the rest of this process: each frame would
 * be mapped to its source, and for that all of Playwright would be read once more and kept. The stacks of errors stay as
 * they are.
 */
export function spareStacksOfSteps(): void {
  const { prepareStackTrace } = Error;
  if (prepareStackTrace === undefined) return;
  Error.prepareStackTrace = (error, frames) =>
    takeStacks.has(frames[0]?.getFunctionName() ?? '') ? '' : prepareStackTrace(error, frames);
}
