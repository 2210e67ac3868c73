/**
 * Rollcall as a library: judge a handler in a unit test or a server in a script, look at the catalogue and the contract,
 * serve the reference service, and judge clauses of your own beside ours.
 *
 * Whatever the caller can correct (an option, a profile, a key, an address) rejects with {@link ConfigurationError} or
 * {@link ContractError}, whose message says what to change. No row and no message holds a key.
 *
 * @packageDocumentation
 */
export type { Answer } from '../harness/http/answer.ts';
export { type Check, type CheckDraft, check } from '../harness/judging/check.ts';
export type { Context } from '../harness/judging/context.ts';
export type { Must, Need } from '../harness/judging/must.ts';
export { ConfigurationError } from '../harness/judging/outcome.ts';
export type { Row } from '../harness/judging/row.ts';
export type { Blame, Cause, Verdict } from '../harness/judging/verdict.ts';
export type { Evidence } from '../harness/privacy/evidence.ts';
export type { Effort } from '../harness/run/effort.ts';
export type { Summary } from '../reports/summary.ts';
export { type Clause, type Contract, ContractError, type Operation } from '../spec/contract.ts';
export { type CatalogueEntry, catalogue } from './catalogue.ts';
export { type ContractChoice, contract } from './contract.ts';
export type { Handler } from './handler.ts';
export { type JudgeOptions, judge } from './judge.ts';
export type { RunKeys, Selection } from './options.ts';
export type { ClauseDraft } from './own-clauses.ts';
export { type Finished, type RunOptions, run } from './run.ts';
export { type Served, type ServeOptions, serve } from './serve.ts';
