import type { Check } from '../../harness/judging/check.ts';
import { sampled } from '../../harness/judging/sampling.ts';
import { loadContract } from '../../spec/contract.ts';
import { academicYears } from './academic-years/reads.ts';
import { accounts, userStates } from './accounts/index.ts';
import { authentication } from './authentication/index.ts';
import { classes } from './classes.ts';
import { cohorts } from './cohorts.ts';
import { conventions } from './conventions/index.ts';
import { wellFormed } from './conventions/json.ts';
import { dateFiltering } from './date-filtering/index.ts';
import { errors } from './errors/index.ts';
import { limits } from './limits/index.ts';
import { pagination } from './pagination/index.ts';
import { schema } from './schema/index.ts';
import { resultLevels, sessions } from './sessions/index.ts';
import { tests } from './tests/list.ts';
import { users } from './users/index.ts';
import { versioning } from './versioning/index.ts';

const contract = loadContract();

const chapters: readonly Check[] = [
  ...conventions,
  ...pagination,
  ...dateFiltering,
  ...academicYears,
  ...classes,
  ...cohorts,
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

/**
 * The catalogue: every check there is, chapter by chapter in the order of the interface. What looks at all that the
 * others received comes last: whether it is JSON, and the schema checks.
 */
export const catalogue: readonly Check[] = [
  ...[...chapters, ...wellFormed].map((check) => sampled(check, contract)),
  ...schema,
];
