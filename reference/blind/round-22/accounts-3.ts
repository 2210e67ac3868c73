import { edit, editUsers } from '../answers.ts';
import { both, column, newUserId, paginationOf, userOf } from '../client.ts';
import { type BlindFault, type Fields, fields, type Line, list, on, textAt } from '../kit.ts';
import { fault, idOf, reads, storedUser } from './accounts-help.ts';

const name = 'PUT /users/{id}/name';
const search = 'POST /users/search';

const commas = fault('external-ids-with-commas-are-split', {
  story:
    'The query parser was told to take `a,b` as a list, for the sake of an older client, and does so within repeated parameters too.',
  rests:
    'For several external ids the parameter is repeated, each value is one; the search has the same filters.',
  breaks: 'explicit',
  depth: 'medium',
  at: ['GET /users'],
  wrap: (service) =>
    on(service, 'GET /users', ({ ask, pass }) => {
      const values = ask.query.getAll('externalId');
      if (!values.some((value) => value.includes(','))) return pass();
      const query = new URLSearchParams(ask.query);
      query.delete('externalId');
      for (const value of values.flatMap((one) => one.split(','))) query.append('externalId', value);
      return pass({ query });
    }),
  witness: both(async (client) => {
    const externalId = `${client.word()}, campus 2`;
    await newUserId(client, 'student', { externalId });
    const found = await client.get('/users', { externalId });
    const searched = await client.send('POST', '/users/search', { search: { externalIds: [externalId] } });
    return [column(found, 'externalId'), column(searched, 'externalId')];
  }),
});

const resplit = fault('compound-first-names-are-split-after-a-rename', {
  story:
    'The rename event carries the full name only. The projection behind the lists cuts it at the first space, so that Ana María Khan becomes Ana, María Khan.',
  rests: 'PUT name updates the name of the user; `firstName` and `lastName` of User.',
  breaks: 'explicit',
  depth: 'medium',
  at: [...reads, name],
  wrap: (service) => {
    const renamed = new Set<string>();
    const writing = on(service, name, async (line) => {
      const response = await line.pass();
      if (response.ok) renamed.add(idOf(line));
      return response;
    });
    return on(writing, reads, async ({ pass }) =>
      editUsers(await pass(), (user) => (renamed.has(textAt(user, 'userId')) ? cut(user) : user)),
    );
  },
  witness: both(async (client) => {
    const id = await newUserId(client, 'student');
    const user = { firstName: 'Ana María', lastName: 'Khan' };
    await client.send('PUT', `/users/${id}/name`, { user });
    const { firstName, lastName, fullName } = await userOf(client, id);
    return { firstName, lastName, fullName };
  }),
});

function cut(user: Fields): Fields {
  const full = textAt(user, 'fullName');
  const space = full.indexOf(' ');
  if (space < 1) return user;
  return { ...user, firstName: full.slice(0, space), lastName: full.slice(space + 1) };
}

const oldIndex = fault('search-knows-renamed-users-by-their-first-name-only', {
  story:
    'The search asks a search engine for names. Its indexer listens to the creation of users and not to their renaming. The list asks the database.',
  rests: 'POST /users/search has the same filters and response as GET /users, `name` among them.',
  breaks: 'explicit',
  depth: 'medium',
  at: [search, name],
  wrap: (service) => {
    const indexed = new Map<string, string>();
    const writing = on(service, name, async (line) => {
      const before = textAt(await storedUser(line, idOf(line)), 'fullName');
      const response = await line.pass();
      if (response.ok && !indexed.has(idOf(line))) indexed.set(idOf(line), before);
      return response;
    });
    return on(writing, search, (line) => searchIndex(line, indexed));
  },
  witness: both(async (client) => {
    const id = await newUserId(client, 'student', { firstName: client.word(), lastName: 'Before' });
    const user = { firstName: client.word(), lastName: 'After' };
    await client.send('PUT', `/users/${id}/name`, { user });
    const wanted = `${user.firstName} After`;
    const listed = await client.get('/users', { name: wanted });
    const searched = await client.send('POST', '/users/search', { search: { name: wanted } });
    return [
      column(listed, 'userId').length,
      column(searched, 'userId').length,
      paginationOf(searched)['total'],
    ];
  }),
});

/** The answer of a search by name, as it is by the names of the index. */
async function searchIndex(line: Line, indexed: ReadonlyMap<string, string>): Promise<Response> {
  const { body } = line.ask;
  const { name: wanted, ...others } = fields(body['search']);
  if (typeof wanted !== 'string' || indexed.size === 0 || (body['cursor'] ?? body['offset']))
    return line.pass();
  const more = body['sort'] === undefined ? {} : { sort: body['sort'] };
  const all = await line.call(`POST /users/search`, { search: others, limit: 1000, ...more });
  const chosen = list(all.body['data']).filter((user) => {
    const known = indexed.get(textAt(user, 'userId')) ?? textAt(user, 'fullName');
    return known.toLowerCase().includes(wanted.toLowerCase());
  });
  if (chosen.length > Number(body['limit'] ?? 100)) return line.pass();
  return edit(await line.pass(), (answer) => ({
    ...answer,
    data: chosen,
    pagination: { ...fields(answer['pagination']), total: chosen.length, nextCursor: null },
  }));
}

/** Faults that take a certain value, in what reads show. */
export const mediumReads: readonly BlindFault[] = [commas, resplit, oldIndex];
