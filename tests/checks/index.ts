import path from 'node:path';
import type { Check } from '../../harness/judging/check.ts';
import { sampled } from '../../harness/judging/sampling.ts';
import { withSources } from '../../harness/judging/sources.ts';
import { checkoutOf } from '../../spec/checkout.ts';
import { loadContract } from '../../spec/contract.ts';
import { quickRows } from '../../spec/quick.ts';
import { whileYearStays } from '../target/groups/while-year-stays.ts';
import { yearsAtTheEnd } from './academic-years/at-the-end.ts';
import { academicYears } from './academic-years/index.ts';
import { madeUsersAtTheEnd } from './accounts/at-the-end.ts';
import { accounts, userStates } from './accounts/index.ts';
import { madeOnceChecks } from './accounts/made-once.ts';
import { authentication } from './authentication/index.ts';
import { everyAnswer } from './conventions/every-answer.ts';
import { conventions } from './conventions/index.ts';
import { escapes, wellFormed } from './conventions/json.ts';
import { dateFiltering } from './date-filtering/index.ts';
import { answered } from './errors/answered.ts';
import { errors } from './errors/index.ts';
import { groupsAtTheEnd } from './groups/at-the-end.ts';
import { classes, cohorts } from './groups/index.ts';
import { limits } from './limits/index.ts';
import { classMemberships, cohortMemberships } from './memberships/index.ts';
import { totalsAtTheEnd } from './pagination/at-the-end.ts';
import { pagination } from './pagination/index.ts';
import { schema } from './schema/index.ts';
import { sessionsAtTheEnd } from './sessions/at-the-end.ts';
import { resultLevels, sessions } from './sessions/index.ts';
import { tests } from './tests/index.ts';
import { usersAtTheEnd } from './users/at-the-end.ts';
import { users } from './users/index.ts';
import { versioning } from './versioning/index.ts';

const contract = loadContract();

const chapters: readonly Check[] = [
  ...conventions,
  ...pagination,
  ...dateFiltering,
  ...academicYears,
  ...classes,
  ...whileYearStays(classMemberships),
  ...cohorts,
  ...whileYearStays(cohortMemberships),
  ...tests,
  ...users,
  ...accounts,
  ...userStates,
  ...sessions,
  ...resultLevels,
  ...authentication,
  ...errors,
  ...limits,
  ...versioning,
];

/** They hold the world to what is known of it, once everything else has been written. The totals write a little. */
const atTheEnd: readonly Check[] = [
  ...yearsAtTheEnd,
  ...groupsAtTheEnd,
  ...usersAtTheEnd,
  ...madeUsersAtTheEnd,
  ...madeOnceChecks,
  ...sessionsAtTheEnd,
  ...totalsAtTheEnd,
];

/** Every check outside of the schema, as it is written: no effort leaves anything out. */
export const unsampled: readonly Check[] = [
  ...chapters,
  ...escapes,
  ...atTheEnd,
  ...answered,
  ...wellFormed,
  ...everyAnswer,
];

const chosen = quickRows();

/**
 * The catalogue: every check, chapter by chapter in the order of the interface. The checks that judge all answers to
 * the others come last: whether they came at all, whether they are JSON, their headers, and the schema checks.
 */
export const catalogue: readonly Check[] = withSources(
  [...unsampled.map((check) => sampled(check, contract, chosen)), ...schema],
  {
    kept: path.join(import.meta.dirname, 'sources.json'),
    root: checkoutOf(import.meta.filename) ?? path.join(import.meta.dirname, '../..'),
    folder: 'tests/checks',
    contract: ['spec/openapi.yaml', 'spec/clauses.yaml'],
  },
);
