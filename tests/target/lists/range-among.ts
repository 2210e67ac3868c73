import type { DateRange } from '../../../generators/list-questions.ts';
import type { Form } from '../../../generators/moments.ts';
import type { Json } from '../body.ts';
import type { Criterion, DateFilter } from './subject.ts';

/** Two moments closer than this are no range. */
const shortest = 2_000;
/** So far from the date of an item a timestamp lies. */
const aside = 30_000;

/** The criterion of a range with its ends among the dates of some items; of all, where these are few. None without a date. */
export function rangeAmong(
  filter: DateFilter,
  { lower, upper, forms, from: start, to: end }: DateRange,
  some: readonly Json[],
  all: readonly Json[],
): Criterion | undefined {
  const here = instantsOf(filter, some);
  const instants = here.length > 3 ? here : instantsOf(filter, all);
  if (instants.length === 0) return undefined;
  const at = (hundredths: number, form: Form) => {
    const place = Math.floor((hundredths * instants.length) / 100);
    return form === 'Unix'
      ? Math.floor((instants[place] ?? 0) / 1000) * 1000 + aside
      : tellingNear(instants, place);
  };
  const [from, to] = [at(start, forms[0]), at(end, forms[1])];
  const bounds = {
    ...(lower && { [lower]: from }),
    ...(upper && { [upper]: lower ? Math.max(to, from + shortest) : to }),
  };
  const written = { ...(lower && { [lower]: forms[0] }), ...(upper && { [upper]: forms[1] }) };
  return filter.ask(bounds, written);
}

/**
 * An instant near a place that tells more than others: with a fraction of a second, in the summer, and on a day that has
 * others before and after it.
 */
function tellingNear(instants: readonly number[], place: number): number {
  const reach = Math.floor(instants.length / 8);
  const near = instants.slice(Math.max(0, place - reach), place + reach + 1);
  const isOnDayOf = (instant: number) => (other: number) => dayOf(other) === dayOf(instant);
  const worth = (instant: number) => {
    const month = new Date(instant).getUTCMonth();
    const sameDay = near.filter(isOnDayOf(instant));
    return [
      instant % 1000 !== 0,
      month > 2 && month < 9,
      sameDay.some((other) => other < instant),
      sameDay.some((other) => other > instant),
    ].filter(Boolean).length;
  };
  const best = Math.max(...near.map(worth));
  const own = instants[place] ?? 0;
  return worth(own) === best ? own : (near.find((instant) => worth(instant) === best) ?? own);
}

/** The day of an instant, in UTC. */
function dayOf(instant: number): number {
  return Math.floor(instant / 86_400_000);
}

function instantsOf(filter: DateFilter, items: readonly Json[]): readonly number[] {
  return items.flatMap((one) => filter.instantOf(one) ?? []).sort((a, b) => a - b);
}
