import {
  type AccountState,
  type AccountStep,
  accountSequences,
  eachInTurn,
} from '../../../generators/account-sequences.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import type { Play } from '../../../harness/judging/sequence.ts';
import { needsAccount } from '../../target/accounts/account.ts';
import { changes, withRequired } from '../../target/accounts/change.ts';
import { staysInGroups } from '../../target/accounts/groups-kept.ts';
import { markOf, nameMeanings } from '../../target/accounts/meanings.ts';
import { isFilled, request, requestIfFilled } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { type Choice, choicesOf } from '../../target/accounts/two-values.ts';
import { changedFields } from '../../target/accounts/user-fields.ts';
import type { Json } from '../../target/body.ts';
import { eventuallyUser, mustShow } from '../../target/users/read.ts';

/** How many steps a sequence has at most; those that make no sense where they stand are passed over. */
const longest = (context: Context) => context.byEffort({ quick: 8, standard: 40, deep: 40 });

/** The account in a sequence: what can be changed, and how it was at the beginning. */
interface Walk {
  readonly id: string;
  readonly choices: readonly Choice[];
  readonly before: Json;
  /** Whether the account may have left its classes and cohorts, as it was disabled meanwhile. */
  readonly mayHaveLeft: boolean;
}

/** All that can be done to one account, in any order. */
export const sequenceChecks: readonly Check[] = [
  // Each change is seen, keeps what the earlier ones set, and changes nothing else.
  check('update-user-name.effect/in-sequence', {
    access: 'write',
    needs: needsAccount,
    sends:
      'sequences of changes of name, address, external identifier and details, of disabling and enabling, on one account; a read after each',
    async run(context) {
      const id = await accountId(context, 'student');
      const choices = choicesOf(context);
      const operations = [...choices.map(({ change }) => change.op), ...switchesOf(context)];
      let before: Json = {};
      let begun = 0;
      let judged = false;
      let mayHaveLeft = false;
      const steps: Play<AccountState, AccountStep> = {
        start: {},
        async begin() {
          await requestIfFilled(context, 'enableUser', id);
          begun += 1;
          mayHaveLeft = false;
          before = await setAll(context, id, choices, begun);
        },
        async act(step, expected) {
          mayHaveLeft ||= step.op === 'disableUser' && !staysInGroups(context);
          await act(context, { id, choices, before, mayHaveLeft }, step, expected);
          judged ||= isListed(expected);
        },
      };
      await context.inSequence(eachInTurn(operations), steps, 1);
      const runs = context.byEffort({ quick: 1, standard: 1, deep: 16 });
      await context.inSequence(accountSequences(operations, 2, longest(context)), steps, runs);
      await requestIfFilled(context, 'enableUser', id);
      context.need(judged, 'a sequence with a step that can be seen: another seed, or more effort');
    },
  }),
];

/** Disabling and enabling, where the profile says how to do both. */
function switchesOf(context: Context): readonly string[] {
  const switches = ['disableUser', 'enableUser'];
  return switches.every((op) => isFilled(context, op)) ? switches : [];
}

/** Whether a disabled user is still listed is left open. */
function isListed(state: AccountState): boolean {
  return state['disableUser'] === undefined;
}

/**
 * Sets everything that can be set before a sequence begins, for what a change may destroy has to be there. A fresh
 * name is the barrier: once it shows, so does all that was sent before.
 */
async function setAll(
  context: Context,
  id: string,
  choices: readonly Choice[],
  begun: number,
): Promise<Json> {
  const name = nameMeanings(context, 'Ida', `Start ${begun} ${markOf(context)}`);
  await request(context, changes.name.op, id, name);
  await eventuallyUser(context, id, (user) => changes.name.shows(user, name, context));
  const others = choices.filter(({ change }) => change !== changes.name);
  for (const { change, values } of others) await request(context, change.op, id, values[0]);
  return eventuallyUser(context, id, (user) =>
    others.every(({ change, values }) => change.shows(user, values[0], context)),
  );
}

async function act(
  context: Context,
  walk: Walk,
  { op, value }: AccountStep,
  expected: AccountState,
): Promise<void> {
  const choice = walk.choices.find(({ change }) => change.op === op);
  const meanings = choice?.values[value] ?? {};
  const sent = await withRequired(context, op, meanings, async () => walk.before);
  const answer = await request(context, op, walk.id, sent);
  context.need.accepted(answer);
  if (!isListed(expected)) return;
  const wrong = (user: Json) => wrongIn(context, walk, expected, user);
  await mustShow(context, walk.id, wrong, {
    expected: 'the last value of everything that was set, and all else as it was',
    in: answer,
  });
}

/** What a user does not show although it was set, and what has changed although nothing set it. */
function wrongIn(
  context: Context,
  { choices, before, mayHaveLeft }: Walk,
  expected: AccountState,
  user: Json,
): readonly string[] {
  const set = choices.flatMap(({ change, values }) => {
    const position = expected[change.op];
    return position === undefined ? [] : [{ change, meanings: values[position] ?? {} }];
  });
  const unseen = set.filter(({ change, meanings }) => !change.shows(user, meanings, context));
  const left = mayHaveLeft ? ['classIds', 'cohortIds'] : [];
  const mayMove = [...set.flatMap(({ change }) => change.moves), 'username', ...left];
  return [
    ...unseen.map(({ change }) => `what ${change.op} set`),
    ...changedFields(before, user, mayMove).map((name) => `\`${name}\``),
  ];
}
