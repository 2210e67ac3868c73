/**
 * Starts all actions at once, so that their requests overlap at the target. It waits for every action to end, even
 * when one of them fails, so that no action outlives its row.
 *
 * @returns the results, in the order of the actions
 * @throws the error of the first action, in their order, that failed
 */
export async function inParallel<T>(actions: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results = await Promise.allSettled(actions.map((action) => action()));
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
