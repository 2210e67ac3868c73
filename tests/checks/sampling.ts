import type { Check } from '../../harness/judging/check.ts';
import type { Contract, Operation } from '../../spec/contract.ts';

/** Every how manieth operation a quick run looks at, and from how many rows on a check is sampled. */
const stride = 8;
const enough = 4;

/** Laws that need many requests on a single operation: a quick run leaves them to the other efforts. */
const costly: readonly RegExp[] = [
  /\.sort-order$/,
  /\.sort\/as-in-list$/,
  /-repeated$/,
  /\.cursor-keeps-sort$/,
  /\.range\/partition$/,
  /\.academic-year-(?:id|current)$/,
  /\.search-(?:any-case|whole-name)$/,
  /\.filters-combine/,
  /\.same-as-list$/,
  /\/across-pages$/,
  /\.filter-values-each$/,
  /\/along-a-walk$/,
  /\.same-as-list-users$/,
  /\.operators-accepted$/,
  /\.(?:all|search)-optional$/,
  /-filter-removed$/,
  /\/probe$/,
  /\.academic-year-exists$/,
  /\.search-no-match$/,
  /\/asked-for$/,
  /\.(?:unix-seconds|cors-any-origin)$/,
  /^search-sessions\.(?:search|many-values)\//,
];

/**
 * Makes a check spend little in a quick run. A check of many operations is judged on every eighth of them, the same
 * ones for all checks and one at most of those with pages, so that they share what was observed; which ones depends on the seed, so that a few quick
 * runs cover all.
 */
export function sampled(check: Check, contract: Contract): Check {
  const operations = contract.operations.filter((op) => check.on(op, contract)).map(({ id }) => id);
  const isCostly = check.cost === 'high' || costly.some((pattern) => pattern.test(check.id));
  const order = [true, false].flatMap((pages) =>
    contract.operations.filter(({ paginated }) => paginated === pages).map(({ id }) => id),
  );
  return {
    ...check,
    unless: (op, settings) => {
      const told = check.unless(op, settings);
      if (told !== undefined || settings.effort !== 'quick') return told;
      if (isCostly) return 'a quick run leaves this to the other efforts';
      if (!operations.includes(op.id))
        return 'a quick run judges this where the interface shows it, not where a profile alone does';
      if (operations.length <= enough || isSampled(op, operations, order, settings.seed)) return undefined;
      return 'a quick run judges this on some operations; another seed takes others';
    },
  };
}

function isSampled(
  op: Operation,
  operations: readonly string[],
  order: readonly string[],
  seed: number,
): boolean {
  const inSample = (id: string) => (order.indexOf(id) + seed) % stride === 0;
  if (operations.some(inSample)) return inSample(op.id);
  return operations[seed % operations.length] === op.id;
}
