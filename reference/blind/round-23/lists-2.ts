import { allOf, edit, editPagination, meant } from '../answers.ts';
import { both, column, itemsOf, newClassId, newCohortId, newUserId, paginationOf } from '../client.ts';
import { type BlindFault, list, on, requery } from '../kit.ts';
import { countedBefore, repaged, withTotal } from './lists-help.ts';

/** How often the roles of these users come to be counted. */
function rolesOf(users: readonly { readonly [name: string]: unknown }[]): number {
  return users.reduce((sum, user) => sum + Math.max(1, list(user['roles']).length), 0);
}

const totalOfRoles: BlindFault = {
  id: 'round-23.users.total-counts-each-role',
  chapter: 'users',
  story:
    'Asked for a role, the count joins the users with their roles and lacks DISTINCT: a teacher who is an administrator as well counts twice. The page itself is grouped by user and right.',
  rests: 'Pagination: `total` is the total number of results.',
  breaks: 'explicit',
  depth: 'medium',
  at: ['GET /users'],
  wrap: (service) =>
    on(service, 'GET /users', async (line) => {
      const counted = countedBefore(line.ask);
      const answer = await line.pass();
      if (!answer.ok) return answer;
      if (counted !== undefined) return withTotal(answer, counted);
      if (!line.ask.query.has('role') || line.ask.query.has('cursor')) return answer;
      return withTotal(answer, rolesOf(await allOf(line, '/users', line.ask.query)));
    }),
  witness: both(async (client) => {
    const teachers = await client.get('/users', { role: 'teacher', limit: 1000 });
    return [itemsOf(teachers).length, paginationOf(teachers)['total']];
  }),
};

/** Texts as numbers of 32 bits, -1 for what is none. */
function wholes(values: readonly string[]): number[] {
  return values.map((value) => (/^\d+$/.test(value) && Number(value) < 2 ** 31 ? Number(value) : -1));
}

const wholePages: BlindFault = {
  id: 'round-23.sessions.offset-goes-to-whole-pages',
  chapter: 'sessions',
  story:
    'The repository of completed sessions takes a page number and a page size. The handler divides the offset by the limit and drops what is left over.',
  rests: 'Pagination: `offset` is the zero-based index of the first item, whatever the limit.',
  breaks: 'explicit',
  depth: 'medium',
  at: ['GET /smart-ia/sessions/completed'],
  wrap: (service) =>
    on(service, 'GET /smart-ia/sessions/completed', async ({ ask, pass }) => {
      const [offset = 0, ...more] = wholes(ask.query.getAll('offset'));
      const [limit = 100, ...others] = wholes(ask.query.getAll('limit'));
      const odd = [...more, ...others].length > 0 || !(offset > 0 && limit > 0) || ask.query.has('cursor');
      if (odd || offset % limit === 0) return pass();
      const query = new URLSearchParams(ask.query);
      query.set('offset', String(offset - (offset % limit)));
      return editPagination(await pass({ query }), () => ({ offset }));
    }),
  witness: both(async (client) => {
    const all = column(await client.get('/smart-ia/sessions/completed', { limit: 10 }), 'sessionId');
    const later = await client.get('/smart-ia/sessions/completed', { limit: 4, offset: 2 });
    return column(later, 'sessionId').map((id) => all.indexOf(id));
  }),
};

const dotlessI: BlindFault = {
  id: 'round-23.cohorts.search-misses-names-with-a-capital-i',
  chapter: 'cohorts',
  story:
    'The database was set up with a Turkish locale: a generated column holds the lower-case name, in which I has become a dotless i. The handler lowers the search in the neutral locale.',
  rests: 'GET /smart-ia/cohorts: `search` is an exact match on the cohort name, whatever its case.',
  breaks: 'explicit',
  depth: 'medium',
  at: ['GET /smart-ia/cohorts'],
  wrap: (service) =>
    on(service, 'GET /smart-ia/cohorts', (line) =>
      meant(line.ask).has('search')
        ? repaged(line, '/smart-ia/cohorts', (items, query) => {
            const search = query.get('search')?.toLowerCase();
            return items.filter(({ name }) => String(name).replaceAll('I', 'ı').toLowerCase() === search);
          })
        : line.pass(),
    ),
  witness: both(async (client) => {
    const name = `${client.word()} ICT and Independent Learning`;
    await newCohortId(client, { name });
    return column(await client.get('/smart-ia/cohorts', { search: name }), 'name');
  }),
};

