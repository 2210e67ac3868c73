/** A mistake in one of the contract's files or in an overlay. The message names file, line, key and fix. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
}
