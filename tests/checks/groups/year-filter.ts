import fc from 'fast-check';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { pageOf, text } from '../../target/body.ts';
import {
  currentYearId,
  type Group,
  idSet,
  type Known,
  sampleOf,
  yearIds,
} from '../../target/groups/group.ts';
import { atRest, forEachKnown, listed } from '../../target/groups/samples.ts';
import { minimal } from '../../target/minimal.ts';

/** `academicYearId` on the list of classes or of cohorts, by itself and with `search`. */
export function yearFilterChecks(group: Group): Check[] {
  const { kind, many, list, clauses } = group;
  const on = [list];
  return [
    // `academicYearId` keeps the classes of that year and no others, on every page.
    check(`${clauses.list}.academic-year-id`, {
      access: 'read',
      on,
      sends: 'the lists of single academic years, in windows all over them',
      accepts: `only ${many} of the year`,
      async run(context) {
        const years = (await yearIds(context)).slice(0, 5);
        context.need(years.length > 0, 'an academic year');
        let seen = 0;
        for (const academicYearId of years) {
          const { total = 0 } = (await listed(context, group, { academicYearId, limit: 1 })).page;
          seen += total;
          if (total > 0) await holdsYear(context, group, { academicYearId, total, year: academicYearId });
        }
        context.need(seen > 0, `a ${kind} in an academic year`);
        await holdsItsOwn(context, group);
      },
    }),

    // An academic year that does not exist has no classes.
    check(`${clauses.list}.academic-year-id/unknown`, {
      access: 'read',
      on,
      sends: 'the list of an academic year that the run invented',
      accepts: 'an empty page, 400 or 404',
      async run(context) {
        const { items } = pageOf(context, await minimal(context, context.operation(list)));
        context.need(items.length > 0, `a ${kind} of another year`);
        const answer = await context.send(list, { academicYearId: context.unknownId('academicYearId') });
        context.observe('list-classes.unknown-academic-year', String(answer.status));
        context.must(answer).have.status(200, 400, 404);
        if (answer.status === 200)
          context.must.equal(pageOf(context, answer).items.length, 0, 'the number of items', answer);
      },
    }),

    // `current` selects what the id of the current year selects.
    check(`${clauses.list}.academic-year-current`, {
      access: 'read',
      on,
      sends:
        'the list with `academicYearId=current`, with the id of the current year, and windows all over the first',
      accepts: `the same total, the same ${many}, and only those of the current year`,
      async run(context) {
        const year = await currentYearId(context);
        await atRest(context, group, () => agrees(context, group, year));
        const { total = 0 } = (await listed(context, group, { academicYearId: 'current', limit: 1 })).page;
        context.need(total > 0, `a ${kind} in the current year`);
        await holdsYear(context, group, { academicYearId: 'current', total, year });
      },
    }),

    // Both filters together keep only what fits both.
    check(`${clauses.list}.filters-combine`, {
      access: 'read',
      on,
      sends: `the name of a ${kind} with each academic year`,
      accepts: `the ${kind} with its own year, and without it with every other`,
      async run(context) {
        const years = (await yearIds(context)).slice(0, 4);
        const dated = (await sampleOf(context, group)).some(({ item }) => text(item['academicYearId']));
        context.need(
          dated && years.length > 1,
          `a ${kind} with an \`academicYearId\`, and two academic years`,
        );
        await forEachKnown(context, group, async (known) => {
          const own = text(known.item['academicYearId'])?.toLowerCase();
          if (own === undefined) return;
          const others = fc.record({
            year: fc.constantFrom(...[...years.keys()].filter((at) => years[at]?.toLowerCase() !== own)),
          });
          await context.forAll(others, ({ year }) => fitsBoth(context, group, known, years[year] ?? own), 1);
          await fitsBoth(context, group, known, own);
        });
      },
    }),
  ];
}

/** A class is found by its name in its own year, and in no other. */
function fitsBoth(context: Context, group: Group, known: Known, academicYearId: string): Promise<void> {
  return atRest(context, group, async () => {
    const { answer, page } = await listed(context, group, { search: known.name, academicYearId });
    const fits = text(known.item['academicYearId'])?.toLowerCase() === academicYearId.toLowerCase();
    if (fits && page.total !== page.items.length) return;
    const found = idSet(context, group, answer).has(known.id.toLowerCase());
    context.must.hold(found === fits, {
      expected: fits ? `the ${group.kind} of that name and year` : `no ${group.kind} of another year`,
      actual: fits ? 'a page without it' : 'one that fits the name alone',
      in: answer,
    });
  });
}

/** Each item of windows all over a filtered list is of the year. */
async function holdsYear(
  context: Context,
  group: Group,
  { academicYearId, total, year }: { academicYearId: string; total: number; year: string },
): Promise<void> {
  const limits = fc.constantFrom(1, 3, 7);
  const anywhere = fc.record({ offset: fc.nat({ max: total - 1 }), limit: limits });
  const end = fc.record({ offset: fc.constant(Math.max(0, total - 3)), limit: limits });
  for (const [windows, runs] of [
    [end, 1],
    [anywhere, Math.ceil(context.runs / 3)],
  ] as const) {
    await context.forAll(windows, holds, runs);
  }

  async function holds({ offset, limit }: { offset: number; limit: number }): Promise<void> {
    const { answer, page } = await listed(context, group, { academicYearId, offset, limit });
    const others = page.items.filter((item) => {
      const own = text(item['academicYearId']);
      return own !== undefined && own.toLowerCase() !== year.toLowerCase();
    });
    context.must.hold(others.length === 0, {
      expected: `only ${group.many} of the year that was asked for`,
      actual: `${others.length} of another year among ${page.items.length}`,
      in: answer,
    });
  }
}

/** A class that says which year it is of is found under that year. */
async function holdsItsOwn(context: Context, group: Group): Promise<void> {
  const [known] = (await sampleOf(context, group)).filter(({ item }) => text(item['academicYearId']));
  const academicYearId = text(known?.item['academicYearId']);
  if (!known || academicYearId === undefined) return;
  const { answer, page } = await listed(context, group, { academicYearId, search: known.name });
  if (page.total !== page.items.length) return;
  context.must.hold(idSet(context, group, answer).has(known.id.toLowerCase()), {
    expected: `the ${group.kind} under the year that it names`,
    actual: 'a page without it',
    in: answer,
  });
}

async function agrees(context: Context, group: Group, year: string): Promise<void> {
  const current = await listed(context, group, { academicYearId: 'current' });
  const byId = await listed(context, group, { academicYearId: year });
  context.must.equal(current.page.total, byId.page.total, '`total` with `current`', current.answer);
  if (byId.page.total !== byId.page.items.length) return;
  const [ones, others] = [idSet(context, group, current.answer), idSet(context, group, byId.answer)];
  const missing = [...others].filter((id) => !ones.has(id)).length;
  context.must.equal(
    missing,
    0,
    `the number of ${group.many} of the year that \`current\` lacks`,
    current.answer,
  );
}
