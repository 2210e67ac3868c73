import type { Planned } from '../../../harness/judging/plan.ts';
import type { Run } from '../../../harness/run/run.ts';
import { isSchemaCheck } from '../schema/check-id.ts';
import { itemsSeen, type Survey, totalSeen } from './survey.ts';

/** Something that must be among a target's data. Rows that need it are inconclusive without it. */
export interface DataRequirement {
  /** What has to be there: `a completed session`. */
  readonly words: string;
  /** What the survey saw, in words and counts. */
  readonly seen: string;
  readonly there: boolean;
  /** Whether a row needs it. */
  readonly needs: (row: Planned) => boolean;
}

/** Lists that must not be empty, and the clauses that are judged on their items. */
const lists: readonly { words: string; list: string; clauses: readonly string[] }[] = [
  {
    words: 'academic years',
    list: 'listAcademicYears',
    clauses: [
      'academic-year.id-unique',
      'academic-year.academic-year-id',
      'academic-year.name',
      'academic-year.start-date',
      'academic-year.end-date',
    ],
  },
  {
    words: 'initial-assessment tests',
    list: 'listTests',
    clauses: ['test.id-unique', 'test.test-id', 'test.name', 'test.subject'],
  },
  {
    words: 'a completed session',
    list: 'listCompletedSessions',
    clauses: [
      'session.result-when-completed',
      'result.calculated-date',
      'result.level',
      'result.duration',
      'result-levels.format',
      'result-levels.values',
      'list-completed-sessions.kind',
      'list-completed-sessions.all-of-kind',
    ],
  },
  {
    words: 'an in-progress session',
    list: 'listInProgressSessions',
    clauses: [
      'session.no-end-date-in-progress',
      'session.no-result-in-progress',
      'list-in-progress-sessions.kind',
      'list-in-progress-sessions.all-of-kind',
    ],
  },
];

/** The clauses that are judged on the current academic year. */
const ofCurrentYear: readonly string[] = [
  'get-current-academic-year.success',
  'get-current-academic-year.in-list',
  'get-current-academic-year.body',
  'list-classes.academic-year-current',
  'list-cohorts.academic-year-current',
];

/** The fields of a user that need members of classes and cohorts. */
const memberships = [
  { words: 'users with classes', field: 'classIds', clause: 'user.class-ids' },
  { words: 'users with cohorts', field: 'cohortIds', clause: 'user.cohort-ids' },
];

/** What the checks need of a target's data, and whether a survey has seen it. */
export function dataRequirements({ contract }: Run, survey: Survey): DataRequirement[] {
  const chapterOf = ({ check }: Planned) => contract.clause(check.clause).chapter;
  const paginated = contract.operations.filter((op) => op.paginated && survey.has(op.id));
  return [
    ...paginated.map(({ id }): DataRequirement => {
      const total = totalSeen(survey, id);
      return {
        words: `a second page of ${id}`,
        seen: total === undefined ? 'no page came' : `${total} in all`,
        there: total !== undefined && total > 1,
        needs: (row) => row.op.id === id && chapterOf(row) === 'pagination',
      };
    }),
    currentYear(survey),
    ...lists.map(({ words, list, clauses }): DataRequirement => {
      const amount = totalSeen(survey, list) ?? itemsSeen(survey, list).length;
      return {
        words,
        seen: amount === 0 ? 'none' : String(amount),
        there: amount > 0,
        needs: ({ check }) => clauses.includes(check.clause),
      };
    }),
    ...memberships.map(({ words, field, clause }): DataRequirement => {
      const users = itemsSeen(survey, 'listUsers');
      const members = users.filter((user) =>
        [user[field]].flat().some((id) => id !== undefined && id !== null),
      );
      return {
        words,
        seen: `${members.length} of the ${users.length} looked at`,
        there: members.length > 0,
        needs: ({ check }) => check.clause === clause,
      };
    }),
  ];
}

function currentYear(survey: Survey): DataRequirement {
  const status = survey.get('getCurrentAcademicYear')?.answer?.status;
  return {
    words: 'a current academic year',
    seen: status === 200 ? 'there is one' : status === 404 ? 'none (404)' : 'could not be read',
    there: status === 200,
    needs: ({ check }) => ofCurrentYear.includes(check.clause),
  };
}

/** Rows of schema checks that would be inconclusive so far: no answer has held the part that their clause is about. */
export function unseen(rows: readonly Planned[], { contract, schemaResults }: Run): Planned[] {
  return rows.filter(({ check, op }) => {
    if (!isSchemaCheck(check) || op.writes) return false;
    const judged = contract.judges(op.id, op.success ?? 200);
    return (
      judged.some(({ clause }) => clause === check.clause) && !schemaResults.of(check.clause, op.id).seen
    );
  });
}
