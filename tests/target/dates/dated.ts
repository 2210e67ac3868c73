import type { DateName, Operator } from '../../../generators/date-windows.ts';
import { type Form, type Moment, shifts, written } from '../../../generators/moments.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Operation } from '../../../spec/contract.ts';
import { searchNeeds } from '../sessions/ask.ts';
import { type Facts, sample } from '../sessions/facts.ts';

const holds: Readonly<Record<Operator, (instant: number, value: number) => boolean>> = {
  gt: (instant, value) => instant > value,
  gte: (instant, value) => instant >= value,
  lt: (instant, value) => instant < value,
  lte: (instant, value) => instant <= value,
};

/** The operators of a filter on a date with their values, in milliseconds since 1970. */
export type Bounds = Readonly<Partial<Record<Operator, number>>>;

/** The filter on a date that a request carries for these bounds. */
export function filterOf(bounds: Bounds, form: Form = 'ISO 8601'): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    Object.entries(bounds).map(([operator, value]) => [operator, written(value, form)]),
  );
}

/** Whether a session lies within bounds on a date; a date that can't be read fits any: another clause judges it. */
export function isWithin(facts: Dates, date: DateName, bounds: Bounds): boolean {
  const instant = instantOf(facts, date);
  const all = Object.entries(bounds) as [Operator, number][];
  return instant === undefined || all.every(([operator, value]) => holds[operator](instant, value));
}

/** A session with a date, in milliseconds since 1970. */
export interface DatedSession extends Facts {
  readonly instant: number;
}

type Dates = Partial<Pick<Facts, 'start' | 'end'>>;

/** The instant of a session's date; `undefined` where it has none, or one that can't be read. */
export function instantOf({ start, end }: Dates, date: DateName): number | undefined {
  const instant = Date.parse((date === 'startDate' ? start : end) ?? '');
  return Number.isNaN(instant) ? undefined : instant;
}

/** The sampled sessions that have a date, early and late ones mixed: the first ones of a list are tried most. */
export async function datedSessions(context: Context, date: DateName): Promise<readonly DatedSession[]> {
  const all = (await sample(context)).flatMap((facts) => {
    const instant = instantOf(facts, date);
    return instant === undefined ? [] : [{ ...facts, instant }];
  });
  context.need(all.length > 0, `a session with a readable \`${date}\``);
  return interleaved(interleaved(interleaved(all)));
}

/** The halves of a list, one item of each in turn. */
function interleaved<T>(list: readonly T[]): readonly T[] {
  const half = Math.ceil(list.length / 2);
  return list.slice(0, half).flatMap((item, at) => [...list.slice(half + at, half + at + 1), item]);
}

/** The instant that a moment of a counterexample stands for. */
export function instantAt(sessions: readonly DatedSession[], { session, shift }: Moment): number {
  const { instant } = sessions[(session - 1) % sessions.length] ?? { instant: 0 };
  return instant + shifts[shift];
}

/** The gaps that have to be filled before it is known where an operation shows the dates of a session. */
export function datesNeeds({ id }: Operation): readonly string[] {
  if (id === 'searchSessions') return searchNeeds;
  if (id === 'listStudySessions') return ['list-study-sessions.query', 'list-study-sessions.response'];
  return ['session.item-shape'];
}

/** How many values a law on dates tries; the other lists mostly share the filters of the whole list, and get fewer. */
export function runsFor({ op, runs }: Context, share: number): number {
  return op.id === 'listSessions' ? Math.ceil(runs / share) : Math.ceil(runs / (3 * share));
}
