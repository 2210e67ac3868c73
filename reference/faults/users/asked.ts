import { type Break, type Json, query } from '../kit/fault.ts';

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

export type FilterName = keyof typeof inSearch;

/** Every filter, in the order of the interface. */
export const filterNames = Object.keys(inSearch) as FilterName[];
/** The filters that take several values. */
export const listNames = filterNames.slice(0, 4);

/** The filters of one request, each with its values; one that was not sent is not there. */
export type Asked = Map<FilterName, string[]>;

/** Changes the filters before the service sees them, wherever they travel. */
export function filters(change: (asked: Asked) => void): Break {
  const changeQuery = query((query) => {
    const asked = new Map(
      filterNames.filter((name) => query.has(name)).map((name) => [name, query.getAll(name)]),
    );
    change(asked);
    for (const name of filterNames) {
      query.delete(name);
      for (const value of asked.get(name) ?? []) query.append(name, value);
    }
  });
  const changeBody: Break = async (request, service) => {
    const body = await bodyOf(request);
    const search = searchIn(body);
    if (search === undefined) return service(request);
    const sent = filterNames.filter((name) => Object.hasOwn(search, inSearch[name]));
    const asked: Asked = new Map(sent.map((name) => [name, [search[inSearch[name]]].flat().map(String)]));
    change(asked);
    const changed = [...asked].map(([name, values]) => [inSearch[name], bodyValue(name, values)]);
    return service(
      new Request(request, { body: JSON.stringify({ ...body, search: Object.fromEntries(changed) }) }),
    );
  };
  return (request, service) => (request.method === 'GET' ? changeQuery : changeBody)(request, service);
}

/** The filters of one request, left as they are. */
export async function filtersOf(request: Request): Promise<Asked> {
  let seen: Asked = new Map();
  await filters((asked) => {
    seen = asked;
  })(request.clone(), async () => new Response());
  return seen;
}

function bodyValue(name: FilterName, values: readonly string[]): unknown {
  return listNames.includes(name) ? values : values[0];
}

/** The body of a request as an object; one that is none, and that the service has to refuse, is empty. */
export async function bodyOf(request: Request): Promise<Json> {
  try {
    return asObject(JSON.parse(await request.clone().text())) ?? {};
  } catch {
    return {};
  }
}

/** The filters in a body, if a service can read them: what it has to refuse is left as it is. */
function searchIn(body: Json): Json | undefined {
  const search = asObject(body['search']);
  const isText = (value: unknown) => typeof value === 'string';
  const readable = filterNames.every((name) => {
    const value = search?.[inSearch[name]];
    if (value === undefined) return true;
    return listNames.includes(name) ? Array.isArray(value) && value.every(isText) : isText(value);
  });
  return readable ? search : undefined;
}

function asObject(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}
