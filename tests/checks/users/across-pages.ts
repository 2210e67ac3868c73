import { type Check, checks } from '../../../harness/judging/check.ts';
import { acrossPages } from '../../target/pages/sorted-walk.ts';
import { sortsNamed } from '../../target/sorts.ts';
import { sortedUsers } from '../../target/users/order.ts';

/** Each order of users from page to page. */
export const sortedPages: readonly Check[] = checks(
  {
    listUsers: 'list-users.sort-order/across-pages',
    searchUsers: 'search-users.sort/across-pages',
  },
  {
    access: 'read',
    needs: ['list-users.sort-fields', 'list-users.sort-directions'],
    cost: 'high',
    sends: 'pages by offset and by cursor that end between users who are alike in what they are sorted by',
    accepts: 'the users of one large page, nobody twice and nobody left out',
    async run(context) {
      for (const sort of sortsNamed(context))
        await acrossPages(context, sortedUsers(context, sort), context.share('few'));
    },
  },
);
