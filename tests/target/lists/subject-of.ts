import type { Context } from '../../../harness/judging/context.ts';
import type { Operation } from '../../../spec/contract.ts';
import { datesNeeds } from '../dates/dated-sessions.ts';
import { duringOneYear } from '../groups/as-known.ts';
import { groupsOf } from './of-groups.ts';
import { sessionsOf } from './of-sessions.ts';
import { usersOf } from './of-users.ts';
import type { Subject } from './subject.ts';

/** What each list can be asked for. All others are lists of sessions. */
const subjects: Readonly<Record<string, (context: Context) => Subject | Promise<Subject>>> = {
  listClasses: groupsOf,
  listCohorts: groupsOf,
  listUsers: usersOf,
  searchUsers: usersOf,
};

/** The gaps that have to be filled before it is known what a list can be asked for. */
export function describedBy(op: Operation): readonly string[] {
  return subjects[op.id] ? [] : datesNeeds(op);
}

/** Judges what a list can be asked for. One of classes or cohorts is asked for the current year, which has to stay the same. */
export function onSubject(
  context: Context,
  judge: (context: Context, subject: Subject) => Promise<void>,
): Promise<void> {
  const subjectOf = subjects[context.op.id] ?? sessionsOf;
  const onIt = async (used: Context) => judge(used, await subjectOf(used));
  return subjectOf === groupsOf ? duringOneYear(context, onIt) : onIt(context);
}
