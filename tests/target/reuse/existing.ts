import { carries, type Meanings } from '../../../generators/body.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { itemsOf, type Json, object, text } from '../body.ts';
import { listedBy } from '../listed-by.ts';
import { minimal } from '../minimal.ts';
import { isGroup, type Kind, resources } from './resources.ts';

/** The fields by which a user is found, the surest first: the list of users has an exact filter for each. */
const marks = ['username', 'externalId', 'upn'] as const;

/**
 * What an earlier run, or an earlier row, left on the target under the names that a creation would give; `undefined`
 * where there is nothing. A search may find more: only what carries the run's own name is reused.
 */
export function findExisting(context: Context, kind: Kind, meanings: Meanings): Promise<Json | undefined> {
  return isGroup(kind) ? existingGroup(context, kind, meanings) : existingUser(context, kind, meanings);
}

/** Whether a class or cohort is of this year; `undefined` when it does not say. */
export async function isOfCurrentYear(context: Context, thing: Json): Promise<boolean | undefined> {
  const shown = text(thing['academicYearId'])?.toLowerCase();
  const answer = await minimal(context, context.operation('getCurrentAcademicYear'));
  const current = text(object(object(answer.json)?.['academicYear'])?.['academicYearId']);
  return shown === undefined || current === undefined ? undefined : shown === current.toLowerCase();
}

/** The class or cohort of that name. Where several years have one, the one of the current year. */
async function existingGroup(context: Context, kind: Kind, { name }: Meanings): Promise<Json | undefined> {
  const found = itemsOf(context, await context.send(resources[kind].list, { search: name })).filter(
    (item) => item['name'] === name,
  );
  for (const item of found) if (await isOfCurrentYear(context, item)) return item;
  return found[0];
}

/** The same for many users, in their order. Where the list has a filter for their field, one request finds many. */
export async function findExistingUsers(
  context: Context,
  kind: Kind,
  sought: readonly Meanings[],
): Promise<readonly (Json | undefined)[]> {
  const mark = markOf(context, kind, sought[0] ?? {});
  if (mark !== undefined) return marked(context, kind, mark, sought);
  const left: (Json | undefined)[] = [];
  for (const one of sought) left.push(await existingUser(context, kind, one));
  return left;
}

async function existingUser(context: Context, kind: Kind, meanings: Meanings): Promise<Json | undefined> {
  const { list } = resources[kind];
  const mark = markOf(context, kind, meanings);
  if (mark !== undefined) return (await marked(context, kind, mark, [meanings]))[0];
  const lastName = meanings['lastName'];
  const items = itemsOf(context, await context.send(list, { name: lastName }));
  return items.find(
    (item) => same(item['lastName'], lastName) || same(item['fullName'], meanings['fullName']),
  );
}

type Mark = (typeof marks)[number];

/** The field by which users that are created with these meanings can be found. */
function markOf(context: Context, kind: Kind, meanings: Meanings): Mark | undefined {
  const body = context.operation(resources[kind].create).body ?? {};
  return marks.find((name) => carries(body, name) && text(meanings[name]) !== undefined);
}

/** The users with these values in the field, in the order of the values. */
async function marked(
  context: Context,
  kind: Kind,
  mark: Mark,
  sought: readonly Meanings[],
): Promise<readonly (Json | undefined)[]> {
  const values = sought.map((meanings) => meanings[mark]);
  const items = await listedBy(context, resources[kind].list, mark, values);
  return values.map((value) => items.find((item) => same(item[mark], value)));
}

function same(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && one.toLowerCase() === String(other).toLowerCase();
}
