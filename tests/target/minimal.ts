import type { Answer } from '../../harness/http/answer.ts';
import type { Params } from '../../harness/http/place.ts';
import type { Context } from '../../harness/judging/context.ts';
import type { Operation } from '../../spec/contract.ts';
import { knownId } from './known-ids.ts';
import { sharedAnswer } from './shared-answer.ts';

/** The parameters of the minimal request that a reading operation accepts. */
export async function minimalParams(context: Context, op: Operation): Promise<Params> {
  const params: Record<string, unknown> = {};
  for (const { name, in: where } of op.parameters) {
    if (where === 'path') params[name] = await knownId(context, name);
    if (name === 'search' && where === 'body') params[name] = {};
  }
  return params;
}

/** The answer to the minimal request of a reading operation; sent once and shared by all checks. */
export function minimal(context: Context, op: Operation): Promise<Answer> {
  return sharedAnswer(context, op, () => minimalParams(context, op));
}
