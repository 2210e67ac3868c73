import type { Answer } from '../../harness/http/answer.ts';
import type { Params } from '../../harness/http/place.ts';
import type { Context } from '../../harness/judging/context.ts';

/** The `ETag` of the last answer of each operation, as a browser keeps it. */
export type Tags = Map<string, string>;

/** What a read gives that was answered with 304: what was read before is said to be as it was. */
export const unchanged = 'nothing new since the read before';

/** Asks as a browser does that has kept an earlier answer. Targets that put no `ETag` on answers get no condition. */
export async function askAgain(
  context: Context,
  operation: string,
  params: Params,
  tags: Tags,
): Promise<Answer | typeof unchanged> {
  const tag = tags.get(operation);
  const options = tag === undefined ? {} : { headers: { 'if-none-match': tag } };
  const answer = await context.send(operation, params, options);
  if (tag !== undefined && answer.status === 304) return unchanged;
  const { etag } = answer.headers;
  if (etag !== undefined) tags.set(operation, etag);
  return answer;
}
