import { type Check, checks } from '../../../harness/judging/check.ts';
import { acrossPages } from '../../target/pages/sorted-walk.ts';
import { sortsNamed } from '../../target/sorts.ts';
import { sortedUsers } from '../../target/users/order.ts';

/** Each order of users from page to page. */
export const sortedPages: readonly Check[] = checks(
  ['list-users.sort-order/across-pages', 'search-users.sort/across-pages'],
  {
    needs: ['list-users.sort-fields', 'list-users.sort-directions'],
    cost: 'high',
    sends: 'pages by offset and by cursor that end between users who are alike in what they are sorted by',
    async run(context) {
      for (const sort of sortsNamed(context))
        await acrossPages(context, sortedUsers(context, sort), context.share('few'));
    },
  },
);
