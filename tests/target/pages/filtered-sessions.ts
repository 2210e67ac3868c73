import { type FilterName, filterNames } from '../../../generators/session-filters.ts';
import type { Params } from '../../../harness/http/place.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { filterOf, isWithin } from '../dates/bounds.ts';
import { takesFilter } from '../sessions/ask.ts';
import { type Facts, sample } from '../sessions/facts.ts';
import { fitsAll, isAskable, shownBy } from '../sessions/filters.ts';
import { broadRange, narrowRanges } from './date-ranges.ts';

/** How many values a filter is asked for by. */
const mostValues: Readonly<Record<FilterName, number>> = {
  startDate: 1,
  userId: 25,
  testId: 3,
  subject: 2,
  status: 1,
};

/** All filters together leave as many sessions as this, where there are so many. */
const fewest = 4;

/** In this order the values of several filters are chosen: first those that leave the most sessions. */
const coarseFirst: readonly FilterName[] = ['status', 'testId', 'subject', 'userId'];

/**
 * Filters of a list of sessions by words that name them: by what the sampled sessions show, ranges of dates, each other
 * filter alone, and all together. At least two of the sampled sessions fit each.
 */
export async function ofSessions(context: Context): Promise<Readonly<Record<string, Params>>> {
  const sessions = await sample(context);
  const usable = filterNames.filter((name) => takesFilter(context.op, name) && isAskable(context, name));
  const { startDate, others } = narrowRanges(context, sessions);
  const { startDate: from, ...all } = allAtOnce(context, sessions, usable);
  const alone = usable.map((name) => {
    if (name === 'startDate') return [name, startDate ?? (from ? { startDate: from } : {})] as const;
    return [name, valuesIn(sessions, name)] as const;
  });
  const together = from ? { startDate: from, ...all } : all;
  const named = [...alone, [Object.keys(together).join(', '), together] as const];
  return { ...others, ...Object.fromEntries(named.filter(([, params]) => isFitting(sessions, params))) };
}

/** All filters at once. Each has values of the sessions that fit those before it, and leaves out some of these. */
function allAtOnce(context: Context, sessions: readonly Facts[], usable: readonly FilterName[]): Params {
  const broad = usable.includes('startDate') ? broadRange(context, sessions) : undefined;
  let left: readonly Facts[] = sessions.filter(
    (facts) => broad === undefined || isWithin(facts, 'startDate', broad),
  );
  const chosen: Record<string, unknown> = broad ? { startDate: filterOf(broad) } : {};
  for (const name of coarseFirst.filter((one) => usable.includes(one))) {
    const params = someIn(left, name);
    left = fitting(left, params);
    Object.assign(chosen, params);
  }
  return chosen;
}

/** The fewest values of a filter that half of these sessions fit, as far as so many are asked for. */
function someIn(sessions: readonly Facts[], name: FilterName): Params {
  const all = valuesIn(sessions, name)[name];
  if (!Array.isArray(all)) return valuesIn(sessions, name);
  const enough = Math.max(fewest, sessions.length / 2);
  const prefixes = all.map((_, at) => ({ [name]: all.slice(0, at + 1) }));
  return prefixes.find((some) => fitting(sessions, some).length >= enough) ?? { [name]: all };
}

/** The values of a filter that some sessions show, those that come first; no filter where they show none. */
function valuesIn(sessions: readonly Facts[], name: FilterName): Params {
  const values = [...new Set(sessions.flatMap((facts) => shownBy[name](facts) ?? []))];
  const [first] = values;
  if (first === undefined) return {};
  return { [name]: name === 'status' ? first : values.slice(0, mostValues[name]) };
}

/** Whether two sessions at least fit all of these filters, of which there is one. */
function isFitting(sessions: readonly Facts[], params: Params): boolean {
  return Object.keys(params).length > 0 && fitting(sessions, params).length > 1;
}

function fitting(sessions: readonly Facts[], params: Params): readonly Facts[] {
  return sessions.filter((facts) => fitsAll(facts, params));
}
