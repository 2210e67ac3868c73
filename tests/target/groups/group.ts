import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { itemsOf, type Json, object, pageOf, text } from '../body.ts';
import { minimal } from '../minimal.ts';

/** Classes and cohorts are read and created alike; this is what differs. */
export interface Group {
  readonly kind: 'class' | 'cohort';
  readonly many: string;
  readonly id: 'classId' | 'cohortId';
  readonly list: 'listClasses' | 'listCohorts';
  readonly create: 'createClass' | 'createCohort';
  readonly get: 'getClass' | 'getCohort';
  /** What the ids of the clauses about list, creation and single read begin with. */
  readonly clauses: { readonly list: string; readonly create: string; readonly get: string };
  /** The gaps that say what a new one holds, and when it is the same as another. */
  readonly fields: string;
  readonly same: string;
  /** Where a user's membership shows. */
  readonly membership: 'classIds' | 'cohortIds';
}

/** Chapter Classes. */
export const classGroup: Group = {
  kind: 'class',
  many: 'classes',
  id: 'classId',
  list: 'listClasses',
  create: 'createClass',
  get: 'getClass',
  clauses: { list: 'list-classes', create: 'create-class', get: 'get-class' },
  fields: 'create-class.fields',
  same: 'create-class.same-class',
  membership: 'classIds',
};

/** Chapter Cohorts and tests. */
export const cohortGroup: Group = {
  kind: 'cohort',
  many: 'cohorts',
  id: 'cohortId',
  list: 'listCohorts',
  create: 'createCohort',
  get: 'getCohort',
  clauses: { list: 'list-cohorts', create: 'create-cohort', get: 'get-cohort' },
  fields: 'create-cohort.fields',
  same: 'create-cohort.same-cohort',
  membership: 'cohortIds',
};

/** A class or cohort of the target with what a check needs to know of it. */
export interface Known {
  readonly id: string;
  readonly name: string;
  readonly item: Json;
}

/** What a name can have that searches trip over; a name counts for the first that it has. */
const traits: readonly RegExp[] = [/[^\p{ASCII}]/u, /["#%&'+/=\\_]/, /[A-Za-z]/, /./];

/**
 * Up to twelve classes or cohorts from both ends of the list, as different in their names as there are, all of
 * them names that can be searched for: without outer spaces, which a server may trim. Inconclusive without any.
 */
export function sampleOf(context: Context, group: Group): Promise<readonly Known[]> {
  return context.world.once(`sample of ${group.many}`, async () => {
    const ends = (await bothEnds(context, group)).map((answer) => itemsOf(context, answer));
    const known = ends.flat().flatMap((item) => {
      const [id, name] = [text(item[group.id]), text(item['name'])];
      return id && name && name === name.trim() ? [{ id, name, item }] : [];
    });
    const sample = traits.flatMap((trait, at) =>
      known
        .filter(({ name }) => trait.test(name) && !traits.slice(0, at).some((other) => other.test(name)))
        .slice(0, 4),
    );
    return context.need(sample.length > 0 && sample.slice(0, 12), `a ${group.kind} with a name`);
  });
}

/** The answers to the plain list, and where it has more than one page, to its last twenty. */
export function bothEnds(context: Context, group: Group): Promise<readonly Answer[]> {
  return context.world.once(`both ends of the ${group.many}`, async () => {
    const op = context.operation(group.list);
    const first = await minimal(context, op);
    const { total = 0, items } = pageOf(context, first);
    if (total <= items.length) return [first];
    return [first, await context.send(op, { offset: Math.max(0, total - 20), limit: 20 })];
  });
}

/** The id of the current academic year. Inconclusive without one. */
export async function currentYearId(context: Context): Promise<string> {
  const answer = await minimal(context, context.operation('getCurrentAcademicYear'));
  const year = object(object(answer.json)?.['academicYear']);
  return context.need(text(year?.['academicYearId']), 'a current academic year');
}

/** The ids of all academic years. */
export async function yearIds(context: Context): Promise<readonly string[]> {
  const years = itemsOf(context, await minimal(context, context.operation('listAcademicYears')));
  return years.flatMap((year) => text(year['academicYearId']) ?? []);
}

/** Whether two names are the same but for letter case, by any folding that a server may use. */
export function sameName(one: unknown, other: string): boolean {
  if (typeof one !== 'string') return false;
  const forms = [one, other].map((name) => name.normalize('NFC'));
  const [a = '', b = ''] = forms;
  return (
    a.toLowerCase() === b.toLowerCase() ||
    a.toUpperCase() === b.toUpperCase() ||
    a.localeCompare(b, 'tr', { sensitivity: 'accent' }) === 0
  );
}

/** The ids of a list answer, as a set in lower case. */
export function idSet(context: Context, group: Pick<Group, 'id'>, answer: Answer): ReadonlySet<string> {
  return new Set(itemsOf(context, answer).flatMap((item) => text(item[group.id])?.toLowerCase() ?? []));
}
