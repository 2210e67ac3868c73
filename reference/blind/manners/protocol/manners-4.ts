import { edit, editItems, refuse } from '../../answers.ts';
import { both, column, itemsOf, newClassId, paginationOf } from '../../client.ts';
import { at, type Fields, fields, type Line, list, on, textAt } from '../../kit.ts';
import { emptied, groupLists, type Manner, relist, sessionLists, studyList, valuesOf } from './manners-0.ts';

async function idsOfLate(call: Line['call']): Promise<string[]> {
  const { body } = await call('GET /smart-ia/sessions?limit=1000');
  const ids = list(body['data']).map((session) => textAt(session, 'sessionId'));
  return ids.filter((_, index) => index % 6 === 5);
}

const sessionsComeIn: Manner = {
  id: 'manner.sessions-come-in',
  story: 'Tablets without a network hand in their sessions later, so lists grow while they are read.',
  permits: 'No sentence says that lists hold still, or that a session is known from its startDate on.',
  wrap: (service) => {
    let late: string[] | undefined;
    let requests = 0;
    return relist(service, {
      routes: sessionLists,
      change: async (items, _, { call }) => {
        late ??= await idsOfLate(call);
        requests += 1;
        if (requests % 3 === 0) late.pop();
        const away = new Set(late);
        return items.filter((session) => !away.has(textAt(session, 'sessionId')));
      },
    });
  },
  witness: both(async ({ get }) => {
    const totals: unknown[] = [];
    while (totals.length < 7)
      totals.push(paginationOf(await get('/smart-ia/sessions', { limit: 5 }))['total']);
    return totals;
  }),
};

const details = [
  'username',
  'upn',
  'externalId',
  'fullName',
  'firstName',
  'lastName',
  'gender',
  'dateOfBirth',
];

const learnersAsTheyWere: Manner = {
  id: 'manner.learners-as-they-were',
  story: 'A session keeps the name and details of the learner at the time, as a certificate would.',
  permits:
    'SessionUser is "the learner, with personal details and identifiers"; nothing says that they follow later changes.',
  wrap: (service) => {
    const then = new Map<string, Fields>();
    const changes = ['PUT /users/{id}/name', 'PATCH /students/{id}/details', 'PUT /users/{id}/external-id'];
    const remembering = on(service, changes, async ({ ask, pass, call }) => {
      const id = ask.id.toLowerCase();
      const before = at((await call(`GET /users?userId=${ask.id}`)).body, 'data', 0);
      if (before !== undefined && !then.has(id)) then.set(id, fields(before));
      return pass();
    });
    return on(remembering, sessionLists, async ({ pass }) =>
      editItems(await pass(), (session) => {
        const user = fields(session['user']);
        const was = then.get(textAt(user, 'userId'));
        if (!was) return session;
        const kept = details.filter((name) => name in was).map((name) => [name, was[name]]);
        return { ...session, user: { userId: user['userId'], ...Object.fromEntries(kept) } };
      }),
    );
  },
  witness: both(async ({ get, send }) => {
    const [session] = itemsOf(await get('/smart-ia/sessions', { limit: 1 }));
    const userId = textAt(session, 'user', 'userId');
    await send('PUT', `/users/${userId}/name`, { user: { firstName: 'New', lastName: 'Name' } });
    return column(await get('/smart-ia/sessions', { userId, limit: 1 }), 'user', 'fullName');
  }),
};

const left = (userId: string) => /^[0-3]/.test(userId);
const leaverOf = (userId: string) => `${userId.slice(0, -4)}dead`;

/** A session of somebody who has left, whose account and details are erased; others as they are. */
function leaverIn(session: Fields): Fields {
  const own = textAt(session, 'userId');
  if (own !== '') return left(own) ? { ...session, userId: leaverOf(own) } : session;
  const userId = textAt(session, 'user', 'userId');
  return left(userId) ? { ...session, user: { userId: leaverOf(userId) } } : session;
}

