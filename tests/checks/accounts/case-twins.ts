import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { needsAccount } from '../../target/accounts/account.ts';
import { markOf } from '../../target/accounts/meanings.ts';
import { request } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { sameText } from '../../target/accounts/user-fields.ts';
import { text } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { mustEventually } from '../../target/must-eventually.ts';
import { fixtureId } from '../../target/reuse/fixture.ts';
import { lookUp, userSearches } from '../../target/users/lookup.ts';
import { eventuallyUser, readUsers } from '../../target/users/read.ts';

/** Two users whose external identifiers differ in nothing but letter case. */
export const caseTwinChecks: readonly Check[] = [
  check('set-user-external-id.effect/other-case', {
    access: 'write',
    unless: fromStandard,
    cost: 'high',
    needs: needsAccount,
    sends:
      'identifiers that differ in letter case alone for two accounts, then searches for each by list and search',
    accepts:
      'pages with the user who has what was searched for, whoever else is there; the second may be refused',
    run: judgeCaseTwins,
  }),
];

async function judgeCaseTwins(context: Context): Promise<void> {
  const op = context.op.id;
  const ids = [await accountId(context, 'student'), await fixtureId(context, 'student', 'account alike')];
  const [first = '', second = ''] = ids;
  context.need(first !== second, 'a second student');
  const [one, other] = ['Case', 'cASE'].map((word) => context.world.synthetic(`${word}-${markOf(context)}`));
  context.need.accepted(await request(context, op, first, { externalId: one }));
  const repeated = await request(context, op, second, { externalId: other });
  if (repeated.status >= 300) {
    context.must(repeated).be.refused();
    return context.observe('accounts.shared-values', 'refused');
  }
  await eventuallyUser(context, second, ({ externalId }) => sameText(externalId, other));
  // Where the two count as one, the first user may have lost it.
  const shown = (await readUsers(context, ids)).filter((user) =>
    [one, other].some((value) => value === user?.['externalId']),
  );
  context.need(shown.length > 0, 'one of the two identifiers to be shown as it was sent');
  for (const user of shown) {
    const value = text(user?.['externalId']) ?? '';
    for (const by of userSearches) await mustFind(context, String(user?.['userId']), { by, value });
  }
}

async function mustFind(
  context: Context,
  id: string,
  { by, value }: { readonly by: (typeof userSearches)[number]; readonly value: string },
): Promise<void> {
  const find = () => lookUp(context, id, { by, filter: 'externalId', value });
  await mustEventually(context, find, (found) => found !== null, {
    expected: `the user whose external identifier was searched for, in ${by}`,
    actual: 'a page without that user',
  });
}
