import type { Fields } from '../../kit.ts';
import { objectIn, pathOf } from './messages.ts';

const lists: readonly string[] = [
  'GET /classes',
  'GET /smart-ia/cohorts',
  'GET /users',
  'POST /users/search',
  'GET /smart-ia/sessions',
  'GET /smart-ia/sessions/completed',
  'GET /smart-ia/sessions/in-progress',
  'POST /smart-ia/sessions/search',
  'GET /sessions/completed',
];

/** The name of the list that a request asks for, such as `GET /classes`; undefined where it asks for none. */
export function listOf(request: Request): string | undefined {
  const name = `${request.method} ${pathOf(request)}`;
  return lists.includes(name) ? name : undefined;
}

const pagingNames = ['cursor', 'limit', 'offset'] as const;

/** Which part of a list is wanted. */
interface Paging {
  readonly limit?: number;
  readonly offset?: number;
}

/** A request for a page of a list, be it a GET or a search. */
export interface ListCall {
  readonly cursor: string | undefined;
  /** The same list, with this paging in place of its own. */
  readonly paged: (paging: Paging) => Request;
  /** The same request with another cursor. */
  readonly resumed: (cursor: string) => Request;
}

/** Reads a request for a page; undefined where it is neither a GET nor brings a JSON object. */
export async function listCall(request: Request): Promise<ListCall | undefined> {
  const headers = [...request.headers].filter(([name]) => name !== 'content-length');
  if (request.method === 'GET') return listGet(new URL(request.url), headers);
  if (request.method !== 'POST') return undefined;
  const body = await objectIn(request);
  return body && search(request.url, headers, body);
}

function listGet(url: URL, headers: [string, string][]): ListCall {
  const cursors = url.searchParams.getAll('cursor');
  return {
    cursor: cursors.length === 1 ? cursors[0] : undefined,
    paged(paging) {
      const to = new URL(url);
      for (const name of pagingNames) to.searchParams.delete(name);
      for (const [name, value] of Object.entries(paging)) to.searchParams.set(name, String(value));
      return new Request(to, { headers });
    },
    resumed(cursor) {
      const to = new URL(url);
      to.searchParams.set('cursor', cursor);
      return new Request(to, { headers });
    },
  };
}

function search(url: string, headers: [string, string][], body: Fields): ListCall {
  const sent = (changed: Fields) =>
    new Request(url, { method: 'POST', headers, body: JSON.stringify(changed) });
  return {
    cursor: typeof body['cursor'] === 'string' ? body['cursor'] : undefined,
    paged(paging) {
      const others = Object.entries(body).filter(([name]) => !pagingNames.some((one) => one === name));
      return sent({ ...Object.fromEntries(others), ...paging });
    },
    resumed: (cursor) => sent({ ...body, cursor }),
  };
}
