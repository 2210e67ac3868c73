import { type Check, check } from '../../../harness/judging/check.ts';
import { type Json, text } from '../../target/body.ts';
import { acrossPages } from '../../target/pages/sorted-walk.ts';
import { sortsNamed } from '../../target/sorts.ts';
import { fold } from '../../target/users/fold.ts';
import { judgeOrder, momentIn, moments, type Sort } from '../../target/users/order.ts';

const homes = [
  ['listUsers', 'list-users.sort-order/across-pages'],
  ['searchUsers', 'search-users.sort/across-pages'],
] as const;

/** Each order of users from page to page (chapter Users). */
export const sortedPages: readonly Check[] = homes.map(([operation, id]) =>
  // Whatever users are sorted by, those who are alike in it neither get lost between two pages nor come twice.
  check(id, {
    access: 'read',
    on: [operation],
    needs: ['list-users.sort-fields', 'list-users.sort-directions'],
    sends:
      'pages in each order that the target names, by offset and by cursor, that end between users who are alike',
    accepts:
      'the users of one large page, nobody twice and nobody left out; where moments decide, in their order',
    async run(context) {
      for (const sort of sortsNamed(context))
        await acrossPages(
          context,
          {
            sort,
            keyOf: (user) => keyIn(user, sort.field),
            judgeOrder: (users, answers) => {
              if (isKnown(sort)) judgeOrder(context, users, sort, answers);
            },
          },
          Math.ceil(context.runs / 12),
        );
    },
  }),
);

/** Users who differ in letter case or accents alone may be alike to the target, or not. */
function keyIn(user: Json, field: string): string | number | undefined {
  if (moments.includes(field)) return momentIn(user, field);
  const own = text(user[field]);
  return own === undefined ? undefined : fold(own);
}

/** In which order texts stand is left open, and what a direction means is known when it is a form of the two words. */
function isKnown({ field, direction }: Sort): boolean {
  return moments.includes(field) && /^(?:asc|desc)/i.test(direction);
}
