import { loadContract } from '../../spec/contract.ts';
import type { Check } from './check.ts';

/** Those of the checks that judge one of these operations, in their order. */
export function checksOn(operations: readonly string[], checks: readonly Check[]): Check[] {
  const contract = loadContract();
  return checks.filter(({ on }) => operations.some((id) => on(contract.operation(id), contract)));
}
