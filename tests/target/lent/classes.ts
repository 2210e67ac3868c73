import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { groupIds, holdsId, needGroupIds } from '../groups/ids-in-user.ts';
import { changeOnUser } from '../members/change.ts';
import { changeOf, type Does } from '../members/membership.ts';
import type { Pool } from '../members/pool.ts';
import { changedBut } from '../members/snapshot.ts';
import { isOfCurrentYear } from '../reuse/existing.ts';
import { fixture, fixtureId } from '../reuse/fixture.ts';
import { isLent } from '../reuse/lending.ts';
import type { Kind } from '../reuse/resources.ts';
import { asTheyAre, type Lent, lookAnew } from './as-they-are.ts';
import { needMore, userOf } from './change.ts';
import { mustKeepTheRest, needTaken, type Outcome, outcomeOf } from './keeps-the-rest.ts';
import type { LentPerson } from './people.ts';

/** An assignment or a removal that was sent: what came of it where it was accepted, and else the refusal. */
type Turn = { readonly outcome: Outcome } | { readonly refused: Answer };

/** Judges that an assignment to a class, or a removal, leaves all else of a lent person as it was. */
export async function judgeClassOfLent(context: Context): Promise<void> {
  const { does, membership } = changeOf(context.op);
  const turns = await context.world.once(`lent ${membership.member} in a class and out of it`, () =>
    inAndOut(context),
  );
  const turn = context.need(turns.get(does), `a lent ${membership.member} who can be put into a class`);
  if ('refused' in turn) return needTaken(context, turn.refused);
  mustKeepTheRest(context, turn.outcome, 'the one membership changed, and all else as it was');
}

/** Puts a lent person into a class and takes it out again; in the other order where it is in the class already. */
async function inAndOut(context: Context): Promise<ReadonlyMap<Does, Turn>> {
  const { membership } = changeOf(context.op);
  const { group, member } = membership;
  const lent = await asTheyAre(context);
  const [person] = lent.people.filter(({ kind }) => kind === member);
  if (person === undefined) return new Map();
  needMore(context, lent, [person]);
  await needGroupIds(context, group.membership);
  const classId = await classOf(context, group.kind);
  const pool: Pool = { membership, groups: [classId], members: [person.id] };
  const shown = context.need(
    groupIds(userOf(lent, person), group.membership),
    'the classes of a lent person',
  );
  const order: readonly Does[] = holdsId(shown, classId) ? ['remove', 'assign'] : ['assign', 'remove'];
  const turns = new Map<Does, Turn>();
  let before: Lent = lent;
  for (const does of order) {
    const answer = await changeOnUser(context, pool, does, [0]);
    if (answer.status >= 300) {
      lookAnew(context);
      return turns.set(does, { refused: answer });
    }
    const outcome = await outcomeOf(context, before, [madeBy(pool, person, does, answer)]);
    turns.set(does, { outcome });
    if (outcome.wrong.length > 0) lookAnew(context);
    before = outcome.wrong.length > 0 ? await asTheyAre(context) : { ...before, before: outcome.after };
  }
  return turns;
}

/** A class of the run; of lent ones, one of the current year, for a user may show no others. */
async function classOf(context: Context, kind: Kind): Promise<string> {
  for (const label of ['roster 1', 'roster 2', 'shared']) {
    const id = await fixtureId(context, kind, label);
    if (!isLent(context, kind, id)) return id;
    if (await isOfCurrentYear(context, await fixture(context, kind, label))) return id;
  }
  return context.need(undefined, `a lent ${kind} of the current year`);
}

function madeBy({ membership, groups }: Pool, person: LentPerson, does: Does, answer: Answer) {
  const [classId = ''] = groups;
  const field = membership.group.membership;
  return {
    person,
    answer,
    shows: (now: Readonly<Record<string, unknown>>) =>
      holdsId(groupIds(now, field), classId) === (does === 'assign') ? [] : ['the membership'],
    unexpected: changedBut({ field, id: classId }),
    contradicted: () => [],
  };
}
