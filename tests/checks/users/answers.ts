import { type Check, check, checks } from '../../../harness/judging/check.ts';
import { minimal } from '../../target/minimal.ts';
import { criterion } from '../../target/users/criteria.ts';
import { filters } from '../../target/users/filters.ts';
import { find, findNobody } from '../../target/users/found.ts';

/** How the list and the search answer the plainest requests. */
export const answers: readonly Check[] = [
  check('list-users.success', {
    async run(context) {
      context.must(await minimal(context, context.op)).have.status(200);
    },
  }),

  check('search-users.success', {
    sends: 'an empty search, then one with a filter',
    async run(context) {
      context.must(await minimal(context, context.op)).have.status(200);
      const asked = await criterion(context, 'userId', ['user 1']);
      context.must(await find(context, [asked])).have.status(200);
    },
  }),

  ...checks(['list-users.all-optional', 'search-users.search-optional'], {
    cost: 'high',
    async run(context) {
      context.must(await minimal(context, context.op)).have.status(200);
      // Of roles that nobody has, the interface says nothing.
      for (const { name } of filters.filter((filter) => filter.name !== 'role')) {
        context.must(await findNobody(context, name)).have.status(200);
      }
    },
  }),
];
