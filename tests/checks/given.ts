import type { Answer } from '../../harness/answer.ts';
import type { Params } from '../../harness/place.ts';
import type { Scene } from '../../harness/scene.ts';
import type { Operation } from '../../spec/contract.ts';
import { itemsOf, type Json, text } from './body.ts';

/** Where an id of each kind can be read off the target. */
const sources: Readonly<Record<string, string>> = {
  academicYearId: 'listAcademicYears',
  classId: 'listClasses',
  cohortId: 'listCohorts',
  testId: 'listTests',
  userId: 'listUsers',
};

/** An id that exists on the target, for the path parameter or field of that name. */
export async function knownId(scene: Scene, name: string): Promise<string> {
  const source = scene.need(sources[name], `a list to read \`${name}\` from`);
  const items = itemsOf(scene, await plain(scene, scene.operation(source)));
  return scene.need(text(fullest(items)?.[name]), `a \`${name}\` in the answer of ${source}`);
}

/** The item that shows the most: what is read by its id then has most to be judged. */
function fullest(items: readonly Json[]): Json | undefined {
  const sizes = items.map((item) => JSON.stringify(item).length);
  return items[sizes.indexOf(Math.max(...sizes))];
}

/** The parameters of the plainest request that a reading operation accepts. */
export async function plainParams(scene: Scene, op: Operation): Promise<Params> {
  const params: Record<string, unknown> = {};
  for (const { name, in: where } of op.parameters) {
    if (where === 'path') params[name] = await knownId(scene, name);
    if (name === 'search' && where === 'body') params[name] = {};
  }
  return params;
}

/** The answer to the plainest request of a reading operation; fetched once and shared by all checks. */
export function plain(scene: Scene, op: Operation): Promise<Answer> {
  return scene.world.once(`plain ${op.id}`, async () => scene.send(op, await plainParams(scene, op)));
}

/** Parameters for a writing operation with which even a broken server can do nothing of value: every id is invented. */
export function harmlessParams(scene: Scene, op: Operation): Params {
  const params: Record<string, unknown> = {};
  for (const { name, in: where } of op.parameters) {
    if (where === 'path') params[name] = scene.invent(name);
    else if (where === 'body') params[name] = harmlessBody(scene, name);
  }
  return params;
}

function harmlessBody(scene: Scene, name: string): unknown {
  if (name === 'userIds' || name === 'testIds') return [scene.invent(name)];
  return { academicYearId: scene.invent('academicYearId') };
}
