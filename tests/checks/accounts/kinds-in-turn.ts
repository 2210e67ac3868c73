import fc from 'fast-check';
import type { Meanings } from '../../../generators/body.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { needsAccount } from '../../target/accounts/account.ts';
import { type Change, changes, withRequired } from '../../target/accounts/change.ts';
import { genders } from '../../target/accounts/meanings.ts';
import { isFilled, request } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { changedFields } from '../../target/accounts/user-fields.ts';
import type { Json } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { eventuallyUser, unchangedUser } from '../../target/users/read.ts';

/**
 * Each value is changed while the others are of each kind in turn, because a change may destroy values of one kind
 * only.
 */
export const kindsInTurnChecks: readonly Check[] = [
  check('update-user-name.effect/kinds-in-turn', {
    access: 'write',
    on: ['updateUserName'],
    unless: fromStandard,
    cost: 'high',
    needs: needsAccount,
    sends:
      'rounds of changes of details, name, address and external identifier of one account, in each round to values of another kind; a read after each change',
    accepts:
      'the last value of everything that was set, and all else as it was; an unusual value may be refused',
    run: judgeRounds,
  }),
];

/** A value that can be changed, with its kinds of values. */
interface Choice {
  readonly change: Change;
  readonly kinds: readonly fc.Arbitrary<Meanings>[];
}

/** An account as it was last seen, with what was set last by what is changed. */
interface Walk {
  readonly id: string;
  user: Json;
  readonly held: Map<Change, Meanings>;
}

async function judgeRounds(context: Context): Promise<void> {
  const id = await accountId(context, 'student');
  const choices = await choicesOf(context);
  const walk: Walk = { id, user: await unchangedUser(context, id), held: new Map() };
  const rounds = Math.max(...choices.map(({ kinds }) => kinds.length));
  // The simplest kind comes last, because other checks set it as well.
  for (let round = 1; round <= rounds; round += 1) {
    const values = choices.map(({ kinds }) => kinds[round % kinds.length] ?? fc.constant<Meanings>({}));
    await context.forAll(
      fc.tuple(...values),
      async (drawn) => {
        for (const [at, { change }] of choices.entries())
          await setOne(context, walk, change, drawn[at] ?? {});
      },
      1,
    );
  }
  context.need(walk.held.size > 1, 'two values that can be changed');
}

async function choicesOf(context: Context): Promise<readonly Choice[]> {
  const { gender, name, primaryEmail, externalId, dateOfBirth } = changes;
  const known = genders(context).length > 1 ? [gender] : [];
  const filled = [...known, name, primaryEmail, externalId, dateOfBirth].filter(({ op }) =>
    isFilled(context, op),
  );
  return Promise.all(filled.map(async (change) => ({ change, kinds: await change.byKind(context) })));
}

async function setOne(context: Context, walk: Walk, change: Change, meanings: Meanings): Promise<void> {
  const { id, held, user: before } = walk;
  const sent = await withRequired(context, change.op, meanings, async () => before);
  const answer = await request(context, change.op, id, sent);
  if (answer.status >= 300) return context.observe('accounts.unusual-values', 'refused');
  held.set(change, meanings);
  const unlike = (user: Json) => [...held].filter(([one, value]) => !one.shows(user, value, context));
  const wrong = (user: Json) => [
    ...unlike(user).map(([{ what }]) => `the ${what}`),
    ...changedFields(before, user, [...change.moves, 'username']).map((field) => `\`${field}\``),
  ];
  walk.user = await eventuallyUser(context, id, (user) => wrong(user).length === 0);
  context.must.hold(wrong(walk.user).length === 0, {
    expected: 'the last value of everything that was set, and all else as it was',
    actual: `not so after a change of the ${change.what}: ${wrong(walk.user).join(', ')}`,
    in: answer,
  });
}
