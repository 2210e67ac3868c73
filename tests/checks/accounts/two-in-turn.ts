import type { Meanings } from '../../../generators/body.ts';
import { wordOf } from '../../../generators/words.ts';
import { type Check, checks } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { needsAccount } from '../../target/accounts/account.ts';
import { awaitEarlierChanges } from '../../target/accounts/barrier.ts';
import { type Change, changes, withRequired } from '../../target/accounts/change.ts';
import { emailMeanings, genders, markOf, nameMeanings } from '../../target/accounts/meanings.ts';
import { isFilled, request } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { changedFields } from '../../target/accounts/user-fields.ts';
import type { Json } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { eventually } from '../../target/eventually.ts';
import { fixtureId } from '../../target/reuse/fixture.ts';
import { readUser, readUsers, unchangedUser } from '../../target/users/read.ts';

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
      'changes of one account by each operation in turn, after them one that is refused, and a change of a second account by this operation, then a read of both',
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
  /** Set anew where a change is accepted that was to be refused. */
  before: Json;
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
  for (const [at, other] of known.entries())
    for (const own of known.filter(({ change }) => change.op === context.op.id)) {
      const [first, second] = accounts;
      if (!first || !second) return;
      turn += 2;
      await set(context, first, other, turn);
      if (![own.change, other.change].includes(changes.gender)) {
        const isUnreadable = (at + choices.indexOf(own)) % 2 === 0;
        await tryInVain(context, first, other, isUnreadable ? undefined : turn + 7);
      }
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

/** By change, what cannot be read, and what can and is refused with it. */
const unreadable: ReadonlyMap<Change, (context: Context) => Meanings> = new Map<
  Change,
  (context: Context) => Meanings
>([
  [changes.dateOfBirth, ({ world }) => ({ dateOfBirth: world.synthetic('2006-02-03'), gender: [] })],
  [
    changes.name,
    (context) => ({ ...nameMeanings(context, 'Rollcall', 'Refused'), firstName: [], fullName: [] }),
  ],
  [changes.primaryEmail, (context) => emailMeanings(context, 'no address')],
  [changes.externalId, () => ({ externalId: [] })],
]);

/**
 * Sends a change that is refused: for a value that cannot be read, or because there is no such user. Where it is
 * accepted, the account is taken for what it is then.
 *
 * @param turn where the values come from that are sent for nobody
 */
async function tryInVain(
  context: Context,
  account: Held,
  { change, value }: Choice,
  turn: number | undefined,
): Promise<void> {
  const isOfNobody = turn !== undefined;
  const meanings = isOfNobody ? value(context, turn) : (unreadable.get(change)?.(context) ?? {});
  const id = isOfNobody ? context.unknownId('userId') : account.id;
  const { status } = await request(context, change.op, id, meanings);
  if (status >= 300 || isOfNobody) return;
  await awaitEarlierChanges(context, [account.id], wordOf(context.unknownId('taken in vain')));
  account.before = await readUser(context, account.id);
  account.set.clear();
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
