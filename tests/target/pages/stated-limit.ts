import type { Context } from '../../../harness/judging/context.ts';
import type { Operation } from '../../../spec/contract.ts';

/** The largest limit of a list that the profile names, by the reading or in an overlay; `undefined` where neither does. */
export function statedLimit(context: Context): number | undefined {
  return Number(context.reading('limits.maximum-limit') ?? statedMaximum(context.op)) || undefined;
}

/** The largest limit in the schema of the parameter, where an overlay states it. */
function statedMaximum(op: Operation): unknown {
  return op.parameters.find(({ name }) => name === 'limit')?.schema['maximum'];
}
