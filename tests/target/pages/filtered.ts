import { filterNames } from '../../../generators/session-filters.ts';
import type { Params } from '../../../harness/http/place.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Operation } from '../../../spec/contract.ts';
import { itemsOf, type Json, pageOf, text } from '../body.ts';
import { sameName } from '../groups/same-name.ts';
import { bothEnds } from '../groups/samples.ts';
import { minimal } from '../minimal.ts';
import { takesFilter } from '../sessions/ask.ts';
import { ofSessions } from './filtered-sessions.ts';
import { shared } from './reader.ts';
import { smallLimit } from './samples.ts';
import { widthOf } from './walk.ts';

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

/** Classes and cohorts: those of one academic year, of the current one, and those that share a name. */
async function byYear(context: Context): Promise<NamedFilters> {
  const items = (await bothEnds(context)).flatMap((answer) => itemsOf(context, answer));
  const years = items.map((item) => text(item['academicYearId'])).filter((year) => year !== undefined);
  const several = [...new Set(years)].filter((year) => years.indexOf(year) !== years.lastIndexOf(year));
  const byId = several
    .slice(0, 2)
    .map((year, index) => [`academicYearId of year ${index + 1}`, { academicYearId: year }]);
  if (context.effort === 'quick') return Object.fromEntries(byId);
  const bySearch = { search: nameOfSeveral(items) };
  return {
    ...Object.fromEntries(byId),
    ...((await findsTwo(context, { academicYearId: 'current' })) && {
      'academicYearId=current': { academicYearId: 'current' },
    }),
    ...(bySearch.search !== undefined && (await findsTwo(context, bySearch)) && { search: bySearch }),
  };
}

/** A name that several items have; `undefined` where each has its own. */
function nameOfSeveral(items: readonly Json[]): string | undefined {
  const names = items.flatMap((item) => text(item['name'])?.trim() || []);
  return names.find((name, at) => names.slice(0, at).some((other) => sameName(other, name)));
}

/** Whether two results at least fit some filters; the page that tells is read once in a run. */
async function findsTwo(context: Context, filters: Params): Promise<boolean> {
  const answer = await shared(context).answer({ ...filters, limit: widthOf(smallLimit) });
  return answer.status === 200 && pageOf(context, answer).items.length > 1;
}

/** What the search of users calls the filters of the list. */
const inSearch: Readonly<Record<string, string>> = {
  userId: 'userIds',
  upn: 'upns',
  externalId: 'externalIds',
  username: 'usernames',
};

/** Users: some by each filter alone, and by id, username and role together. */
async function ofUsers(context: Context): Promise<NamedFilters> {
  const items = itemsOf(context, await minimal(context, context.op));
  const role = roleOf(items[0] ?? {});
  const same = items.filter((item) => roleOf(item) === role).slice(0, 6);
  const others = items.filter((item) => roleOf(item) !== role).slice(0, 4);
  const some = [...same, ...others];
  if (some.length < 2) return {};
  const asked = (filters: Params) => askedOf(context, filters);
  const lists = Object.keys(inSearch).flatMap((field) => {
    const values = some.flatMap((item) => text(item[field]) || []);
    return values.length > 1 ? [[field, values] as const] : [];
  });
  const alone = Object.fromEntries(lists.map(([field, values]) => [field, asked({ [field]: values })]));
  const named = { ...alone, ...(await byName(context, items)) };
  if (role === undefined || same.length < 2) return named;
  const { userId = [], username = [] } = Object.fromEntries(lists);
  // Each list leaves out somebody whom the other one names, where enough are left.
  const [first, second] = same.length > 3 ? same : [];
  const all = {
    userId: userId.filter((id) => id !== first?.['userId']),
    ...(username.length === some.length && {
      username: username.filter((name) => name !== second?.['username']),
    }),
    role,
  };
  return { ...named, role: asked({ role }), [Object.keys(all).join(', ')]: asked(all) };
}

/** Filters of the list of users as the operation under test takes them. */
function askedOf({ op }: Context, filters: Params): Params {
  if (!op.has('search')) return filters;
  const renamed = Object.entries(filters).map(([name, value]) => [inSearch[name] ?? name, value]);
  return { search: Object.fromEntries(renamed) };
}

/** A name by which two users at least are found: which of the names are compared is left open. */
async function byName(context: Context, users: readonly Json[]): Promise<NamedFilters> {
  if (context.effort === 'quick') return {};
  for (const field of ['fullName', 'lastName', 'firstName']) {
    const names = users.flatMap((user) => text(user[field])?.trim() || []);
    const name = names.find((one, at) => names.indexOf(one) < at);
    if (name === undefined) continue;
    const asked = askedOf(context, { name });
    if (await findsTwo(context, asked)) return { name: asked };
  }
  return {};
}

function roleOf(user: Json): string | undefined {
  const roles = user['roles'];
  return Array.isArray(roles) ? text(roles[0]) : undefined;
}
