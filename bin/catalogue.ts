import path from 'node:path';
import type { Check } from '../harness/judging/check.ts';
import { type Planned, plan } from '../harness/judging/plan.ts';
import { contractFor } from '../harness/run/config.ts';
import { loadProfile } from '../harness/run/profile.ts';
import { faults } from '../reference/faults/index.ts';
import type { Fault } from '../reference/faults/kit/fault.ts';
import { variants } from '../reference/variants/index.ts';
import type { Variant } from '../reference/variants/kit/variant.ts';
import type { Contract } from '../spec/contract.ts';
import { catalogue } from '../tests/checks/index.ts';

/**
 * All that the suite knows about itself: the contract as the reference service fills it, and what judges and proves it.
 */
export interface Catalogue {
  readonly contract: Contract;
  readonly checks: readonly Check[];
  readonly rows: readonly Planned[];
  readonly faults: readonly Fault[];
  readonly variants: readonly Variant[];
}

/** Opens the catalogue, with the rows that the reference service's profile allows. */
export function openCatalogue(): Catalogue {
  const profile = loadProfile(path.join(import.meta.dirname, '../profiles/reference/profile.yaml'));
  const contract = contractFor(profile);
  return { contract, checks: catalogue, rows: plan(catalogue, contract), faults, variants };
}
