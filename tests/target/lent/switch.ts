import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { request } from '../accounts/request.ts';
import { isShownEnabled } from '../accounts/state.ts';
import { changedFields, changedOfDisabled } from '../accounts/user-fields.ts';
import { attempt } from '../attempt.ts';
import type { Json } from '../body.ts';
import { eventually } from '../eventually.ts';
import { showUsers } from '../users/read.ts';
import { asTheyAre, type Lent, lookAnew } from './as-they-are.ts';
import { needMore, userOf } from './change.ts';
import { type Made, mustKeepTheRest, needTaken, type Outcome, outcomeOf } from './keeps-the-rest.ts';
import type { LentPerson } from './people.ts';
import type { Wrong } from './wrong.ts';

/** What came of disabling the lent people, and of enabling them again. */
interface Turns {
  readonly refused: Answer | undefined;
  readonly answers: readonly Answer[];
  /** What was shown otherwise of those who were disabled. */
  readonly whileDisabled: readonly Wrong[];
  readonly enabled: { readonly refused: Answer } | { readonly outcome: Outcome } | undefined;
}

/**
 * Judges what is shown of lent people who are disabled, or that all of them are as they were once they are enabled
 * again. Either row sends both.
 */
export async function judgeSwitchOfLent(context: Context): Promise<void> {
  const { must, need, op, world } = context;
  const turns = await world.once('lent people disabled and enabled', () => offAndOn(context));
  const { refused, answers, whileDisabled, enabled } = turns;
  if (refused && answers.length === 0) return needTaken(context, refused);
  if (op.id === 'disableUser') {
    must.hold(whileDisabled.length === 0, {
      expected: 'whatever is shown of disabled people as it was',
      actual: `not so: ${whileDisabled.map(({ what }) => what).join(', ')}`,
      in: [...new Set([...answers, ...whileDisabled.map(({ answer }) => answer)])],
    });
    return;
  }
  const end = need(enabled, 'an answer to enabling');
  if ('refused' in end) return needTaken(context, end.refused);
  mustKeepTheRest(context, end.outcome, 'all as it was, once people who were disabled are enabled again');
}

async function offAndOn(context: Context): Promise<Turns> {
  const lent = await asTheyAre(context);
  needMore(context, lent, lent.people);
  // Whoever is disabled already stays so.
  const able = lent.people.filter((person) => isShownEnabled(context, userOf(lent, person)));
  context.need(able.length > 0, 'a lent person who is enabled');
  const off: LentPerson[] = [];
  const answers: Answer[] = [];
  let refused: Answer | undefined;
  let whileDisabled: readonly Wrong[] = [];
  const back: { person: LentPerson; answer: Answer | undefined }[] = [];
  try {
    for (const person of able) {
      const answer = await request(context, 'disableUser', person.id, {});
      if (answer.status >= 300) refused = answer;
      else {
        off.push(person);
        answers.push(answer);
      }
    }
    if (off.length > 0) whileDisabled = await wrongWhileDisabled(context, lent, off);
  } catch (error) {
    lookAnew(context);
    throw error;
  } finally {
    // What could not be enabled here is enabled by the undo log at the end of the run.
    for (const person of off)
      back.push({ person, answer: await attempt(() => request(context, 'enableUser', person.id, {})) });
  }
  return { refused, answers, whileDisabled, enabled: await enabledAgain(context, lent, back) };
}

async function enabledAgain(
  context: Context,
  lent: Lent,
  back: readonly { readonly person: LentPerson; readonly answer: Answer | undefined }[],
): Promise<Turns['enabled']> {
  const isBack = back.every(({ answer }) => answer !== undefined && answer.status < 300);
  if (!isBack) lookAnew(context);
  const [refused] = back.flatMap(({ answer }) => (answer && answer.status >= 300 ? [answer] : []));
  if (refused) return { refused };
  if (!isBack || back.length === 0) return undefined;
  const made = back.flatMap(({ person, answer }): Made[] =>
    answer === undefined
      ? []
      : [{ person, answer, shows: () => [], unexpected: changedFields, contradicted: () => [] }],
  );
  // The list of users is read by their ids at any rate.
  const outcome = await outcomeOf(context, lent, made, ['searchUsers']);
  if (outcome.wrong.length > 0) lookAnew(context);
  return { outcome };
}

/** What is shown otherwise of people who are disabled; a target may hide them, or show less of them. */
async function wrongWhileDisabled(
  context: Context,
  lent: Lent,
  off: readonly LentPerson[],
): Promise<readonly Wrong[]> {
  const wrongIn = ({ users, answer }: { users: readonly (Json | undefined)[]; answer: Answer }): Wrong[] =>
    off.flatMap((person, at) => {
      const now = users[at];
      const changed = now === undefined ? [] : changedOfDisabled(userOf(lent, person), now);
      return changed.map((field) => ({ what: `\`${field}\` of ${person.called}`, answer }));
    });
  const ids = off.map(({ id }) => id);
  const read = () => showUsers(context, ids);
  return wrongIn(await eventually(context, read, (seen) => wrongIn(seen).length === 0));
}
