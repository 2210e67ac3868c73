import type { Context } from '../../../harness/judging/context.ts';
import type { Json } from '../body.ts';
import type { Criterion } from './criteria.ts';
import { type Filter, filterNamed, untrimmed } from './filters.ts';
import { judgeFind } from './found.ts';
import { sampledUsers } from './samples.ts';

/** The parts of a name that a service may compare one by one. */
export const nameParts = ['firstName', 'lastName'] as const;

/**
 * Judges a filter beside the name of somebody who does not fit it. A name is looked for in several places, and whoever
 * is found at one of them has to fit the other filters as well. Sends nothing where all sampled users are alike.
 */
export async function judgeBesideName(
  context: Context,
  name: Exclude<Filter['name'], 'name'>,
  parts: readonly (typeof nameParts)[number][] = nameParts,
): Promise<void> {
  if (context.effort === 'quick') return;
  const users = await sampledUsers(context);
  for (const part of parts) {
    const asked = oddCouple(users, filterNamed(name), part);
    if (asked) await judgeFind(context, asked);
  }
}

/** The name of the first user whom a value of another one does not fit, and that value. */
function oddCouple(
  users: readonly Json[],
  filter: Filter,
  part: (typeof nameParts)[number],
): readonly Criterion[] | undefined {
  for (const user of users) {
    const called = untrimmed(user[part]);
    const values = users.flatMap((other) => filter.valueOf(other) ?? []);
    const value = values.find((each) => !filter.fits(user, each));
    if (called === undefined || value === undefined) continue;
    return [
      { filter: filterNamed('name'), values: [called] },
      { filter, values: [value] },
    ];
  }
  return undefined;
}
