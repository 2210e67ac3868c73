/**
 * Starts all actions at once, so that their requests overlap on the way and at the target, and waits for
 * every one of them to end: none outlives its row, also when another fails.
 *
 * @returns what the actions returned, in their order.
 * @throws what the first of them in order threw.
 */
export async function inParallel<T>(actions: readonly (() => Promise<T>)[]): Promise<T[]> {
  const ends = await Promise.allSettled(actions.map((action) => action()));
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}
