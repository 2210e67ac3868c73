import type { DateName } from '../../../generators/date-windows.ts';
import { type Moment, shifts } from '../../../generators/moments.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Operation } from '../../../spec/contract.ts';
import { text } from '../body.ts';
import { searchNeeds } from '../sessions/ask.ts';
import { type Facts, sample } from '../sessions/facts.ts';
import { instantIn, instantOf } from './bounds.ts';

/** A session with a date, in milliseconds since 1970. */
export interface DatedSession extends Facts {
  readonly instant: number;
}

/** The sampled sessions that have a date which can be read, in the order of the sample. */
export async function datedSessions(context: Context, date: DateName): Promise<readonly DatedSession[]> {
  const dated = (await sample(context)).flatMap((facts) => {
    const instant = instantOf(facts, date);
    return instant === undefined ? [] : [{ ...facts, instant }];
  });
  return context.need(dated.length > 0 && dated, `a session with a readable \`${date}\``);
}

/** The dates of the sampled sessions in milliseconds since 1970, be they days or moments; inconclusive without any. */
export async function daysOrMoments(context: Context, date: DateName): Promise<readonly number[]> {
  const instants = (await sample(context)).flatMap(({ item }) => instantIn(text(item[date]) ?? '') ?? []);
  return context.need(instants.length > 0 && instants, `a session with a \`${date}\``);
}

/** The sessions with a readable date, early and late ones mixed: the first ones of a list are tried most. */
export async function mixedSessions(context: Context, date: DateName): Promise<readonly DatedSession[]> {
  return interleaved(interleaved(interleaved(await datedSessions(context, date))));
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

/**
 * Whether the operation lists sessions of both kinds. The other lists mostly share its filters, and so get fewer tries.
 */
export function isWholeList({ op }: Pick<Context, 'op'>): boolean {
  return op.id === 'listSessions';
}

/** How many values a law on dates tries: all of `tries` on the whole list, a third of them on the other lists. */
export function dateTries(context: Context, tries: number): number {
  return isWholeList(context) ? tries : Math.ceil(tries / 3);
}
