import { afterReads } from './academic-years/after-reads.ts';
import { yearsAtTheEnd } from './academic-years/at-the-end.ts';
import { afterLists } from './academic-years/lists.ts';
import { academicYears } from './academic-years/reads.ts';
import { accounts } from './accounts/index.ts';
import { authentication } from './authentication/index.ts';
import { conventions } from './conventions/index.ts';
import { dateFiltering } from './date-filtering/index.ts';
import { errors } from './errors/index.ts';
import { groups } from './groups/index.ts';
import type { Fault } from './kit/fault.ts';
import { limits } from './limits/index.ts';
import { memberships } from './memberships/index.ts';
import { pagination } from './pagination/index.ts';
import { schema } from './schema/index.ts';
import { sessions } from './sessions/index.ts';
import { listsAtOnce } from './tests/at-once.ts';
import { tests } from './tests/list.ts';
import { versions } from './tests/versions.ts';
import { users } from './users/index.ts';
import { versioning } from './versioning/versions.ts';

/** Every fault there is, chapter by chapter. */
export const faults: readonly Fault[] = [
  ...conventions,
  ...pagination,
  ...dateFiltering,
  ...academicYears,
  ...afterLists,
  ...yearsAtTheEnd,
  ...afterReads,
  ...groups,
  ...memberships,
  ...tests,
  ...listsAtOnce,
  ...versions,
  ...users,
  ...accounts,
  ...sessions,
  ...authentication,
  ...errors,
  ...limits,
  ...versioning,
  ...schema,
];
