import { withBody } from '../../answers.ts';
import {
  type Ask,
  type Bench,
  type Change,
  type Fields,
  fields,
  type Line,
  list,
  on,
  type Seen,
  type Service,
  textAt,
  texts,
} from '../../kit.ts';

/** One way in which another team would ship the service, within the interface. */
export interface Manner {
  readonly id: string;
  /** Why a team does so. */
  readonly story: string;
  /** Why no sentence forbids it. */
  readonly permits: string;
  readonly wrap: (service: Service) => Service;
  readonly witness: (bench: Bench) => Promise<Seen>;
}

/** What a list is asked for, its page aside: the query of a GET, or the body of a search. */
export interface Wish {
  readonly query: string;
  readonly body: Fields;
}

const paging = ['limit', 'offset', 'cursor'];

/** The wish of a request. */
export function wishOf(ask: Ask): Wish {
  const query = new URLSearchParams(ask.query);
  const body = { ...ask.body };
  for (const name of paging) {
    query.delete(name);
    delete body[name];
  }
  return { query: query.toString(), body };
}

/** The values of a filter, undefined where it isn't sent; a search has it with an `s` when it is a list. */
export function valuesOf(wish: Wish, name: string): readonly string[] | undefined {
  const query = new URLSearchParams(wish.query).getAll(name);
  if (query.length > 0) return query;
  const search = fields(wish.body['search']);
  const many = search[`${name}s`];
  if (Array.isArray(many)) return texts(many);
  return typeof search[name] === 'string' ? [search[name]] : undefined;
}

/** The sort of a wish, '' for what isn't sent. */
export function sortOf(wish: Wish): { readonly field: string; readonly direction: string } {
  const query = new URLSearchParams(wish.query);
  const read = (name: string) => query.get(`sort[${name}]`) ?? textAt(wish.body, 'sort', name);
  return { field: read('field'), direction: read('direction') };
}

function without(wish: Wish, names: readonly string[]): Wish {
  const query = new URLSearchParams(wish.query);
  const search = { ...fields(wish.body['search']) };
  for (const name of names) {
    query.delete(name);
    delete search[name];
    delete search[`${name}s`];
  }
  return { query: query.toString(), body: 'search' in wish.body ? { ...wish.body, search } : wish.body };
}

/** How lists are answered anew from all their items. */
export interface Relisting {
  readonly routes: readonly string[];
  /** Filters that `change` applies itself. */
  readonly drop?: readonly string[];
  /** Cursors hold the position only. */
  readonly bare?: boolean;
  /** Where the items of a walk are kept, so that its pages are those of one moment. */
  readonly walks?: Map<string, readonly Fields[]>;
  readonly change?: (
    items: readonly Fields[],
    wish: Wish,
    line: Line,
  ) => readonly Fields[] | Promise<readonly Fields[]>;
}

/** What a cursor made here holds. */
interface Spot {
  readonly path: string;
  readonly start: number;
  readonly wish: Wish;
  readonly walk: string;
}

/** The service with some lists answered from all their items, with cursors that hold a position. */
export function relist(service: Service, relisting: Relisting): Service {
  return on(service, relisting.routes, (line) => answer(line, relisting));
}

/** The cursor of a request, '' for none. */
export function cursorOf({ method, query, body }: Ask): string {
  return method === 'POST' ? textAt(body, 'cursor') : (query.get('cursor') ?? '');
}

function pages({ method, query, body }: Ask): boolean {
  if (method === 'POST') return textAt(body, 'cursor') !== '' || body['cursor'] === '';
  return query.has('cursor');
}

function spotOf(ask: Ask): Spot | undefined {
  const offset = ask.method === 'POST' ? textAt(ask.body, 'offset') : ask.query.get('offset');
  const decoded = Buffer.from(cursorOf(ask), 'base64').toString();
  if (offset || ask.query.getAll('cursor').length > 1 || !decoded.startsWith('spot ')) return undefined;
  const spot: Spot = JSON.parse(decoded.slice(5));
  return spot.path === ask.path ? spot : undefined;
}

