import type { Answer } from '../../harness/http/answer.ts';
import type { Params } from '../../harness/http/place.ts';
import type { Context } from '../../harness/judging/context.ts';

/**
 * Claims that a request without a key is refused, also where its path spells an id in capitals: that path may be none, and
 * is answered with 404 then. It gives the last answer.
 */
export async function mustRefuseKeyless(
  { op, send, must }: Context,
  name: string,
  id: string,
  params: Params,
  rest: { readonly body?: unknown } = {},
): Promise<Answer> {
  const answer = await send(op, { ...params, [name]: id }, { ...rest, key: 'none' });
  must(answer).have.status(401);
  const capitals = id.toUpperCase();
  if (capitals === id) return answer;
  const other = await send(op, { ...params, [name]: capitals }, { ...rest, key: 'none' });
  must(other).have.status(401, 404);
  return other;
}
