import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { pageOf } from '../../target/body.ts';
import { groupIds } from '../../target/groups/ids-in-user.ts';
import { minimal, minimalParams } from '../../target/minimal.ts';
import { mustHaveUniqueIds } from '../../target/unique-ids.ts';
import { sampledUsers } from '../../target/users/samples.ts';

const groups = [
  { id: 'user.class-ids-exist', field: 'classIds', read: 'getClass', idName: 'classId' },
  { id: 'user.cohort-ids-exist', field: 'cohortIds', read: 'getCohort', idName: 'cohortId' },
] as const;

/** What the identifiers in a user mean. */
export const identity: readonly Check[] = [
  check('user.id-unique', {
    access: 'read',
    on: ['listUsers', 'searchUsers'],
    sends: 'the first page, and a page of 20 from the middle of the list',
    async run(context) {
      const first = await minimal(context, context.op);
      const { total = 0, items } = pageOf(context, first);
      context.need(items.length > 1, 'two users');
      const middle = await context.send(context.op, {
        ...(await minimalParams(context, context.op)),
        limit: 20,
        offset: Math.floor(total / 2),
      });
      for (const answer of [first, middle])
        mustHaveUniqueIds(context, pageOf(context, answer).items, 'userId', answer);
    },
  }),

  ...groups.map(({ id, field, read, idName }) =>
    check(id, {
      access: 'read',
      on: ['listUsers'],
      sends: `reads of some of the identifiers in \`${field}\``,
      async run(context) {
        for (const groupId of await someIdsIn(context, field)) {
          const answer = await context.send(read, { [idName]: groupId });
          context.need(answer.status !== 403, `leave to use ${read}`);
          context.must(answer).have.status(200);
        }
      },
    }),
  ),
];

/** Some of the identifiers that the sampled users carry in a field, evenly spread. */
async function someIdsIn(context: Context, field: string): Promise<readonly string[]> {
  const all = (await sampledUsers(context)).flatMap((user) => groupIds(user, field) ?? []);
  const different = [...new Set(all)];
  context.need(different.length > 0, `a user with \`${field}\` that hold identifiers`);
  const step = Math.ceil(different.length / context.byEffort({ quick: 3, standard: 6, deep: 30 }));
  return different.filter((_, index) => index % step === 0);
}
