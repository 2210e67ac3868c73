import { carries, type Meanings } from '../../generators/body.ts';
import type { Scene } from '../../harness/scene.ts';
import { itemsOf, type Json, object, text } from './body.ts';
import { plain } from './given.ts';
import { type Kind, makers } from './kinds.ts';

/** What a user can be found by, the surest first: the list has a filter for each, which takes it whole. */
const marks = ['username', 'externalId', 'upn'] as const;

/**
 * What an earlier run, or an earlier row, left on the target under the names that a creation would give: `undefined`
 * where there is nothing. Whatever a search may give, only what carries the run's own name is taken for its own.
 */
export function leftover(scene: Scene, kind: Kind, meanings: Meanings): Promise<Json | undefined> {
  return kind === 'class' || kind === 'cohort'
    ? groupLeft(scene, kind, meanings)
    : userLeft(scene, kind, meanings);
}

/** Whether a class or cohort is of this year; `undefined` when it does not say. */
export async function isOfCurrentYear(scene: Scene, thing: Json): Promise<boolean | undefined> {
  const shown = text(thing['academicYearId'])?.toLowerCase();
  const answer = await plain(scene, scene.operation('getCurrentAcademicYear'));
  const current = text(object(object(answer.json)?.['academicYear'])?.['academicYearId']);
  return shown === undefined || current === undefined ? undefined : shown === current.toLowerCase();
}

/** Of several of that name, in several years, the one of the current year. */
async function groupLeft(scene: Scene, kind: Kind, { name }: Meanings): Promise<Json | undefined> {
  const found = itemsOf(scene, await scene.send(makers[kind].list, { search: name })).filter(
    (item) => item['name'] === name,
  );
  for (const item of found) if (await isOfCurrentYear(scene, item)) return item;
  return found[0];
}

async function userLeft(scene: Scene, kind: Kind, meanings: Meanings): Promise<Json | undefined> {
  const { make, list } = makers[kind];
  const body = scene.operation(make).body ?? {};
  const mark = marks.find((name) => carries(body, name) && text(meanings[name]) !== undefined);
  if (mark !== undefined) {
    const value = meanings[mark];
    const items = itemsOf(scene, await scene.send(list, { [mark]: [value] }));
    return items.find((item) => same(item[mark], value));
  }
  const lastName = meanings['lastName'];
  const items = itemsOf(scene, await scene.send(list, { name: lastName }));
  return items.find(
    (item) => same(item['lastName'], lastName) || same(item['fullName'], meanings['fullName']),
  );
}

function same(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && one.toLowerCase() === String(other).toLowerCase();
}
