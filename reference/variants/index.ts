import { accounts } from './accounts/index.ts';
import { authentication } from './authentication.ts';
import { conventions } from './conventions.ts';
import { cors } from './cors.ts';
import { dateFiltering } from './date-filtering.ts';
import { errors } from './errors.ts';
import { groupIds } from './group-ids.ts';
import { groups } from './groups.ts';
import { limits } from './limits.ts';
import { members } from './members.ts';
import { newcomers } from './newcomers.ts';
import { pagination } from './pagination.ts';
import { sessions } from './sessions/index.ts';
import { unshown } from './unshown.ts';
import { users } from './users/index.ts';
import type { Variant } from './variant.ts';
import { versioning } from './versioning.ts';

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
  ...groupIds,
  ...members,
  ...limits,
  ...users,
  ...sessions,
  ...unshown,
  ...versioning,
];
