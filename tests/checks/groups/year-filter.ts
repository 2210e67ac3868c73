import fc from 'fast-check';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { idsIn, pageOf, text } from '../../target/body.ts';
import { inOneYear, onListedGroups } from '../../target/groups/as-known.ts';
import { classGroup, cohortGroup, groupOf } from '../../target/groups/group.ts';
import { needFound } from '../../target/groups/must-find.ts';
import { mustHaveName } from '../../target/groups/must-have-name.ts';
import {
  alikeOf,
  forEachSampled,
  listed,
  listedForSure,
  onStableList,
  type SampledGroup,
  sampleOf,
} from '../../target/groups/samples.ts';
import { currentYearId, isOfYear, otherYearIds, yearIds } from '../../target/groups/years.ts';
import { minimal } from '../../target/minimal.ts';
import { withSharedReads } from '../../target/shared-reads.ts';
import { mustHaveUniqueIds } from '../../target/unique-ids.ts';

/** `academicYearId` on the list of classes and on that of cohorts, by itself and with `search`. */
export const yearFilterChecks: readonly Check[] = onListedGroups([
  ...checks(['list-classes.academic-year-id', 'list-cohorts.academic-year-id'], {
    cost: 'high',
    async run(context) {
      const years = (await yearIds(context)).slice(0, 5);
      context.need(years.length > 0, 'an academic year');
      let seen = 0;
      for (const academicYearId of years) {
        const { total = 0 } = (await listedForSure(withSharedReads(context), { academicYearId, limit: 1 }))
          .page;
        seen += total;
        if (total > 0) await mustHoldOnly(context, { academicYearId, total, year: academicYearId });
      }
      context.need(seen > 0, `a ${groupOf(context.op).kind} in an academic year`);
      await mustShowUnderOwnYear(context);
      await mustCountOnce(context, years[0] ?? '');
    },
  }),

  ...checks(['list-classes.academic-year-id/unknown', 'list-cohorts.academic-year-id/unknown'], {
    sends: 'the list of an academic year that the run invented',
    accepts: 'an empty page, 400 or 404',
    async run(context) {
      const { items } = pageOf(context, await minimal(context, context.op));
      context.need(items.length > 0, `a ${groupOf(context.op).kind} of another year`);
      const answer = await context.send(context.op, {
        academicYearId: context.unknownId('academicYearId'),
      });
      context.observe('list-classes.unknown-academic-year', String(answer.status));
      context.must(answer).have.status(200, 400, 404);
      if (answer.status === 200)
        context.must.equal(pageOf(context, answer).items.length, 0, 'the number of items', answer);
    },
  }),

  ...checks(['list-classes.filters-combine', 'list-cohorts.filters-combine'], {
    cost: 'high',
    async run(context) {
      const years = (await yearIds(context)).slice(0, 4);
      const dated = (await sampleOf(context)).some(({ item }) => text(item['academicYearId']));
      context.need(
        dated && years.length > 1,
        `a ${groupOf(context.op).kind} with an \`academicYearId\`, and two academic years`,
      );
      await forEachSampled(context, (sampled) => mustFitBoth(context, sampled, years));
      // Whoever searches first and looks at the years later may have lost one of two.
      for (const sampled of await sampleOf(context)) {
        const [one, other] = await alikeOf(context, sampled);
        if (one && other) return mustFitBoth(context, one.id === sampled.id ? other : one, years);
      }
    },
  }),

  ...inOneYear([
    ...checks(['list-classes.academic-year-current', 'list-cohorts.academic-year-current'], {
      cost: 'high',
      sends:
        'lists of another year, of classes and of cohorts, then the list with `current` and with the id of that year',
      async run(context) {
        const year = await currentYearId(context);
        await onStableList(context, () => mustAgreeWithCurrent(context, year));
        const { total = 0 } = (
          await listed(withSharedReads(context), { academicYearId: 'current', limit: 1 })
        ).page;
        context.need(total > 0, `a ${groupOf(context.op).kind} in the current year`);
        await mustHoldOnly(context, { academicYearId: 'current', total, year });
      },
    }),

    ...checks(['list-classes.filters-combine/current', 'list-cohorts.filters-combine/current'], {
      sends:
        'searches for the name of one of another year, and of one of the current year, each alone and then with `academicYearId=current`',
      accepts: 'both found alone, and of the two only the one of the current year beside `current`',
      async run(context) {
        const current = await currentYearId(context);
        const sample = await sampleOf(context);
        const other = sample.find(({ item }) => isOfYear(item, current) === false);
        const ofCurrent = sample.find(({ item }) => isOfYear(item, current) === true);
        context.need(other ?? ofCurrent, `a ${groupOf(context.op).kind} that names its academic year`);
        if (other) await judgeBeside(context, other, false);
        if (ofCurrent) await judgeBeside(context, ofCurrent, true);
      },
    }),
  ]),
]);

