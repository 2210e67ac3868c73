import { type Check, checks } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { itemsOf, text } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { eventually } from '../../target/eventually.ts';
import { freshGroup } from '../../target/groups/fresh.ts';
import { groupOf } from '../../target/groups/group.ts';

/** An accent that stands behind its letter, as some systems write it. */
const decomposed = 'Ame\u0301lie';

/**
 * The name in the answer to a creation is the name by which the search finds it, in whichever form the server stores
 * it.
 */
export const asAnsweredChecks: readonly Check[] = checks(
  ['list-classes.search/as-answered', 'list-cohorts.search/as-answered'],
  {
    access: 'write',
    unless: fromStandard,
    needs: (op) => [groupOf(op).fields],
    sends: 'a creation with a decomposed accent in the name, then a search for the name that it answered',
    accepts: 'the new one, found by the name as the answer had it; the creation may be refused',
    run: judgeAsAnswered,
  },
);

async function judgeAsAnswered(context: Context): Promise<void> {
  const group = groupOf(context.op);
  const { thing, id, answer } = await freshGroup(context, group, decomposed);
  const name = context.need(text(thing['name']), '`name` in the answer to the creation');
  const read = async () => itemsOf(context, await context.send(group.list, { search: name }));
  const isThere = (items: Awaited<ReturnType<typeof read>>) =>
    items.some((item) => text(item[group.id])?.toLowerCase() === id.toLowerCase());
  const found = await eventually(context, read, isThere);
  context.must.hold(isThere(found), {
    expected: `the new ${group.kind}, by the name in the answer to its creation`,
    actual: 'a page without it',
    in: answer,
  });
}
