import { type Check, check } from '../../../harness/judging/check.ts';
import { inParallel } from '../../../harness/judging/in-parallel.ts';
import { pageOf } from '../../target/body.ts';
import { ask } from '../../target/pages/reader.ts';
import { smallLimit } from '../../target/pages/samples.ts';

/** Different limits, in requests that are under way at the same time. */
const limits: readonly number[] = [smallLimit, smallLimit + 2];

/** One list of each kind: where a setting lies that requests share, it lies in what all lists have in common. */
const lists: readonly string[] = ['listClasses', 'listUsers', 'searchUsers', 'listSessions'];

/** What one request says of its page is not taken for another one. */
export const atOnce: readonly Check[] = [
  check('pagination.limit-echo/at-once', {
    on: lists,
    sends: `requests with limits of ${limits.join(' and ')} at once`,
    accepts: 'in each answer the limit of its own request, and no more items than that',
    async run(context) {
      const answers = await inParallel(limits.map((limit) => () => ask(context, { limit })));
      for (const [at, answer] of answers.entries()) {
        const { items, limit } = pageOf(context, answer);
        const own = limits[at] ?? smallLimit;
        context.must.hold(limit === own && items.length <= own, {
          expected: `a limit of ${own} and no more items, beside a request with another limit`,
          actual: `${limit ?? 'no limit'} and ${items.length} items`,
          in: answers,
        });
      }
    },
  }),
];
