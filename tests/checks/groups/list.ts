import { type Check, check } from '../../../harness/judging/check.ts';
import { itemsOf, text } from '../../target/body.ts';
import { forEachMalformed } from '../../target/each-kind.ts';
import { bothEnds, type Group, sampleOf, yearIds } from '../../target/groups/group.ts';
import { minimal } from '../../target/minimal.ts';

/** The statuses and the identity of the items of the list of classes or of cohorts. */
export function listChecks(group: Group): Check[] {
  const { kind, many, list, clauses } = group;
  const on = [list];
  return [
    // The list is answered with 200.
    check(`${clauses.list}.success`, {
      access: 'read',
      on,
      sends: `a request for the list of ${many}`,
      accepts: '200',
      run: async (context) => context.must(await minimal(context, context.op)).have.status(200),
    }),

    // Every query parameter may be left out.
    check(`${clauses.list}.all-optional`, {
      access: 'read',
      on,
      sends: 'a request without a query, and one with `limit` alone',
      accepts: '200 for both',
      async run(context) {
        const { send, op, must } = context;
        must(await send(op)).have.status(200);
        must(await send(op, { limit: 1 })).have.status(200);
      },
    }),

    // An invalid query is answered with 400.
    check(`${clauses.list}.bad-request`, {
      access: 'read',
      on,
      sends: 'a list that is accepted, then the same with an `academicYearId` that is no id',
      accepts: '400',
      async run(context) {
        const { send, op, must, need } = context;
        const [year] = await yearIds(context);
        const control = await send(op, { academicYearId: need(year, 'an academic year'), limit: 1 });
        need(control.status === 200, 'the list of a year to be accepted');
        must(await send(op, { academicYearId: 'not-a-uuid', limit: 1 })).have.status(400);
      },
    }),

    // `academicYearId` is a UUID or the word `current`.
    check(`${clauses.list}.academic-year-form`, {
      access: 'read',
      on,
      sends: 'the list of a year (accepted), then the same with texts that are neither a UUID nor `current`',
      accepts: '400',
      async run(context) {
        const { send, op, must, need } = context;
        const [year] = await yearIds(context);
        const control = await send(op, { academicYearId: need(year, 'an academic year'), limit: 1 });
        need(control.status === 200, 'the list of a year to be accepted');
        await forEachMalformed(
          context,
          async (academicYearId) => must(await send(op, { academicYearId, limit: 1 })).have.status(400),
          Math.ceil(context.runs / 2),
        );
      },
    }),

    // Different classes have different identifiers.
    check(`${kind}.id-unique`, {
      access: 'read',
      on,
      sends: `the plain list of ${many}, and where it has more than one page, its last twenty`,
      accepts: 'pages on which no identifier stands twice',
      async run(context) {
        const pages = await bothEnds(context, group);
        context.need(
          pages.some((answer) => itemsOf(context, answer).length > 1),
          `two ${many} to compare`,
        );
        for (const answer of pages) {
          const ids = itemsOf(context, answer).flatMap((item) => text(item[group.id])?.toLowerCase() ?? []);
          const twice = ids.length - new Set(ids).size;
          context.must.hold(twice === 0, {
            expected: `a \`${group.id}\` of its own for each of ${ids.length} ${many}`,
            actual: `${twice} that stood there already`,
            in: answer,
          });
        }
      },
    }),

    // The year of a class can be read.
    check(`${kind}.academic-year-exists`, {
      access: 'read',
      on,
      sends: `the list of ${many}, then a read of each academic year that they name`,
      accepts: '200 for every year',
      async run(context) {
        const sample = await sampleOf(context, group);
        const years = new Set(sample.flatMap(({ item }) => text(item['academicYearId']) ?? []));
        context.need(years.size > 0, `a ${kind} with an \`academicYearId\``);
        for (const academicYearId of [...years].slice(0, 3)) {
          context.must(await context.send('getAcademicYear', { academicYearId })).have.status(200);
        }
      },
    }),
  ];
}
