import type { Answer } from '../../../harness/http/answer.ts';
import { formOfValue } from '../../../spec/account-state.ts';
import { type JsonObject, textAt } from '../../../spec/tree.ts';
import type { Findings } from './findings.ts';
import { bodyOf, type Candidate, type Found, type Quest, searchBody } from './search.ts';
import { answerWords, askForNobody, has, readUser, tell, userIn, wrapOf } from './users.ts';

/**
 * Creates a user, and learns what that takes. `changes` come before the creation of one with everything: they show the
 * names of more fields. @returns its id; `undefined` where none was created
 */
export async function tryCreation(
  findings: Findings,
  operation: string,
  role: string,
  changes: (userId: string) => Promise<void> = async () => undefined,
): Promise<string | undefined> {
  const value = findings.fresh();
  const meanings = ['firstName', 'lastName'];
  const isShown = (answer: Answer, one: string) => has(userIn(answer), one, value(one));
  const shows = (answer: Answer) =>
    meanings.every((one) => isShown(answer, one)) || isShown(answer, 'fullName');
  const wraps = ['user', role, undefined];
  const quest = { operation, params: {}, meanings, wraps, value, known: findings.names, shows };
  const searched = await searchBody(findings.trier, quest);
  const result =
    typeof searched === 'string' ? searched : withoutUnseen(searched, (one) => isShown(searched.answer, one));
  const userId = typeof result === 'string' ? undefined : textAt(userIn(result.answer), 'userId');
  if (userId !== undefined) await changes(userId);
  if (findings.isOpen(operation)) {
    const more = typeof result === 'string' ? [] : await extrasOf(findings, operation, result.candidate);
    await tell(findings, quest, result, more);
  }
  return userId;
}

/** A body without the parts of a name that its answer does not show: whoever takes whole names passes over the parts. */
function withoutUnseen(found: Exclude<Found, string>, isShown: (meaning: string) => boolean): Found {
  const { wrap, names } = found.candidate;
  if (!('fullName' in names)) return found;
  const seen = Object.entries(names).filter(
    ([meaning]) => !['firstName', 'lastName'].includes(meaning) || isShown(meaning),
  );
  return { ...found, candidate: { wrap, names: Object.fromEntries(seen) } };
}

const extras = ['username', 'upn', 'externalId', 'email', 'dateOfBirth', 'gender'];

/** The fields that a creation takes besides: those that the answer to one with all of them shows. */
async function extrasOf(
  { trier, fresh, names, named }: Findings,
  operation: string,
  { wrap, names: own }: Candidate,
): Promise<string[]> {
  const value = fresh();
  const others = extras.filter((meaning) => !(meaning in own) && value(meaning) !== undefined);
  const added = Object.fromEntries(others.map((meaning) => [meaning, names[meaning] ?? meaning]));
  const answer = await trier.send(operation, {}, bodyOf({ wrap, names: { ...own, ...added } }, value));
  if (typeof answer === 'string' || answer.status >= 300) return [];
  const shown = Object.entries(added).filter(([meaning]) => has(userIn(answer), meaning, value(meaning)));
  named(Object.fromEntries(shown));
  return shown.map(([, name]) => name);
}

const changes: readonly (readonly [string, readonly string[], Quest['wraps']])[] = [
  ['updateUserName', ['firstName', 'lastName'], ['user', undefined, 'name']],
  ['updateUserPrimaryEmail', ['email'], ['user', undefined, 'email']],
  ['setUserExternalId', ['externalId'], ['user', undefined]],
  ['updateUserPassword', ['password'], ['user', undefined, 'credentials', 'password']],
];

/** Changes a student that this run made, in each way that is still to be found out. */
export async function tryChanges(findings: Findings, userId: string): Promise<void> {
  for (const [operation, meanings, wraps] of changes.filter(([one]) => findings.isOpen(one))) {
    const quest = questFor(findings, operation, userId, meanings, wraps);
    await tell(findings, quest, await searchBody(findings.trier, quest));
  }
  if (findings.isOpen('updateStudentDetails')) await tryDetails(findings, userId);
  await trySwitches(findings, userId);
}

