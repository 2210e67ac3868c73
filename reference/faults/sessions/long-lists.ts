import { type Break, type Fault, fault, type Json } from '../kit/fault.ts';
import { asking, keep, onPage } from '../kit/pages.ts';
import { searchIn, valuesIn } from './search-body.ts';

/** The filters that take several values: their names in the query, and in the body of a search. */
const names = { userId: 'userIds', testId: 'testIds', subject: 'subjects' } as const;
type Name = keyof typeof names;
const all = Object.keys(names) as Name[];

/** Faults of several long lists of values in one request (chapter Initial-assessment sessions). */
export const longLists: readonly Fault[] = [
  fault('list-sessions.filters-combine/long-lists!too-many', {
    on: ['listSessions'],
    story: 'The query takes fifty values, and the list that would go beyond them is left out.',
    with: leavingOut((lengths) => {
      let count = 0;
      return all.filter((name) => {
        count += lengths[name];
        return count > 50;
      });
    }),
  }),
  fault('list-sessions.filters-combine/long-lists!by-position', {
    on: ['listSessions'],
    deep: true,
    story: 'Lists of more than twenty values are joined as a table, whose rows hold the values at one place.',
    with: byPosition(20),
  }),
  fault('search-sessions.search/filters-combine-long-lists!batches-alone', {
    on: ['searchSessions'],
    story: 'Who sends more than thirty values gets the sessions of these, and nothing else is looked at.',
    with: leavingOut((lengths) => {
      const [long] = all.filter((name) => lengths[name] > 30);
      return long === undefined ? [] : all.filter((name) => name !== long);
    }),
  }),
  fault('search-sessions.search/filters-combine-long-lists!by-position', {
    on: ['searchSessions'],
    deep: true,
    story: 'Lists of more than thirty values are joined as a table, whose rows hold the values at one place.',
    with: byPosition(30),
  }),
];

/** The values of each filter of a request, which stays readable. */
async function valuesOf(request: Request): Promise<Readonly<Record<Name, readonly unknown[]>>> {
  const search = await searchIn(request);
  const asked = new URL(request.url).searchParams;
  const values = (name: Name) =>
    request.method === 'GET' ? asked.getAll(name) : (valuesIn(search, names[name]) ?? []);
  return { userId: values('userId'), testId: values('testId'), subject: values('subject') };
}

/** Leaves some filters out, by how many values each has. */
function leavingOut(choose: (lengths: Readonly<Record<Name, number>>) => readonly Name[]): Break {
  return async (request, service) => {
    const { userId, testId, subject } = await valuesOf(request);
    const lengths = { userId: userId.length, testId: testId.length, subject: subject.length };
    const left = choose(lengths);
    if (request.method === 'GET')
      return service(await asking(request, Object.fromEntries(left.map((name) => [name, undefined]))));
    const search = await searchIn(request);
    const kept = Object.entries(search).filter(([name]) => !left.some((one) => names[one] === name));
    return service(left.length > 0 ? await asking(request, { search: Object.fromEntries(kept) }) : request);
  };
}

/** Of several lists that are longer than this, finds those alone whose values stand at the same place in each. */
function byPosition(most: number): Break {
  return async (request, service) => {
    const values = await valuesOf(request);
    const long = all.filter((name) => values[name].length > most);
    if (long.length < 2) return service(request);
    return onPage(request, service, (page) =>
      keep(
        page,
        (session) => new Set(long.map((name) => values[name].indexOf(shownIn(session, name)))).size === 1,
      ),
    );
  };
}

function shownIn(session: Json, name: Name): unknown {
  return ((session[name === 'userId' ? 'user' : 'test'] ?? {}) as Json)[name];
}
