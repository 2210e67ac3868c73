import { setFlagsFromString } from 'node:v8';

/** The heap grows by a tenth of what is in use before it is collected, where Node would let it grow up to fourfold. */
const slowGrowth = '--heap-growing-percent=10';

/**
 * What a process loads when it starts runs a few times: to optimize it as early as Node would costs more than it gains, a
 * seventh of what a run of one row takes. Only Node 20 knows this flag; later ones would not even start with it.
 */
const lateOptimizing = process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : [];

/** What Node 20 does by itself. */
const usualOptimizing = '--interrupt-budget=67584';

/**
 * The flags of a Node process that makes much garbage and keeps little: the heap grows slowly, what is new has little
 * room, and one thread helps instead of four. No bound is set, so that nothing can run into it. While it starts, little is
 * optimized. It takes large headers. Processes that it forks inherit them.
 */
export const leanFlags: readonly string[] = [
  slowGrowth,
  '--max-semi-space-size=4',
  '--v8-pool-size=1',
  ...lateOptimizing,
  // No bound of HTTP: a policy for scripts may take more than the sixteen kibibytes that Node gives to all headers.
  '--max-http-header-size=262144',
];

/**
 * The variables of such a process: where the C library of Linux tells it, it gives memory back that it has freed, and
 * keeps a few pages of it. Others take no notice.
 */
export const leanVariables = { MALLOC_TRIM_THRESHOLD_: '131072' } as const;

/** Gives this process those of the {@link leanFlags} that can still be given to one that runs. */
export function keepHeapLean(): void {
  setFlagsFromString(slowGrowth);
}

/** So many rows are judged before their code would be optimized to some use. */
const few = 25;

/** The start is over, and this process does the same things over and over for so many rows: they are optimized as ever. */
export function optimizeFor(rows: number): void {
  if (rows > few && lateOptimizing.length > 0) setFlagsFromString(usualOptimizing);
}
