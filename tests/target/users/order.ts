import type { Sort } from '../../../generators/sort.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { idIn, type Json, text } from '../body.ts';
import { judgeOrder, judgeSameStretch, momentIn, type Placed, wayOf } from '../order.ts';
import type { SortedList } from '../pages/sorted-walk.ts';
import { fold } from './fold.ts';

/** The order of users without a sort (chapter Users). */
export const defaultSort: Sort = { field: 'createdAt', direction: 'desc' };

/** The fields of a user that hold moments. */
const moments: readonly string[] = ['createdAt', 'updatedAt', 'dateOfBirth'];

/** Whether the order that a sort asks for is known: in which order texts stand is left open. */
export function isKnownOrder({ field, direction }: Sort): boolean {
  return moments.includes(field) && wayOf(direction) !== undefined;
}

/**
 * A list of users that is asked for in some order.
 *
 * @param sort what is asked for; without it, the list has its default order
 */
export function sortedUsers(context: Context, sort?: Sort): SortedList {
  const order = sort ?? defaultSort;
  return {
    sort,
    keyOf: (user) => keyIn(user, order.field),
    judgeOrder: (users, answers) => {
      if (isKnownOrder(order)) judgeOrder(context, users, order, answers);
    },
  };
}

/**
 * Judges that two pages of the same stretch of a list show the same users in the same order.
 *
 * @param field what the list is sorted by
 */
export function judgeSamePage(
  context: Context,
  pages: { readonly first: readonly Json[]; readonly second: readonly Json[]; readonly whole: boolean },
  field: string,
  answers: readonly Answer[],
): void {
  const placed = (users: readonly Json[]): readonly Placed[] =>
    users.map((user) => ({ id: idIn(user, 'userId'), key: keyIn(user, field) }));
  const { first, second, whole } = pages;
  judgeSameStretch(context, { first: placed(first), second: placed(second), whole }, field, answers);
}

/** Users who differ only in letter case or accents may be alike to the target, or not. */
function keyIn(user: Json, field: string): string | number | undefined {
  if (moments.includes(field)) return momentIn(user, field);
  const value = text(user[field]);
  return value === undefined ? undefined : fold(value);
}
