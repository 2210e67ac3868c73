import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { attempt } from '../attempt.ts';
import { idIn, pageOf, resourceOf } from '../body.ts';
import { change } from '../members/change.ts';
import { classStudents } from '../members/membership.ts';
import { poolOf } from '../members/pool.ts';
import { freshGroup } from './fresh.ts';
import { classGroup, cohortGroup, type Group, groupOf } from './group.ts';
import { yearIds } from './years.ts';

/** The operations that say something of the current year. */
const reads = ['getCurrentAcademicYear', 'listClasses', 'listCohorts'] as const;

/** What was said of the current year after a write in another one. */
export interface AfterWrite {
  /** The write in words; none before the first one. */
  readonly write?: string;
  readonly said: ReadonlyMap<string, Answer>;
}

/** The write that creates a class, in words. */
export const classCreated = 'the creation of a class';

/**
 * What the target says of the current year before and after creations in another year, and after a change of who is in
 * the class that was created. The same for the same round. Inconclusive without another year, and where nothing may be
 * written.
 */
export function currentAfterWrites(context: Context, round: number): Promise<readonly AfterWrite[]> {
  return context.world.once(`the current year after writes, ${round}`, async () => {
    // Whoever has to be made is made before.
    const pool = await attempt(() => poolOf(context, classStudents));
    const said = await ask(context);
    const academicYearId = await yearOtherThan(context, said);
    const created = (group: Group) =>
      freshGroup(context, group, `of another year, then current ${round}`, { academicYearId });
    const writes: readonly (readonly [string, () => Promise<Answer | undefined>])[] = [
      ['the creation of a cohort', async () => (await created(cohortGroup)).answer],
      [classCreated, async () => (await created(classGroup)).answer],
      [
        'a change of the students of a class',
        async () => {
          if (!pool) return undefined;
          const ofYear = { ...pool, groups: [(await created(classGroup)).id] };
          await change(context, ofYear, 'assign', [0]);
          return change(context, ofYear, 'remove', [0]);
        },
      ],
    ];
    const all: AfterWrite[] = [{ said }];
    for (const [write, send] of writes) {
      const answer = await attempt(send);
      if (answer !== undefined && answer.status < 300) all.push({ write, said: await ask(context) });
    }
    return context.need(all.length > 1 && all, 'a write in another academic year to be accepted');
  });
}

/** A year that is not the one that is said to be current now. */
async function yearOtherThan(context: Context, said: ReadonlyMap<string, Answer>): Promise<string> {
  const current = said.get('getCurrentAcademicYear');
  context.need(current?.status !== 404, 'a current academic year');
  const now = current && saidIn(context, 'getCurrentAcademicYear', current);
  const other = (await yearIds(context)).find((id) => id.toLowerCase() !== now);
  return context.need(other, 'an academic year other than the current one');
}

/** Asks for the current year, and for the first of its classes and cohorts. */
async function ask(context: Context): Promise<ReadonlyMap<string, Answer>> {
  const said = new Map<string, Answer>();
  for (const op of reads.filter((each) => !context.contract.later.has(each))) {
    const params = op === 'getCurrentAcademicYear' ? {} : { academicYearId: 'current', limit: 1 };
    said.set(op, await context.send(op, params));
  }
  return said;
}

/**
 * The first write after which an operation says something else of the current year; `undefined` for none.
 *
 * @param only the one write that counts, in words
 */
export function movedBy(
  context: Context,
  op: string,
  steps: readonly AfterWrite[],
  only?: string,
): { readonly write: string; readonly in: readonly Answer[] } | undefined {
  for (const [at, { write = 'nothing', said }] of steps.entries()) {
    const [before, after] = [steps[at - 1]?.said.get(op), said.get(op)];
    const counts = only === undefined || only === write;
    if (counts && before && after && saidIn(context, op, after) !== saidIn(context, op, before))
      return { write, in: [before, after] };
  }
  return undefined;
}

/** What an answer says: the id of the year, or how many its list counts and which it shows first. */
function saidIn(context: Context, op: string, answer: Answer): string {
  if (op === 'getCurrentAcademicYear')
    return idIn(resourceOf(context, answer, 'academicYear'), 'academicYearId') ?? 'none';
  const { total, items } = pageOf(context, answer);
  return [total, ...items.map((item) => idIn(item, groupOf({ id: op }).id))].join(' ');
}
