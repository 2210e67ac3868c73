import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Json } from '../body.ts';
import { eventually } from '../eventually.ts';
import { userSearches } from '../users/lookup.ts';
import { showUsers } from '../users/read.ts';
import type { Lent } from './as-they-are.ts';
import { changedAround, changedUsers, type Unexpected } from './differences.ts';
import { type Observation, observeAgain, type Searches } from './observation.ts';
import type { LentPerson } from './people.ts';
import type { Wrong } from './wrong.ts';

/** A change of a lent person that was accepted. */
export interface Made {
  readonly person: LentPerson;
  readonly answer: Answer;
  /** What a user does not show of the change, in words. */
  readonly shows: (now: Json) => readonly string[];
  readonly unexpected: Unexpected;
  /** In what the answer differs from the user. */
  readonly contradicted: (now: Json) => readonly string[];
}

/** What changes have led to. */
export interface Outcome {
  readonly made: readonly Made[];
  readonly wrong: readonly Wrong[];
  /** What was seen after them; of those who are as expected alone. */
  readonly after: Observation;
}

/** Claims that changes are seen, and leave all else as it was. */
export function mustKeepTheRest(context: Context, { made, wrong }: Outcome, expected: string): void {
  const words = wrong.map(({ what }) => what);
  const answers = [...made, ...wrong].map(({ answer }) => answer);
  context.must.hold(wrong.length === 0, {
    expected,
    actual: `not so: ${words.join(', ')}`,
    in: [...new Set(answers)],
  });
}

/**
 * Needs a change to be accepted. A refusal accuses nobody: of whom another system is in charge, a service may refuse to
 * change what that one says.
 */
export function needTaken({ need }: Context, answer: Answer): void {
  need.answered(answer);
  if (answer.status === 403) need.accepted(answer);
  need.described(answer);
  need(answer.status < 300, `a change of a lent person to be accepted, got ${answer.status}`);
}

/**
 * Looks at everything, as soon as changes may be seen: first at the users, then at what is around them.
 *
 * @param by the operations by which those who were changed are looked for
 */
export async function outcomeOf(
  context: Context,
  lent: Lent,
  made: readonly Made[],
  by: Searches = userSearches,
): Promise<Outcome> {
  const { people, before, isShared } = lent;
  const unexpected = new Map(made.map((one) => [one.person, one.unexpected] as const));
  const wrongIn = (seen: Shown) => [
    ...changedUsers(before, seen, people, unexpected),
    ...made.flatMap((one) => wrongOf(one, seen.users[people.indexOf(one.person)] ?? {}, seen)),
  ];
  const ids = people.map(({ id }) => id);
  const seen = await eventually(
    context,
    () => showUsers(context, ids),
    (now) => wrongIn(now).length === 0,
  );
  const { users } = seen;
  const wrong = wrongIn(seen);
  if (wrong.length > 0) return { made, wrong, after: { users, found: new Map(), sessions: new Map() } };
  const changed = made.map(({ person }) => person);
  // What a list of sessions shows of a learner may be older than what other rows have changed.
  const around = (now: Observation) =>
    changedAround(before, now, people, { unexpected, learners: !isShared });
  const after = await eventually(
    context,
    () => observeAgain(context, people, users, { before, changed, by }),
    (now) => around(now).length === 0,
  );
  return { made, wrong: around(after), after };
}

type Shown = Awaited<ReturnType<typeof showUsers>>;

/** What a user does not show of a change, and in what the answer to the change is another. */
function wrongOf({ person, shows, contradicted }: Made, now: Json, { answer }: Shown): readonly Wrong[] {
  return [
    ...shows(now).map((what) => ({ what: `${what} of ${person.called}`, answer })),
    ...contradicted(now).map((field) => ({
      what: `\`${field}\` of ${person.called} in the answer`,
      answer,
    })),
  ];
}
