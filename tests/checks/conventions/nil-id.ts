import { type Check, type Context, check, checks } from '../../../harness/judging/check.ts';
import { pageOf } from '../../target/body.ts';
import { minimal } from '../../target/minimal.ts';
import { idsInPath } from '../../target/path.ts';
import { control } from '../../target/valid.ts';

/** The id that is made of zeros, which frameworks take for one that was left out. */
const nil = '00000000-0000-0000-0000-000000000000';

const sends = 'the list under the id that is made of zeros';
const accepts = 'a page of nothing but what says this id, 400 or 404';

/** An id that is made of zeros is an id. It names nothing but what is shown to have it. */
export const nilIdChecks: readonly Check[] = [
  ...checks(
    ['get-academic-year.not-found/nil-id', 'get-class.not-found/nil-id', 'get-cohort.not-found/nil-id'],
    {
      sends: 'a read by the id that is made of zeros',
      accepts:
        '404; or 400, where only ids of a known version are ids; inconclusive where something has this id',
      async run(context) {
        await control(context);
        const id = context.need(idsInPath(context.op)[0], 'an id in the path');
        const answer = await context.send(context.op, { [id]: nil });
        if (answer.status === 200) await needUnused(context);
        context.must(answer).have.status(400, 404);
      },
    },
  ),

  ...checks(['list-classes.academic-year-id/nil-id', 'list-cohorts.academic-year-id/nil-id'], {
    sends,
    accepts,
    run: (context) => judgeFilter(context, 'academicYearId', nil),
  }),

  ...checks(['list-users.user-id-no-match/nil-id', 'list-sessions.user-id-no-match/nil-id'], {
    sends,
    accepts,
    run: (context) => judgeFilter(context, 'userId', [nil]),
  }),

  check('list-sessions.test-id-no-match/nil-id', {
    sends,
    accepts,
    run: (context) => judgeFilter(context, 'testId', [nil]),
  }),
];

async function judgeFilter(context: Context, name: string, value: unknown): Promise<void> {
  const { items } = pageOf(context, await minimal(context, context.op));
  context.need(items.length > 0, 'an item that a filter could leave out');
  const answer = await context.send(context.op, { [name]: value });
  context.must(answer).have.status(200, 400, 404);
  if (answer.status !== 200) return;
  context.must.every(pageOf(context, answer).items, saysNil, 'items that say the id made of zeros', answer);
}

/** The lists of what is read by an id. */
const lists = {
  getAcademicYear: 'listAcademicYears',
  getClass: 'listClasses',
  getCohort: 'listCohorts',
} as const;

/** Needs an id that nothing has: ids may be numbered, and the list says where one of them is zero. */
async function needUnused(context: Context): Promise<void> {
  const list = Object.entries(lists).find(([op]) => op === context.op.id)?.[1];
  if (list === undefined) return;
  const answer = await minimal(context, context.operation(list));
  context.need(!saysNil(answer.json), 'an id made of zeros that nothing has');
}

/** Whether the id stands anywhere in an answer or an item. */
function saysNil(value: unknown): boolean {
  return JSON.stringify(value)?.includes(nil) ?? false;
}
