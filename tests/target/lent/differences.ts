import type { Answer } from '../../../harness/http/answer.ts';
import { changedFields } from '../accounts/user-fields.ts';
import type { Json } from '../body.ts';
import { userSearches } from '../users/lookup.ts';
import { keyOf, type Observation } from './observation.ts';
import { isSame, type LentPerson } from './people.ts';
import { lostSessions } from './sessions.ts';
import type { Wrong } from './wrong.ts';

/** The fields of a user that differ though they may not. */
export type Unexpected = (before: Json, after: Json) => readonly string[];

/** What may not differ of people; all of it of those who are not among them. */
export type UnexpectedOf = ReadonlyMap<LentPerson, Unexpected>;

/** What is otherwise with the users themselves, as an answer shows them. */
export function changedUsers(
  before: Observation,
  { users, answer }: { readonly users: readonly (Json | undefined)[]; readonly answer: Answer },
  people: readonly LentPerson[],
  unexpected: UnexpectedOf,
): readonly Wrong[] {
  return people.flatMap((person, at) => {
    const [earlier, now] = [before.users[at], users[at]];
    if (earlier === undefined) return [];
    if (now === undefined) return [{ what: `the presence of ${person.called}`, answer }];
    return differing(unexpected, person, earlier, now).map((what) => ({
      what: `${what} of ${person.called}`,
      answer,
    }));
  });
}

/**
 * What is otherwise around the users: who is found, and the sessions.
 *
 * @param options.learners whether the fields of the learner of a session count
 */
export function changedAround(
  before: Observation,
  after: Observation,
  people: readonly LentPerson[],
  { unexpected, learners }: { unexpected: UnexpectedOf; learners: boolean },
): readonly Wrong[] {
  const found = people.flatMap((person) =>
    userSearches.flatMap((by): readonly Wrong[] => {
      const earlier = before.found.get(keyOf(by, person))?.user;
      const { user, answer } = after.found.get(keyOf(by, person)) ?? {};
      if (!earlier || user === undefined || answer === undefined) return [];
      if (user === null) return [{ what: `that ${by} finds ${person.called} by role and username`, answer }];
      return differing(unexpected, person, earlier, user).map((what) => ({
        what: `${what} of ${person.called} in ${by}`,
        answer,
      }));
    }),
  );
  const lost = lostSessions(before.sessions, after.sessions, (userId, earlier, now) => {
    const person = people.find(({ id }) => isSame(userId, id));
    return person === undefined || !learners ? [] : differing(unexpected, person, earlier, now);
  });
  return [...found, ...lost];
}

function differing(
  unexpected: UnexpectedOf,
  person: LentPerson,
  before: Json,
  after: Json,
): readonly string[] {
  return (unexpected.get(person) ?? changedFields)(before, after).map((field) =>
    field.includes(' ') ? field : `\`${field}\``,
  );
}
