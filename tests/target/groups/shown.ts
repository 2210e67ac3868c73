import type { Meanings } from '../../../generators/body.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { sameText } from '../accounts/user-fields.ts';
import { itemsOf, type Json, object, resourceOf, text } from '../body.ts';
import { eventually } from '../eventually.ts';
import { minimal } from '../minimal.ts';
import { fixtureId } from '../reuse/fixture.ts';
import type { Group } from './group.ts';
import { isOfYear } from './years.ts';

/** What a creation of a class or cohort can say of it. */
const fields = ['name', 'description', 'academicYearId'] as const;

/** The names of the fields that a class or cohort does not show as they were sent. */
export function unshownFields(thing: Json, sent: Meanings): readonly string[] {
  return fields.filter((name) => sent[name] !== undefined && !shows(thing, name, sent[name]));
}

/** The fields that a class or cohort does not show as they were sent, and should. */
export async function lostFields(
  context: Context,
  group: Group,
  thing: Json,
  sent: Meanings,
): Promise<readonly string[]> {
  const unshown = unshownFields(thing, sent);
  if (!unshown.includes('description') || !(await mayLackDescription(context, group, thing))) return unshown;
  return unshown.filter((name) => name !== 'description');
}

/**
 * Whether a class or cohort without a description has lost none. Which fields of a class are always present is open, so
 * that a target may never show one.
 */
export async function mayLackDescription(context: Context, group: Group, thing: Json): Promise<boolean> {
  const isAbsent = thing['description'] === undefined || thing['description'] === null;
  return group.kind === 'class' && isAbsent && !(await showsDescriptions(context, group));
}

/** Whether any class shows a description: of those that are listed, of some of them by their ids, or the shared one. */
function showsDescriptions(context: Context, { kind, list, get, id: idName }: Group): Promise<boolean> {
  return context.world.once(`descriptions of ${kind}`, async () => {
    const items = itemsOf(context, await minimal(context, context.operation(list)));
    const isDescribed = (one: Json | undefined) => text(one?.['description']) !== undefined;
    if (items.some(isDescribed)) return true;
    const ids = [
      await fixtureId(context, kind),
      ...items.slice(0, mostRead).map((item) => text(item[idName])),
    ];
    for (const id of ids) {
      const { json } = await context.send(get, { [idName]: id });
      if (isDescribed(object(object(json)?.[kind]))) return true;
    }
    return false;
  });
}

/** How many listed classes are read by their ids, where the list shows no description. */
const mostRead = 3;

/** The same for the fields that it shows. A list may show fewer fields than a single read. */
export function contradictedFields(thing: Json, sent: Meanings): readonly string[] {
  return unshownFields(thing, sent).filter((name) => thing[name] !== undefined && thing[name] !== null);
}

/**
 * One class or cohort by its id, once it shows what was said of it, or time is up. Inconclusive when it is not there.
 */
export async function eventuallyGroup(
  context: Context,
  { kind, get, id: idName }: Group,
  id: string,
  sent: Meanings,
): Promise<Json> {
  const read = () => context.send(get, { [idName]: id });
  const answer = await eventually(context, read, ({ status, json }) => {
    const thing = object(object(json)?.[kind]);
    return status === 200 && thing !== undefined && unshownFields(thing, sent).length === 0;
  });
  return resourceOf(context, answer, kind);
}

function shows(thing: Json, name: (typeof fields)[number], sent: unknown): boolean {
  if (name !== 'academicYearId') return sameText(thing[name], sent);
  // Whether the year is always shown is left open.
  return isOfYear(thing, String(sent)) !== false;
}
