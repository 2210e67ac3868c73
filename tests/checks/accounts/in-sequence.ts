import {
  type AccountState,
  type AccountStep,
  accountSequences,
} from '../../../generators/account-sequences.ts';
import type { Meanings } from '../../../generators/body.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { turn } from '../../target/accounts/accepted.ts';
import { accountOf, making } from '../../target/accounts/account.ts';
import { alongWith, type Change, changes } from '../../target/accounts/change.ts';
import { changedFields } from '../../target/accounts/fields.ts';
import { emailMeanings, markOf, nameMeanings, request } from '../../target/accounts/request.ts';
import { eventuallyUser, readUser, subjectOf } from '../../target/accounts/subject.ts';
import type { Json } from '../../target/body.ts';
import { eventually } from '../../target/eventually.ts';

/** How many values each operation has to choose from. */
const choices = 2;
/** How many steps a sequence has at most; those that make no sense where they stand are passed over. */
const longest = (context: Context) => (context.runs < 12 ? 8 : 40);

/** One operation of a sequence: the values that it can set, and how they show. */
interface Part extends Pick<Change, 'op' | 'shows' | 'moves'> {
  readonly values: readonly Meanings[];
}

/** All that can be done to one account, in any order. */
export const sequenceChecks: readonly Check[] = [
  // Each change is seen, keeps what the earlier ones set, and changes nothing else.
  check('update-user-name.effect/in-sequence', {
    access: 'write',
    on: ['updateUserName'],
    needs: [making('student')],
    sends:
      'sequences of changes of name, address, external identifier and details, of disabling and enabling, on one account; a read after each',
    accepts: 'the last value of everything that the sequence set, and all else as it was',
    async run(context) {
      const id = await subjectOf(context, 'student');
      const parts = await partsOf(context);
      let before: Json = {};
      let begun = 0;
      let seen = false;
      await context.inSequence(
        accountSequences([...parts.map(({ op }) => op), ...turnsOf(context)], choices, longest(context)),
        {
          start: {},
          async begin() {
            await turn(context, 'enableUser', id);
            begun += 1;
            before = await standing(context, { id, parts, count: begun });
          },
          async act(step, expected) {
            await act(context, { id, parts, before }, step, expected);
            seen ||= expected['disableUser'] === undefined;
          },
        },
        Math.ceil(context.runs / 4) + 2,
      );
      await turn(context, 'enableUser', id);
      context.need(seen, 'a sequence with a step that can be seen: another seed, or more effort');
    },
  }),
];

/**
 * The account as a sequence finds it: with a value of everything that can be set, for what a change may destroy has to
 * be there. A fresh name is the barrier: once it shows, so does all that was sent before.
 */
async function standing(
  context: Context,
  { id, parts, count }: { readonly id: string; readonly parts: readonly Part[]; readonly count: number },
): Promise<Json> {
  const meanings = nameMeanings(context, 'Ida', `Start ${count} ${markOf(context)}`);
  await request(context, accountOf('updateUserName'), id, meanings);
  const rename = context.need(
    changes.find(({ op }) => op === 'updateUserName'),
    'a change of name',
  );
  await eventuallyUser(context, id, (user) => rename.shows(user, meanings, context));
  const others = parts.filter(({ op }) => op !== rename.op);
  for (const { op, values } of others) await request(context, accountOf(op), id, values[0] ?? {});
  const shown = (user: Json) => others.every(({ shows, values }) => shows(user, values[0] ?? {}, context));
  return eventuallyUser(context, id, shown);
}

/** One account in a sequence: what can be done to it, and how it was at the beginning. */
interface Played {
  readonly id: string;
  readonly parts: readonly Part[];
  readonly before: Json;
}

async function act(
  context: Context,
  { id, parts, before }: Played,
  { op, value }: AccountStep,
  expected: AccountState,
): Promise<void> {
  const part = parts.find((one) => one.op === op);
  const meanings = part?.values[value] ?? {};
  const sent = await alongWith(context, { op }, meanings, async () => before);
  const answer = await request(context, accountOf(op), id, sent);
  context.need(answer.status < 300, `${op} with plain values to be accepted, got ${answer.status}`);
  // Whether a disabled user is still listed is left open.
  if (expected['disableUser'] !== undefined) return;
  const wrong = (user: Json) => wrongIn(context, { parts, before, expected }, user);
  const seen = await eventually(
    context,
    () => readUser(context, id),
    (user) => wrong(user).length === 0,
  );
  context.must.hold(wrong(seen).length === 0, {
    expected: 'the last value of everything that was set, and all else as it was',
    actual: `not so: ${wrong(seen).join(', ')}`,
    in: answer,
  });
}

/** What a user does not show although it was set, and what has changed although nothing set it. */
function wrongIn(
  context: Context,
  { parts, before, expected }: Pick<Played, 'parts' | 'before'> & { readonly expected: AccountState },
  user: Json,
): readonly string[] {
  const set = parts.filter(({ op }) => expected[op] !== undefined);
  const unseen = set.filter(
    ({ op, shows, values }) => !shows(user, values[expected[op] ?? 0] ?? {}, context),
  );
  const moved = changedFields(before, user, [...set.flatMap(({ moves }) => moves), 'username']);
  return [...unseen.map(({ op }) => `what ${op} set`), ...moved.map((name) => `\`${name}\``)];
}

/** The parts that the profile says how to send; the name is always among them. */
async function partsOf(context: Context): Promise<readonly Part[]> {
  const mark = markOf(context);
  const coin = (value: string) => context.world.synthetic(value);
  const values: Readonly<Record<string, () => Promise<readonly Meanings[]>>> = {
    'update-user-name.effect': async () => [
      nameMeanings(context, 'Ada', `First ${mark}`),
      nameMeanings(context, 'Zoë', `Second ${mark}`),
    ],
    'update-user-primary-email.effect': async () => [
      emailMeanings(context, `one.${mark}@example.org`),
      emailMeanings(context, `two.${mark}@example.org`),
    ],
    'set-user-external-id.effect': async () => [
      { externalId: coin(`one-${mark}`) },
      { externalId: coin(`two-${mark}`) },
    ],
    'update-student-details.date-of-birth': async () => [
      { dateOfBirth: coin('2001-02-03') },
      { dateOfBirth: coin('2004-02-29') },
    ],
  };
  const parts: Part[] = [];
  for (const { clause, op, shows, moves } of changes) {
    const some = values[clause];
    if (some && !context.contract.isOpen(accountOf(op).gap))
      parts.push({ op, shows, moves, values: await some() });
  }
  return parts;
}

/** Disabling and enabling, where the profile says how to do both. */
function turnsOf(context: Context): readonly string[] {
  const turns = ['disableUser', 'enableUser'];
  return turns.every((op) => !context.contract.isOpen(accountOf(op).gap)) ? turns : [];
}
