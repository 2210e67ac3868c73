import type { Context } from '../../harness/judging/context.ts';
import { itemsOf, type Json } from './body.ts';

/** How many values a filter of a list takes (Limits). */
const valuesAtOnce = 30;

/** The status of HTTP for an address that is too long for the server. */
const tooLong = 414;

/**
 * What a list shows for any number of values of one filter. Each request asks for thirty values, or for fewer where
 * thirty make the address too long.
 */
export async function listedBy(
  context: Context,
  list: string,
  filter: string,
  values: readonly unknown[],
): Promise<Json[]> {
  const found: Json[] = [];
  for (const piece of piecesOf(values, valuesAtOnce)) {
    const answer = await context.send(list, { [filter]: piece });
    if (answer.status !== tooLong || piece.length === 1) found.push(...itemsOf(context, answer));
    else
      for (const half of piecesOf(piece, Math.ceil(piece.length / 2)))
        found.push(...(await listedBy(context, list, filter, half)));
  }
  return found;
}

/** A list in pieces of at most `size` items, in order. */
export function piecesOf<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, nth) =>
    list.slice(nth * size, (nth + 1) * size),
  );
}
