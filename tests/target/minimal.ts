import type { Answer } from '../../harness/http/answer.ts';
import type { Params } from '../../harness/http/place.ts';
import type { Context } from '../../harness/judging/context.ts';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import type { Operation } from '../../spec/contract.ts';
import { itemsOf, type Json, listOf, object, text } from './body.ts';

/** Where an id of each kind can be read off the target. */
const sources: Readonly<Record<string, string>> = {
  academicYearId: 'listAcademicYears',
  classId: 'listClasses',
  cohortId: 'listCohorts',
  testId: 'listTests',
  userId: 'listUsers',
};

/** An id that exists on the target, for the path parameter or field of that name. */
export async function knownId(context: Context, name: string): Promise<string> {
  const source = context.need(sources[name], `a list to read \`${name}\` from`);
  // An older version may read by ids that it cannot list.
  if (context.contract.later.has(source)) {
    const told = await idFromProfile(context, name);
    if (told !== undefined) return told;
  }
  const items = itemsOf(context, await minimal(context, context.operation(source)));
  return (
    text(fullest(items)?.[name]) ??
    (await idFromProfile(context, name)) ??
    context.need(
      undefined,
      `a \`${name}\` in the answer of ${source}, or \`fixtures.ids.${name}\` in the profile`,
    )
  );
}

/** How the id of a fixture is seen to name something: what it is read by, and as which parameter. */
const reads: Readonly<Record<string, (id: string) => readonly [operation: string, params: Params]>> = {
  academicYearId: (id) => ['getAcademicYear', { academicYearId: id }],
  classId: (id) => ['getClass', { classId: id }],
  cohortId: (id) => ['getCohort', { cohortId: id }],
  userId: (id) => ['listUsers', { userId: [id] }],
};

/**
 * The id that the profile gives where the lists show none; what is listed is there for sure, and so comes first.
 * @throws ConfigurationError when the target does not know it
 */
export function idFromProfile(context: Context, name: string): Promise<string | undefined> {
  return context.world.once(`fixture ${name}`, async () => {
    const id = context.world.fixtures.ids?.[name];
    const read = reads[name];
    if (id === undefined || read === undefined) return id;
    const [operation, params] = read(id);
    const answer = await context.send(operation, params);
    const listed = listOf(object(answer.json)?.['data']);
    if (answer.status === 200 && listed?.length !== 0) return id;
    const got = answer.status === 200 ? 'an empty list' : answer.status;
    throw new ConfigurationError(
      `\`fixtures.ids.${name}\` names nothing that the target shows (${operation} answered ${got}); correct it, or leave it out`,
    );
  });
}

/** The item that shows the most: what is read by its id then has most to be judged. */
function fullest(items: readonly Json[]): Json | undefined {
  const sizes = items.map((item) => JSON.stringify(item).length);
  return items[sizes.indexOf(Math.max(...sizes))];
}

/** The parameters of the plainest request that a reading operation accepts. */
export async function minimalParams(context: Context, op: Operation): Promise<Params> {
  const params: Record<string, unknown> = {};
  for (const { name, in: where } of op.parameters) {
    if (where === 'path') params[name] = await knownId(context, name);
    if (name === 'search' && where === 'body') params[name] = {};
  }
  return params;
}

/** The answer to the plainest request of a reading operation; fetched once and shared by all checks. */
export function minimal(context: Context, op: Operation): Promise<Answer> {
  return context.world.once(`plain ${op.id}`, async () => context.send(op, await minimalParams(context, op)));
}

/** Parameters for a writing operation with which even a broken server can do nothing of value: every id is invented. */
export function harmlessParams(context: Context, op: Operation): Params {
  const params: Record<string, unknown> = {};
  for (const { name, in: where } of op.parameters) {
    if (where === 'path') params[name] = context.unknownId(name);
    else if (where === 'body') params[name] = harmlessBody(context, name);
  }
  return params;
}

function harmlessBody(context: Context, name: string): unknown {
  if (name === 'userIds' || name === 'testIds') return [context.unknownId(name)];
  return { academicYearId: context.unknownId('academicYearId') };
}
