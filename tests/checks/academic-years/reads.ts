import fc from 'fast-check';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { onStableData } from '../../../harness/judging/stable-data.ts';
import { itemsOf, type Json, resourceOf, text } from '../../target/body.ts';
import { forEachMalformed } from '../../target/each-kind.ts';
import { minimal } from '../../target/minimal.ts';

/** Chapter Academic years. */
export const academicYears = [
  // The list, the current year and a year that exists are answered with 200.
  ...(
    [
      ['list-academic-years', 'listAcademicYears'],
      ['get-academic-year', 'getAcademicYear'],
    ] as const
  ).map(([clause, op]) =>
    check(`${clause}.success`, {
      access: 'read',
      on: [op],
      sends: 'the plain request, for a year that the target listed where it takes one',
      accepts: '200',
      run: async (context) => context.must(await minimal(context, context.op)).have.status(200),
    }),
  ),
  check('get-current-academic-year.success', {
    access: 'read',
    on: ['getCurrentAcademicYear'],
    sends: 'a read of the current academic year',
    accepts: '200; 404 says that there is none, and leaves this open',
    async run(context) {
      const answer = await minimal(context, context.op);
      context.need(answer.status !== 404, 'a current academic year');
      context.must(answer).have.status(200);
    },
  }),

  // No two years share an identifier.
  check('academic-year.id-unique', {
    access: 'read',
    on: ['listAcademicYears'],
    sends: 'the list of academic years',
    accepts: 'a list in which no identifier stands twice',
    async run(context) {
      const ids = (await yearsOf(context)).flatMap((year) => idOf(year) ?? []);
      context.need(ids.length > 1, 'two academic years to compare');
      context.must.equal(new Set(ids).size, ids.length, 'the number of different identifiers');
    },
  }),

  // The current year is one of the listed ones, with the same fields.
  check('get-current-academic-year.in-list', {
    access: 'read',
    on: ['getCurrentAcademicYear'],
    sends: 'the current year and the list',
    accepts: 'a list that holds the current year, with the same fields',
    run: (context) =>
      onStableData(
        () => list(context),
        async () => {
          const answer = await context.send(context.op);
          context.need(answer.status !== 404, 'a current academic year');
          const current = resourceOf(context, answer, 'academicYear');
          const entry = (await list(context)).find((year) => idOf(year) === idOf(current));
          context.must.hold(entry !== undefined, {
            expected: 'the current year among the listed ones',
            actual: 'a list without it',
            in: answer,
          });
          if (entry) mustAgree(context, current, entry);
        },
      ),
  }),

  // One year is the one that was asked for.
  check('get-academic-year.body/asked-for', {
    access: 'read',
    on: ['getAcademicYear'],
    sends: 'reads of listed years',
    accepts: 'the year with the id of the path',
    run: (context) =>
      forEachYear(context, async (entry, academicYearId) => {
        const answer = await context.send(context.op, { academicYearId });
        context.must.hold(idOf(resourceOf(context, answer, 'academicYear')) === idOf(entry), {
          expected: 'the year that was asked for',
          actual: 'another',
          in: answer,
        });
      }),
  }),

  // An unknown year is answered with 404.
  check('get-academic-year.not-found', {
    access: 'read',
    on: ['getAcademicYear'],
    sends: 'a read of a listed year (accepted), then of an id that the run invented',
    accepts: '404',
    async run(context) {
      context.need((await minimal(context, context.op)).status === 200, 'a year to be read');
      context
        .must(await context.send(context.op, { academicYearId: context.unknownId('academicYearId') }))
        .have.status(404);
    },
  }),

  // An id that is no UUID names no year: 404 is listed, 400 says the same.
  check('get-academic-year.academic-year-id', {
    access: 'read',
    on: ['getAcademicYear'],
    sends: 'a read of a listed year (accepted), then texts that are no UUID in place of its id',
    accepts: '400 or 404',
    async run(context) {
      context.need((await minimal(context, context.op)).status === 200, 'a year to be read');
      await forEachMalformed(context, async (academicYearId) => {
        const answer = await context.send(context.op, { academicYearId });
        context.observe('academic-years.malformed-id', String(answer.status));
        context.must(answer).have.status(400, 404);
      });
    },
  }),

  // A year by itself equals its entry in the list.
  check('get-academic-year.same-as-list', {
    access: 'read',
    on: ['getAcademicYear'],
    sends: 'reads of listed years',
    accepts: 'the same fields as in the list',
    run: (context) =>
      forEachYear(context, (_, academicYearId) => {
        const entry = async () =>
          (await list(context)).find((year) => text(year['academicYearId']) === academicYearId);
        return onStableData(entry, async () => {
          const listed = context.need(await entry(), 'the year to be listed');
          const answer = await context.send(context.op, { academicYearId });
          mustAgree(context, resourceOf(context, answer, 'academicYear'), listed);
        });
      }),
  }),
] satisfies readonly Check[];

const fields = ['academicYearId', 'name', 'startDate', 'endDate'];

/** Judges a law for listed years, each of them when they are few. */
async function forEachYear(context: Context, law: (entry: Json, id: string) => Promise<void>): Promise<void> {
  const years = await yearsOf(context);
  context.need(years.length > 0, 'an academic year');
  await context.forAll(
    fc.shuffledSubarray([...years.keys()].slice(0, 12), {
      minLength: Math.min(3, years.length),
      maxLength: 3,
    }),
    async (positions) => {
      for (const position of positions) {
        const entry = years[position];
        const id = text(entry?.['academicYearId']);
        if (entry && id) await law(entry, id);
      }
    },
    1,
  );
}

async function yearsOf(context: Context): Promise<readonly Json[]> {
  return itemsOf(context, await minimal(context, context.operation('listAcademicYears')));
}

async function list(context: Context): Promise<readonly Json[]> {
  return itemsOf(context, await context.send('listAcademicYears'));
}

function idOf(year: Json): string | undefined {
  return text(year['academicYearId'])?.toLowerCase();
}

/** A field that only one of two readings has is no difference: empty fields are omitted. */
function mustAgree(context: Context, one: Json, other: Json): void {
  const differing = fields.filter((field) => {
    const [value, counterpart] = [one[field], other[field]];
    if (value === undefined || counterpart === undefined) return false;
    return String(value).toLowerCase() !== String(counterpart).toLowerCase();
  });
  context.must.hold(differing.length === 0, {
    expected: 'the same fields as in the list',
    actual: `another value in ${differing.map((field) => `\`${field}\``).join(', ')}`,
  });
}
