import type { Context } from '../../../harness/judging/context.ts';
import { awaitEarlierChanges } from '../accounts/barrier.ts';
import { changedFields } from '../accounts/user-fields.ts';
import type { Json } from '../body.ts';
import { caughtUp } from '../eventually.ts';
import { isBorrowed } from '../reuse/lending.ts';
import { rolesOf } from '../users/filters.ts';
import { readUsers, unchangedUsers } from '../users/read.ts';
import { type Observation, observeAround } from './observation.ts';
import { type LentPerson, lentPeople } from './people.ts';
import { listsWith } from './sessions.ts';

/** The people whom the profile lends, and what reads show of them before a change. */
export interface Lent {
  readonly people: readonly LentPerson[];
  readonly before: Observation;
  /** Whether other rows change them as well, because the run has no accounts of its own. */
  readonly isShared: boolean;
}

/** What was seen last, and is so still as far as this law goes: each row undoes what it does. */
const seen = new WeakMap<Context['world'], Observation>();

/** Reads the people whom the profile lends. What surrounds them is read once, as long as they are as they were. */
export async function asTheyAre(context: Context): Promise<Lent> {
  const people = lentPeople(context);
  const ids = people.map(({ id }) => id);
  const isShared = ids.some((id) => isBorrowed(context, id));
  if (isShared) await awaitEarlierChanges(context, ids);
  const known = isShared ? undefined : seen.get(context.world);
  const isAsKnown = (users: readonly (Json | undefined)[]) =>
    users.every((user, at) => isSameUser(user, known?.users[at]));
  const users =
    known === undefined ? await readUsers(context, ids) : await usersOnce(context, ids, isAsKnown);
  const before = known && isAsKnown(users) ? known : await observeAround(context, people, users);
  seen.set(context.world, before);
  return { people, before, isShared };
}

/** The users once they are as they are known to be; what a read showed since the last change is not read again. */
async function usersOnce(
  context: Context,
  ids: readonly string[],
  isAsKnown: (users: readonly (Json | undefined)[]) => boolean,
): Promise<readonly (Json | undefined)[]> {
  const seen = await unchangedUsers(context, ids);
  return isAsKnown(seen) ? seen : caughtUp(context, () => readUsers(context, ids), isAsKnown);
}

/** Has the next row look anew. */
export function lookAnew({ world }: Context): void {
  seen.delete(world);
}

/** Whether somebody has what no creation gives: two roles, several addresses, a UPN or sessions. */
export function hasMore({ people, before }: Lent, among: readonly LentPerson[]): boolean {
  const users = people.flatMap((person, at): Json[] => {
    const user = before.users[at];
    return user && among.includes(person) ? [user] : [];
  });
  const ids = among.map(({ id }) => id);
  return users.length > 0 && (users.some(isFull) || listsWith(before.sessions, ids).length > 0);
}

function isFull(user: Json): boolean {
  const { emails, upn } = user;
  const addresses = Array.isArray(emails) ? emails.length : 0;
  return rolesOf(user).length > 1 || addresses > 1 || typeof upn === 'string';
}

function isSameUser(one: Json | undefined, other: Json | undefined): boolean {
  return one === undefined || other === undefined ? one === other : changedFields(one, other).length === 0;
}
