import type { Planned } from '../../../harness/judging/plan.ts';
import type { Run } from '../../../harness/run/run.ts';
import { itemsSeen, type Survey, totalSeen } from './survey.ts';

/** Something that a target's data must hold, or rows stay inconclusive. */
export interface DataRequirement {
  /** What is looked for: `a completed session`. */
  readonly words: string;
  /** What was seen, in words and counts. */
  readonly seen: string;
  readonly there: boolean;
  /** Whether a row needs it. */
  readonly needs: (row: Planned) => boolean;
}

const counted: readonly { words: string; list: string; clauses: RegExp }[] = [
  { words: 'academic years', list: 'listAcademicYears', clauses: /^academic-year\./ },
  { words: 'initial-assessment tests', list: 'listTests', clauses: /^test\./ },
  {
    words: 'a completed session',
    list: 'listCompletedSessions',
    clauses: /completed|^result[.-]|result-levels/,
  },
  {
    words: 'an in-progress session',
    list: 'listInProgressSessions',
    clauses: /in-progress/,
  },
];

const memberships = [
  { words: 'users with classes', field: 'classIds', clause: 'user.class-ids' },
  { words: 'users with cohorts', field: 'cohortIds', clause: 'user.cohort-ids' },
];

/** What the checks want of a target's data, and whether a look around has seen it. */
export function dataRequirements(run: Run, looks: Survey): DataRequirement[] {
  const { contract } = run;
  return [
    ...contract.operations.filter(({ paginated }) => paginated).map(({ id }) => secondPage(looks, id)),
    currentYear(looks),
    ...counted.map(({ words, list, clauses }): DataRequirement => {
      const amount = totalSeen(looks, list) ?? itemsSeen(looks, list).length;
      return {
        words,
        seen: amount === 0 ? 'none' : String(amount),
        there: amount > 0,
        needs: ({ check }) => clauses.test(check.clause),
      };
    }),
    ...memberships.map(({ words, field, clause }) => membership(looks, words, field, clause)),
  ].filter(({ needs }) => needs !== nobody);
}

function nobody(): boolean {
  return false;
}

function secondPage(looks: Survey, list: string): DataRequirement {
  const total = totalSeen(looks, list);
  return {
    words: `a second page of ${list}`,
    seen: total === undefined ? 'no page came' : `${total} in all`,
    there: total !== undefined && total > 1,
    needs: looks.has(list)
      ? ({ check, op }) => op.id === list && check.clause.startsWith('pagination.')
      : nobody,
  };
}

function currentYear(looks: Survey): DataRequirement {
  const status = looks.get('getCurrentAcademicYear')?.answer?.status;
  return {
    words: 'a current academic year',
    seen: status === 200 ? 'there is one' : status === 404 ? 'none (404)' : 'could not be read',
    there: status === 200,
    needs: ({ check }) => /current/.test(check.clause),
  };
}

function membership(looks: Survey, words: string, field: string, clause: string): DataRequirement {
  const users = itemsSeen(looks, 'listUsers');
  const members = users.filter((user) => [user[field]].flat().some((id) => id !== undefined && id !== null));
  return {
    words,
    seen: `${members.length} of the ${users.length} looked at`,
    there: members.length > 0,
    needs: ({ check }) => check.clause === clause,
  };
}

/**
 * Rows of schema checks on which the answers so far have nothing to say: the part of a success that their clause
 * is about stood in none of them.
 */
export function unseen(rows: readonly Planned[], { contract, schemaResults }: Run): Planned[] {
  return rows.filter(({ check, op }) => {
    if (!check.id.endsWith('/schema') || op.writes) return false;
    const judged = contract.judges(op.id, op.success ?? 200);
    return (
      judged.some(({ clause }) => clause === check.clause) && !schemaResults.of(check.clause, op.id).seen
    );
  });
}
