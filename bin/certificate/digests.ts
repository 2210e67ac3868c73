import { fullContractDigest } from '../../reports/header.ts';
import { loadContract, versions } from '../../spec/contract.ts';

/** The digest of the contract of each version of the interface, as this checkout has it, before any profile. */
export function ownDigests(): Record<string, string> {
  return Object.fromEntries(
    versions.map((version) => [version, fullContractDigest(loadContract({ version }))]),
  );
}
