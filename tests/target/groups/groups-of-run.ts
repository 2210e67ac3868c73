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
    const ids = new Set<string>();
    for (const label of labels) ids.add((await fixtureId(context, kind, label)).toLowerCase());
    await attempt(async () => (await freshGroup(context, group)).id);
    await attempt(async () => (await namesakes(context, group)).second.id);
    await attempt(async () => (await groupNamedWithDigits(context, group)).id);
    const made = context.world.made.filter((thing) => thing.kind === kind).map(({ id }) => id.toLowerCase());
    const year = await currentYearId(context);
    for (const id of made.slice(0, most)) {
      const { json } = await context.send(get, { [idName]: id });
      const thing = object(object(json)?.[kind]);
      if (thing && isOfYear(thing, year) === true) ids.add(id);
    }
    // They are made where other rows have not made as many, and found again in later runs.
    const missing = context.effort === 'quick' ? 0 : enough - ids.size;
    for (let nth = 1; nth <= missing; nth += 1)
      await attempt(async () => ids.add((await fixtureId(context, kind, `of many ${nth}`)).toLowerCase()));
    return [...ids];
  });
}

/** The same and more that are made for this, up to a number. They are found again in later runs. */
export async function groupsUpTo(context: Context, group: Group, count: number): Promise<readonly string[]> {
  const ids = new Set(await groupsOfRun(context, group));
  for (let nth = enough; ids.size < count && nth < enough + count; nth += 1)
    ids.add((await fixtureId(context, group.kind, `of many ${nth}`)).toLowerCase());
  return context.need(ids.size >= count && [...ids], `${count} ${group.many} of the run`);
}
