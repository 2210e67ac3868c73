import { edit, editPagination, refuse } from '../../answers.ts';
import { both, column, itemsOf, newUserId, nextOf, paginationOf } from '../../client.ts';
import { type Fields, fields, list, on, textAt } from '../../kit.ts';
import {
  cursorOf,
  groupLists,
  isObject,
  type Manner,
  pagedLists,
  relist,
  sessionLists,
  sortOf,
  studyList,
  userLists,
  type Wish,
  wishOf,
} from './manners-0.ts';

const collator = new Intl.Collator('en', { numeric: true });

function byText(...keys: readonly string[]): (a: Fields, b: Fields) => number {
  return (a, b) =>
    keys.reduce((order, key) => order || collator.compare(textAt(a, key), textAt(b, key)), 0) ||
    (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
}

const listsByName: Manner = {
  id: 'manner.lists-by-name',
  story:
    'Classes, cohorts and tests are shown in pick lists, so the query orders them by name; years newest first.',
  permits:
    'The rows of GET /classes, /smart-ia/cohorts, /smart-ia/tests and /academic-years name no sort and no order.',
  wrap: (service) => {
    const groups = relist(service, {
      routes: groupLists,
      change: (items) => items.toSorted(byText('name', 'academicYearId')),
    });
    return on(groups, ['GET /smart-ia/tests', 'GET /academic-years'], async ({ ask, pass }) =>
      edit(await pass(), (body) => {
        const items = list(body['data']).map(fields);
        const years = ask.path === '/academic-years';
        return { ...body, data: years ? items.toReversed() : items.toSorted(byText('name')) };
      }),
    );
  },
  witness: both(async ({ get }) => [
    column(await get('/classes', { limit: 3 }), 'name'),
    column(await get('/smart-ia/cohorts', { limit: 3 }), 'name'),
    column(await get('/academic-years'), 'name'),
  ]),
};

/** Items in groups of equal values, each group turned round. */
function tiesTurned(items: readonly Fields[], field: string): readonly Fields[] {
  const groups: Fields[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last?.[0] && textAt(last[0], field) === textAt(item, field)) last.unshift(item);
    else groups.push([item]);
  }
  return groups.flat();
}

const usualField = (path: string) => (path.startsWith('/users') ? 'createdAt' : 'startDate');

const tiesOtherWay: Manner = {
  id: 'manner.ties-other-way',
  story: 'The index runs the other way, so rows with the same value come in descending order of id.',
  permits: '`sort` has one field and one direction; nothing says how items with an equal value follow.',
  wrap: (service) =>
    relist(service, {
      routes: [...userLists, ...sessionLists, studyList],
      change: (items, wish, { ask }) => tiesTurned(items, sortOf(wish).field || usualField(ask.path)),
    }),
  witness: both(async ({ get }) => [
    column(await get('/users', { limit: 9 }), 'userId'),
    column(await get('/smart-ia/sessions', { limit: 9 }), 'sessionId'),
  ]),
};

function collated(items: readonly Fields[], wish: Wish): readonly Fields[] {
  const { field, direction } = sortOf(wish);
  if (!['username', 'firstName', 'lastName'].includes(field)) return items;
  const sorted = items.toSorted(byText(field, 'userId'));
  return direction === 'asc' ? sorted : sorted.toReversed();
}

const sortByCollation: Manner = {
  id: 'manner.sort-by-collation',
  story:
    'Texts are ordered by the collation of the database: capitals and accents aside, absent values first.',
  permits:
    'Allowed sort fields and directions are not shown, and no sentence says how texts or absent values compare.',
  wrap: (service) => relist(service, { routes: userLists, change: collated }),
  witness: both(async ({ get }) => {
    const sorted = { 'sort[field]': 'lastName', 'sort[direction]': 'asc', limit: 300 };
    return column(await get('/users', sorted), 'lastName').join();
  }),
};

const kindsNewestFirst: Manner = {
  id: 'manner.kinds-newest-first',
  story:
    'Who opens the completed sessions or those in progress wants the latest, so these default to newest.',
  permits:
    'Their row says "Query and item shape: not shown"; the default sort stands in the row of /smart-ia/sessions only.',
  wrap: (service) =>
    on(service, [...sessionLists.slice(1), studyList], async ({ ask, pass }) => {
      const { field, direction } = sortOf(wishOf(ask));
      if (field !== '' || direction !== '' || cursorOf(ask) !== '') return pass();
      const sort = { field: 'startDate', direction: 'desc' };
      if (ask.method === 'POST') {
        const plain = isObject(ask.text) && !('sort' in ask.body);
        return plain ? pass({ body: { ...ask.body, sort } }) : pass();
      }
      const query = new URLSearchParams(ask.query);
      for (const [name, value] of Object.entries(sort)) query.set(`sort[${name}]`, value);
      return query.has('sort') ? pass() : pass({ query });
    }),
  witness: both(async ({ get }) => [
    column(await get('/smart-ia/sessions/completed', { limit: 3 }), 'startDate'),
    column(await get('/sessions/completed', { limit: 3 }), 'startDate'),
  ]),
};

const cursorsHoldPositions: Manner = {
  id: 'manner.cursors-hold-positions',
  story: 'A cursor is an offset in disguise; the page before an unaligned start begins at 0 and overlaps it.',
  permits:
    'previousCursor is "Cursor for the previous page"; what that is when offset is no multiple of limit is not said, ' +
    'nor what a walk sees while rows are added.',
  wrap: (service) => relist(service, { routes: pagedLists }),
  witness: both(async ({ get }) => {
    const { body } = await get('/classes', { limit: 10, offset: 3 });
    const cursor = textAt(body, 'pagination', 'previousCursor');
    return itemsOf(await get('/classes', { limit: 10, cursor })).length;
  }),
};

