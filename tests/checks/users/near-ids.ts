import { type Check, checks } from '../../../harness/judging/check.ts';
import { pageOf } from '../../target/body.ts';
import { forEachNearId } from '../../target/near-ids.ts';
import { criterion } from '../../target/users/criteria.ts';
import { find, findBy } from '../../target/users/found.ts';

/** An id that shares blocks with that of a user finds nobody. */
export const nearIds: readonly Check[] = checks(
  ['list-users.user-id-no-match/near-id', 'search-users.search-user-ids/near-id'],
  {
    sends: 'a known id (found), then ids that share some of its blocks, and that id with more around it',
    accepts: 'an empty page for each of these; a refusal of what is no id',
    async run(context) {
      const { must, need } = context;
      const asked = await criterion(context, 'userId', ['user 1']);
      const control = pageOf(context, await find(context, [asked]));
      need(control.items.length > 0, 'a user who is found by an id');
      const known = need(asked.values[0], 'the id of a user');
      await forEachNearId(context, known, async (near, isId) => {
        const answer = await findBy(context, { userId: [near] });
        if (!isId && answer.status >= 300) return must(answer).be.refused();
        must(answer).have.status(200);
        const { items, total = 0 } = pageOf(context, answer);
        must.equal(items.length, 0, 'the number of users', answer);
        must.equal(total, 0, '`total`', answer);
      });
    },
  },
);
