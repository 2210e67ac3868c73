import type { Meanings } from '../../../generators/body.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { showsState as showsValue } from '../../../spec/account-state.ts';
import { type Json, object, text } from '../body.ts';
import { groupIds, holdsId } from '../groups/ids-in-user.ts';
import type { Change } from './change.ts';
import { changedFields, contradictions } from './user-fields.ts';

/** A person of the run, with what reads have to show. */
export interface Person {
  readonly id: string;
  /** What a report calls the person. */
  readonly called: string;
  /** What the last read showed in which all was as expected. */
  shown: Json;
  /** What was set since, in order: a person who is disabled may not be shown. */
  set: { readonly change: Change; readonly meanings: Meanings }[];
  /** The classes and cohorts to be shown, in small letters. */
  groups: Readonly<Record<GroupField, readonly string[]>>;
  isDisabled: boolean;
  /** Whether the account came disabled: then it may wait for something, and be enabled by itself. */
  readonly isWaiting: boolean;
}

/** The fields of a User that hold groups. */
export type GroupField = 'classIds' | 'cohortIds';

const groupFields: readonly GroupField[] = ['classIds', 'cohortIds'];

/** A person as a read shows it now. */
export function personShown(context: Context, id: string, called: string, shown: Json): Person {
  const isDisabled = stateIn(context, shown) === 'disabled';
  // Of whom an earlier run made nothing more is known.
  const maker = context.makerOf(id);
  const first = maker ? object(object(maker.json)?.['user']) : shown;
  const isWaiting = isDisabled && first !== undefined && stateIn(context, first) === 'disabled';
  return { id, called, shown, set: [], groups: groupsOf(context, shown), isDisabled, isWaiting };
}

/** What a read of the people shows otherwise than what was done to them says, in words. */
export function wrongInPeople(
  context: Context,
  people: readonly Person[],
  users: readonly (Json | undefined)[],
): readonly string[] {
  return people.flatMap((person, at) =>
    wrongIn(context, person, users[at]).map((what) => `${what} of ${person.called}`),
  );
}

/**
 * In what a person in an answer differs from the read after it. Whoever is disabled may not be shown as a whole, and
 * whether classes of other years are among those of a user is left open, so that only some groups are looked for.
 */
export function wrongInAnswer(
  { isDisabled, called }: Person,
  answered: Json | undefined,
  user: Json | undefined,
  groups: readonly string[],
): readonly string[] {
  if (isDisabled || answered === undefined || user === undefined) return [];
  const those = (one: Json, field: GroupField) =>
    groups.filter((id) => holdsId(groupIds(one, field), id)).map((id) => id.toLowerCase());
  const others = contradictions(answered, user).filter((field) => !groupFields.some((own) => own === field));
  const differing = groupFields.filter(
    (field) => field in answered && String(those(answered, field)) !== String(those(user, field)),
  );
  return [...others, ...differing].map((field) => `\`${field}\` of ${called} in the answer`);
}

/** Takes what was read for what is to be shown from now on. */
export function adopt(
  context: Context,
  people: readonly Person[],
  users: readonly (Json | undefined)[],
): void {
  for (const [at, person] of people.entries()) {
    const user = users[at];
    if (user === undefined || person.isDisabled) continue;
    person.shown = user;
    person.set = [];
    person.groups = groupsOf(context, user);
  }
}

function wrongIn(context: Context, person: Person, user: Json | undefined): readonly string[] {
  // A target may hide who is disabled, or show less of such a person.
  if (person.isDisabled) return user === undefined || showsState(context, person, user) ? [] : ['the state'];
  if (user === undefined) return ['the presence'];
  const last = new Map(person.set.map(({ change, meanings }) => [change, meanings]));
  const moves = [...last.keys()].flatMap((change) => change.moves);
  const shown = groupsOf(context, user);
  return [
    ...[...last].flatMap(([change, meanings]) =>
      change.shows(user, meanings, context) ? [] : [`the ${change.what}`],
    ),
    ...changedFields(person.shown, user, [...moves, 'username', ...groupFields]).map((name) => `\`${name}\``),
    // A username may follow a name or an address, and no change of a sequence is one of letter case alone.
    ...(isRecased(person.shown['username'], user['username']) ? ['the letter case of `username`'] : []),
    ...groupFields.filter((field) => String(shown[field]) !== String(person.groups[field])),
    ...(showsState(context, person, user) ? [] : ['the state']),
  ];
}

function isRecased(before: unknown, now: unknown): boolean {
  const [one, other] = [String(before ?? ''), String(now ?? '')];
  return one !== other && one.toLowerCase() === other.toLowerCase();
}

function groupsOf(context: Context, user: Json): Person['groups'] {
  const ids = (field: GroupField) =>
    context
      .need(groupIds(user, field), `\`${field}\` to be a list of identifiers`)
      .map((id) => id.toLowerCase())
      .sort();
  return { classIds: ids('classIds'), cohortIds: ids('cohortIds') };
}

/** Whether the field for the state shows it, where the profile names that field. */
function showsState(context: Context, { isDisabled, isWaiting }: Person, user: Json): boolean {
  return isWaiting || ['open', isDisabled ? 'disabled' : 'enabled'].includes(stateIn(context, user));
}

/** The state that a user shows; `open` where the profile names no field for it. */
function stateIn(context: Context, user: Json): 'enabled' | 'disabled' | 'neither' | 'open' {
  const reading = object(context.reading('users.enabled-field'));
  const field = text(reading?.['field']);
  if (field === undefined) return 'open';
  const states = ['enabled', 'disabled'] as const;
  return states.find((state) => showsValue(user[field], reading?.[state])) ?? 'neither';
}
