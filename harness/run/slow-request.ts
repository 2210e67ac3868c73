import type { Contract } from '../../spec/contract.ts';
import { suggest } from '../../spec/nearest.ts';
import { ConfigurationError } from '../judging/outcome.ts';
import type { Fixtures, Profile } from './profile.ts';

/**
 * Refuses a slow request of a profile that names no operation that only reads, or an unknown parameter. @throws
 * ConfigurationError
 */
export function refuseSlowRequest(
  contract: Contract,
  { operation, params = {} }: NonNullable<Fixtures['slowRequest']>,
  mistake: Profile['mistake'],
): void {
  const at = ['fixtures', 'slowRequest'];
  const mistakeAt = (setting: readonly string[], what: string, fix: string): ConfigurationError =>
    mistake?.([...at, ...setting], what, fix) ??
    new ConfigurationError(`${[...at, ...setting].join('.')} ${what}; ${fix}`);
  const reading = contract.operations.filter(({ writes }) => !writes);
  const op = contract.operations.find(({ id }) => id === operation);
  const ids = reading.map(({ id }) => id);
  if (op === undefined)
    throw mistakeAt(
      ['operation'],
      `${operation} is not known`,
      suggest(operation, ids, 'name an operation that reads'),
    );
  if (op.writes) throw mistakeAt(['operation'], `${operation} writes`, 'name an operation that only reads');
  const names = op.parameters.map(({ name }) => name);
  for (const name of Object.keys(params)) {
    if (names.includes(name)) continue;
    const known = names.length > 0 ? `it has ${names.join(', ')}` : 'it has none';
    throw mistakeAt(['params', name], `is no parameter of ${operation}`, suggest(name, names, known));
  }
}
