import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { idIn, resourceOf } from '../../target/body.ts';
import { freshGroup } from '../../target/groups/fresh.ts';
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
      const moved = (await movedBy(context)) && (await movedBy(context));
      context.must.hold(moved === undefined, {
        expected: 'the current year as it was before another one was read',
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
    async run(context) {
      // As above: a year may end between two requests.
      const moved =
        (await movedByClass(context, 'of another year')) &&
        (await movedByClass(context, 'of another year again'));
      context.must.hold(moved === undefined, {
        expected: 'the current year as it was before a class of another one was created',
        actual: 'another year, twice',
        ...(moved ? { in: moved } : {}),
      });
    },
  }),
];

/** The answer to the creation of a class in another year after which another one is current; `undefined` for none. */
async function movedByClass(context: Context, words: string): Promise<Answer | undefined> {
  const before = await currentId(context);
  const year = (await yearIds(context)).find((id) => id.toLowerCase() !== before);
  const academicYearId = context.need(year, 'an academic year other than the current one');
  const { answer } = await freshGroup(context, classGroup, words, { academicYearId });
  return (await currentId(context)) === before ? undefined : answer;
}

/** The answer to the read of a year after which another one is current; `undefined` for none. */
async function movedBy(context: Context): Promise<Answer | undefined> {
  const before = await currentId(context);
  const others = (await yearIds(context)).filter((id) => id.toLowerCase() !== before);
  for (const academicYearId of new Set([others[0], others.at(-1), context.unknownId('academicYearId')])) {
    if (academicYearId === undefined) continue;
    const answer = await context.send('getAcademicYear', { academicYearId });
    if ((await currentId(context)) !== before) return answer;
  }
  return undefined;
}

/** The id of the current year as the target answers it now. */
async function currentId(context: Context): Promise<string> {
  const answer = await context.send(context.op);
  context.need(answer.status !== 404, 'a current academic year');
  const id = idIn(resourceOf(context, answer, 'academicYear'), 'academicYearId');
  return context.need(id, '`academicYearId` of the current year');
}
