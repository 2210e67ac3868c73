import { type Check, checks } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { eventually } from '../../target/eventually.ts';
import { freshGroup } from '../../target/groups/fresh.ts';
import { groupOf } from '../../target/groups/group.ts';
import { type Listed, listed } from '../../target/groups/samples.ts';

/** What is created counts. */
export const countedChecks: readonly Check[] = checks(
  { createClass: 'create-class.read-back/counted', createCohort: 'create-cohort.read-back/counted' },
  {
    access: 'write',
    needs: (op) => [groupOf(op).fields],
    sends:
      'the total of the list, a creation, the total anew, and the place of the list that it says is past the end',
    accepts: 'nothing at that place, or a larger `total` beside what stands there, as soon as it may be seen',
    async run(context) {
      const group = groupOf(context.op);
      // Whoever keeps a count keeps it from here on.
      await totalNow(context);
      await freshGroup(context, group);
      const seen = await eventually(context, () => pastTheEnd(context), isCounted);
      context.must.hold(isCounted(seen), {
        expected: `a \`total\` above ${seen.place}, for the list has one of the ${group.many} at that place`,
        actual: `${seen.page.total} beside it, and ${seen.again} on the first page`,
        in: seen.answer,
      });
    },
  },
);

/** What the list has at the place where it ends by its own `total`, and the `total` of the first page after that. */
async function pastTheEnd(
  context: Context,
): Promise<Listed & { readonly place: number; readonly again: number | undefined }> {
  const place = context.need(await totalNow(context), 'a `total`');
  const past = await listed(context, { limit: 1, offset: place });
  return { ...past, place, again: past.page.items.length === 0 ? undefined : await totalNow(context) };
}

/** The list may have grown since, and then says so. */
function isCounted({ page, place, again }: Awaited<ReturnType<typeof pastTheEnd>>): boolean {
  return page.items.length === 0 || [page.total, again].every((total) => (total ?? place + 1) > place);
}

async function totalNow(context: Context): Promise<number | undefined> {
  return (await listed(context, { limit: 1 })).page.total;
}
