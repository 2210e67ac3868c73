import { contractFor } from '../harness/run/config.ts';
import { bare, loadProfile } from '../harness/run/profile.ts';
import type { Contract } from '../spec/contract.ts';

/** Which contract is meant. */
export interface ContractChoice {
  /** The file of a profile, whose overlay and readings fill gaps of the interface. */
  readonly profile?: string | undefined;
  /** The version of the interface, such as `1.5.0`; that of the profile, or the latest, when left out. */
  readonly version?: string | undefined;
}

/**
 * The interface as data: operations, clauses, gaps, and the schemas of answers (`validate`).
 *
 * @throws ConfigurationError or ContractError for a profile or a version that can't be used
 */
export function contract({ profile, version }: ContractChoice = {}): Contract {
  const known = profile === undefined ? bare : loadProfile(profile);
  return contractFor(version === undefined ? known : { ...known, version });
}
