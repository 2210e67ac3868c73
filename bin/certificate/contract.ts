import type { Facts } from '../../reports/certificate/certificate.ts';
import { type Contract, loadContract } from '../../spec/contract.ts';

/** The contract that the rows of a bundle were judged by. @throws ContractError when the bundle describes none */
export function contractOf({ interface: version, profile }: Facts): Contract {
  const { gaps } = loadContract();
  return loadContract({
    version,
    filled: Object.keys(profile.readings).filter((gap) => gaps.has(gap)),
    ...(profile.overlay === undefined
      ? {}
      : { overlay: { file: 'the overlay of the bundle', text: JSON.stringify(profile.overlay) } }),
  });
}
