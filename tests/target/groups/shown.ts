import type { Meanings } from '../../../generators/body.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { sameText } from '../accounts/user-fields.ts';
import { type Json, object, resourceOf } from '../body.ts';
import { eventually } from '../eventually.ts';
import type { Group } from './group.ts';
import { isOfYear } from './years.ts';

/** What a creation of a class or cohort can say of it. */
const fields = ['name', 'description', 'academicYearId'] as const;

/** The names of the fields that a class or cohort does not show as they were said. */
export function lostIn(thing: Json, said: Meanings): readonly string[] {
  return fields.filter((name) => said[name] !== undefined && !shows(thing, name, said[name]));
}

/** The same for what it shows at all: a list may show less than a single read. */
export function contradictedIn(thing: Json, said: Meanings): readonly string[] {
  return lostIn(thing, said).filter((name) => thing[name] !== undefined && thing[name] !== null);
}

/** One class or cohort by its id, once it shows what was said of it, or time is up. Inconclusive when it is not there. */
export async function eventuallyGroup(
  context: Context,
  { kind, get, id: idName }: Group,
  id: string,
  said: Meanings,
): Promise<Json> {
  const read = () => context.send(get, { [idName]: id });
  const answer = await eventually(context, read, ({ status, json }) => {
    const thing = object(object(json)?.[kind]);
    return status === 200 && thing !== undefined && lostIn(thing, said).length === 0;
  });
  return resourceOf(context, answer, kind);
}

function shows(thing: Json, name: (typeof fields)[number], said: unknown): boolean {
  if (name !== 'academicYearId') return sameText(thing[name], said);
  // Whether the year is always shown is left open.
  return isOfYear(thing, String(said)) !== false;
}
