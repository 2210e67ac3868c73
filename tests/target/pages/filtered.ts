import { type FilterName, filterNames } from '../../../generators/session-filters.ts';
import type { Params } from '../../../harness/http/place.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { itemsOf, type Json, text } from '../body.ts';
import { minimal } from '../minimal.ts';
import { takesFilter } from '../sessions/ask.ts';
import { type Facts, sample } from '../sessions/facts.ts';
import { isAskable, shownBy, unfit } from '../sessions/filters.ts';

/** Filters by a name that says which they are, without their values. */
export type Narrowings = Readonly<Record<string, Params>>;

/** Filters of the operation under test that leave some results and, where the target's data allow it, not all. */
export async function narrowings(context: Context): Promise<Narrowings> {
  const { op, need } = context;
  const found = op.has('academicYearId')
    ? ofGroups(itemsOf(context, await minimal(context, op)))
    : op.id === 'listUsers' || op.id === 'searchUsers'
      ? ofUsers(op.id, itemsOf(context, await minimal(context, op)))
      : ofSessions(await sample(context), (name) => takesFilter(op, name) && isAskable(context, name));
  need(Object.keys(found).length > 0, 'a filter with at least two results');
  return found;
}

/** Classes and cohorts: those of one academic year. */
function ofGroups(items: readonly Json[]): Narrowings {
  const years = [...new Set(items.map((item) => text(item['academicYearId'])))];
  const named = years
    .filter(
      (year) => year !== undefined && items.filter((item) => item['academicYearId'] === year).length > 1,
    )
    .map((year, index) => [`academicYearId of year ${index + 1}`, { academicYearId: year }]);
  return Object.fromEntries(named);
}

/** Users: some by id, by username and by role, each alone and all together. */
function ofUsers(operation: string, items: readonly Json[]): Narrowings {
  const roleOf = (item: Json) => {
    const roles = item['roles'];
    return Array.isArray(roles) ? text(roles[0]) : undefined;
  };
  const role = roleOf(items[0] ?? {});
  const same = items.filter((item) => roleOf(item) === role).slice(0, 6);
  const others = items.filter((item) => roleOf(item) !== role).slice(0, 4);
  const some = [...same, ...others];
  if (some.length < 2) return {};
  const values = (field: string) =>
    some.map((item) => text(item[field])).filter((value) => value !== undefined);
  const [ids, usernames] = [values('userId'), values('username')];
  const inBody = operation === 'searchUsers';
  const wrap = (filters: Params): Params => (inBody ? { search: filters } : filters);
  const names = inBody
    ? { ids: 'userIds', usernames: 'usernames' }
    : { ids: 'userId', usernames: 'username' };
  const all = {
    [names.ids]: ids,
    ...(usernames.length === some.length ? { [names.usernames]: usernames } : {}),
  };
  return {
    [names.ids]: wrap({ [names.ids]: ids }),
    ...(role === undefined || same.length < 2
      ? {}
      : { role: wrap({ role }), [`${Object.keys(all).join(', ')}, role`]: wrap({ ...all, role }) }),
  };
}

/** Sessions: by what the sampled ones show, each filter alone and all together. */
function ofSessions(sessions: readonly Facts[], takes: (name: FilterName) => boolean): Narrowings {
  const distinct = (name: 'userId' | 'testId' | 'subject', most: number) => {
    const values = new Set(sessions.map(shownBy[name]).filter((value) => value !== undefined));
    return [...values].slice(0, most);
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
    status: sessions.find(({ status }) => status !== undefined)?.status,
  };
  const usable = filterNames
    .map((name) => [name, candidates[name]] as const)
    .filter(
      ([name, value]) => takes(name) && value !== undefined && !(Array.isArray(value) && value.length === 0),
    );
  const all = Object.fromEntries(usable);
  const each = usable.map(([name, value]) => [name, { [name]: value }] as const);
  const found = [...each, [Object.keys(all).join(', '), all] as const];
  return Object.fromEntries(
    found.filter(([, params]) => sessions.filter((facts) => unfit(facts, params).length === 0).length > 1),
  );
}