const leaversErased: Manner = {
  id: 'manner.leavers-erased',
  story: 'Some sessions belong to learners whose accounts were erased: their id stays, nothing else does.',
  permits:
    'Fields of SessionUser are not shown and "Empty fields are omitted"; no sentence says that the user of a session is ' +
    'still among the users.',
  wrap: (service) =>
    relist(service, {
      routes: [...sessionLists, studyList],
      drop: ['userId'],
      change: (items, wish) => {
        const wanted = valuesOf(wish, 'userId')?.map((id) => id.toLowerCase());
        const userOf = (item: Fields) => textAt(item, 'userId') || textAt(item, 'user', 'userId');
        return items.map(leaverIn).filter((item) => wanted === undefined || wanted.includes(userOf(item)));
      },
    }),
  witness: both(async ({ get }) => {
    const sessions = itemsOf(await get('/smart-ia/sessions'));
    const bare = sessions.filter((session) => textAt(session, 'user', 'fullName') === '');
    const userId = textAt(bare[0], 'user', 'userId') || textAt(sessions[0], 'user', 'userId');
    const users = itemsOf(await get('/users', { userId })).length;
    return [bare.length, users, itemsOf(await get('/smart-ia/sessions', { userId })).length > 0];
  }),
};

function inFull(duration: unknown): string {
  const [date = '', time = ''] = String(duration).split('T');
  const count = (text: string, unit: string) => new RegExp(`(\\d+)${unit}`).exec(text)?.[1] ?? '0';
  return `P0Y0M${count(date, 'D')}DT${count(time, 'H')}H${count(time, 'M')}M${count(time, 'S')}S`;
}

const durationsInFull: Manner = {
  id: 'manner.durations-in-full',
  story: 'The formatter writes all parts of a duration, zeros as well.',
  permits: '"A duration is `PnYnMnDTnHnMnS`": this is that form to the letter.',
  wrap: (service) =>
    on(service, [...sessionLists, studyList], async ({ pass }) =>
      editItems(await pass(), (session) => {
        if (session['duration'] !== undefined) return { ...session, duration: inFull(session['duration']) };
        const result = session['result'];
        if (typeof result !== 'object' || result === null) return session;
        return { ...session, result: { ...result, duration: inFull(at(result, 'duration')) } };
      }),
    ),
  witness: both(async ({ get }) => [
    column(await get('/smart-ia/sessions/completed', { limit: 3 }), 'result', 'duration'),
    column(await get('/sessions/completed', { limit: 2 }), 'duration'),
  ]),
};

const noSessionsYet: Manner = {
  id: 'manner.no-sessions-yet',
  story: 'The school has started this week: nobody has sat an assessment or studied yet.',
  permits: 'No sentence promises that there are sessions; a list of none is its first and its last page.',
  wrap: (service) =>
    on(service, [...sessionLists, studyList], async ({ pass }) => edit(await pass(), emptied)),
  witness: both(async ({ get }) => (await get('/smart-ia/sessions', { limit: 2 })).body),
};

function termOver(year: unknown): Fields {
  const all = fields(year);
  return textAt(all, 'endDate') > '2026' ? { ...all, endDate: '2025-12-19T23:59:59.999Z' } : all;
}

const betweenYears: Manner = {
  id: 'manner.between-academic-years',
  story:
    'The last academic year is over and the next is not set up, so none is current; new classes go to the last.',
  permits:
    'GET /academic-years/current lists "404 no such year". academicYearId=current then chooses nothing, and which year a ' +
    'new class gets while none is current is not said.',
  wrap: (service) => {
    const years = on(service, ['GET /academic-years', 'GET /academic-years/{id}'], async ({ pass }) =>
      edit(await pass(), (body) =>
        'academicYear' in body
          ? { ...body, academicYear: termOver(body['academicYear']) }
          : { ...body, data: list(body['data']).map(termOver) },
      ),
    );
    const current = on(years, 'GET /academic-years/current', async ({ ask, pass }) => {
      const response = await pass();
      return response.ok ? refuse(ask, 404, 'Not found') : response;
    });
    return on(current, groupLists, async ({ ask, pass }) => {
      const response = await pass();
      const none = ask.query.get('academicYearId') === 'current' && !ask.query.has('cursor');
      return none ? edit(response, emptied) : response;
    });
  },
  witness: both(async (client) => [
    (await client.get('/academic-years/current')).status,
    paginationOf(await client.get('/classes', { academicYearId: 'current' }))['total'],
    column(await client.get('/academic-years'), 'endDate'),
    (await newClassId(client)) !== '',
  ]),
};

