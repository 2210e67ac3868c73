import { academicYears } from './academic-years.ts';
import { accounts } from './accounts/index.ts';
import { acrossPages } from './across-pages.ts';
import { authentication } from './authentication.ts';
import { bodies } from './bodies.ts';
import { conventions } from './conventions/index.ts';
import { dateFiltering } from './date-filtering.ts';
import { errors } from './errors.ts';
import type { Fault } from './fault.ts';
import { groupFaults } from './groups/index.ts';
import { limits } from './limits.ts';
import { members } from './members/index.ts';
import { oddities } from './oddities.ts';
import { pagination } from './pagination/index.ts';
import { schema } from './schema.ts';
import { sessions } from './sessions/index.ts';
import { tests } from './tests.ts';
import { users } from './users/index.ts';
import { versioning } from './versioning.ts';

/** Every fault there is, chapter by chapter. */
export const faults: readonly Fault[] = [
  ...conventions,
  ...pagination,
  ...dateFiltering,
  ...academicYears,
  ...groupFaults,
  ...members,
  ...tests,
  ...users,
  ...acrossPages,
  ...accounts,
  ...sessions,
  ...authentication,
  ...errors,
  ...oddities,
  ...limits,
  ...versioning,
  ...bodies,
  ...schema,
];
