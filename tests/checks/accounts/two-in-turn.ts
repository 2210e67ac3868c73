import type { Meanings } from '../../../generators/body.ts';
import { wordOf } from '../../../generators/words.ts';
import { type Check, checks } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { needsAccount } from '../../target/accounts/account.ts';
import { type Change, changes, withRequired } from '../../target/accounts/change.ts';
import { emailMeanings, genders, markOf, nameMeanings } from '../../target/accounts/meanings.ts';
import { isFilled, request } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { changedFields } from '../../target/accounts/user-fields.ts';
import type { Json } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { eventually } from '../../target/eventually.ts';
import { fixtureId } from '../../target/reuse/fixture.ts';
import { readUsers, unchangedUser } from '../../target/users/read.ts';

/** What was set for one user is not set for the next one: an object that collects changes may be made once for all. */
export const twoInTurnChecks: readonly Check[] = checks(
  [
    'update-student-details.date-of-birth/two-in-turn',
    'update-user-name.effect/two-in-turn',
    'update-user-primary-email.effect/two-in-turn',
    'set-user-external-id.effect/two-in-turn',
  ],
  {
    access: 'write',
    unless: fromStandard,
    cost: 'high',
    needs: needsAccount,
    sends:
      'changes of one account by each operation in turn, after each of them a change of a second account by this one, and a read of both',
    accepts: 'in each account the last value of everything that was set for it, and all else as it was',
    run: judgeInTurn,
  },
);

/** What can be set, with a value that no other turn has. */
interface Choice {
  readonly change: Change;
  readonly value: (context: Context, turn: number) => Meanings;
}

const choices: readonly Choice[] = [
  {
    change: changes.dateOfBirth,
    value: ({ world }, turn) => ({
      dateOfBirth: world.synthetic(`2005-0${1 + (turn % 9)}-${10 + (turn % 19)}`),
    }),
  },
  {
    change: changes.gender,
    value: (context, turn) => ({ gender: genders(context)[turn % genders(context).length] }),
  },
  {
    change: changes.name,
    value: (context, turn) =>
      nameMeanings(context, 'Rollcall', wordOf(context.world.unknownId(`${context.op.id} in turn ${turn}`))),
  },
  {
    change: changes.primaryEmail,
    value: (context, turn) =>
      emailMeanings(context, `${context.op.id.toLowerCase()}.${turn}.${markOf(context)}@example.org`),
  },
  {
    change: changes.externalId,
    value: (context, turn) => ({
      externalId: context.world.synthetic(`${context.op.id}-${turn}-${markOf(context)}`),
    }),
  },
];

/** An account as it was, and what was set last by each change. */
interface Held {
  readonly id: string;
  readonly before: Json;
  readonly set: Map<Change, Meanings>;
}

async function judgeInTurn(context: Context): Promise<void> {
  const ids = [await accountId(context, 'student'), await fixtureId(context, 'student', 'account alike')];
  context.need(new Set(ids).size === 2, 'a second student');
  const accounts: Held[] = [];
  for (const id of ids) accounts.push({ id, before: await unchangedUser(context, id), set: new Map() });
  const known = choices.filter(
    ({ change }) =>
      isFilled(context, change.op) && (change !== changes.gender || genders(context).length > 1),
  );
  let turn = 0;
  for (const other of known)
    for (const own of known.filter(({ change }) => change.op === context.op.id)) {
      const [first, second] = accounts;
      if (!first || !second) return;
      turn += 2;
      await set(context, first, other, turn);
      const answer = await set(context, second, own, turn + 1);
      const read = () => readUsers(context, ids);
      const wrong = (users: readonly (Json | undefined)[]) =>
        accounts.flatMap((account, at) => wrongIn(context, account, users[at] ?? {}, at + 1));
      const seen = await eventually(context, read, (users) => wrong(users).length === 0);
      context.must.hold(wrong(seen).length === 0, {
        expected: 'the last value of everything that was set for each account, and all else as it was',
        actual: `not so after a change of the ${other.change.what} of one, and of the ${own.change.what} of the other: ${wrong(seen).join(', ')}`,
        in: answer,
      });
    }
}

async function set(context: Context, account: Held, { change, value }: Choice, turn: number) {
  const meanings = value(context, turn);
  const sent = await withRequired(context, change.op, meanings, () => unchangedUser(context, account.id));
  const answer = await request(context, change.op, account.id, sent);
  context.need.accepted(answer);
  account.set.set(change, meanings);
  return answer;
}

/** What an account does not show although it was set, and what has changed although nothing set it. */
function wrongIn(context: Context, { before, set }: Held, user: Json, nth: number): readonly string[] {
  const unseen = [...set].filter(([change, meanings]) => !change.shows(user, meanings, context));
  const moves = [...set.keys()].flatMap((change) => change.moves);
  return [
    ...unseen.map(([{ what }]) => `the ${what} of account ${nth}`),
    ...changedFields(before, user, [...moves, 'username']).map((name) => `\`${name}\` of account ${nth}`),
  ];
}
