import type { Contract, Operation } from '../../spec/contract.ts';
import type { QuickRows } from '../../spec/quick.ts';
import type { Check } from './check.ts';

/** In a quick run that writes, a writing check on many operations judges one operation in this many. */
const stride = 8;

/** A writing check on more operations than this is sampled. */
const mostInFull = 4;

/**
 * Makes a check send few requests in a quick run. What changes nothing is judged in the rows that were chosen by what
 * they find. A writing check of high cost is left out; one on many operations is judged on a sample of them, the same
 * for all checks, so that they share answers. The seed decides which ones, so that eight seeds judge all.
 */
export function sampled(check: Check, contract: Contract, chosen: QuickRows): Check {
  const operations = contract.operations.filter((op) => check.on(op, contract)).map(({ id }) => id);
  const order = contract.operations.map(({ id }) => id);
  return {
    ...check,
    unless: (op, settings) => {
      const reason = check.unless(op, settings);
      if (reason !== undefined || settings.effort !== 'quick') return reason;
      if (check.access(op) !== 'write')
        return chosen[check.id]?.includes(op.id) ? undefined : 'a quick run judges what finds most instead';
      if (check.cost === 'high') return 'a quick run leaves this to the other efforts';
      if (!operations.includes(op.id))
        return 'a quick run judges this where the interface shows it, not where a profile alone does';
      if (operations.length <= mostInFull || isInSample(op, operations, order, settings.seed))
        return undefined;
      return 'a quick run judges this on some operations; another seed takes others';
    },
  };
}

function isInSample(
  op: Operation,
  operations: readonly string[],
  order: readonly string[],
  seed: number,
): boolean {
  const isDrawn = (id: string) => (order.indexOf(id) + seed) % stride === 0;
  if (operations.some(isDrawn)) return isDrawn(op.id);
  return operations[seed % operations.length] === op.id;
}
