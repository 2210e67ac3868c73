import type { FilterName } from '../../../generators/filters.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { type Json, pageOf } from '../body.ts';
import { type Criterion, paramsFor } from './criteria.ts';
import { filterNamed } from './filters.ts';
import { idsOf, isWhole } from './found.ts';

/** The two operations that find users. */
export const userSearches = ['listUsers', 'searchUsers'] as const;

/** Where users are looked for, and by what. */
export interface Lookup {
  readonly by: (typeof userSearches)[number];
  readonly filter: FilterName;
  readonly value: string;
}

/**
 * The user whom a lookup finds, `null` when it does not find the user. `undefined` when the page shows only a part of
 * what was found and the user is not in it, or when the value is refused.
 */
export async function lookUp(context: Context, id: string, lookup: Lookup): Promise<Json | null | undefined> {
  const { by, filter, value } = lookup;
  return (await lookUpBy(context, id, by, [{ filter: filterNamed(filter), values: [value] }])).user;
}

/** The same for several criteria at once, with the answer that tells. */
export async function lookUpBy(
  context: Context,
  id: string,
  by: Lookup['by'],
  asked: readonly Criterion[],
): Promise<{ readonly user: Json | null | undefined; readonly answer: Answer }> {
  const op = context.operation(by);
  const answer = await context.send(op, paramsFor(op, asked));
  if (answer.status >= 400 && answer.status < 500) return { user: undefined, answer };
  const page = pageOf(context, answer);
  const found = page.items[idsOf(page.items).indexOf(id.toLowerCase())];
  return { user: found ?? (isWhole(page) ? null : undefined), answer };
}
