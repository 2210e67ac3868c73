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
