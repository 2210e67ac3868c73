import type { FuzzCase } from '../../generators/fuzz-case.ts';
import { fuzzValues } from '../../generators/fuzz-texts.ts';
import type { Answer } from '../../harness/http/answer.ts';
import type { Params } from '../../harness/http/place.ts';
import type { Context } from '../../harness/judging/context.ts';
import { minimalParams } from './minimal.ts';
import { idsInPath } from './path.ts';
import { harmlessParams } from './probe.ts';

/** Failures of the service itself; 502, 503 and 504 are those of a gateway. */
const ownFailures = [500, 501, 505, 506, 507, 508, 510, 511];

/** Evidence describes longer texts by their length. */
const longestShown = 100;

/** The answer to a fuzz case; sent once and shared by all checks. */
export function fuzzedAnswer(context: Context, fuzzCase: FuzzCase): Promise<Answer> {
  const { what, where } = fuzzCase;
  return context.world.once(`fuzzed ${context.op.id} ${what} ${where}`, () => sendFuzzed(context, fuzzCase));
}

/** Sends a fuzz case. The rest of the request names what exists; for a writing operation, what does not exist. */
export async function sendFuzzed(context: Context, { query, headers, body, id }: FuzzCase): Promise<Answer> {
  for (const text of fuzzValues) if (text.length < longestShown) context.world.synthetic(text);
  return context.send(context.op, await restOf(context, id), {
    sees: ownFailures,
    fuzzed: true,
    ...(query === undefined ? {} : { rawQuery: query }),
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { rawBody: body }),
  });
}

/** The parameters beside the fuzzed part; a fuzzed id stands in place of every id in the path. */
async function restOf(context: Context, id: string | undefined): Promise<Params> {
  const { op } = context;
  // The body of a creation holds the fuzzed part and nothing else, so that nothing can be created.
  if (op.makes !== undefined) return {};
  const rest = op.writes ? harmlessParams(context, op) : {};
  if (id === undefined) return op.writes ? rest : minimalParams(context, op);
  return { ...rest, ...Object.fromEntries(idsInPath(op).map((name) => [name, id])) };
}
