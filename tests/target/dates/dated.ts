import type { DateName, Operator } from '../../../generators/date-windows.ts';
import { type Moment, shifts } from '../../../generators/moments.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Params } from '../../../harness/http/place.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Operation } from '../../../spec/contract.ts';
import { pageOf } from '../body.ts';
import { identifierOf } from '../pages/identifier.ts';
import type { Read } from '../pages/reader.ts';
import { askSessions, searchNeeds } from '../sessions/ask.ts';
import { type Facts, factsIn, sample } from '../sessions/facts.ts';

/** What each operator says of an instant and its value, both in milliseconds. */
export const holds: Readonly<Record<Operator, (instant: number, value: number) => boolean>> = {
  gt: (instant, value) => instant > value,
  gte: (instant, value) => instant >= value,
  lt: (instant, value) => instant < value,
  lte: (instant, value) => instant <= value,
};

/** The words of an operator. */
export const wordsOf: Readonly<Record<Operator, string>> = {
  gt: 'after',
  gte: 'at or after',
  lt: 'before',
  lte: 'at or before',
};

export const day = 86_400_000;

/** A session with a date, in milliseconds since 1970. */
export interface Dated extends Facts {
  readonly instant: number;
}

/** The instant of a session's date; undefined where it has none, or one that can't be read. */
export function instantOf(facts: Partial<Pick<Facts, 'start' | 'end'>>, date: DateName): number | undefined {
  const instant = Date.parse((date === 'startDate' ? facts.start : facts.end) ?? '');
  return Number.isNaN(instant) ? undefined : instant;
}

/** The sampled sessions that have a date, early ones and late ones mixed: the first of a list are tried most. */
export async function dated(context: Context, date: DateName): Promise<readonly Dated[]> {
  const all = (await sample(context)).flatMap((facts) => {
    const instant = instantOf(facts, date);
    return instant === undefined ? [] : [{ ...facts, instant }];
  });
  context.need(all.length > 0, `a session with a readable \`${date}\``);
  return mixed(mixed(mixed(all)));
}

/** The halves of a list, one item of each in turn. */
function mixed<T>(list: readonly T[]): readonly T[] {
  const half = Math.ceil(list.length / 2);
  return list.slice(0, half).flatMap((item, at) => [...list.slice(half + at, half + at + 1), item]);
}

/** Whether an instant lies within two seconds of the border between two months, where dates go wrong. */
export function atMonthsEnd(instant: number): boolean {
  const [before, after] = [new Date(instant - 2000), new Date(instant + 2000)];
  return before.getUTCMonth() !== after.getUTCMonth();
}

/** The instant that a moment of a counterexample stands for. */
export function instantAt(sessions: readonly Dated[], { session, shift }: Moment): number {
  const { instant } = sessions[(session - 1) % sessions.length] ?? { instant: 0 };
  return instant + shifts[shift];
}

/** A list that was asked for with date filters: what was read, and what its items tell. */
export interface Filtered extends Read {
  readonly facts: readonly Facts[];
  /** Whether the page shows every result. */
  readonly whole: boolean;
}

/** Asks the operation for the sessions that fit the filters, 100 at most. */
export async function filtered(context: Context, params: Params, limit = 100): Promise<Filtered> {
  const { op } = context;
  const answer = await askSessions(context, { ...params, limit });
  const page = pageOf(context, answer);
  const identifier = await identifierOf(context);
  const facts = factsIn(context, op, page.items, identifier);
  const whole = page.items.length === page.total;
  return { answer, page, identifier, facts, whole };
}

/** How many sessions fit the filters. */
export async function totalWith(
  context: Context,
  params: Params,
): Promise<{ total: number; answer: Answer }> {
  const { page, answer } = await filtered(context, params, 1);
  return { total: context.need(page.total, 'a `total`'), answer };
}

/** How many sessions the list has: what must not move while answers are compared. */
export async function sizeOf(context: Context): Promise<number> {
  return (await totalWith(context, {})).total;
}

/** The gaps that have to be filled before the dates that an operation shows are known. */
export function datesNeeds({ id }: Operation): readonly string[] {
  if (id === 'searchSessions') return searchNeeds;
  if (id === 'listStudySessions') return ['list-study-sessions.query', 'list-study-sessions.response'];
  return ['session.item-shape'];
}

/** How many values a law on dates tries: the other lists share the filters of the whole one, mostly. */
export function runsFor({ op, runs }: Context, share: number): number {
  return op.id === 'listSessions' ? Math.ceil(runs / share) : Math.ceil(runs / (3 * share));
}
