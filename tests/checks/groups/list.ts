import { type Check, type CheckDraft, type Context, check, checks } from '../../../harness/judging/check.ts';
import { needAcceptedBeside } from '../../target/accepted-beside.ts';
import { itemsOf, text } from '../../target/body.ts';
import { forEachMalformed } from '../../target/each-kind.ts';
import { groupOf } from '../../target/groups/group.ts';
import { bothEnds, sampleOf } from '../../target/groups/samples.ts';
import { yearIds } from '../../target/groups/years.ts';
import { minimal } from '../../target/minimal.ts';
import { withSharedReads } from '../../target/shared-reads.ts';
import { mustHaveUniqueIds } from '../../target/unique-ids.ts';

/** Whether the items of a list have an id each. What is created is looked at by a check of its own. */
const uniqueInTheList: CheckDraft = {
  sends: 'the plain list, and where it has more than one page, as many from its end',
  async run(context) {
    const { many, id } = groupOf(context.op);
    const pages = await bothEnds(context);
    context.need(
      pages.some((answer) => itemsOf(context, answer).length > 1),
      `two ${many} to compare`,
    );
    for (const answer of pages) mustHaveUniqueIds(context, itemsOf(context, answer), id, answer);
  },
};

/** The statuses and the identity of the items of the list of classes and that of cohorts. */
export const listChecks: readonly Check[] = [
  ...checks(['list-classes.success', 'list-cohorts.success'], {
    run: async (context) => context.must(await minimal(context, context.op)).have.status(200),
  }),

  ...checks(['list-classes.all-optional', 'list-cohorts.all-optional'], {
    cost: 'high',
    sends: 'a request without a query, and one with `limit` alone',
    async run(context) {
      const { send, op, must } = context;
      must(await minimal(context, op)).have.status(200);
      must(await send(op, { limit: 1 })).have.status(200);
    },
  }),

  ...checks(['list-classes.bad-request', 'list-cohorts.bad-request'], {
    sends: 'a list that is accepted, then the same with an `academicYearId` that is no id',
    async run(context) {
      const { send, op, must } = context;
      await needYearFilter(context);
      must(await send(op, { academicYearId: 'not-a-uuid', limit: 1 })).have.status(400);
    },
  }),

  ...checks(['list-classes.academic-year-form', 'list-cohorts.academic-year-form'], {
    async run(context) {
      const { send, op, must } = context;
      await needYearFilter(context);
      await forEachMalformed(
        context,
        async (academicYearId) => must(await send(op, { academicYearId, limit: 1 })).have.status(400),
        context.share('half'),
      );
    },
  }),

  // A form that shows years by their names sends them, and a server that looks them up seems to help.
  ...checks(['list-classes.academic-year-form/names', 'list-cohorts.academic-year-form/names'], {
    sends: 'a list that is accepted, then the same with the name of a listed year in place of its id',
    async run(context) {
      const { send, op, must, need } = context;
      await needYearFilter(context);
      const years = itemsOf(context, await minimal(context, context.operation('listAcademicYears')));
      const names = years
        .flatMap(({ name }) => text(name) ?? [])
        .filter((name) => !/^[\da-f]{8}-?[\da-f]{4}-?|^current$/i.test(name));
      for (const academicYearId of need(names.length > 0 && names.slice(0, 2), 'a year that has a name'))
        must(await send(op, { academicYearId, limit: 1 })).have.status(400);
    },
  }),

  check('class.id-unique', { ...uniqueInTheList, on: ['listClasses'] }),
  check('cohort.id-unique', { ...uniqueInTheList, on: ['listCohorts'] }),

  ...checks(['class.academic-year-exists', 'cohort.academic-year-exists'], {
    cost: 'high',
    async run(context) {
      const sample = await sampleOf(context);
      const years = new Set(sample.flatMap(({ item }) => text(item['academicYearId']) ?? []));
      context.need(years.size > 0, `a ${groupOf(context.op).kind} with an \`academicYearId\``);
      for (const academicYearId of [...years].slice(0, 3)) {
        context.must(await context.send('getAcademicYear', { academicYearId })).have.status(200);
      }
    },
  }),
];

/** The control of a refused year: the list of a year that exists is accepted. */
async function needYearFilter(context: Context): Promise<void> {
  const { op, need } = context;
  const [year] = await yearIds(context);
  const params = { academicYearId: need(year, 'an academic year'), limit: 1 };
  await needAcceptedBeside(context, () => withSharedReads(context).send(op, params));
}
