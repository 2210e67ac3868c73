import { type Break, type Json, objectIn, query } from './fault.ts';

/** The filters of GET `/users` by name, and what POST `/users/search` calls them. */
const inSearch = {
  userId: 'userIds',
  upn: 'upns',
  externalId: 'externalIds',
  username: 'usernames',
  email: 'email',
  name: 'name',
  role: 'role',
} as const;

/** What GET `/users` calls a filter. */
export type FilterName = keyof typeof inSearch;

const filterNames = Object.keys(inSearch) as FilterName[];

/** The filters that take several values. */
export const arrayFilterNames: readonly FilterName[] = ['userId', 'upn', 'externalId', 'username'];

/** The filters of one request, each with its values; one that was not sent is not there. */
export type UserFilters = Map<FilterName, string[]>;

/** Changes the filters before the service sees them, wherever they travel. */
export function filters(change: (sent: UserFilters) => void): Break {
  const inTheQuery = query((query) => {
    const sent = filterNames.filter((name) => query.has(name));
    const filters: UserFilters = new Map(sent.map((name) => [name, query.getAll(name)]));
    change(filters);
    for (const name of filterNames) {
      query.delete(name);
      for (const value of filters.get(name) ?? []) query.append(name, value);
    }
  });
  const inTheBody: Break = async (request, service) => {
    const body = (await objectIn(request)) ?? {};
    const search = searchIn(body);
    if (search === undefined) return service(request);
    const sent = filterNames.filter((name) => Object.hasOwn(search, inSearch[name]));
    const filters: UserFilters = new Map(
      sent.map((name) => [name, [search[inSearch[name]]].flat().map(String)]),
    );
    change(filters);
    const changed = [...filters].map(([name, values]) => [inSearch[name], bodyValue(name, values)]);
    return service(
      new Request(request, { body: JSON.stringify({ ...body, search: Object.fromEntries(changed) }) }),
    );
  };
  return (request, service) => (request.method === 'GET' ? inTheQuery : inTheBody)(request, service);
}

/** The filters of one request, left as they are. */
export async function filtersOf(request: Request): Promise<UserFilters> {
  let seen: UserFilters = new Map();
  await filters((sent) => {
    seen = sent;
  })(request.clone(), async () => new Response());
  return seen;
}

function bodyValue(name: FilterName, values: readonly string[]): unknown {
  return arrayFilterNames.includes(name) ? values : values[0];
}

/** The filters in a body, if a service can read them: what it has to refuse is left as it is. */
function searchIn(body: Json): Json | undefined {
  const { search } = body;
  if (typeof search !== 'object' || search === null || Array.isArray(search)) return undefined;
  const given: Json = { ...search };
  const isText = (value: unknown) => typeof value === 'string';
  const isReadable = filterNames.every((name) => {
    const value = given[inSearch[name]];
    if (value === undefined) return true;
    return arrayFilterNames.includes(name) ? Array.isArray(value) && value.every(isText) : isText(value);
  });
  return isReadable ? given : undefined;
}
