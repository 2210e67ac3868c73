import type { Meanings } from '../../../generators/body.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { sameText } from '../accounts/user-fields.ts';
import { type Json, object, resourceOf } from '../body.ts';
import { eventually } from '../eventually.ts';
import type { Group } from './group.ts';
import { isOfYear } from './years.ts';

/** What a creation of a class or cohort can say of it. */
const fields = ['name', 'description', 'academicYearId'] as const;

/** The names of the fields that a class or cohort does not show as they were sent. */
export function unshownFields(thing: Json, sent: Meanings): readonly string[] {
  return fields.filter((name) => sent[name] !== undefined && !shows(thing, name, sent[name]));
}

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
