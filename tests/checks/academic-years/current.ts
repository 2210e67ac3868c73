import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { idIn, resourceOf } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import {
  classCreated,
  currentAfterWrites,
  movedBy as movedByWrites,
} from '../../target/groups/current-after-writes.ts';
import { classGroup } from '../../target/groups/group.ts';
import { yearIds } from '../../target/groups/years.ts';

/** The current academic year beside the others. */
export const currentChecks: readonly Check[] = [
  check('get-current-academic-year.own-answer', {
    sends:
      'the current year before and after reads of the first and the last of the others, and of an invented one',
    accepts: 'the same year each time',
    async run(context) {
      // A year may end between two requests. It does not happen twice in a row.
      const moved = (await movedBy(context, readsOfOthers)) && (await movedBy(context, readsOfOthers));
      context.must.hold(moved === undefined, {
        expected: 'the current year as it was before another one was read',
        actual: 'another year, twice',
        ...(moved ? { in: moved } : {}),
      });
    },
  }),

  check('get-current-academic-year.own-answer/after-lists', {
    sends: 'the current year before and after lists of the classes and cohorts of another one',
    accepts: 'the same year each time',
    async run(context) {
      const moved = (await movedBy(context, listsOfAnother)) && (await movedBy(context, listsOfAnother));
      context.must.hold(moved === undefined, {
        expected: 'the current year as it was before a list of another one was read',
        actual: 'another year, twice',
        ...(moved ? { in: moved } : {}),
      });
    },
  }),

  check('get-current-academic-year.unmoved', {
    access: 'write',
    needs: () => [classGroup.fields],
    sends: 'the current year before and after the creation of a class in another one',
    accepts: 'the same year each time',
    run: (context) => staysAfterWrites(context, classCreated),
  }),

  check('get-current-academic-year.unmoved/each-write', {
    access: 'write',
    unless: fromStandard,
    needs: () => [classGroup.fields],
    sends:
      'the current year before and after creations of a cohort and a class in another one, and a change of who is in the class',
    accepts: 'the same year each time',
    run: (context) => staysAfterWrites(context),
  }),
];

/** Judges that the current year stays after a write in another one; after one write alone, where it is named. */
async function staysAfterWrites(context: Context, only?: string): Promise<void> {
  const moved = async (round: number) =>
    movedByWrites(context, context.op.id, await currentAfterWrites(context, round), only);
  // As above: a year may end between two requests.
  const twice = (await moved(1)) && (await moved(2));
  context.must.hold(twice === undefined, {
    expected: 'the current year as it was before a write in another one',
    actual: `another year after ${twice?.write}, and so once more`,
    ...(twice ? { in: twice.in } : {}),
  });
}

/** A read that names another year than the current one. */
type Read = readonly [op: string, params: Readonly<Record<string, unknown>>];

/** The answer to a read after which another year is current; `undefined` for none. */
async function movedBy(
  context: Context,
  reads: (context: Context, others: readonly string[]) => readonly Read[],
): Promise<Answer | undefined> {
  const before = await currentId(context);
  const others = (await yearIds(context)).filter((id) => id.toLowerCase() !== before);
  for (const [op, params] of reads(context, others)) {
    const answer = await context.send(op, params);
    if ((await currentId(context)) !== before) return answer;
  }
  return undefined;
}

function readsOfOthers(context: Context, others: readonly string[]): readonly Read[] {
  const ids = new Set([others[0], others.at(-1), context.unknownId('academicYearId')]);
  return [...ids].flatMap((academicYearId) =>
    academicYearId === undefined ? [] : ([['getAcademicYear', { academicYearId }]] as const),
  );
}

function listsOfAnother(context: Context, [other]: readonly string[]): readonly Read[] {
  const academicYearId = context.need(other, 'an academic year other than the current one');
  const lists = ['listClasses', 'listCohorts'].filter((op) => !context.contract.later.has(op));
  context.need(lists.length > 0, 'a list of classes or cohorts');
  return lists.map((op) => [op, { academicYearId, limit: 1 }] as const);
}

/** The id of the current year as the target answers it now. */
async function currentId(context: Context): Promise<string> {
  const answer = await context.send(context.op);
  context.need(answer.status !== 404, 'a current academic year');
  const id = idIn(resourceOf(context, answer, 'academicYear'), 'academicYearId');
  return context.need(id, '`academicYearId` of the current year');
}
