import { type FilterName, filterNames } from '../../../generators/session-filters.ts';
import type { Params } from '../../../harness/http/place.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Operation } from '../../../spec/contract.ts';
import { itemsOf, type Json, text } from '../body.ts';
import { minimal } from '../minimal.ts';
import { takesFilter } from '../sessions/ask.ts';
import { sample } from '../sessions/facts.ts';
import { fitsAll, isAskable, shownBy } from '../sessions/filters.ts';

/** Filters as parameters, by words that name the filters without their values. */
export type NamedFilters = Readonly<Record<string, Params>>;

/** Where the filters of each list that has some take their values from. */
const sources: Readonly<Record<string, (context: Context) => Promise<NamedFilters>>> = {
  listClasses: byYear,
  listCohorts: byYear,
  listUsers: ofUsers,
  searchUsers: ofUsers,
  listSessions: ofSessions,
  listCompletedSessions: ofSessions,
  listInProgressSessions: ofSessions,
  searchSessions: ofSessions,
};

/** Whether a list with pages can be filtered, as far as the contract and the profile tell. */
export function isFiltered(op: Operation): boolean {
  const source = op.paginated ? sources[op.id] : undefined;
  return source === ofSessions ? filterNames.some((name) => takesFilter(op, name)) : source !== undefined;
}

/** Filters of the operation under test, each with two results at least; last come several filters at once. */
export async function filtersWithResults(context: Context): Promise<NamedFilters> {
  const { op, need } = context;
  const found = await need(sources[op.id], 'a list with filters')(context);
  need(Object.keys(found).length > 0, 'a filter with at least two results');
  return found;
}

/** A filter of an operation that nothing fits; `undefined` where it has none, as far as contract and profile tell. */
export function nothing(op: Operation): ((context: Context) => Params) | undefined {
  if (!isFiltered(op)) return undefined;
  if (sources[op.id] === byYear)
    return ({ world }) => ({ search: world.synthetic(`Rollcall ${world.unknownId('a name').slice(0, 8)}`) });
  if (op.id === 'searchUsers')
    return ({ unknownId }) => ({ search: { userIds: [unknownId('user of no page')] } });
  if (sources[op.id] === ofSessions && !takesFilter(op, 'userId')) return undefined;
  return ({ unknownId }) => ({ userId: [unknownId('user of no page')] });
}

/** Classes and cohorts: those of one academic year. */
async function byYear(context: Context): Promise<NamedFilters> {
  const items = itemsOf(context, await minimal(context, context.op));
  const years = items.map((item) => text(item['academicYearId'])).filter((year) => year !== undefined);
  const shared = [...new Set(years)].filter((year) => years.indexOf(year) !== years.lastIndexOf(year));
  return Object.fromEntries(
    shared.map((year, index) => [`academicYearId of year ${index + 1}`, { academicYearId: year }]),
  );
}

/** Users: some by id and by role, each alone, and by id, username and role together. */
async function ofUsers(context: Context): Promise<NamedFilters> {
  const items = itemsOf(context, await minimal(context, context.op));
  const role = roleOf(items[0] ?? {});
  const same = items.filter((item) => roleOf(item) === role).slice(0, 6);
  const others = items.filter((item) => roleOf(item) !== role).slice(0, 4);
  const some = [...same, ...others];
  if (some.length < 2) return {};
  const values = (field: string) =>
    some.map((item) => text(item[field])).filter((value) => value !== undefined);
  const usernames = values('username');
  const inBody = context.op.has('search');
  const names = inBody
    ? { ids: 'userIds', usernames: 'usernames' }
    : { ids: 'userId', usernames: 'username' };
  const asked = (filters: Params): Params => (inBody ? { search: filters } : filters);
  const byId = { [names.ids]: values('userId') };
  if (role === undefined || same.length < 2) return { [names.ids]: asked(byId) };
  const all = { ...byId, ...(usernames.length === some.length && { [names.usernames]: usernames }), role };
  return {
    [names.ids]: asked(byId),
    role: asked({ role }),
    [Object.keys(all).join(', ')]: asked(all),
  };
}

function roleOf(user: Json): string | undefined {
  const roles = user['roles'];
  return Array.isArray(roles) ? text(roles[0]) : undefined;
}

/** Sessions: by what the sampled ones show, each filter alone and all together. */
async function ofSessions(context: Context): Promise<NamedFilters> {
  const sessions = await sample(context);
  const distinct = (name: FilterName, most: number) => {
    const values = new Set(sessions.map(shownBy[name]).filter((value) => value !== undefined));
    return values.size > 0 ? [...values].slice(0, most) : undefined;
  };
  const starts = sessions
    .map(({ start }) => start)
    .filter((start) => start !== undefined)
    .sort();
  const candidates: Readonly<Record<FilterName, unknown>> = {
    startDate: starts.length > 0 ? { gte: starts[Math.floor(starts.length / 3)] } : undefined,
    userId: distinct('userId', 25),
    testId: distinct('testId', 3),
    subject: distinct('subject', 2),
    status: distinct('status', 1)?.[0],
  };
  const usable = filterNames.filter(
    (name) => candidates[name] !== undefined && takesFilter(context.op, name) && isAskable(context, name),
  );
  const together = Object.fromEntries(usable.map((name) => [name, candidates[name]]));
  const each = usable.map((name) => [name, { [name]: candidates[name] }] as const);
  const found = [...each, [usable.join(', '), together] as const];
  return Object.fromEntries(
    found.filter(([, params]) => sessions.filter((facts) => fitsAll(facts, params)).length > 1),
  );
}
