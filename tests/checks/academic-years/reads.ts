import fc from 'fast-check';
import { type Check, type Context, check, checks } from '../../../harness/judging/check.ts';
import { idIn, itemsOf, type Json, resourceOf, text, withId } from '../../target/body.ts';
import { forEachMalformed } from '../../target/each-kind.ts';
import { knownId } from '../../target/known-ids.ts';
import { listedSingle } from '../../target/listed.ts';
import { minimal } from '../../target/minimal.ts';
import { forEachNearId } from '../../target/near-ids.ts';
import { differingFields, mustHaveNoDifference } from '../../target/same-fields.ts';
import { onStableReads, withSharedReads } from '../../target/shared-reads.ts';
import { statedText } from '../../target/stated.ts';
import { mustHaveUniqueIds } from '../../target/unique-ids.ts';
import { control } from '../../target/valid.ts';

/** The list of academic years, the current year, and single years. */
export const readChecks: readonly Check[] = [
  ...checks(['list-academic-years.success', 'get-academic-year.success'], {
    run: async (context) => context.must(await minimal(context, context.op)).have.status(200),
  }),

  check('get-current-academic-year.success', {
    accepts: '200; 404 says that there is none, and leaves this open',
    async run(context) {
      const answer = await minimal(context, context.op);
      context.need(answer.status !== 404, 'a current academic year');
      context.must(answer).have.status(200);
    },
  }),

  check('list-academic-years.body/identified', {
    async run(context) {
      const answer = await minimal(context, context.op);
      const items = itemsOf(context, answer);
      context.need(items.length > 0, 'an academic year');
      context.must.every(
        items,
        ({ academicYearId }) => text(academicYearId) !== undefined,
        'academic years with an `academicYearId`',
        answer,
      );
    },
  }),

  check('academic-year.id-unique', {
    async run(context) {
      const answer = await minimal(context, context.op);
      const years = itemsOf(context, answer);
      context.need(years.length > 1, 'two academic years to compare');
      mustHaveUniqueIds(context, years, 'academicYearId', answer);
    },
  }),

  check('get-current-academic-year.in-list', {
    run: (context) =>
      onStableReads(
        context,
        async () => statedText(context, await listIn(context)),
        async (used) => {
          const answer = await used.send(context.op);
          context.need(answer.status !== 404, 'a current academic year');
          const current = resourceOf(context, answer, 'academicYear');
          const entry = (await listIn(used)).find((year) => idOf(year) === idOf(current));
          context.must.hold(entry !== undefined, {
            expected: 'the current year among the listed ones',
            actual: 'a list without it',
            in: answer,
          });
          if (entry) mustAgreeWithList(context, current, entry);
        },
      ),
  }),

  check('get-academic-year.body/asked-for', {
    cost: 'high',
    run: (context) =>
      forEachYear(context, async (entry, academicYearId) => {
        const answer = await withSharedReads(context).send(context.op, { academicYearId });
        context.must.hold(idOf(resourceOf(context, answer, 'academicYear')) === idOf(entry), {
          expected: 'the year that was asked for',
          actual: 'another',
          in: answer,
        });
      }),
  }),

  check('get-academic-year.not-found', {
    async run(context) {
      await control(context);
      const academicYearId = context.unknownId('academicYearId');
      context.must(await context.send(context.op, { academicYearId })).have.status(404);
    },
  }),

  // Everything that has an id may stand in one table.
  check('get-academic-year.not-found/class', {
    sends: 'a read by the id of a class',
    accepts: '404; nothing is judged where the list shows a year with that id',
    async run(context) {
      const { must, need, operation, send } = context;
      await control(context);
      const [listed] = itemsOf(context, await minimal(context, operation('listClasses')));
      const academicYearId = need(text(listed?.['classId']), 'a class in the list');
      const years = itemsOf(context, await minimal(context, operation('listAcademicYears')));
      need(!withId(years, 'academicYearId', academicYearId), 'an id of a class that no year has');
      must(await send(context.op, { academicYearId })).have.status(404);
    },
  }),

  check('get-academic-year.not-found/near-id', {
    sends:
      'a read by a known id (accepted), then by ids that share some of its blocks, and by that id with more around it',
    accepts: '404; 400 as well for what is no id',
    async run(context) {
      await control(context);
      await forEachNearId(context, await knownId(context, 'academicYearId'), async (near, isId) => {
        const answer = await context.send(context.op, { academicYearId: near });
        context.must(answer).have.status(404, ...(isId ? [] : [400]));
      });
    },
  }),

  check('get-academic-year.academic-year-id', {
    cost: 'high',
    accepts: '400 or 404: such an id names no year either',
    async run(context) {
      await control(context);
      await forEachMalformed(context, async (academicYearId) => {
        const answer = await context.send(context.op, { academicYearId });
        context.observe('academic-years.malformed-id', String(answer.status));
        context.must(answer).have.status(400, 404);
      });
    },
  }),

  check('get-academic-year.same-as-list', {
    cost: 'high',
    run: (context) =>
      forEachYear(context, (_, academicYearId) => {
        const entry = async (used: Context) => withId(await listIn(used), 'academicYearId', academicYearId);
        const measure = async () => statedText(context, await entry(context));
        return onStableReads(context, measure, async (used) => {
          const inList = context.need(await entry(used), 'the year to be listed');
          const answer = await used.send(context.op, { academicYearId });
          const single = listedSingle(context, answer, { wrapper: 'academicYear', id: academicYearId });
          mustAgreeWithList(context, single, inList);
        });
      }),
  }),
];

const idOf = (year: Json) => idIn(year, 'academicYearId');

/** Judges a law for listed years: the first, the last, and one between them. */
async function forEachYear(context: Context, law: (entry: Json, id: string) => Promise<void>): Promise<void> {
  const listed = itemsOf(context, await minimal(context, context.operation('listAcademicYears')));
  const years = listed
    .filter((year) => text(year['academicYearId']) !== undefined)
    .toSorted((one, other) => startOf(one).localeCompare(startOf(other)));
  context.need(years.length > 0, 'an academic year with an id');
  const last = years.length - 1;
  await context.forAll(
    fc.integer({ min: Math.min(1, last), max: Math.max(last - 1, Math.min(1, last)) }),
    async (between) => {
      for (const position of new Set([0, between, last])) {
        const entry = years[position];
        const id = text(entry?.['academicYearId']);
        if (entry && id) await law(entry, id);
      }
    },
    1,
  );
}

const startOf = (year: Json) => text(year['startDate']) ?? '';

async function listIn(context: Context): Promise<readonly Json[]> {
  return itemsOf(context, await context.send('listAcademicYears'));
}

function mustAgreeWithList(context: Context, year: Json, entry: Json): void {
  const fields = differingFields(year, entry, ['academicYearId', 'name', 'startDate', 'endDate']);
  mustHaveNoDifference(context, fields, 'a year by itself and in the list');
}
