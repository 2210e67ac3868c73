/** A mistake in one of the contract's files or in an overlay; the message names file, line, key and the fix. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
}
