import type { Operator } from '../../../generators/date-windows.ts';
import type { FilterName } from '../../../generators/session-filters.ts';
import type { Params } from '../../../harness/http/place.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { datesOf } from '../../target/dates/ask.ts';
import { filterOf, instantOf, isWithin } from '../../target/dates/bounds.ts';
import { daysOrMoments } from '../../target/dates/dated-sessions.ts';
import { searchNeeds, takesDates, unlessTaken } from '../../target/sessions/ask.ts';
import { type Facts, sample } from '../../target/sessions/facts.ts';
import { fitsAll, showing, shownBy, usableFilters } from '../../target/sessions/filters.ts';
import { findAccepted, judgeNoneMissing, onStableSessions, totalWith } from '../../target/sessions/found.ts';
import { onStableData } from '../../target/stable-data.ts';

const places = [
  {
    open: 'list-sessions.end-date/open',
    beside: 'list-sessions.filters-combine/end-date',
    needs: ['session.item-shape'],
  },
  {
    open: 'search-sessions.search/end-date-open',
    beside: 'search-sessions.search/filters-combine-end-date',
    needs: searchNeeds,
  },
] as const;

/** The filter by the end of a session: for sessions that go on, and beside each other filter. */
export const endDates: readonly Check[] = places.flatMap(({ open, beside, needs }) => [
  check(open, {
    needs,
    unless: (op, settings) => unlessTaken()?.(op, settings) ?? unlessByEnd(op),
    sends: 'moments before and after all ends, with each of the four operators',
    accepts:
      'every session that has an end, or none of them; a session with neither end nor result in no case',
    run: judgeOpen,
  }),

  check(beside, {
    needs,
    unless: (op, settings) => unlessTaken()?.(op, settings) ?? unlessByEnd(op),
    sends: 'the end of a session beside each other filter that the session fits',
    run: judgeBeside,
  }),
]);

function unlessByEnd(op: Parameters<typeof takesDates>[0]): string | undefined {
  return takesDates(op, 'endDate') ? undefined : 'the profile shows no filter by `endDate`';
}

const day = 86_400_000;

async function judgeOpen(context: Context): Promise<void> {
  const ends = await daysOrMoments(context, 'endDate');
  const [early, late] = [Math.min(...ends) - 3650 * day, Math.max(...ends) + 3650 * day];
  // A session that ends meanwhile changes how many have an end, and not how many there are.
  const measure = async () => (await totalWith(context, endDate('gt', early))).total;
  await onStableData(context, measure, () => judgeTotals(context, { early, late, least: ends.length }));
}

/** Moments before and after all ends, and how many sessions with an end there are at least. */
interface Around {
  readonly early: number;
  readonly late: number;
  readonly least: number;
}

async function judgeTotals(context: Context, { early, late, least }: Around): Promise<void> {
  const totals = [];
  for (const [operator, moment] of [
    ['gt', early],
    ['gte', early],
    ['lt', late],
    ['lte', late],
  ] as const) {
    const { facts, page, answer } = await findAccepted(context, endDate(operator, moment));
    context.must.every(facts, mayHaveEnded, 'sessions that have an end, or a result at least', answer);
    context.must.hold((page.total ?? 0) >= least, {
      expected: `the ${least} sampled sessions with an end, with \`${operator}\` on the far side of them`,
      actual: `${page.total}`,
      in: answer,
    });
    totals.push({ total: page.total, answer });
  }
  context.must.hold(new Set(totals.map(({ total }) => total)).size === 1, {
    expected: 'as many sessions with an end after a moment long ago as before one far ahead',
    actual: totals.map(({ total }) => total).join(', '),
    in: totals.map(({ answer }) => answer),
  });
}

function endDate(operator: Operator, moment: number): Params {
  return { endDate: filterOf({ [operator]: moment }) };
}

async function judgeBeside(context: Context): Promise<void> {
  const all = await sample(context);
  context.need(datesOf(context.op).includes('endDate'), 'a filter by the end');
  const names = usableFilters(context, all).filter((name) => name !== 'startDate');
  // From the middle: an end before all others, or after them, hides a filter that is dropped.
  const ended = all.filter(({ end }) => end !== undefined).toSorted((a, b) => endOf(a) - endOf(b));
  const one = context.need(ended[Math.floor(ended.length / 2)], 'a session with an end');
  const filters = names.filter((name) => shownBy[name](one) !== undefined);
  context.need(filters.length > 0, 'a session that shows what it can be filtered by');
  for (const name of filters)
    for (const operator of ['lte', 'gte'] as const)
      await onStableSessions(context, (used) => judgeBoth(used, one, all, { name, operator }));
}

async function judgeBoth(
  context: Context,
  one: Facts,
  all: readonly Facts[],
  { name, operator }: { readonly name: FilterName; readonly operator: 'lte' | 'gte' },
): Promise<void> {
  const value = shownBy[name](one);
  const params = { [name]: name === 'status' ? value : [value] };
  const bounds = { [operator]: endOf(one) };
  const { facts, answer, whole } = await findAccepted(context, { ...params, endDate: filterOf(bounds) });
  const fits = (each: Facts) =>
    fitsAll(each, params) &&
    (each.end === undefined ? mayHaveEnded(each) : isWithin(each, 'endDate', bounds));
  context.must.every(facts, fits, `sessions that fit \`endDate\` and \`${name}\``, answer);
  // A session may have moved to the other status since it was sampled.
  if (whole && name !== 'status')
    judgeNoneMissing(
      context,
      showing(all, [name]).filter((each) => each.end !== undefined && fits(each)),
      facts,
      `sampled sessions that fit \`endDate\` and \`${name}\``,
      answer,
    );
}

/** A session with a result is over, also where it shows no end (`session.end-date-when-completed` judges that). */
function mayHaveEnded({ item, result }: Facts): boolean {
  return (item['endDate'] ?? undefined) !== undefined || (result ?? undefined) !== undefined;
}

function endOf(facts: Facts): number {
  return instantOf(facts, 'endDate') ?? 0;
}
