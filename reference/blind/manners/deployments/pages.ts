import { type Fields, fields, list as items } from '../../kit.ts';
import { chance, clock, type Deployment, hash, start, trim } from './kit.ts';
import { type ListCall, listCall, listOf } from './lists.ts';
import { keyOf, objectIn, reworded } from './messages.ts';
import { paging } from './walks.ts';

const tokens: Deployment = {
  id: 'cursor-tokens',
  why:
    '"cursor: string (byte)", "a value taken from nextCursor or previousCursor of an earlier response": cursors are ' +
    'random tokens that the service remembers for good, new ones in each answer, so equal answers never have equal cursors.',
  make(create) {
    const machine = start(create);
    const random = chance(18);
    const known = new Map<string, string>();
    const token = (inner: unknown): string | null => {
      if (typeof inner !== 'string') return null;
      const bytes = Array.from({ length: 18 }, () => Math.floor(random() * 256));
      const name = Buffer.from(bytes).toString('base64');
      known.set(name, inner);
      return name;
    };
    return {
      keys: machine.keys,
      fetch: async (request) => {
        const list = listOf(request) === undefined ? undefined : await listCall(request);
        if (list === undefined) return machine.answer(request);
        const inner = list.cursor === undefined ? undefined : known.get(list.cursor);
        const response = await machine.answer(inner === undefined ? request : list.resumed(inner));
        if (response.status !== 200) return response;
        return reworded(request, response, (body) => {
          const pagination = fields(body['pagination']);
          pagination['previousCursor'] = token(pagination['previousCursor']);
          pagination['nextCursor'] = token(pagination['nextCursor']);
          return { ...body, pagination };
        });
      },
    };
  },
};

const snapshot: Deployment = {
  id: 'cursor-snapshot',
  why:
    'No sentence says of which moment the later pages are: a walk by cursor reads the list as it was at its first page, ' +
    'items and total, however much was written since. A new first page sees it all.',
  make(create) {
    const machine = start(create);
    const touches = (request: Request) => listOf(request) !== undefined;
    return { keys: machine.keys, fetch: paging(machine, { touches, isFrozen: true, arrange: (all) => all }) };
  },
};

/** What tells one list from another, whatever its order and page: its name, its filters, and whose it is. */
function filtersOf(request: Request, list: ListCall, search: unknown): string {
  const { searchParams } = new URL(list.paged({}).url);
  const query = [...searchParams].filter(([name]) => !name.startsWith('sort'));
  const filters = `${new URLSearchParams(query)} ${JSON.stringify(search ?? null)}`;
  return `${keyOf(request)} ${listOf(request)} ${filters}`;
}

const totals: Deployment = {
  id: 'totals-cached',
  why:
    '"total: Total number of results" does not say as of which moment: it is counted apart and kept for 150 ms per ' +
    'list, filters and key. A total that the page itself disproves is set right.',
  make(create) {
    const machine = start(create);
    const counted = new Map<string, { readonly until: number; readonly total: number }>();
    const totalOf = (key: string, { total, offset, nextCursor }: Fields, length: number): number => {
      const hit = counted.get(key);
      if (!hit || clock() >= hit.until) {
        trim(counted);
        counted.set(key, { until: clock() + 150, total: Number(total) });
        return Number(total);
      }
      const seen = Number(offset) + length;
      if (length === 0) return Math.min(hit.total, seen);
      return nextCursor === null ? seen : Math.max(hit.total, seen + 1);
    };
    return {
      keys: machine.keys,
      fetch: async (request) => {
        const list = listOf(request) === undefined ? undefined : await listCall(request);
        if (list === undefined) return machine.answer(request);
        const isSearch = request.method === 'POST';
        const key = filtersOf(request, list, isSearch ? (await objectIn(request))?.['search'] : undefined);
        const response = await machine.answer(request);
        // A cursor may stand for filters that the request does not repeat, so such an answer keeps its own count.
        if (response.status !== 200 || list.cursor !== undefined) return response;
        return reworded(request, response, (body) => {
          const pagination = fields(body['pagination']);
          const total = totalOf(key, pagination, items(body['data']).length);
          return { ...body, pagination: { ...pagination, total } };
        });
      },
    };
  },
};

/** The field that sessions are sorted by. */
async function sortField(request: Request): Promise<string> {
  const named =
    request.method === 'GET'
      ? new URL(request.url).searchParams.get('sort[field]')
      : fields((await objectIn(request))?.['sort'])['field'];
  return typeof named === 'string' ? named : 'startDate';
}

/** Items with those that are equal in a field the other way round. */
function tiesTurned(all: readonly Fields[], field: string): readonly Fields[] {
  const runs: Fields[][] = [];
  for (const item of all) {
    const run = runs.at(-1);
    if (run !== undefined && run[0]?.[field] === item[field]) run.unshift(item);
    else runs.push([item]);
  }
  return runs.flat();
}

const ties: Deployment = {
  id: 'session-ties-by-shard',
  why:
    'No sentence orders sessions that are equal in the sort field: a session list is served by one of two shards, by a ' +
    'hash of its path, filters and sort, and the second has such ties the other way round. One list has one order ' +
    'through all of its pages, by cursor or offset.',
  make(create) {
    const machine = start(create);
    const fieldOf = new WeakMap<Request, string>();
    const second = new WeakSet<Request>();
    const paged = paging(machine, {
      touches: (request) => second.has(request),
      isFrozen: false,
      arrange: (all, request) => tiesTurned(all, fieldOf.get(request) ?? 'startDate'),
    });
    return {
      keys: machine.keys,
      fetch: async (request) => {
        const name = listOf(request);
        const list = name?.includes('sessions') ? await listCall(request) : undefined;
        if (list === undefined) return paged(request);
        fieldOf.set(request, await sortField(request));
        const plain = list.paged({});
        const sent = plain.method === 'POST' ? await plain.text() : '';
        const text = `tile ${name} ${new URL(plain.url).search} ${sent}`;
        // A cursor of the second shard finds its way back to it, whatever is said beside it.
        if (list.cursor !== undefined || hash(text) % 2 === 1) second.add(request);
        return paged(request);
      },
    };
  },
};

/** Pages, their cursors and their totals. */
export const pageDeployments: readonly Deployment[] = [totals, tokens, snapshot, ties];
