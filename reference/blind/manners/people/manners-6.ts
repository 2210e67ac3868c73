import { editUsers } from '../../answers.ts';
import { both, itemsOf, newUserId, paginationOf, userOf } from '../../client.ts';
import { type Ask, type Change, type Fields, fields, type Line, list, on, textAt } from '../../kit.ts';
import {
  groups,
  ids,
  joins,
  leaves,
  type Manner,
  noId,
  people,
  userAnswers,
  userLists,
} from './manners-1.ts';
import { directory, Pages } from './manners-2.ts';

const enrols: Manner = {
  id: 'manner.somebody-enrols-students',
  story: 'It is September: while one client works, the office enrols students one after the other.',
  permits: 'No sentence says that a client is alone; `total` is right for each answer.',
  wrap: (service) => {
    let asked = 0;
    return on(service, '*', async ({ pass, call }) => {
      asked += 1;
      if (asked % 6 === 0) {
        const user = { firstName: 'Robin', lastName: `Enrolled ${asked / 6}` };
        await call('POST /students', { user });
      }
      return pass();
    });
  },
  witness: both(async ({ get }) => {
    const totals: unknown[] = [];
    while (totals.length < 13) totals.push(paginationOf(await get('/users', { limit: 1 }))['total']);
    return totals.map((total) => Number(total) - Number(totals[0]));
  }),
};

/** What a request becomes when nothing is known of some ids in it. */
function withoutIds({ path, id, body }: Ask, gone: ReadonlySet<string>): Change {
  const change: { path?: string; body?: Fields } = {};
  if (gone.has(id.toLowerCase())) change.path = path.replace(id, noId);
  for (const name of ['userIds', 'classIds']) {
    const sent = body[name];
    if (!Array.isArray(sent) || !ids(sent).some((one) => gone.has(one))) continue;
    change.body = { ...body, [name]: sent.map((one) => (gone.has(String(one).toLowerCase()) ? noId : one)) };
  }
  return change;
}

const archived: Manner = {
  id: 'manner.somebody-archives-classes',
  story:
    'A colleague clears up: now and then an old class is archived, and is gone from lists and from people.',
  permits:
    'No sentence says that a class stays; "404" is for one that is not found, and lists agree with it.',
  wrap: (service) => {
    const gone = new Set<string>();
    const pages = new Pages();
    let asked = 0;
    const routes = ['GET /classes/{id}', ...joins, ...leaves];
    const one = on(service, routes, ({ ask, pass }) => pass(withoutIds(ask, gone)));
    const users = on(one, [...userLists, ...userAnswers], async ({ pass }) =>
      editUsers(await pass(), (user) => {
        const kept = list(user['classIds']).filter((id) => !gone.has(String(id)));
        return { ...user, classIds: kept.length === 0 ? undefined : kept };
      }),
    );
    const listed = on(users, 'GET /classes', (line) =>
      pages.answer(line, async ({ search }) => {
        const query = new URLSearchParams();
        for (const [name, value] of Object.entries(search)) query.set(name, String(value));
        const found = await groups(line, '/classes', query);
        return found.filter(({ classId }) => !gone.has(String(classId)));
      }),
    );
    return on(listed, '*', async ({ pass, call }) => {
      asked += 1;
      if (asked % 10 === 0 && gone.size < 40) {
        const old = list((await call('GET /classes?limit=1')).body['data']).map(fields);
        for (const { classId } of old) gone.add(String(classId));
      }
      return pass();
    });
  },
  witness: both(async ({ get }) => {
    const [first = {}] = itemsOf(await get('/classes', { limit: 1 }));
    const seen: unknown[] = [];
    while (seen.length < 12) seen.push((await get(`/classes/${first['classId']}`)).status);
    return [seen, paginationOf(await get('/classes', { limit: 1 }))['total']];
  }),
};

const pathsOfPeople = [
  'PATCH /students/{id}/details',
  'PUT /users/{id}/name',
  'PUT /users/{id}/password',
  'PUT /users/{id}/emails/primary',
  'PUT /users/{id}/external-id',
  'POST /users/{id}/enable',
  'POST /users/{id}/disable',
];

const deletes: Manner = {
  id: 'manner.somebody-deletes-people',
  story: 'Accounts are deleted when the time to keep them is over: one goes now and then, its sessions stay.',
  permits:
    'No sentence says that a user stays; what an unknown user is answered is not said, and is as before.',
  wrap: (service) => {
    const gone = new Set<string>();
    let asked = 0;
    const routes = [...pathsOfPeople, ...joins, ...leaves];
    const one = on(service, routes, ({ ask, pass }) => pass(withoutIds(ask, gone)));
    const shown = directory(one, { keep: ({ userId }) => !gone.has(String(userId)) });
    return on(shown, '*', async (line) => {
      asked += 1;
      if (asked % 9 === 0 && gone.size < 60) {
        const sort = { field: 'createdAt', direction: 'asc' };
        const { body } = await line.call('POST /users/search', { sort, limit: 1 });
        for (const user of list(body['data'])) gone.add(textAt(user, 'userId'));
      }
      return line.pass();
    });
  },
  witness: both(async (client) => {
    const sort = { 'sort[field]': 'createdAt', 'sort[direction]': 'asc' };
    const [oldest = {}] = itemsOf(await client.get('/users', { limit: 1, ...sort }));
    const id = String(oldest['userId']);
    const seen: boolean[] = [];
    while (seen.length < 12) seen.push('userId' in (await userOf(client, id)));
    return [seen, (await client.send('POST', `/users/${id}/enable`)).status];
  }),
};

