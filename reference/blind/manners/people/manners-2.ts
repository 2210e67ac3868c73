import { editUsers, json } from '../../answers.ts';
import { type Ask, type Change, type Fields, fields, type Line, list, on, type Service } from '../../kit.ts';
import { ids, people, userAnswers, userLists } from './manners-1.ts';

/** What a list was asked for, paging aside. */
export interface Asked {
  readonly search: Fields;
  readonly sort: Fields;
}

interface Place {
  readonly asked: Asked;
  readonly from?: number;
  readonly to?: number;
}

/** Pages over lists that a manner makes itself, with cursors of its own. */
export class Pages {
  readonly #issued = new Map<string, Place>();

  /** Answers a list request. The service checks the request first, and its refusals stand. */
  async answer(line: Line, items: (asked: Asked) => Promise<readonly Fields[]>): Promise<Response> {
    const sent = parametersOf(line.ask);
    const place = this.#issued.get(String(sent['cursor'] ?? ''));
    const resumes = place !== undefined && (sent['offset'] ?? undefined) === undefined;
    const checked = await line.pass(resumes ? withoutCursor(line.ask) : {});
    if (!checked.ok) return checked;
    const asked = place?.asked ?? askedOf(line.ask);
    const all = await items(asked);
    const limit = Number(sent['limit'] ?? 100);
    const offset = Number(sent['offset'] ?? 0);
    const end = place?.to ?? Number.POSITIVE_INFINITY;
    const start = place?.to === undefined ? (place?.from ?? offset) : Math.max(0, place.to - limit);
    const data = all.slice(start, Math.min(end, start + limit));
    const after = start + data.length;
    const pagination = {
      total: all.length,
      limit,
      offset: place ? 0 : offset,
      previousCursor: start > 0 ? this.#issue({ asked, to: Math.min(start, all.length) }) : null,
      nextCursor: data.length > 0 && after < all.length ? this.#issue({ asked, from: after }) : null,
    };
    return json(200, { data, pagination });
  }

  #issue(place: Place): string {
    const cursor = Buffer.from(`place ${this.#issued.size + 1}`).toString('base64');
    this.#issued.set(cursor, place);
    return cursor;
  }
}

function parametersOf({ method, query, body }: Ask): Fields {
  return method === 'GET' ? Object.fromEntries(query) : body;
}

function withoutCursor({ method, query, body }: Ask): Change {
  if (method !== 'GET') return { body: { ...body, cursor: null } };
  const rest = new URLSearchParams(query);
  rest.delete('cursor');
  return { query: rest };
}

const repeated = { userId: 'userIds', upn: 'upns', externalId: 'externalIds', username: 'usernames' };

function askedOf({ method, query, body }: Ask): Asked {
  if (method !== 'GET') return { search: fields(body['search']), sort: fields(body['sort']) };
  const search: Fields = {};
  for (const name of ['email', 'name', 'role', 'search', 'academicYearId']) {
    if (query.has(name)) search[name] = query.get(name);
  }
  for (const [name, many] of Object.entries(repeated)) {
    if (query.has(name)) search[many] = query.getAll(name);
  }
  return { search, sort: { field: query.get('sort[field]'), direction: query.get('sort[direction]') } };
}

/** How a manner shows people. */
export interface Directory {
  /** A user as shown; filters and order go by it. */
  readonly look?: (user: Fields) => Fields;
  /** Whether a list shows a user. */
  readonly keep?: (user: Fields, search: Fields) => boolean;
  /** Where lists take people from, the service if left out. */
  readonly source?: (line: Line) => Promise<readonly Fields[]>;
}

/** The service with its people shown in that way, in every answer that carries users. */
export function directory(service: Service, { look = same, keep = () => true, source }: Directory): Service {
  const pages = new Pages();
  const read = source ?? ((line: Line) => people(line));
  const listed = on(service, userLists, (line) =>
    pages.answer(line, async ({ search, sort }) => {
      const users = (await read(line)).map(look).filter((user) => matches(user, search));
      return users.filter((user) => keep(user, search)).sort(orderOf(sort));
    }),
  );
  return on(listed, userAnswers, async ({ pass }) => editUsers(await pass(), look));
}

function same(user: Fields): Fields {
  return user;
}

function matches(user: Fields, search: Fields): boolean {
  const among = (name: string, field: string) => {
    const wanted = search[name] ?? undefined;
    return wanted === undefined || list(wanted).includes(user[field]);
  };
  const email = folded(search['email']);
  const role = search['role'] ?? undefined;
  const wanted = (search['userIds'] ?? undefined) === undefined ? undefined : ids(search['userIds']);
  return (
    (wanted === undefined || wanted.includes(String(user['userId']))) &&
    among('upns', 'upn') &&
    among('externalIds', 'externalId') &&
    among('usernames', 'username') &&
    (email === undefined || list(user['emails']).some((own) => folded(own) === email)) &&
    (folded(user['fullName']) ?? '').includes(folded(search['name']) ?? '') &&
    (role === undefined || list(user['roles']).includes(role))
  );
}

function folded(value: unknown): string | undefined {
  return typeof value === 'string' ? value.toLowerCase() : undefined;
}

function orderOf(sort: Fields): (a: Fields, b: Fields) => number {
  const field = String(sort['field'] ?? 'createdAt');
  const sign = (sort['direction'] ?? 'desc') === 'asc' ? 1 : -1;
  return (a, b) => {
    const order = compare(a[field], b[field]);
    return order === 0 ? compare(a['userId'], b['userId']) : sign * order;
  };
}

function compare(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return String(a) < String(b) ? -1 : 1;
}
