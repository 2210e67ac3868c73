import { type Check, type Context, check, checks } from '../../../harness/judging/check.ts';
import { inParallel } from '../../../harness/judging/in-parallel.ts';
import { itemsOf, pageOf, text } from '../../target/body.ts';
import { differentIds, mustAnswerOwnRequest } from '../../target/concurrent.ts';
import { groupIds } from '../../target/groups/ids-in-user.ts';
import { minimal, minimalParams } from '../../target/minimal.ts';
import { mustHaveUniqueIds } from '../../target/unique-ids.ts';
import { paramsFor } from '../../target/users/criteria.ts';
import { filterNamed } from '../../target/users/filters.ts';
import { sampledUsers } from '../../target/users/samples.ts';

const classes = { field: 'classIds', read: 'getClass', idName: 'classId' } as const;
const cohorts = { field: 'cohortIds', read: 'getCohort', idName: 'cohortId' } as const;

const groups = [
  { id: 'user.class-ids-exist', named: classes, other: cohorts },
  { id: 'user.cohort-ids-exist', named: cohorts, other: classes },
] as const;

/** What the identifiers in a user mean. */
export const identity: readonly Check[] = [
  check('user.id-unique', {
    on: ['listUsers', 'searchUsers'],
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

  // A class that was archived may stay in `classIds` and not be readable, so that 404 alone breaks nothing.
  ...groups.map(({ id, named, other }) =>
    check(id, {
      accepts: '200, or 404 unless the identifier is one of the other kind',
      async run(context) {
        const ids = await someIdsIn(context, named.field);
        let found = 0;
        for (const groupId of ids) {
          const answer = await context.send(named.read, { [named.idName]: groupId });
          context.need(answer.status !== 403, `leave to use ${named.read}`);
          context.must(answer).have.status(200, 404);
          if (answer.status === 200) found += 1;
          else await mustNotBe(context, other, groupId);
        }
        context.observe(`what \`${named.field}\` name`, found === ids.length ? 'can be read' : 'may be gone');
        context.need(found > 0, `a user in something of \`${named.field}\` that can be read`);
      },
    }),
  ),
];

/** An identifier that names no class may be that of an archived one, but not of a cohort; and the other way round. */
async function mustNotBe(
  context: Context,
  { read, idName, field }: typeof classes | typeof cohorts,
  groupId: string,
): Promise<void> {
  const { status } = await context.send(read, { [idName]: groupId });
  context.must.hold(status !== 200, {
    expected: `an identifier that does not belong into \`${field}\``,
    actual: 'one of the other kind',
  });
}

/** Some of the identifiers that the sampled users carry in a field, evenly spread. */
async function someIdsIn(context: Context, field: string): Promise<readonly string[]> {
  const all = (await sampledUsers(context)).flatMap((user) => groupIds(user, field) ?? []);
  const different = [...new Set(all)];
  context.need(different.length > 0, `a user with \`${field}\` that hold identifiers`);
  const step = Math.ceil(different.length / context.byEffort({ quick: 3, standard: 6, deep: 30 }));
  return different.filter((_, index) => index % step === 0);
}

/** Requests for different users at the same time. */
export const atOnceChecks: readonly Check[] = checks(
  ['list-users.user-id/at-once', 'search-users.search-user-ids/at-once'],
  {
    cost: 'high',
    sends: 'requests for thirteen different users by their ids, all at once',
    async run(context) {
      const { op, send } = context;
      const users = await sampledUsers(context);
      const ids = differentIds(
        context,
        users.flatMap(({ userId }) => text(userId) ?? []),
        'users',
      );
      const filter = filterNamed('userId');
      const answers = await inParallel(
        ids.map((id) => () => send(op, paramsFor(op, [{ filter, values: [id] }]))),
      );
      const shown = answers.map((answer) => itemsOf(context, answer).map(({ userId }) => text(userId)));
      mustAnswerOwnRequest(context, ids, shown, answers);
    },
  },
);