/** A class or cohort is found by its name in its own year, and in no other. */
async function mustFitBoth(context: Context, sampled: SampledGroup, years: readonly string[]): Promise<void> {
  const itsYear = text(sampled.item['academicYearId'])?.toLowerCase();
  if (itsYear === undefined) return;
  const others = [...years.keys()].filter((at) => years[at]?.toLowerCase() !== itsYear);
  if (others.length > 0)
    await context.forAll(
      fc.record({ year: fc.constantFrom(...others) }),
      ({ year }) => judgeIn(years[year] ?? itsYear),
      1,
    );
  await judgeIn(itsYear);

  function judgeIn(academicYearId: string): Promise<void> {
    return onStableList(context, async (used) => {
      const { kind } = groupOf(context.op);
      const { answer, page, isWhole, shows } = await listed(used, {
        search: sampled.name,
        academicYearId,
      });
      mustHaveName(context, page.items, sampled.name, answer);
      const fits = isOfYear(sampled.item, academicYearId) === true;
      if (fits && !isWhole) return;
      context.must.hold(shows(sampled) === fits, {
        expected: fits ? `the ${kind} of that name and year` : `no ${kind} of another year`,
        actual: fits ? 'a page without it' : 'one that fits the name alone',
        in: answer,
      });
    });
  }
}

/** Each item of windows all over a filtered list is of the year. */
async function mustHoldOnly(
  context: Context,
  { academicYearId, total, year }: { academicYearId: string; total: number; year: string },
): Promise<void> {
  const { many } = groupOf(context.op);
  const limit = fc.constantFrom(1, 3, 7);
  const end = fc.record({ offset: fc.constant(Math.max(0, total - 3)), limit });
  const anywhere = fc.record({ offset: fc.nat({ max: Math.max(0, total - 1) }), limit });
  await context.forAll(end, holds, 1);
  await context.forAll(anywhere, holds, context.byEffort({ quick: 1, standard: 4, deep: 20 }));

  async function holds(window: { offset: number; limit: number }): Promise<void> {
    const { answer, page } = await listed(withSharedReads(context), { academicYearId, ...window });
    context.must.every(
      page.items,
      (item) => isOfYear(item, year) !== false,
      `${many} of the year that was asked for`,
      answer,
    );
  }
}

/** A class or cohort that says which year it is of is found under that year. */
async function mustShowUnderOwnYear(context: Context): Promise<void> {
  const sampled = (await sampleOf(context)).find(({ item }) => text(item['academicYearId']));
  const academicYearId = text(sampled?.item['academicYearId']);
  if (!sampled || academicYearId === undefined) return;
  const { answer, isWhole, shows } = await listed(withSharedReads(context), {
    academicYearId,
    search: sampled.name,
  });
  if (!isWhole) return;
  context.must.hold(shows(sampled), {
    expected: `the ${groupOf(context.op).kind} under the year that it names`,
    actual: 'a page without it',
    in: answer,
  });
}

/** A filter adds nothing: what is in a year comes once, and is not counted twice. */
async function mustCountOnce(context: Context, academicYearId: string): Promise<void> {
  const { many, id } = groupOf(context.op);
  const [first = {}] = (await sampleOf(context)).map(({ item }) => item);
  const year = text(first['academicYearId']) ?? academicYearId;
  const { page, answer } = await listed(withSharedReads(context), { academicYearId: year });
  mustHaveUniqueIds(context, page.items, id, answer);
  await onStableList(context, async (used) => {
    const { total = 0 } = (await listed(used, { academicYearId: year, limit: 1 })).page;
    const whole = (await listed(used, { limit: 1 })).page.total ?? total;
    context.must.hold(total <= whole, {
      expected: `at most the ${whole} ${many} of all years in one of them`,
      actual: `${total}`,
      in: answer,
    });
  });
}

/** `current` gives the same total as the id of the current year and, where one page holds them all, the same items. */
async function mustAgreeWithCurrent(context: Context, year: string): Promise<void> {
  const { many, id } = groupOf(context.op);
  await askForAnotherYear(context);
  const current = await listedForSure(context, { academicYearId: 'current' });
  const byId = await listed(context, { academicYearId: year });
  context.must.equal(current.page.total, byId.page.total, '`total` with `current`', current.answer);
  if (!byId.isWhole) return;
  const ids = idsIn(byId.page.items, id);
  const isShown = (one: string) => current.shows({ id: one });
  context.must.every(ids, isShown, `${many} of the year that \`current\` shows too`, current.answer);
}

/** What was asked for last is forgotten: the lists of both kinds, each in the year that is not the current one. */
async function askForAnotherYear(context: Context): Promise<void> {
  const [academicYearId] = await otherYearIds(context);
  if (academicYearId === undefined) return;
  for (const { list } of [classGroup, cohortGroup]) await context.send(list, { academicYearId, limit: 1 });
}

async function judgeBeside(context: Context, one: SampledGroup, isCurrent: boolean): Promise<void> {
  const { kind } = groupOf(context.op);
  await onStableList(context, async (used) => {
    await needFound(used, one);
    const { page, shows, isWhole, answer } = await listed(used, {
      search: one.name,
      academicYearId: 'current',
    });
    mustHaveName(context, page.items, one.name, answer);
    if (isCurrent && isWhole === false) return;
    context.must.hold(shows(one) === isCurrent, {
      expected: isCurrent ? `the ${kind} of the current year` : `no ${kind} of another year`,
      actual: isCurrent ? 'a page without it' : 'one',
      in: answer,
    });
  });
}
