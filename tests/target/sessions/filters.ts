import {
  type FilterName,
  type ListFilter,
  listFilters,
  type SessionFilterSet,
  type Whose,
} from '../../../generators/session-filters.ts';
import type { Params } from '../../../harness/http/place.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Facts } from './facts.ts';

/** What a session shows of a filter. */
export const shownBy: Readonly<Record<FilterName, (facts: Facts) => string | undefined>> = {
  userId: ({ userId }) => userId,
  testId: ({ testId }) => testId,
  subject: ({ subject }) => subject,
  status: ({ status }) => status,
  startDate: ({ start }) => start,
};

/** The gap that keeps the value of a filter from being read off a session. */
export const gapOf: Readonly<Record<ListFilter, string>> = {
  userId: 'session-user.fields',
  testId: 'session-test.fields',
  subject: 'session-test.fields',
};

/** The filters whose values can be read off the sessions of a target. */
export function readable(sessions: readonly Facts[]): readonly FilterName[] {
  const names = Object.keys(shownBy) as FilterName[];
  return names.filter((name) => sessions.some((facts) => shownBy[name](facts) !== undefined));
}

/** Whether values of a filter may be sent as sessions show them: which ones the status takes, a profile has to tell. */
export function isAskable({ contract }: Context, name: FilterName): boolean {
  return name !== 'status' || !contract.isOpen('list-sessions.status-values');
}

/** The sessions that show something of each of these filters. */
export function showing(sessions: readonly Facts[], names: readonly FilterName[]): readonly Facts[] {
  return sessions.filter((facts) => names.every((name) => shownBy[name](facts) !== undefined));
}

/** The value that a word of a counterexample stands for. */
export function meantBy(
  context: Context,
  name: FilterName,
  whose: Whose,
  sessions: readonly Facts[],
): string {
  const [kind = '', number = ''] = whose.split(' ');
  if (kind === 'nothing') return nothing(context, name, number);
  const facts = sessions[(Number(number) - 1) % sessions.length];
  return context.need(facts && shownBy[name](facts), `\`${name}\` of ${whose}`);
}

/** A value that no session has: an id that names nothing, or a word of our own. */
function nothing(context: Context, name: FilterName, number: string): string {
  const id = context.unknownId(`${name} of nothing ${number}`);
  return name === 'userId' || name === 'testId' ? id : context.world.synthetic(`Rollcall ${id.slice(0, 8)}`);
}

/** A filter set as parameters of the session list. */
export function paramsOf(context: Context, filters: SessionFilterSet, sessions: readonly Facts[]): Params {
  const params: Record<string, unknown> = {};
  for (const name of listFilters) {
    const values = filters[name]?.map((whose) => meantBy(context, name, whose, sessions));
    if (values) params[name] = values;
  }
  if (filters.status) params['status'] = meantBy(context, 'status', filters.status, sessions);
  if (filters.startDate)
    params['startDate'] = { gte: meantBy(context, 'startDate', filters.startDate, sessions) };
  return params;
}

/** Which filters of some parameters a session does not fit. */
export function unfit(facts: Facts, params: Params): readonly string[] {
  const strays: string[] = listFilters.filter((name) => {
    const values = params[name] as readonly string[] | undefined;
    return values !== undefined && !values.some((value) => sameValue(name, value, shownBy[name](facts)));
  });
  if (params['status'] !== undefined && params['status'] !== facts.status) strays.push('status');
  const from = (params['startDate'] as { gte?: string } | undefined)?.gte;
  if (from !== undefined && Date.parse(facts.start ?? '') < Date.parse(from)) strays.push('startDate');
  return strays;
}

/** Ids are compared without regard to letter case, subjects as a target may: either way counts as a match. */
function sameValue(name: ListFilter, asked: string, shown: string | undefined): boolean {
  return (
    shown === undefined ||
    shown === asked ||
    (name !== undefined && shown.toLowerCase() === asked.toLowerCase())
  );
}
