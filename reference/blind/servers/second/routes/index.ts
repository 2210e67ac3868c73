import { accountRoutes } from './accounts.ts';
import { classRoutes } from './classes.ts';
import { cohortRoutes } from './cohorts.ts';
import type { Route } from './route.ts';
import { sessionRoutes } from './sessions.ts';
import { userRoutes } from './users.ts';
import { yearRoutes } from './years.ts';

// literal paths before those with parameters
export const routes: Route[] = [
  ...yearRoutes,
  ...classRoutes,
  ...cohortRoutes,
  ...sessionRoutes,
  ...userRoutes,
  ...accountRoutes,
];
