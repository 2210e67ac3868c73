import { accounts } from './accounts/index.ts';
import { newcomers } from './accounts/newcomers.ts';
import { unshown } from './accounts/unshown.ts';
import { authentication } from './authentication/authentication.ts';
import { conventions } from './conventions/conventions.ts';
import { cors } from './conventions/cors.ts';
import { dateFiltering } from './date-filtering/date-filtering.ts';
import { errors } from './errors/errors.ts';
import { descriptions } from './groups/descriptions.ts';
import { groups } from './groups/groups.ts';
import { groupIds } from './groups/ids-in-user.ts';
import { putAway } from './groups/put-away.ts';
import { groupYears } from './groups/years.ts';
import type { Variant } from './kit/variant.ts';
import { limits } from './limits/limits.ts';
import { disabledMembers } from './memberships/disabled.ts';
import { memberships } from './memberships/memberships.ts';
import { repeated } from './memberships/repeated.ts';
import { pagination } from './pagination/pagination.ts';
import { sessions } from './sessions/index.ts';
import { users } from './users/index.ts';
import { versioning } from './versioning/versioning.ts';

/** Every variant there is, chapter by chapter. */
export const variants: readonly Variant[] = [
  ...conventions,
  ...cors,
  ...pagination,
  ...dateFiltering,
  ...accounts,
  ...newcomers,
  ...authentication,
  ...errors,
  ...groups,
  ...groupYears,
  ...descriptions,
  ...putAway,
  ...groupIds,
  ...memberships,
  ...repeated,
  ...disabledMembers,
  ...limits,
  ...users,
  ...sessions,
  ...unshown,
  ...versioning,
];
