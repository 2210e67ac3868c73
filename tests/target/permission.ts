import type { Settings } from '../../harness/run/settings.ts';
import type { Operation } from '../../spec/contract.ts';
import { object } from './body.ts';

/** Why the restricted key gives nothing to judge here: there is none, or the profile does not deny it this. */
export function unlessDenied(op: Operation, settings: Settings): string | undefined {
  if (settings.keys.restricted === undefined) return 'no restricted key was given';
  const reading = object(settings.readings['authentication.key-permissions']);
  const mayNotUse = reading?.['restricted-may-not-use'];
  if (Array.isArray(mayNotUse) && mayNotUse.includes(op.id)) return undefined;
  const mayUse = reading?.['restricted-may-use'];
  if (Array.isArray(mayUse) && !mayUse.includes(op.id)) return undefined;
  return 'the profile does not say that the restricted key may not use this operation';
}
