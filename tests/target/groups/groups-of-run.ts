import type { Context } from '../../../harness/judging/context.ts';
import { attempt } from '../attempt.ts';
import { object } from '../body.ts';
import { fixtureId } from '../reuse/fixture.ts';
import { freshGroup } from './fresh.ts';
import type { Group } from './group.ts';
import { groupNamedWithDigits } from './named-with-digits.ts';
import { namesakes } from './namesakes.ts';
import { currentYearId, isOfYear } from './years.ts';

/** More than that are not asked for. */
const most = 24;

/** So many are enough: a text of five hundred letters holds thirteen ids. */
const enough = 14;

/**
 * Classes or cohorts of the run that are of the current academic year: those that every run makes first, and then what
 * it has made besides, where the target lets it. Whether a user is shown in those of other years is left open.
 */
export function groupsOfRun(context: Context, group: Group): Promise<readonly string[]> {
  const { kind, get, id: idName } = group;
  return context.world.once(`current ${kind} of the run`, async () => {
    const labels = ['roster 1', 'roster 2', 'shared'];
    const ids = distinctIds();
    for (const label of labels) ids.add(await fixtureId(context, kind, label));
    await attempt(async () => (await freshGroup(context, group)).id);
    await attempt(async () => (await namesakes(context, group)).second.id);
    await attempt(async () => (await groupNamedWithDigits(context, group)).id);
    const made = context.world.made.filter((thing) => thing.kind === kind).map(({ id }) => id);
    const year = await currentYearId(context);
    for (const id of made.slice(0, most)) {
      const { json } = await context.send(get, { [idName]: id });
      const thing = object(object(json)?.[kind]);
      if (thing && isOfYear(thing, year) === true) ids.add(id);
    }
    // They are made where other rows have not made as many, and found again in later runs.
    const missing = context.effort === 'quick' ? 0 : enough - ids.all().length;
    for (let nth = 1; nth <= missing; nth += 1)
      await attempt(async () => ids.add(await fixtureId(context, kind, `of many ${nth}`)));
    return ids.all();
  });
}

/** The same and more that are made for this, up to a number. They are found again in later runs. */
export async function groupsUpTo(context: Context, group: Group, count: number): Promise<readonly string[]> {
  const ids = distinctIds(await groupsOfRun(context, group));
  for (let nth = enough; ids.all().length < count && nth < enough + count; nth += 1)
    ids.add(await fixtureId(context, group.kind, `of many ${nth}`));
  return context.need(ids.all().length >= count && ids.all(), `${count} ${group.many} of the run`);
}

/** Ids as the target wrote them, for it need not know them in other letter case; each of them once. */
function distinctIds(first: readonly string[] = []) {
  const ids = new Map<string, string>();
  const add = (id: string): void => {
    if (!ids.has(id.toLowerCase())) ids.set(id.toLowerCase(), id);
  };
  for (const id of first) add(id);
  return { add, all: () => [...ids.values()] };
}
