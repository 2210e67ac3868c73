import { carries, type Meanings } from '../../../generators/body.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { accountOf } from '../accounts/account.ts';
import { type Change, withRequired } from '../accounts/change.ts';
import { userIn } from '../accounts/fresh-user.ts';
import { emailMeanings, markOf, nameMeanings } from '../accounts/meanings.ts';
import { request } from '../accounts/request.ts';
import { changedFields, contradictions } from '../accounts/user-fields.ts';
import { attempt } from '../attempt.ts';
import { idIn, type Json } from '../body.ts';
import { asTheyAre, hasMore, type Lent, lookAnew } from './as-they-are.ts';
import { type Made, mustKeepTheRest, needTaken, outcomeOf } from './keeps-the-rest.ts';
import { isSame, type LentPerson, type PersonKind } from './people.ts';

/**
 * Judges that a change of a lent person is seen, and leaves all else of the person as it was. The row changes it back,
 * so that what others have read stays true; the undo log of the run would do so as well.
 */
export async function judgeChangeOfLent(
  context: Context,
  change: Change,
  ...kinds: readonly PersonKind[]
): Promise<void> {
  const lent = await asTheyAre(context);
  const who = lent.people.filter(({ kind }) => kinds.includes(kind));
  needMore(context, lent, who);
  const able = who.filter((person) => carriesOld(context, change, userOf(lent, person)));
  context.need(able.length > 0, `a lent person whose ${change.what} could be put back`);
  const made: Made[] = [];
  const refused: Answer[] = [];
  try {
    for (const person of able) {
      const one = await changed(context, lent, person, change);
      if (one.answer.status < 300) made.push(one);
      else refused.push(one.answer);
    }
    const [first] = refused;
    if (made.length === 0 && first) needTaken(context, first);
    const outcome = await outcomeOf(context, lent, made);
    mustKeepTheRest(context, outcome, `the new ${change.what}, and all else as it was`);
  } catch (error) {
    lookAnew(context);
    throw error;
  } finally {
    for (const { person } of made) await changeBack(context, change, person, userOf(lent, person));
  }
}

/** Needs somebody who has what no creation gives. */
export function needMore(context: Context, lent: Lent, who: readonly LentPerson[]): void {
  const isShown = who.some((person) => Object.keys(userOf(lent, person)).length > 0);
  context.need(isShown, 'the target to show somebody whom the profile lends');
  context.need(
    hasMore(lent, who),
    'a lent person with what no creation gives: two roles, two addresses, a UPN or a session',
  );
}

/** A person as the list showed it before the change. */
export function userOf({ people, before }: Lent, person: LentPerson): Json {
  return before.users[people.indexOf(person)] ?? {};
}

async function changed(context: Context, lent: Lent, person: LentPerson, change: Change): Promise<Made> {
  const user = userOf(lent, person);
  const meanings = newMeanings(context, person, user, change);
  const sent = await withRequired(context, change.op, meanings, async () => user);
  const answer = await request(context, change.op, person.id, sent);
  return {
    person,
    answer,
    shows: (now) => (change.shows(now, meanings, context) ? [] : [`the ${change.what}`]),
    unexpected: (before, now) => [
      ...changedFields(before, now, change.moves),
      ...(change.moves.some((field) => field === 'emails') ? lostAddresses(before, now) : []),
    ],
    contradicted: (now) => (accountOf(change.op).answers ? contradicted(answer, person, now) : []),
  };
}

/** In what an answer that carries the user differs from the read after it; its groups may be those of one year. */
function contradicted(answer: Answer, { id }: LentPerson, now: Json): readonly string[] {
  const { classIds: _, cohortIds: __, ...answered } = userIn(answer) ?? {};
  return isSame(idIn(answered, 'userId'), id) ? contradictions(answered, now) : [];
}

/** Which address is the primary one is not shown, so that any one may give way to the new one. */
function lostAddresses(before: Json, now: Json): readonly string[] {
  const [earlier, later] = [before, now].map(({ emails }) =>
    (Array.isArray(emails) ? emails : []).map((email) => String(email).toLowerCase()),
  );
  const lost = (earlier ?? []).filter((email) => !later?.includes(email));
  return lost.length > 1 ? ['the other addresses'] : [];
}

/** A value of the run's own, other than the one that the person has. */
function newMeanings(context: Context, { kind }: LentPerson, user: Json, { moves }: Change): Meanings {
  const mark = markOf(context);
  const [field] = moves;
  if (field === 'firstName') return nameMeanings(context, 'Rollcall', `Lent ${kind} ${mark}`);
  if (field === 'emails') return emailMeanings(context, `lent.${kind}.${mark}@example.org`);
  if (field === 'externalId') return { externalId: context.world.synthetic(`lent-${kind}-${mark}`) };
  const days = ['2001-02-03', '2002-03-04'].map((day) => context.world.synthetic(day));
  return { dateOfBirth: days.find((day) => day !== user['dateOfBirth']) };
}

/** What the person has, under the names that a change has for it. */
function oldMeanings(user: Json, { moves }: Change): Meanings {
  const [email] = Array.isArray(user['emails']) ? user['emails'] : [];
  const all = { ...user, emails: email, email };
  const names = moves.some((field) => field === 'emails') ? ['emails', 'email'] : moves;
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}

/** Whether the person has all that the change says, so that it can be said again. */
function carriesOld(context: Context, change: Change, user: Json): boolean {
  const body = context.operation(change.op).body ?? {};
  const said = change.moves.filter((name) => name !== 'username' && carries(body, name));
  const old = oldMeanings(user, change);
  return said.every((name) => typeof old[name] === 'string' && old[name] !== '');
}

async function changeBack(context: Context, change: Change, person: LentPerson, user: Json): Promise<void> {
  const back = await attempt(async () => {
    const old = await withRequired(context, change.op, oldMeanings(user, change), async () => user);
    return request(context, change.op, person.id, old);
  });
  if (back === undefined || back.status >= 300) lookAnew(context);
}
