import { type Check, check, type Prerequisite } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { Failure } from '../../../harness/judging/outcome.ts';
import { type Contract, loadContract, type Operation } from '../../../spec/contract.ts';
import { minimal } from '../../target/minimal.ts';
import { probed } from '../../target/probe.ts';
import { validNeeds } from '../../target/valid.ts';

/**
 * One check for each clause that a schema of the contract names. Every answer of the run has been judged by
 * its schema on the way in; these checks come last and say, clause by clause, what was seen.
 */
export function schemaChecks(contract: Contract): Check[] {
  // As a profile would have it that fills every gap: what is open on a target gives rows that say so.
  const filled = loadContract({ filled: [...contract.gaps.keys()] });
  const named = new Set(filled.operations.flatMap((op) => [...clausesOf(filled, op)]));
  return [...new Set([...named, ...fromOverlays])].map((clause) =>
    check(`${clause}/schema`, {
      access: (op) => (op.writes ? 'write' : 'read'),
      on: (op, current) =>
        clause === shownByProfile
          ? isNamed(current, clause, op)
          : clausesOf(current, op).has(clause) || isNeeded(current, clause, op),
      needs: (op) => (clause === shownByProfile ? [`${kebab(op.id)}.response`] : neededFor(clause, op)),
      unless: (op) =>
        clause === shownByProfile && op.success === 204
          ? 'the profile shows an answer without a body'
          : undefined,
      sends:
        'nothing of its own: it looks at every answer that any check of the run received, at least at one',
      accepts: 'answers whose part that the clause is about has the stated form wherever it occurs',
      run: (context) => judgeSightings(context, clause),
    }),
  );
}

/** The clause of answers that only a profile shows, where their schema names none. */
const shownByProfile = 'named-only.answer-shape';

function isNamed(contract: Contract, clause: string, op: Operation): boolean {
  return contract.clause(clause).operations.includes(op.id);
}

/** Clauses of fields whose place the interface does not show: an overlay says where they stand. */
const fromOverlays = [
  'session.session-id',
  'session.status',
  'session.start-date',
  'session.end-date',
  'session.user',
  'session.test',
  'session-test.test-id',
  'session-test.test-version-id',
  'result.calculated-date',
  'result.level',
  'result.duration',
];

/** What has to be known before a write succeeds and shows a field; an error answer comes without that. */
function neededFor(clause: string, op: Operation): readonly Prerequisite[] {
  return op.writes && !/^(?:errors|conventions)\./.test(clause) ? validNeeds(op) : [];
}

/** Whether the clause waits for a gap to be filled on the operation. */
function isNeeded(contract: Contract, id: string, op: Operation): boolean {
  const { needs, operations } = contract.clause(id);
  return operations.includes(op.id) && needs.some((gap) => contract.isOpen(gap));
}

async function judgeSightings(context: Context, clause: string): Promise<void> {
  const { op, must, need, schemaResult } = context;
  if (!schemaResult(clause).seen && !op.writes) await minimal(context, op);
  // Where no check was refused anything, whoever comes without a key is.
  if (!schemaResult(clause).seen && !op.writes && isOfErrors(context, clause))
    await probed(context, op, 'none');
  const { seen, violation } = schemaResult(clause);
  if (violation) {
    const { expected, got, pointer } = violation.violation;
    throw new Failure(`${expected} at ${pointer || 'the body'}`, got, [], violation.evidence);
  }
  const looked = seen || (staysAway(op, clause) && schemaResult(wrapperOf(op)).seen);
  need(looked, 'an answer that holds the part that this clause is about');
  must.hold(looked, { expected: 'the stated form', actual: 'another' });
}

/** Whether refusals have the part that a clause is about. */
function isOfErrors({ contract, op }: Context, clause: string): boolean {
  return contract.judges(op.id, 401).some((each) => each.clause === clause);
}

/** Operations whose success answer the interface does not show; a profile may say that it holds the user. */
const unshown: readonly string[] = [
  'addStudentClasses',
  'removeStudentClasses',
  'addStudentCohorts',
  'addTeacherClasses',
  'removeTeacherClasses',
  'setUserExternalId',
  'enableUser',
  'disableUser',
];

/** What a user of such an answer may lack: memberships are promised elsewhere, and what is empty is left out. */
const maybeAway = [
  'user.class-ids',
  'user.cohort-ids',
  'user.upn',
  'user.external-id',
  'user.emails',
  'user.gender',
  'user.date-of-birth',
];

/**
 * Fields that the answers of an operation never have, or only for accounts that this run did not make: what is
 * new is in nothing yet, and accounts are made without a pupil number. There, answers without the field will do.
 */
const absent: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(unshown.map((id) => [id, maybeAway])),
  createCohort: ['cohort.tests', 'cohort-test.'],
  createStudent: ['user.class-ids', 'user.cohort-ids', 'user.upn'],
  createTeacher: ['user.class-ids', 'user.cohort-ids', 'user.upn'],
  updateStudentDetails: ['user.upn'],
  updateUserName: ['user.upn'],
  updateUserPassword: ['user.upn'],
  updateUserPrimaryEmail: ['user.upn'],
  listInProgressSessions: ['session.end-date', 'result.'],
};

function staysAway(op: Operation, clause: string): boolean {
  return (absent[op.id] ?? []).some((start) => clause.startsWith(start));
}

/** The clause that any answer with a body shows: that of the wrapper, or of a user in it. */
function wrapperOf(op: Operation): string {
  return unshown.includes(op.id) ? 'user.user-id' : `${kebab(op.id)}.body`;
}

function kebab(id: string): string {
  return id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The clauses that the schemas of an operation name; remembered, for every check asks on every operation. */
function clausesOf(contract: Contract, op: Operation): ReadonlySet<string> {
  const known = remembered.get(contract) ?? new Map<string, ReadonlySet<string>>();
  remembered.set(contract, known);
  // Where the success status is not shown, any 2xx is judged alike.
  const statuses = op.success === undefined ? [...op.statuses, 200] : op.statuses;
  const clauses = known.get(op.id) ?? new Set(statuses.flatMap((status) => namedIn(contract, op, status)));
  known.set(op.id, clauses);
  return clauses;
}

const remembered = new WeakMap<Contract, Map<string, ReadonlySet<string>>>();

/** A 204 has nothing that a schema could be held to, and an error is judged by the clauses of errors alone. */
function namedIn(contract: Contract, op: Operation, status: number): string[] {
  if (status === 204) return [];
  const own = `${kebab(op.id)}.`;
  const clauses = contract.judges(op.id, status).map(({ clause }) => clause);
  return clauses.filter((clause) => status < 400 || !(clause.startsWith(own) || clause === shownByProfile));
}
