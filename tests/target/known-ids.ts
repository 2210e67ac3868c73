import type { Context } from '../../harness/judging/context.ts';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { isEmptyList, itemsOf, type Json, text } from './body.ts';
import { sharedAnswer } from './shared-answer.ts';

/** Where ids of each kind can be read off the target, and by which operation a single one is looked up. */
const sources: Readonly<Record<string, { readonly list: string; readonly read?: string }>> = {
  academicYearId: { list: 'listAcademicYears', read: 'getAcademicYear' },
  classId: { list: 'listClasses', read: 'getClass' },
  cohortId: { list: 'listCohorts', read: 'getCohort' },
  testId: { list: 'listTests' },
  userId: { list: 'listUsers', read: 'listUsers' },
};

/** An id that exists on the target, for the path parameter or field of that name. */
export async function knownId(context: Context, name: string): Promise<string> {
  const { list } = context.need(sources[name], `a list to read \`${name}\` from`);
  // An older version may read by ids that it cannot list.
  if (context.contract.later.has(list)) {
    const given = await idFromProfile(context, name);
    if (given !== undefined) return given;
  }
  const answer = await sharedAnswer(context, context.operation(list), async () => ({}));
  const id = text(fullest(itemsOf(context, answer))?.[name]) ?? (await idFromProfile(context, name));
  return context.need(
    id,
    `a \`${name}\` in the answer of ${list}, or \`fixtures.ids.${name}\` in the profile`,
  );
}

/**
 * The id that the profile gives where the lists show none. An id from a list comes first, because it exists for sure.
 * @throws ConfigurationError when the target does not know the id
 */
export function idFromProfile(context: Context, name: string): Promise<string | undefined> {
  return context.world.once(`fixture ${name}`, async () => {
    const id = context.world.fixtures.ids?.[name];
    const read = sources[name]?.read;
    if (id === undefined || read === undefined) return id;
    const answer = await context.send(read, { [name]: id });
    if (answer.status === 200 && !isEmptyList(answer)) return id;
    const got = answer.status === 200 ? 'an empty list' : answer.status;
    throw new ConfigurationError(
      `\`fixtures.ids.${name}\` names nothing that the target shows (${read} answered ${got}); correct it, or leave it out`,
    );
  });
}

/** The item that shows the most fields, so that a read by its id has the most to be judged. */
function fullest(items: readonly Json[]): Json | undefined {
  const sizes = items.map((item) => JSON.stringify(item).length);
  return items[sizes.indexOf(Math.max(...sizes))];
}