const cursorsHoldNoFilters: Manner = {
  id: 'manner.cursors-hold-no-filters',
  story: 'The cursor says where to go on; filters and sort are read from the query each time, as all else.',
  permits:
    'Filters are parameters of every request and a cursor is only "A value taken from nextCursor"; no sentence says ' +
    'that it carries the filters, so who wants the same list asks for the same list. ' +
    'doubt: a lawyer may say that "Cursor for the next page" has to lead there alone.',
  wrap: (service) => relist(service, { routes: pagedLists, bare: true }),
  witness: both(async ({ get }) => {
    const first = await get('/users', { role: 'teacher', limit: 5 });
    return [
      paginationOf(await get('/users', { limit: 5, cursor: nextOf(first) }))['total'],
      paginationOf(await get('/users', { role: 'teacher', limit: 5, cursor: nextOf(first) }))['total'],
    ];
  }),
};

function printOf({ query, body }: Wish): string {
  const { search, sort } = body;
  const empty = Object.keys(fields(search)).length === 0 && Object.keys(fields(sort)).length === 0;
  const sent = empty ? '' : JSON.stringify([search, sort]);
  return [...new URLSearchParams(query)].map(String).sort().join('&') + sent;
}

const cursorsBound: Manner = {
  id: 'manner.cursors-bound-to-their-query',
  story: 'A cursor that comes with other filters or another sort than its own is a bug of the client: 400.',
  permits:
    'The 400 is "Invalid request"; nothing promises that a cursor works under other filters. The same ones, or none, do.',
  wrap: (service) => {
    const made = new Map<string, Set<string>>();
    return on(service, pagedLists, async ({ ask, pass }) => {
      const response = await pass();
      const print = printOf(wishOf(ask));
      const known = made.get(cursorOf(ask));
      if (response.ok && known && print !== '' && !known.has(print))
        return refuse(ask, 400, 'Invalid request');
      return editPagination(response, (pagination) => {
        for (const name of ['nextCursor', 'previousCursor']) {
          const cursor = textAt(pagination, name);
          const prints = made.get(cursor) ?? new Set();
          for (const one of known ?? [print]) prints.add(one);
          if (cursor !== '') made.set(cursor, prints);
        }
        return {};
      });
    });
  },
  witness: both(async ({ get }) => {
    const cursor = nextOf(await get('/users', { role: 'teacher', limit: 5 }));
    const statuses = [{}, { role: 'teacher' }, { role: 'student' }].map(
      async (filter) => (await get('/users', { ...filter, limit: 5, cursor })).status,
    );
    return Promise.all(statuses);
  }),
};

const walksAreSnapshots: Manner = {
  id: 'manner.walks-are-snapshots',
  story: 'The first page keeps the result set, so all pages of a walk and their total are of one moment.',
  permits:
    '`total` is "Total number of results" of the list that the cursor continues; whether a walk sees later ' +
    'changes is not said.',
  wrap: (service) => relist(service, { routes: pagedLists, walks: new Map() }),
  witness: both(async (client) => {
    const first = await client.get('/users', { limit: 50 });
    await newUserId(client, 'student');
    const second = await client.get('/users', { limit: 50, cursor: nextOf(first) });
    return paginationOf(second)['total'];
  }),
};

const seal = Buffer.from('a long and secret word that nobody knows');

function sealed(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, at) => byte ^ (seal[at % seal.length] ?? 0) ^ ((at * 151) & 255)));
}

function unsealed(cursor: string): string {
  const inside = sealed(Buffer.from(cursor, 'base64'))
    .toString()
    .replace(/^\d{24}/, '');
  const canonical = Buffer.from(cursor, 'base64').toString('base64') === cursor;
  return canonical && inside !== '' ? inside : 'no cursor';
}

const cursorsSealed: Manner = {
  id: 'manner.cursors-sealed',
  story: 'Cursors are encrypted with a fresh nonce: long, full of + and /, and never twice the same.',
  permits:
    'A cursor is "string (byte)", so base64; nothing says that a page has always the same one, or how long it is.',
  wrap: (service) => {
    let nonce = 0;
    const out = (cursor: unknown) => {
      nonce += 1;
      if (typeof cursor !== 'string') return cursor;
      return sealed(Buffer.from(String(nonce * 7919).padStart(24, '0') + cursor)).toString('base64');
    };
    return on(service, pagedLists, async ({ ask, pass }) => {
      const cursor = cursorOf(ask);
      const query = new URLSearchParams(ask.query);
      if (query.getAll('cursor').length === 1) query.set('cursor', unsealed(cursor));
      const searches = ask.method === 'POST' && cursor !== '';
      const change = searches ? { body: { ...ask.body, cursor: unsealed(cursor) } } : { query };
      return editPagination(await pass(change), ({ previousCursor, nextCursor }) => ({
        previousCursor: out(previousCursor),
        nextCursor: out(nextCursor),
      }));
    });
  },
  witness: both(async ({ get }) => {
    const [one, other] = [await get('/users', { limit: 9 }), await get('/users', { limit: 9 })];
    const second = await get('/users', { limit: 9, cursor: nextOf(one) });
    return [nextOf(one) === nextOf(other), column(second, 'username')];
  }),
};

/** Order and cursors. */
export const orderManners: readonly Manner[] = [
  listsByName,
  tiesOtherWay,
  sortByCollation,
  kindsNewestFirst,
  cursorsHoldPositions,
  cursorsHoldNoFilters,
  cursorsBound,
  walksAreSnapshots,
  cursorsSealed,
];