function changeFor(ask: Ask, wish: Wish): Change {
  if (ask.method === 'POST') {
    return { body: 'limit' in ask.body ? { ...wish.body, limit: ask.body['limit'] } : wish.body };
  }
  const query = new URLSearchParams(wish.query);
  for (const limit of ask.query.getAll('limit')) query.append('limit', limit);
  return { query };
}

async function answer(line: Line, { drop = [], bare, walks, change }: Relisting): Promise<Response> {
  const { ask, pass } = line;
  const spot = spotOf(ask);
  if (!spot && pages(ask)) return pass();
  const wish = spot && !bare ? spot.wish : wishOf(ask);
  const first = await (spot ? pass(changeFor(ask, wish)) : pass());
  if (!first.ok) return first;
  const said = fields(fields(await first.json())['pagination']);
  const live = async () => {
    const all = await everything(line, without(wish, drop));
    return change ? change(all, wish, line) : all;
  };
  const items = walks?.get(spot?.walk ?? '') ?? (await live());
  const limit = Number(said['limit']);
  const start = spot?.start ?? Number(said['offset']);
  const walk = spot?.walk ?? `walk ${walks ? walkOf(walks, items, limit) : ''}`;
  const cursor = (at: number) => {
    const made: Spot = { path: ask.path, start: at, wish: bare ? { query: '', body: {} } : wish, walk };
    return Buffer.from(`spot ${JSON.stringify(made)}`).toString('base64');
  };
  const pagination = {
    total: items.length,
    limit,
    offset: spot ? 0 : start,
    previousCursor:
      start > 0 && items.length > 0 ? cursor(Math.max(0, Math.min(start, items.length) - limit)) : null,
    nextCursor: start + limit < items.length ? cursor(start + limit) : null,
  };
  return withBody(first, { data: items.slice(start, start + limit), pagination });
}

let walked = 0;
const walksAtMost = 60;

function walkOf(walks: Map<string, readonly Fields[]>, items: readonly Fields[], limit: number): number {
  walked += 1;
  if (items.length > limit) walks.set(`walk ${walked}`, items);
  const [oldest] = walks.keys();
  if (walks.size > walksAtMost && oldest !== undefined) walks.delete(oldest);
  return walked;
}

const most = 1000;

async function everything({ ask, call }: Line, { query, body }: Wish): Promise<readonly Fields[]> {
  const items: Fields[] = [];
  for (let offset = 0; ; offset += most) {
    const asked = new URLSearchParams(query);
    asked.set('limit', String(most));
    asked.set('offset', String(offset));
    const found = await (ask.method === 'POST'
      ? call(`POST ${ask.path}`, { ...body, limit: most, offset })
      : call(`GET ${ask.path}?${asked}`));
    const data = list(found.body['data']).map(fields);
    items.push(...data);
    if (data.length < most) return items;
  }
}

/** Whether a body is a JSON object. */
export function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** An empty page in place of the one that was answered. */
export function emptied(body: Fields): Fields {
  const none = { total: 0, previousCursor: null, nextCursor: null };
  return { ...body, data: [], pagination: { ...fields(body['pagination']), ...none } };
}

/** The lists of users. */
export const userLists = ['GET /users', 'POST /users/search'];

/** The lists of initial-assessment sessions. */
export const sessionLists = [
  'GET /smart-ia/sessions',
  'GET /smart-ia/sessions/completed',
  'GET /smart-ia/sessions/in-progress',
  'POST /smart-ia/sessions/search',
];

/** The list of study sessions. */
export const studyList = 'GET /sessions/completed';

/** The lists of classes and cohorts. */
export const groupLists = ['GET /classes', 'GET /smart-ia/cohorts'];

/** All paginated lists. */
export const pagedLists = [...groupLists, ...userLists, ...sessionLists, studyList];
