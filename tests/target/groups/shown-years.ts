import type { Context } from '../../../harness/judging/context.ts';
import { idIn, itemsOf, type Json } from '../body.ts';
import { minimal } from '../minimal.ts';
import type { Group } from './group.ts';
import { groupIds } from './ids-in-user.ts';

/**
 * Whether somebody on the first page of users is said to be in a class or cohort of the same academic year as a given
 * one: users may show those of the current year alone.
 *
 * @param of the class or cohort
 */
export async function isYearShown(context: Context, group: Group, of: Json): Promise<boolean> {
  const year = idIn(of, 'academicYearId');
  if (year === undefined) return false;
  const known = itemsOf(context, await minimal(context, context.operation(group.list)));
  const same = known.filter((one) => idIn(one, 'academicYearId') === year).map((one) => idIn(one, group.id));
  const users = itemsOf(context, await minimal(context, context.operation('listUsers')));
  return users.some((user) =>
    groupIds(user, group.membership)?.some((id) => same.includes(id.toLowerCase())),
  );
}