/** The ids of the years, by their beginnings. */
async function yearsOf({ call }: Line): Promise<string[]> {
  const years = list((await call('GET /academic-years')).body['data']).map(fields);
  years.sort((a, b) => (textAt(a, 'startDate') < textAt(b, 'startDate') ? -1 : 1));
  return years.map((year) => textAt(year, 'academicYearId'));
}

/** A request with the current year by its id, wherever it means that year. */
function withYear({ path, method, query, body }: Ask, year: string): Change {
  if (path === '/academic-years/current') return { path: `/academic-years/${year}` };
  if (method === 'GET') {
    const replaced = [...query].map(([name, value]) => [
      name,
      name === 'academicYearId' && value === 'current' ? year : value,
    ]);
    return { query: new URLSearchParams(replaced.map(([name = '', value = '']) => [name, value])) };
  }
  const wrapper = path === '/classes' ? 'class' : 'cohort';
  const payload = fields(body[wrapper]);
  const sent = payload['academicYearId'] ?? undefined;
  if (Object.keys(payload).length === 0 || sent !== undefined) return {};
  return { body: { ...body, [wrapper]: { ...payload, academicYearId: year } } };
}

const rollsOver: Manner = {
  id: 'manner.year-rolls-over',
  story: 'An administrator moves the college to the next year by hand, and does it while a client works.',
  permits: '"defaults to the current academic year": which that is, and until when, no sentence says.',
  wrap: (service) => {
    let asked = 0;
    const routes = [
      'GET /academic-years/current',
      'GET /classes',
      'GET /smart-ia/cohorts',
      'POST /classes',
      'POST /smart-ia/cohorts',
    ];
    const resolved = on(service, routes, async (line) => {
      const year = (await yearsOf(line)).at(asked > 60 ? -1 : -2);
      return year === undefined ? line.pass() : line.pass(withYear(line.ask, year));
    });
    return on(resolved, '*', ({ pass }) => {
      asked += 1;
      return pass();
    });
  },
  witness: both(async ({ get, send, word }) => {
    const seen: string[] = [];
    for (let count = 0; count < 62; count += 1) {
      seen.push(textAt((await get('/academic-years/current')).body, 'academicYear', 'name'));
    }
    const created = await send('POST', '/classes', { class: { name: word() } });
    return [[...new Set(seen)], created.status];
  }),
};

const writes = ['POST /students', 'POST /teachers', ...pathsOfPeople, ...joins, ...leaves];

const lag: Manner = {
  id: 'manner.people-listed-from-replica',
  story: 'The lists of users read a replica that is some tenths of a second behind the writes.',
  permits: 'No sentence says how soon a list shows a change; the answers to the writes themselves are right.',
  wrap: (service) => {
    let kept: readonly { readonly at: number; readonly users: readonly Fields[] }[] = [];
    const written = on(service, writes, async (line) => {
      const users = await people(line);
      const answer = await line.pass();
      if (answer.ok) kept = [...kept, { at: Date.now(), users }];
      return answer;
    });
    return directory(written, {
      source: async (line) => {
        kept = kept.filter(({ at }) => at > Date.now() - 400);
        return kept[0]?.users ?? people(line);
      },
    });
  },
  witness: both(async (client) => {
    const id = await newUserId(client, 'student');
    const soon = 'userId' in (await userOf(client, id));
    await new Promise((resolve) => setTimeout(resolve, 500));
    return [soon, 'userId' in (await userOf(client, id))];
  }),
};

const renames: Manner = {
  id: 'manner.somebody-corrects-names',
  story:
    'The register is checked against birth certificates: now and then the last name of an old user changes.',
  permits: 'No sentence says that a name stays as a client saw it; `updatedAt` moves as it should.',
  wrap: (service) => {
    let asked = 0;
    return on(service, '*', async (line) => {
      asked += 1;
      if (asked % 8 === 0) {
        const sort = { field: 'createdAt', direction: 'asc' };
        const offset = (asked / 8) % 50;
        const { body } = await line.call('POST /users/search', { sort, offset, limit: 1 });
        const user = fields(list(body['data'])[0]);
        const names = { firstName: user['firstName'], lastName: `Corrected ${asked / 8}` };
        if ('userId' in user) await line.call(`PUT /users/${user['userId']}/name`, { user: names });
      }
      return line.pass();
    });
  },
  witness: both(async ({ get }) => {
    const found: unknown[] = [];
    while (found.length < 18) {
      found.push(paginationOf(await get('/users', { name: 'Corrected', limit: 1 }))['total']);
    }
    return found;
  }),
};

/** Manners of data that changes by itself. */
export const timeManners: readonly Manner[] = [enrols, archived, deletes, rollsOver, lag, renames];
