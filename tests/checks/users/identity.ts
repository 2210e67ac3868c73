import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { pageOf } from '../../target/body.ts';
import { groupIds } from '../../target/groups/ids-in-user.ts';
import { minimal, minimalParams } from '../../target/minimal.ts';
import { idsOf } from '../../target/users/found.ts';
import { sampledUsers } from '../../target/users/samples.ts';

const memberships = [
  ['user.class-ids-exist', 'classIds', 'getClass', 'classId'],
  ['user.cohort-ids-exist', 'cohortIds', 'getCohort', 'cohortId'],
] as const;

/** What the identifiers in a user mean (chapter Users). */
export const identity: readonly Check[] = [
  // Different users have different identifiers.
  check('user.id-unique', {
    access: 'read',
    on: ['listUsers', 'searchUsers'],
    sends: 'the first page, and a page of 20 from the middle of the list',
    accepts: 'users of whom no two on a page have the same `userId`',
    async run(context) {
      const first = await minimal(context, context.op);
      const { total = 0, items } = pageOf(context, first);
      context.need(items.length > 1, 'two users');
      const middle = await context.send(context.op, {
        ...(await minimalParams(context, context.op)),
        limit: 20,
        offset: Math.floor(total / 2),
      });
      for (const answer of [first, middle]) {
        const ids = idsOf(pageOf(context, answer).items);
        const again = ids.length - new Set(ids).size;
        context.must.hold(again === 0, {
          expected: `${ids.length} different identifiers`,
          actual: `${again} that come again`,
          in: answer,
        });
      }
    },
  }),

  // Each class or cohort that a user is said to be in can be read.
  ...memberships.map(([clause, field, read, idName]) =>
    check(clause, {
      access: 'read',
      on: ['listUsers'],
      sends: `reads of some of the identifiers in \`${field}\``,
      accepts: '200 for each',
      async run(context) {
        for (const id of await idsIn(context, field)) {
          const answer = await context.send(read, { [idName]: id });
          context.need(answer.status !== 403, `leave to use ${read}`);
          context.must(answer).have.status(200);
        }
      },
    }),
  ),
];

/** Some of the identifiers that users carry in a field, from as many users as there are. */
async function idsIn(context: Context, field: string): Promise<readonly string[]> {
  const all = (await sampledUsers(context)).flatMap((user) => groupIds(user, field) ?? []);
  const different = [...new Set(all)];
  context.need(different.length > 0, `a user with \`${field}\` that hold identifiers`);
  const step = Math.ceil(different.length / Math.max(3, Math.ceil(context.runs / 2)));
  return different.filter((_, index) => index % step === 0);
}