function questFor(
  findings: Findings,
  operation: string,
  userId: string,
  meanings: readonly string[],
  wraps: Quest['wraps'],
): Quest {
  const value = findings.fresh();
  const params = { userId };
  const hasAll = (shown: JsonObject) => meanings.every((one) => has(shown, one, value(one)));
  // A server may accept what it does not look at: the answer or a read shows it, or else nothing at all is refused.
  const shows = async (answer: Answer): Promise<boolean> => {
    if (hasAll(userIn(answer))) return true;
    if (!meanings.includes('password')) return hasAll(await readUser(findings, userId));
    const empty = await findings.trier.send(operation, params, {});
    return typeof empty !== 'string' && [400, 422].includes(empty.status);
  };
  return { operation, params, meanings, wraps, value, known: findings.names, shows };
}

/** Date of birth and gender may come alone, so that neither is required. */
async function tryDetails(findings: Findings, userId: string): Promise<void> {
  const { trier, named, found, missed } = findings;
  const operation = 'updateStudentDetails';
  const quest = questFor(
    findings,
    operation,
    userId,
    ['dateOfBirth'],
    ['user', undefined, 'student', 'details'],
  );
  const first = await searchBody(trier, quest);
  if (typeof first === 'string') return missed(operation, first);
  const { candidate, answer } = first;
  named(candidate.names);
  const other = questFor(findings, operation, userId, ['gender'], [candidate.wrap]);
  const second = other.value('gender') === undefined ? '' : await searchBody(trier, other);
  const gender = typeof second === 'string' ? {} : second.candidate.names;
  named(gender);
  await trier.send(operation, { userId }, {});
  await askForNobody(findings, operation, bodyOf(candidate, quest.value));
  // A body without the other one would be held against the target: half of it is left open.
  if (typeof second === 'string')
    return missed(operation, 'a gender, whose values are not known, was not understood');
  const optional = Object.values({ ...candidate.names, ...gender });
  found(operation, { ...wrapOf(candidate), optional, ...answerWords(findings, operation, answer) });
}

/** Disables a user and enables it again: which body that needs, how it answers, and which field shows it. */
async function trySwitches(findings: Findings, userId: string): Promise<void> {
  const { trier, isOpen, found, missed, state } = findings;
  const before = await readUser(findings, userId);
  const seen: JsonObject[] = [];
  for (const operation of ['disableUser', 'enableUser']) {
    const answer = await trier.send(operation, { userId });
    if (typeof answer === 'string' || answer.status >= 300) {
      return missed(
        operation,
        typeof answer === 'string' ? answer : `without a body it answered ${answer.status}`,
      );
    }
    seen.push(await readUser(findings, userId));
    await askForNobody(findings, operation);
    if (isOpen(operation)) found(operation, { body: 'none', ...answerWords(findings, operation, answer) });
  }
  const [disabled = {}, enabled = {}] = seen;
  // Where the disabled are hidden, all fields are gone with the user, and none of them is the state.
  if (textAt(disabled, 'userId') === undefined) return;
  const field = [...new Set([...Object.keys(before), ...Object.keys(disabled)])].find(
    (name) =>
      name !== 'updatedAt' &&
      plain(enabled[name]) !== plain(disabled[name]) &&
      plain(before[name]) === plain(enabled[name]),
  );
  if (field !== undefined)
    state({ field, enabled: stateValue(enabled[field]), disabled: stateValue(disabled[field]) });
}

/** A value of a state as a profile says it: a moment is another one each time. */
function stateValue(value: unknown): unknown {
  const form = formOfValue(value);
  return form === undefined ? (value ?? null) : { form };
}

/** A value that can show a state, as text; anything else is not one. */
function plain(value: unknown): string {
  return ['boolean', 'string'].includes(typeof value) ? `${typeof value} ${value}` : typeof value;
}
