import { narrowings } from '../../../generators/filters.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { pageOf } from '../../target/body.ts';
import { find, idsOf, isWhole, judgeFound } from '../../target/users/found.ts';
import { inOurWords, onStableUsers, type Wanted, wantedBy, wellKnown } from '../../target/users/samples.ts';

/** Several filters at once (chapter Users). */
export const combine: readonly Check[] = [
  // Several filters keep only users who fit each of them.
  check('list-users.filters-combine', {
    access: 'read',
    on: ['listUsers'],
    sends: 'two to seven filters, with values of a user who fits them and of others who fit some of them',
    accepts: 'the users who fit each filter, and no others',
    run: (context) =>
      context.forAll(narrowings(wellKnown), async (narrowing) => {
        const { filters } = inOurWords(context, narrowing);
        const wanted = await wantedBy(context, filters);
        await onStableUsers(context, async () => judgeFound(context, await find(context, wanted), wanted));
      }),
  }),

  // A filter that is added to others never adds a user.
  check('list-users.filters-combine/narrower', {
    access: 'read',
    on: ['listUsers'],
    sends: 'some filters, then the same with one more',
    accepts: 'no more users than before, and nobody who was not there before',
    run: (context) =>
      context.forAll(
        narrowings(wellKnown),
        async (narrowing) => {
          const { filters, added } = inOurWords(context, narrowing);
          const wanted = await wantedBy(context, filters);
          const fewer = wanted.filter(({ filter }) => filter.name !== added);
          await onStableUsers(context, () => judgeNarrower(context, fewer, wanted));
        },
        2 * context.runs - 4,
      ),
  }),
];

async function judgeNarrower(
  context: Context,
  fewer: readonly Wanted[],
  wanted: readonly Wanted[],
): Promise<void> {
  const wide = await find(context, fewer);
  const narrow = await find(context, wanted);
  const [before, after] = [pageOf(context, wide), pageOf(context, narrow)];
  context.must.hold((after.total ?? 0) <= (before.total ?? Number.POSITIVE_INFINITY), {
    expected: 'a filter that is added to find no more users',
    actual: `${after.total} users, ${before.total} without it`,
    in: [wide, narrow],
  });
  if (!isWhole(before)) return;
  const there = new Set(idsOf(before.items));
  const strays = idsOf(after.items).filter((id) => !there.has(id)).length;
  context.must.hold(strays === 0, {
    expected: 'a filter that is added to add nobody',
    actual: `${strays} users who are not found without it`,
    in: [wide, narrow],
  });
}