/** What a sanitiser against script in pages makes of a text. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('/', '&#x2F;');
}

const escapedSearch: BlindFault = {
  id: 'round-23.classes.search-is-escaped-for-pages',
  chapter: 'classes',
  story:
    'After a security review every query parameter goes through a sanitiser that escapes it for HTML. Bodies do not, so that names with an apostrophe, an ampersand or a slash are stored plainly and never found.',
  rests: 'GET /classes: `search` is an exact match on the class name.',
  breaks: 'explicit',
  depth: 'medium',
  at: ['GET /classes'],
  wrap: requery('GET /classes', (query) => {
    const search = query.getAll('search');
    if (search.length === 1) query.set('search', escaped(search[0] ?? ''));
  }),
  witness: both(async (client) => {
    const name = `${client.word()} / O'Brien & Co`;
    await newClassId(client, { name });
    return column(await client.get('/classes', { search: name }), 'name');
  }),
};

const plusInEmail: BlindFault = {
  id: 'round-23.users.email-is-decoded-twice',
  chapter: 'users',
  story:
    'The gateway decodes the query and passes it on without encoding it again, and the framework behind it decodes once more: the plus sign of an address becomes a space, and the address is refused.',
  rests: 'GET /users: `email` takes an e-mail address, and one with a plus sign is one.',
  breaks: 'explicit',
  depth: 'medium',
  at: ['GET /users'],
  wrap: requery('GET /users', (query) => {
    const email = query.getAll('email');
    if (email.length === 1) query.set('email', (email[0] ?? '').replaceAll('+', ' '));
  }),
  witness: both(async (client) => {
    const email = 'blind.witness+home@school.example';
    await newUserId(client, 'student', { email });
    const found = await client.get('/users', { email });
    return [found.status, itemsOf(found).length];
  }),
};

const commas: BlindFault = {
  id: 'round-23.users.external-ids-are-split-at-commas',
  chapter: 'users',
  story:
    'The framework binds a list from a query and is friendly about it: a value with a comma is taken for several values.',
  rests: 'GET /users: `externalId` takes several values by repeating the parameter; one value is one.',
  breaks: 'explicit',
  depth: 'medium',
  at: ['GET /users'],
  wrap: requery('GET /users', (query) => {
    const values = query.getAll('externalId');
    if (!values.some((value) => value.includes(','))) return;
    query.delete('externalId');
    for (const value of values.flatMap((one) => one.split(','))) query.append('externalId', value);
  }),
  witness: both(async (client) => {
    const externalId = `${client.word()}, room 4`;
    await newUserId(client, 'student', { externalId });
    return column(await client.get('/users', { externalId }), 'externalId');
  }),
};

const growingTests: BlindFault = {
  id: 'round-23.tests.list-grows-with-each-request',
  chapter: 'tests',
  story:
    'The rows of the test list are pushed onto an array that was meant to live in the handler and lives in the module. Each request finds those of the requests before.',
  rests: 'GET /smart-ia/tests lists the tests, and a testId is unique per test.',
  breaks: 'implied',
  depth: 'medium',
  at: ['GET /smart-ia/tests'],
  wrap: (service) => {
    const rows: unknown[] = [];
    return on(service, 'GET /smart-ia/tests', async ({ pass }) =>
      edit(await pass(), (body) => {
        rows.push(...list(body['data']));
        return { ...body, data: rows };
      }),
    );
  },
  witness: both(async (client) => {
    const first = itemsOf(await client.get('/smart-ia/tests')).length;
    return [first, itemsOf(await client.get('/smart-ia/tests')).length];
  }),
};

export const mediumLists: readonly BlindFault[] = [
  totalOfRoles,
  wholePages,
  dotlessI,
  escapedSearch,
  plusInEmail,
  commas,
  growingTests,
];
