import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { attempt } from '../attempt.ts';
import type { Json } from '../body.ts';
import type { Criterion } from '../users/criteria.ts';
import { filterNamed, rolesOf, untrimmed } from '../users/filters.ts';
import { type Lookup, lookUpBy, userSearches } from '../users/lookup.ts';
import type { LentPerson } from './people.ts';
import { listsWith, type SessionsShown, sessionsOf } from './sessions.ts';

/** Who is found: `null` for nobody, and `undefined` where the page does not tell. */
interface Found {
  readonly user: Json | null | undefined;
  readonly answer: Answer;
}

/** By which operations people are looked for. */
export type Searches = readonly Lookup['by'][];

/** What reads show of the people whom the profile lends. */
export interface Observation {
  /** The users, in the order of the people. */
  readonly users: readonly (Json | undefined)[];
  /** Who is found by role and username, by the search and the id of the person. */
  readonly found: ReadonlyMap<string, Found>;
  readonly sessions: SessionsShown;
}

/** Everything that reads show of the people beside the users themselves, to whom these reads have come. */
export async function observeAround(
  context: Context,
  people: readonly LentPerson[],
  users: readonly (Json | undefined)[],
): Promise<Observation> {
  const sessions = await sessionsOf(
    context,
    people.map(({ id }) => id),
  );
  return { users, sessions, found: await find(context, people, users, { sought: people, former: users }) };
}

/** The same once some of the people were changed: only where they were seen before, and by these searches. */
export async function observeAgain(
  context: Context,
  people: readonly LentPerson[],
  users: readonly (Json | undefined)[],
  { before, changed, by }: { before: Observation; changed: readonly LentPerson[]; by: Searches },
): Promise<Observation> {
  const ids = changed.map(({ id }) => id);
  const sessions = await sessionsOf(
    context,
    people.map(({ id }) => id),
    listsWith(before.sessions, ids),
  );
  const found = await find(context, people, users, { sought: changed, former: before.users, by });
  return { users, sessions, found };
}

/** Looks for people by role and username, and by role and id where the username is another than it was. */
async function find(
  context: Context,
  people: readonly LentPerson[],
  users: readonly (Json | undefined)[],
  {
    sought,
    former,
    by: searches = userSearches,
  }: {
    readonly sought: readonly LentPerson[];
    readonly former: readonly (Json | undefined)[];
    readonly by?: Searches;
  },
): Promise<Observation['found']> {
  const found = new Map<string, Found>();
  for (const person of sought) {
    const at = people.indexOf(person);
    const user = users[at];
    if (user === undefined) continue;
    const known = user['username'] === former[at]?.['username'] ? untrimmed(user['username']) : undefined;
    const name: Criterion =
      known === undefined
        ? { filter: filterNamed('userId'), values: [person.id] }
        : { filter: filterNamed('username'), values: [known] };
    for (const by of searches) {
      const seen = await attempt(() => lookUpBy(context, person.id, by, [name, ...roleOf(user, by)]));
      if (seen !== undefined) found.set(keyOf(by, person), seen);
    }
  }
  return found;
}

/** The first role of a user for the list, the last one for the search. */
function roleOf(user: Json, by: Lookup['by']): readonly Criterion[] {
  const role = rolesOf(user).at(by === 'listUsers' ? 0 : -1);
  return role === undefined ? [] : [{ filter: filterNamed('role'), values: [role] }];
}

/** How who is found is called in an observation. */
export function keyOf(by: string, { id }: LentPerson): string {
  return `${by} ${id}`;
}
