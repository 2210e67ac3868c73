import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { eventually } from '../../target/eventually.ts';
import { freshGroup } from '../../target/groups/fresh.ts';
import { groupOf } from '../../target/groups/group.ts';
import { type Listed, listed } from '../../target/groups/samples.ts';

/** What is created counts. */
export const countedChecks: readonly Check[] = checks(
  ['create-class.read-back/counted', 'create-cohort.read-back/counted'],
  {
    access: 'write',
    needs: (op) => [groupOf(op).fields],
    sends: 'a creation, then two items of the list from the place that its `total` gives as the last',
    accepts: 'no item behind that place, unless the `total` beside it has grown; as soon as it may be seen',
    async run(context) {
      const group = groupOf(context.op);
      // A service that caches the count caches it here.
      await totalNow(context);
      await freshGroup(context, group);
      const seen = await eventually(context, () => aroundTheEnd(context), isCounted);
      context.must.hold(isCounted(seen), {
        expected: `a \`total\` above ${seen.totalBefore}, for the list has more of the ${group.many} than that`,
        actual: `${seen.page.total} beside it, and ${seen.totalAfter} on the first page`,
        in: seen.answer,
      });
    },
  },
);

/** What an end of the list shows. */
interface End extends Listed {
  /** The `total` of the first page before it. */
  readonly totalBefore: number;
  /** Whether the list has more items than that. */
  readonly hasMore: boolean;
  /** The `total` of the first page after that, where the list has more. */
  readonly totalAfter: number | undefined;
}

/** What the list has from the place that is the last one by its `total`. Past the end, a service may refuse to look. */
async function aroundTheEnd(context: Context): Promise<End> {
  const totalBefore = context.need(await totalNow(context), 'a `total`');
  const offset = Math.max(0, totalBefore - 1);
  const end = await listed(context, { limit: 2, offset });
  const hasMore = offset + end.page.items.length > totalBefore;
  return { ...end, totalBefore, hasMore, totalAfter: hasMore ? await totalNow(context) : undefined };
}

/** The list may have grown since, and then says so. */
function isCounted({ page, totalBefore, hasMore, totalAfter }: End): boolean {
  return !hasMore || [page.total, totalAfter].every((total) => (total ?? totalBefore + 1) > totalBefore);
}

async function totalNow(context: Context): Promise<number | undefined> {
  return (await listed(context, { limit: 1 })).page.total;
}
