import {
  type FilterName,
  type ListFilter,
  listFilters,
  type SessionFilterSet,
  type Whose,
} from '../../../generators/session-filters.ts';
import type { Params } from '../../../harness/http/place.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { boundsIn, type DateFilter, isWithin } from '../dates/bounds.ts';
import { takesFilter } from './ask.ts';
import type { Facts } from './facts.ts';
import { takesShownStatus } from './status-words.ts';

/** What a session shows of a filter. */
export const shownBy: Readonly<Record<FilterName, (facts: Facts) => string | undefined>> = {
  userId: ({ userId }) => userId,
  testId: ({ testId }) => testId,
  subject: ({ subject }) => subject,
  status: ({ status }) => status,
  startDate: ({ start }) => start,
};

/** The gap that leaves open where a session shows the value of a filter. */
export const gapOf: Readonly<Record<ListFilter, string>> = {
  userId: 'session-user.fields',
  testId: 'session-test.fields',
  subject: 'session-test.fields',
};

/** The filters that an operation takes and whose values some of these sessions show. */
export function usableFilters(context: Context, sessions: readonly Facts[]): readonly FilterName[] {
  const names = Object.keys(shownBy) as FilterName[];
  return names.filter(
    (name) =>
      sessions.some((facts) => shownBy[name](facts) !== undefined) &&
      takesFilter(context.op, name) &&
      isAskable(context, name),
  );
}

/** Whether a filter takes the values that sessions show: for the status, only a profile can say so. */
export function isAskable(context: Context, name: FilterName): boolean {
  if (name !== 'status') return true;
  return !context.contract.isOpen('list-sessions.status-values') && takesShownStatus(context);
}

/** The sessions that show a value for each of these filters. */
export function showing(sessions: readonly Facts[], names: readonly FilterName[]): readonly Facts[] {
  return sessions.filter((facts) => names.every((name) => shownBy[name](facts) !== undefined));
}

/** The value that the words of a counterexample stand for: `session 3`, `nothing 2`. */
export function valueFor(
  context: Context,
  name: FilterName,
  whose: Whose,
  sessions: readonly Facts[],
): string {
  const [kind = '', number = ''] = whose.split(' ');
  if (kind === 'nothing') return unknownValueOf(context, name, number);
  const facts = sessions[(Number(number) - 1) % sessions.length];
  return context.need(facts && shownBy[name](facts), `\`${name}\` of ${whose}`);
}

/** A value that no session has: an id that names nothing, or a made-up word. */
export function unknownValueOf(context: Context, name: FilterName, number: string): string {
  const id = context.unknownId(`${name} of nothing ${number}`);
  return name === 'userId' || name === 'testId' ? id : context.world.synthetic(`Rollcall ${id.slice(0, 8)}`);
}

/** A filter set as parameters of the session list. */
export function paramsOf(context: Context, filters: SessionFilterSet, sessions: readonly Facts[]): Params {
  const params: Record<string, unknown> = {};
  for (const name of listFilters) {
    const values = filters[name]?.map((whose) => valueFor(context, name, whose, sessions));
    if (values) params[name] = values;
  }
  if (filters.status) params['status'] = valueFor(context, 'status', filters.status, sessions);
  if (filters.startDate)
    params['startDate'] = { gte: valueFor(context, 'startDate', filters.startDate, sessions) };
  return params;
}

/** Which of these filters a session does not fit. */
export function unfit(facts: Facts, filters: Params): readonly string[] {
  const names: string[] = listFilters.filter((name) => {
    const values = filters[name] as readonly string[] | undefined;
    return values !== undefined && !values.some((value) => isSame(value, shownBy[name](facts)));
  });
  if (filters['status'] !== undefined && filters['status'] !== facts.status) names.push('status');
  const started = filters['startDate'] as DateFilter | undefined;
  if (started && !isWithin(facts, 'startDate', boundsIn(started))) names.push('startDate');
  return names;
}

/** Whether a session fits each of these filters. */
export function fitsAll(facts: Facts, filters: Params): boolean {
  return unfit(facts, filters).length === 0;
}

/** A target may regard the letter case of a value or not, and what a session does not show fits any value. */
function isSame(asked: string, shown: string | undefined): boolean {
  return shown === undefined || shown.toLowerCase() === asked.toLowerCase();
}
