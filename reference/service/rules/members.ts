import type { Shapes } from '../choices.ts';
import { invalid, Refusal } from '../http/refusal.ts';
import type { Role, UserRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { checkUuid } from './formats.ts';
import { type Payload, required, texts } from './property.ts';

/** How many ids a list may have; operations without stated bounds have none. */
export interface ListBounds {
  readonly least: number;
  readonly most: number;
}

/** The bounds of `userIds` on POST class students, POST class teachers and DELETE class teachers (Limits). */
export const stated: ListBounds = { least: 1, most: 100 };

/** For the operations that state no bounds. */
export const unbounded: ListBounds = { least: 0, most: Number.POSITIVE_INFINITY };

/** The ids of a required list, in lower case; throws a Refusal with 400 for a wrong size or a malformed id. */
export function idList(body: Payload, name: string, { least, most }: ListBounds): readonly string[] {
  const ids = required(texts(body, name), name);
  if (ids.length < least || ids.length > most) throw invalid(`${name} must have ${least} to ${most} items.`);
  return ids.map((id) => checkUuid(id, `Each of ${name}`));
}

/** The users of a list, each of whom must have the role; throws a Refusal when one is unknown or hasn't. */
export function usersWithRole(store: Store, ids: readonly string[], role: Role, shapes: Shapes) {
  return [...new Set(ids)].map((id) => {
    const user = store.users.get(id);
    if (!user) throw unknownMember('user', shapes);
    if (!user.roles.includes(role)) throw invalid(`Each of userIds must be a ${role}.`);
    return user;
  });
}

/** The refusal of a well-formed id in a list of which nothing is known. */
export function unknownMember(what: string, shapes: Shapes): Refusal {
  return new Refusal(shapes.unknownMember, `The list holds the id of a ${what} that does not exist.`);
}

/** Which membership changes: that in classes, or that in cohorts. */
export type Membership = 'classIds' | 'cohortIds';

/** Puts a user into groups, or takes the user out; users who don't change keep their `updatedAt`. */
export function changeMembership(
  store: Store,
  user: UserRow,
  membership: Membership,
  change: { readonly add: readonly string[] } | { readonly remove: readonly string[] },
): UserRow {
  const before = user[membership];
  const after =
    'add' in change
      ? [...new Set([...before, ...change.add])]
      : before.filter((id) => !change.remove.includes(id));
  if (after.length === before.length) return user;
  const changed = { ...user, [membership]: after, updatedAt: store.tick() };
  store.users.put(changed);
  return changed;
}
