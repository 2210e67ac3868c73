import { both, column, itemsOf, newUser, paginationOf } from '../../client.ts';
import { type Fields, list, on, textAt, texts } from '../../kit.ts';
import { type Manner, relist, sessionLists, studyList, userLists, valuesOf, type Wish } from './manners-0.ts';

function words(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

const namesByWord: Manner = {
  id: 'manner.names-by-word',
  story: 'The full-text index finds a user when each word sought begins a word of the name, accents aside.',
  permits: '`name` is "string, minimum length 1"; nothing says who counts as a match.',
  wrap: (service) =>
    relist(service, {
      routes: userLists,
      drop: ['name'],
      change: (items, wish) => {
        const names = valuesOf(wish, 'name');
        if (!names) return items;
        const sought = names.flatMap(words);
        if (sought.length === 0) return [];
        return items.filter((user) => {
          const own = words(textAt(user, 'fullName'));
          return sought.every((word) => own.some((mine) => mine.startsWith(word)));
        });
      },
    }),
  witness: both(async ({ get, send }) => [
    paginationOf(await get('/users', { name: 'smith amelia' }))['total'],
    paginationOf(await get('/users', { name: 'mith' }))['total'],
    paginationOf(await send('POST', '/users/search', { search: { name: 'zoe' } }))['total'],
  ]),
};

const foldable = ['username', 'upn', 'externalId'];
const folded = (text: string) => text.trim().toLowerCase();

function hasFolded(user: Fields, wish: Wish): boolean {
  return foldable.every((name) => {
    const wanted = valuesOf(wish, name)?.map(folded);
    return wanted === undefined || (name in user && wanted.includes(folded(textAt(user, name))));
  });
}

const namesFolded: Manner = {
  id: 'manner.usernames-ignore-case',
  story: 'Usernames, UPNs and outside ids live in columns that ignore case, and filters are trimmed.',
  permits:
    'The filters are "array of string"; "exact match" is said of the search of classes and cohorts only, and that one ' +
    'ignores case as well.',
  wrap: (service) =>
    relist(service, {
      routes: userLists,
      drop: foldable,
      change: (items, wish) => items.filter((user) => hasFolded(user, wish)),
    }),
  witness: both(async (client) => {
    const user = await newUser(client, 'student', { username: 'Word.Witness', externalId: 'ab-CD' });
    const found = await client.get('/users', { username: ['WORD.witness', 'nobody'], externalId: ' AB-cd ' });
    return [column(found, 'userId').includes(textAt(user, 'userId')), paginationOf(found)['total']];
  }),
};

const withOffset =
  /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?([Zz]|[+-]\d{2}(:?\d{2})?| \d{2}:\d{2})$/;
const basic = /^(\d{4})(\d{2})(\d{2})[Tt](\d{2})(\d{2})(\d{2})?([Zz]|[+-]\d{4})$/;

/** A date-time of ISO 8601 in the form that the service reads; another value as it is. */
function inUtc(value: string): string {
  const long = value.replace(
    basic,
    (_, y, m, d, h, min, s = '00', zone) => `${y}-${m}-${d}T${h}:${min}:${s}${zone}`,
  );
  if (!withOffset.test(long)) return value;
  // A plus that wasn't encoded came as a space.
  const plus = long
    .replace(/ (\d{2}:\d{2})$/, '+$1')

    .replace(',', '.')
    .toUpperCase();
  const zoned = plus.replace(/([+-]\d{2})(\d{2})?$/, (all, hours, minutes) =>
    /T.*[+-]\d{2}(\d{2})?$/.test(plus) ? `${hours}:${minutes ?? '00'}` : all,
  );
  const read = new Date(zoned);
  const real = new Date(`${long.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(read.getTime()) || Number.isNaN(real.getTime())) return value;
  return real.toISOString().startsWith(long.slice(0, 10)) ? read.toISOString() : value;
}

const datesOfAnyForm: Manner = {
  id: 'manner.dates-of-any-iso-form',
  story: 'Date filters go through a library that reads all of ISO 8601: offsets, no seconds, basic format.',
  permits:
    '"A value is either an ISO 8601 date-time or a Unix timestamp": these are ISO 8601 date-times. Convention 2 says ' +
    'how the service writes them.',
  wrap: (service) =>
    on(service, [...sessionLists.slice(0, 3), studyList], ({ ask, pass }) => {
      const query = new URLSearchParams();
      for (const [name, value] of ask.query) {
        query.append(name, /^(start|end)Date\[/.test(name) ? inUtc(value) : value);
      }
      return pass({ query });
    }),
  witness: both(async ({ get }) => {
    const values = [
      '2024-03-01T01:00:00+01:00',
      '20240301T000000Z',
      '2024-03-01t00:00z',
      '2024-03-01T00:00:00Z',
      '2024-02-30T00:00+0000',
    ];
    const totals = values.map(async (value) => {
      const answer = await get('/smart-ia/sessions', { 'startDate[gte]': value, limit: 1 });
      return paginationOf(answer)['total'] ?? answer.status;
    });
    return Promise.all(totals);
  }),
};

const learnersAndTeachers: Manner = {
  id: 'manner.users-are-learners-and-teachers',
  story: 'Support and office staff have accounts in the same table, but the roster doesn’t list them.',
  permits:
    'The service covers "users, meaning students and teachers (search, create, update)"; who has neither role need not ' +
    'be listed, whatever words there are for roles.',
  wrap: (service) =>
    relist(service, {
      routes: userLists,
      change: (items) =>
        items.filter(({ roles }) => list(roles).some((role) => role === 'student' || role === 'teacher')),
    }),
  witness: both(async ({ get }) => [
    paginationOf(await get('/users'))['total'],
    itemsOf(await get('/users', { role: 'support' })).length,
    new Set(itemsOf(await get('/users', { limit: 300 })).flatMap(({ roles }) => texts(roles))).size,
  ]),
};

/** Filters and how they are read. */
export const filterManners: readonly Manner[] = [
  namesByWord,
  namesFolded,
  datesOfAnyForm,
  learnersAndTeachers,
];