const eachSoMany = 12;

/** Somebody else enrols a student, opens a class or corrects a name. */
async function somebodyElse(call: Line['call'], turn: number): Promise<void> {
  if (turn % 3 === 1) {
    await call('POST /students', { user: { firstName: 'Robin', lastName: `Elsewhere ${turn}` } });
  } else if (turn % 3 === 2) {
    await call('POST /classes', { class: { name: `Opened elsewhere ${turn}` } });
  } else {
    const sort = 'sort[field]=createdAt&sort[direction]=asc';
    const user = at((await call(`GET /users?limit=1&offset=${(turn * 7) % 90}&${sort}`)).body, 'data', 0);
    const names = { firstName: textAt(user, 'firstName'), lastName: `Corrected ${turn}` };
    await call(`PUT /users/${textAt(user, 'userId')}/name`, { user: names });
  }
}

const othersAtWork: Manner = {
  id: 'manner.others-at-work',
  story: 'The office works on the same roster: now and then a student, a class or another name appears.',
  permits:
    'No sentence says that a key has the data to itself, or that lists hold still between two requests.',
  wrap: (service) => {
    let reads = 0;
    return on(service, '*', async ({ ask, pass, call }) => {
      if (ask.method === 'GET') {
        reads += 1;
        if (reads % eachSoMany === 0) await somebodyElse(call, reads / eachSoMany);
      }
      return pass();
    });
  },
  witness: both(async ({ get }) => {
    for (let n = 0; n < 37; n += 1) await get('/academic-years');
    const totals = [await get('/users'), await get('/classes')].map(
      (answer) => paginationOf(answer)['total'],
    );
    return [totals, paginationOf(await get('/users', { name: 'Corrected' }))['total']];
  }),
};

/** A test of a cohort under the title that its version has. */
function titled(test: unknown): Fields {
  const all = fields(test);
  const edition = Number.parseInt(textAt(all, 'testVersionId').slice(0, 1), 16) % 4;
  return edition === 0 ? all : { ...all, name: `${textAt(all, 'name')} (edition ${edition + 1})` };
}

const testsNamedByVersion: Manner = {
  id: 'manner.tests-named-by-version',
  story: 'A cohort shows a test under the title of the version it was given; the list has today’s titles.',
  permits:
    'CohortTest has a `name` beside `testVersionId` and SmartIaTest one without; no sentence says that they are equal.',
  wrap: (service) => {
    const routes = ['GET /smart-ia/cohorts', 'POST /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}'];
    const cohort = (all: Fields): Fields =>
      'tests' in all ? { ...all, tests: list(all['tests']).map(titled) } : all;
    return on(service, routes, async ({ pass }) =>
      edit(await pass(), (body) =>
        'cohort' in body
          ? { ...body, cohort: cohort(fields(body['cohort'])) }
          : { ...body, data: list(body['data']).map((item) => cohort(fields(item))) },
      ),
    );
  },
  witness: both(async ({ get }) =>
    itemsOf(await get('/smart-ia/cohorts', { limit: 9 })).flatMap(({ tests }) =>
      list(tests).map((test) => textAt(test, 'name')),
    ),
  ),
};

/** Sessions and other data. */
export const dataManners: readonly Manner[] = [
  sessionsComeIn,
  learnersAsTheyWere,
  leaversErased,
  durationsInFull,
  noSessionsYet,
  betweenYears,
  othersAtWork,
  testsNamedByVersion,
];
