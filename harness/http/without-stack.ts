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

/** The function by which Playwright looks where it was called, for each call of its client and each step of a test. */
const takesStack = 'captureRawStack';

/**
 * Keeps Playwright from writing down where each step of a test was called, for the rest of this process: nobody reads it,
 * and each frame would be mapped to its source. The stacks of errors stay as they are.
 */
export function spareStacksOfSteps(): void {
  const { prepareStackTrace } = Error;
  if (prepareStackTrace === undefined) return;
  Error.prepareStackTrace = (error, frames) =>
    frames[0]?.getFunctionName() === takesStack ? '' : prepareStackTrace(error, frames);
}
