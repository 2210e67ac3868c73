import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { minimal } from '../../target/minimal.ts';
import { filterNamed, filters } from '../../target/users/filters.ts';
import { find, findNobody } from '../../target/users/found.ts';
import { valuesOf } from '../../target/users/samples.ts';

/** How the list and the search answer the plainest requests (chapter Users). */
export const answers: readonly Check[] = [
  // The list is answered with 200.
  check('list-users.success', {
    access: 'read',
    on: ['listUsers'],
    sends: 'the user list without parameters',
    accepts: '200',
    async run(context) {
      context.must(await minimal(context, context.op)).have.status(200);
    },
  }),

  // No query parameter has to be there: none at all, and each filter without the others.
  check('list-users.all-optional', {
    access: 'read',
    on: ['listUsers'],
    sends: 'the user list without parameters, then with one filter at a time',
    accepts: '200',
    run: judgeEachAlone,
  }),

  // The search is answered with 200, although it is a POST.
  check('search-users.success', {
    access: 'read',
    on: ['searchUsers'],
    sends: 'an empty search, then one with a filter',
    accepts: '200',
    async run(context) {
      context.must(await minimal(context, context.op)).have.status(200);
      const wanted = await valuesOf(context, filterNamed('userId'), ['user 1']);
      context.must(await find(context, [wanted])).have.status(200);
    },
  }),

  // Each property of `search` may be left out.
  check('search-users.search-optional', {
    access: 'read',
    on: ['searchUsers'],
    sends: 'an empty search, then searches with one property each',
    accepts: '200',
    run: judgeEachAlone,
  }),
];

/** No filter at all, then each without the others; of roles that nobody has, the interface says nothing. */
async function judgeEachAlone(context: Context): Promise<void> {
  context.must(await minimal(context, context.op)).have.status(200);
  for (const filter of filters.filter(({ name }) => name !== 'role')) {
    context.must(await findNobody(context, filter)).have.status(200);
  }
}
