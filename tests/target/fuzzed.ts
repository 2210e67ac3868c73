import type { FuzzCase } from '../../generators/fuzz-case.ts';
import { oddValues } from '../../generators/fuzz-texts.ts';
import type { Answer } from '../../harness/http/answer.ts';
import type { Params } from '../../harness/http/place.ts';
import type { Context } from '../../harness/judging/context.ts';
import { harmlessParams, minimalParams } from './minimal.ts';

/** Failures of the service itself; 502, 503 and 504 are those of what stands before it. */
const ownFailures = [500, 501, 505, 506, 507, 508, 510, 511];

/** Longer texts are told by their length. */
const readable = 100;

/** The answer to an odd request; sent once and shared by all checks. */
export function fuzzedAnswer(context: Context, oddity: FuzzCase): Promise<Answer> {
  const { op, world } = context;
  return world.once(`odd ${op.id} ${oddity.oddity} ${oddity.where}`, () => sendFuzzed(context, oddity));
}

/** Sends an odd request; whatever of it is not odd names what exists, or for a writing operation what does not. */
export async function sendFuzzed(context: Context, { query, headers, body, id }: FuzzCase): Promise<Answer> {
  for (const text of oddValues) if (text.length < readable) context.world.synthetic(text);
  return context.send(context.op, await around(context, id), {
    sees: ownFailures,
    odd: true,
    ...(query === undefined ? {} : { rawQuery: query }),
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { rawBody: body }),
  });
}

async function around(context: Context, id: string | undefined): Promise<Params> {
  const { op } = context;
  // A creation says nothing but what is odd about it.
  if (op.writes && op.success === 201) return {};
  if (id === undefined) return op.writes ? harmlessParams(context, op) : minimalParams(context, op);
  const rest = op.writes ? harmlessParams(context, op) : {};
  const ids = op.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  return { ...rest, ...Object.fromEntries(ids.map((name) => [name, id])) };
}
