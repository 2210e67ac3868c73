import { contract } from '../proofs/judge-service.ts';
import { lighten } from '../proofs/light-web.ts';
import { cleanRun, type Judged, judgeMutant } from './judge-mutant.ts';
import { prepared } from './prepared.ts';
import { compile } from './switched.ts';

lighten();

/** What a worker is asked: to judge a mutant, with these rows before the others. */
export interface Task {
  readonly id: string;
  readonly first: readonly string[];
}

/** What it found, and in what time. */
export interface Answer extends Judged {
  readonly ms: number;
}

const seed = Number(process.argv[2]);
const { code, reach } = await prepared(seed);
const clean = await cleanRun(compile(code), seed, reach);
// The contract is loaded before the first mutant, so that its time is not the mutant's.
contract.operations.length;

process.on('message', async ({ id, first }: Task) => {
  const began = performance.now();
  const judged = await judgeMutant(clean, id, first);
  process.send?.({ ...judged, ms: Math.round(performance.now() - began) } satisfies Answer);
});
process.send?.('ready');
