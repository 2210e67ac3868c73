import type { FilterName } from '../../../generators/filters.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Operation } from '../../../spec/contract.ts';
import { changedFields } from '../accounts/user-fields.ts';
import { type Json, text } from '../body.ts';
import { eventually } from '../eventually.ts';
import { groupIds, holdsId } from '../groups/ids-in-user.ts';
import { itemFields } from '../same-fields.ts';
import type { Criterion } from './criteria.ts';
import { filterNamed, rolesOf, untrimmed } from './filters.ts';
import { lookUpBy, userSearches } from './lookup.ts';
import { partsThatFind, uniqueCriteria } from './under-filters.ts';

/** What a version of the interface may not show of users. */
const groupFields = ['classIds', 'cohortIds'] as const;

/** Who has left a class or cohort, and how a failure tells it. */
export interface Leaver {
  /** What the list has shown of the user. */
  readonly user: Json;
  readonly left: { readonly field: 'classIds' | 'cohortIds'; readonly id: string };
  readonly what: string;
  /** The filters whose values nobody else has. */
  readonly unique: readonly FilterName[];
}

/**
 * Judges that who has left a class or cohort is found by all values that are in force at once, in the list and in the
 * search, with the same fields as before: whoever is found by each of them is found by all of them. Sends one request to
 * each of the two.
 */
export async function mustFindLeaver(context: Context, { user, left, what, unique }: Leaver): Promise<void> {
  for (const by of userSearches) {
    const asked = await allCriteria(context, context.operation(by), user, unique);
    if (asked.length === 0) continue;
    // Not every version shows the groups of a user in the search (Versioning 6).
    const notShown = groupFields.filter((name) => !itemFields(context, by).includes(name));
    const wrongIn = (seen: Json | null | undefined) => {
      if (seen === null) return ['no such user'];
      // Nothing is known where the page has no room for all, or a value is refused that may be kept.
      if (seen === undefined) return [];
      const changed = changedFields(user, seen, [left.field, ...notShown]);
      const isThere = holdsId(groupIds(seen, left.field), left.id);
      return [...changed, ...(isThere ? [left.field] : [])].map((field) => `\`${field}\``);
    };
    const find = () => lookUpBy(context, text(user['userId']) ?? '', by, asked);
    const { user: seen, answer } = await eventually(context, find, (one) => wrongIn(one.user).length === 0);
    context.must.hold(wrongIn(seen).length === 0, {
      expected: `${what} by ${asked.map(({ filter }) => `\`${filter.name}\``).join(' and ')}, with all else as it was, in ${by}`,
      actual: `not so: ${wrongIn(seen).join(', ')}`,
      in: answer,
    });
  }
}

/** All values of a user at once: those that only this user has, a role, and a part of the name by which others are found. */
async function allCriteria(
  context: Context,
  op: Operation,
  user: Json,
  unique: readonly FilterName[],
): Promise<readonly Criterion[]> {
  const parts = await partsThatFind(context, op);
  const names = parts.flatMap((part) => untrimmed(user[part]) ?? []);
  const more = { role: rolesOf(user).slice(0, 1), name: names.slice(0, 1) };
  return [
    ...uniqueCriteria(user, unique).flatMap((met) => met.asked),
    ...(['role', 'name'] as const)
      .filter((name) => more[name].length > 0)
      .map((name) => ({ filter: filterNamed(name), values: more[name] })),
  ];
}
