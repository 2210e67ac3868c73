import type { Meanings } from '../../../generators/body.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { attempt } from '../attempt.ts';
import { itemsOf, type Json, resourceOf, text } from '../body.ts';
import { waitUntilReadable } from '../readable.ts';
import { create, markedName } from '../reuse/creation.ts';
import { adopt } from '../reuse/fixture.ts';
import { classGroup, type Group } from './group.ts';
import { type CreatedGroup, carriedBy } from './namesakes.ts';
import { currentYearId, isOfYear, yearIds } from './years.ts';

/** Two classes or cohorts of one name: the one of the current academic year, and the one of another. */
export interface SameNamePair {
  readonly current: CreatedGroup;
  readonly other: CreatedGroup;
}

/**
 * The pair of this run, or the one that an earlier run created. Classes are created first, and cohorts under the same
 * name, so that a search by name finds two things of each kind. Inconclusive where there is no other year, or where the
 * name is taken.
 */
export function sameNamePair(context: Context, group: Group): Promise<SameNamePair> {
  const { kind } = group;
  return context.world.once(`twins ${kind}`, async () => {
    if (kind === 'cohort') await attempt(() => sameNamePair(context, classGroup));
    const current = await currentYearId(context);
    const years = await yearIds(context);
    const other = years.find((year) => year.toLowerCase() !== current.toLowerCase());
    const academicYearId = context.need(other, 'an academic year other than the current one');
    const name = markedName(context, 'twins');
    const left = await itemsNamed(context, group, name);
    return {
      current: await existingOrCreated(
        context,
        group,
        { name },
        left.find((one) => isOfYear(one, current)),
      ),
      other: await existingOrCreated(
        context,
        group,
        { name, academicYearId },
        left.find((one) => isOfYear(one, academicYearId)),
      ),
    };
  });
}

/** The classes or cohorts of that name, of any year. */
async function itemsNamed(context: Context, { list }: Group, name: string): Promise<readonly Json[]> {
  const items = itemsOf(context, await context.send(list, { search: name }));
  return items.filter((item) => item['name'] === name);
}

/** What an earlier run created, or else a new class or cohort. */
async function existingOrCreated(
  context: Context,
  group: Group,
  named: Meanings,
  left: Json | undefined,
): Promise<CreatedGroup> {
  const { kind, id: idName } = group;
  if (left) {
    const id = context.need(text(adopt(context, kind, left)[idName]), `\`${idName}\``);
    return { id, sent: { ...named, description: left['description'] } };
  }
  const year = named['academicYearId'] === undefined ? 'the current year' : 'another year';
  const description = markedName(context, `about the ${kind} of ${year}`);
  const sent = carriedBy(context, group, { ...named, description });
  const answer = await create(context, kind, sent);
  context.need(answer.status < 300, `a name to be free for a ${kind} of each year, got ${answer.status}`);
  const id = text(resourceOf(context, answer, kind)[idName]);
  const known = context.need(id, `\`${idName}\` of the new ${kind}`);
  await waitUntilReadable(context, kind, known);
  return { id: known, sent };
}
