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
    sends:
      'the total of the list, a creation, the total anew, and two places of the list from the one that it says is the last',
    accepts: 'one at most, or a larger `total` beside what stands there, as soon as it may be seen',
    async run(context) {
      const group = groupOf(context.op);
      // Whoever keeps a count keeps it from here on.
      await totalNow(context);
      await freshGroup(context, group);
      const seen = await eventually(context, () => aroundTheEnd(context), isCounted);
      context.must.hold(isCounted(seen), {
        expected: `a \`total\` above ${seen.told}, for the list has more of the ${group.many} than that`,
        actual: `${seen.page.total} beside it, and ${seen.again} on the first page`,
        in: seen.answer,
      });
    },
  },
);

/** What an end of the list shows. */
interface End extends Listed {
  /** The `total` that was told before. */
  readonly told: number;
  /** Whether the list has more than was told. */
  readonly hasMore: boolean;
  /** The `total` of the first page after that, where the list has more. */
  readonly again: number | undefined;
}

/** What the list has from the place that is the last one by its `total`. Past the end, a service may refuse to look. */
async function aroundTheEnd(context: Context): Promise<End> {
  const told = context.need(await totalNow(context), 'a `total`');
  const offset = Math.max(0, told - 1);
  const end = await listed(context, { limit: 2, offset });
  const hasMore = offset + end.page.items.length > told;
  return { ...end, told, hasMore, again: hasMore ? await totalNow(context) : undefined };
}

/** The list may have grown since, and then says so. */
function isCounted({ page, told, hasMore, again }: End): boolean {
  return !hasMore || [page.total, again].every((total) => (total ?? told + 1) > told);
}

async function totalNow(context: Context): Promise<number | undefined> {
  return (await listed(context, { limit: 1 })).page.total;
}
