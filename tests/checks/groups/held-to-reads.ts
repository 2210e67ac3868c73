import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { itemsOf, type Json, pageOf, resourceOf, text, withId } from '../../target/body.ts';
import { mustAgree, onlyOneShows } from '../../target/groups/fields.ts';
import { groupOf } from '../../target/groups/group.ts';
import { mostTelling } from '../../target/groups/most-telling.ts';
import { listedSingle } from '../../target/listed.ts';
import { minimal } from '../../target/minimal.ts';
import { largestPage } from '../../target/pages/largest.ts';
import { onStableReads } from '../../target/shared-reads.ts';
import { measured, statedText } from '../../target/stated.ts';

/** An entry of a list, and the same class or cohort read by its id. */
interface Pair {
  readonly item: Json;
  readonly single: Json;
}

/** Beside others, an entry may be filled with what belongs to the one before it. */
export const heldToReadsChecks: readonly Check[] = checks(
  ['get-class.same-as-list/page', 'get-cohort.same-as-list/page'],
  {
    sends:
      'a page of the list and one from its midst, the entries of the largest page that tell most, reads of all these by their ids, and searches for two of them by their names; at quick effort reads of those that tell most alone',
    accepts:
      'the same of each, where a field that reads or lists show of others is left out when it is empty',
    async run(context) {
      const { list, many } = groupOf(context.op);
      const { limit: widest } = await largestPage({ ...context, op: context.operation(list) });
      const telling = await judgePage(context, { limit: widest }, (items) => mostTelling(items, most));
      context.need(telling.pairs.length > 1, `two ${many} on a page`);
      if (context.effort === 'quick') return;
      const { pairs, total } = await judgePage(context, { limit: onFirst });
      const offset = Math.max(onFirst, Math.floor(total / 2));
      const limit = context.byEffort({ quick: 0, standard: 6, deep: 12 });
      if (total > onFirst) await judgePage(context, { offset, limit });
      for (const one of worthASearch(pairs)) await judgeFound(context, one);
    },
  },
);

/** How many entries are read: of a short page all, and of the largest those that tell most. */
const onFirst = 12;
const most = 4;

/** Claims of each entry of a page, or of some of them, what a read by its id says. */
function judgePage(
  context: Context,
  params: Readonly<Record<string, number>>,
  chosen = (items: readonly Json[]) => items,
): Promise<{ readonly pairs: readonly Pair[]; readonly total: number }> {
  const { list } = groupOf(context.op);
  const page = async ({ send }: Context) => pageOf(context, await send(list, params));
  const measure = async () => measured(context, await page(context));
  return onStableReads(context, measure, async (used) => {
    const { items, total = 0 } = await page(used);
    const pairs: Pair[] = [];
    for (const item of chosen(items)) pairs.push({ item, single: await readOf(used, item) });
    await mustAgreeAll(context, pairs);
    return { pairs, total };
  });
}

/** Claims the same of an entry that a search finds among those of its name. */
async function judgeFound(context: Context, { item }: Pair): Promise<void> {
  const { list, id: idName } = groupOf(context.op);
  const entry = async ({ send }: Context) => {
    const items = itemsOf(context, await send(list, { search: item['name'] }));
    return withId(items, idName, String(item[idName]));
  };
  const measure = async () => statedText(context, await entry(context));
  await onStableReads(context, measure, async (used) => {
    const found = await entry(used);
    // Whether a search finds it is judged elsewhere.
    if (found) await mustAgreeAll(context, [{ item: found, single: await readOf(used, found) }]);
  });
}

/** The one that shows the most, then the one that shows the least: what was found last may be left standing. */
function worthASearch(pairs: readonly Pair[]): readonly Pair[] {
  const named = pairs.filter(({ item }) => text(item['name'])?.trim() === item['name']);
  const extent = ({ single }: Pair) => Object.keys(single).length;
  const sorted = named.toSorted((one, other) => extent(other) - extent(one));
  return [...sorted.slice(0, 1), ...sorted.slice(1).slice(-1)];
}

async function readOf(context: Context, item: Json): Promise<Json> {
  const { kind, id: idName } = groupOf(context.op);
  const id = context.need(text(item[idName]), `\`${idName}\` of each ${kind}`);
  return listedSingle(context, await context.send(context.op, { [idName]: id }), { wrapper: kind, id });
}

async function mustAgreeAll(context: Context, pairs: readonly Pair[]): Promise<void> {
  const { kind, many, id: idName } = groupOf(context.op);
  const known = resourceOf(context, await minimal(context, context.op), kind);
  const shown = {
    bySingles: [known, ...pairs.map(({ single }) => single)],
    byItems: pairs.map(({ item }) => item),
  };
  for (const { item, single } of pairs) {
    // What this run changes may be seen later by the list.
    const isOurs = context.world.isMade(String(item[idName]));
    const missing = isOurs ? [] : onlyOneShows(single, item, shown);
    mustAgree(context, single, item, `a ${kind} by itself and among the ${many}`, missing);
  }
}
