import { authentication } from './authentication.ts';
import { bodies } from './bodies.ts';
import { conventions } from './conventions.ts';
import { errors } from './errors.ts';
import type { Fault } from './fault.ts';
import { limits } from './limits.ts';
import { pagination } from './pagination/index.ts';
import { schema } from './schema.ts';
import { versioning } from './versioning.ts';

/** Every fault there is, chapter by chapter. */
export const faults: readonly Fault[] = [
  ...conventions,
  ...pagination,
  ...authentication,
  ...errors,
  ...limits,
  ...versioning,
  ...bodies,
  ...schema,
];
