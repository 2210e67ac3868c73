import { type Client, itemsOf, nextOf, nobody, paginationOf, type Query } from './client.ts';
import { type Answer, type Fields, textAt } from './kit.ts';

/** One step of the walk. */
export interface Seen {
  readonly route: string;
  readonly told: string;
}

type Step = (route: string, target: string, body?: unknown) => Promise<Answer>;
type Read = (path: string, query?: Query) => Promise<Answer>;

/** The beaten path: every operation in plain use, with the refusals that everybody tries. */
export async function walk(client: Client): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  const note = (route: string, answer: Answer) => {
    const { instance: _instance, ...body } = answer.body;
    const type = answer.headers.get('content-type') ?? '';
    const shown = Object.keys(body).length > 0 ? JSON.stringify(body) : answer.text;
    seen.push({
      route,
      told: `${answer.status} ${type} ${answer.headers.get('access-control-allow-origin')} ${shown}`,
    });
    return answer;
  };
  const step: Step = async (route, target, body) =>
    note(route, await client.send(route.split(' ')[0] ?? '', target, body));
  const read: Read = async (path, query) => note(`GET ${path}`, await client.get(path, query));

  await readLists(read, note, client);
  const groups = await walkGroups(step);
  const people = await walkAccounts(step);
  await walkMembers(step, groups, people);
  await readLists(read, note, client);
  return seen;
}

async function readLists(read: Read, note: (route: string, answer: Answer) => Answer, client: Client) {
  await read('/academic-years');
  await read('/academic-years/current');
  await read('/smart-ia/tests');
  const sessions = ['/smart-ia/sessions', '/smart-ia/sessions/completed', '/smart-ia/sessions/in-progress'];
  for (const path of ['/classes', '/smart-ia/cohorts', '/users', '/sessions/completed', ...sessions]) {
    await read(path);
    const first = await read(path, { limit: 4 });
    await read(path, { limit: 4, cursor: nextOf(first) });
    await read(path, { limit: 4, offset: 8 });
    note(`GET ${path}`, await client.raw(`GET ${path}`));
    note(`GET ${path}`, await client.raw(`GET ${path}`, { 'x-api-key': client.keys.restricted }));
    note(`GET ${path}`, await client.raw(`GET ${path}`, { 'x-api-key': 'wrong' }));
  }
  await readFiltered(read);
  for (const path of ['/users/search', '/smart-ia/sessions/search']) {
    const route = `POST ${path}`;
    note(route, await client.send('POST', path, { search: {}, limit: 10 }));
    note(route, await client.send('POST', path, { search: {}, limit: 10, offset: 10 }));
    note(route, await client.send('POST', path, {}));
  }
}

async function readFiltered(read: Read) {
  const [user] = itemsOf(await read('/users', { role: 'student', limit: 2 }));
  const { userId, username, externalId, emails } = user ?? {};
  for (const [name, value] of Object.entries({ userId, username, externalId })) {
    if (value !== undefined) await read('/users', { [name]: String(value) });
  }
  if (Array.isArray(emails)) await read('/users', { email: String(emails[0]) });
  await read('/users', { name: 'Smith', limit: 3 });
  await read('/users', { name: 'é' });
  await read('/users', { name: '' });
  const ids = itemsOf(await read('/users', { limit: 3 })).map((one) => String(one['userId']));
  await read('/users', { userId: ids.reverse() });
  await read('/users', { 'sort[field]': 'createdAt', 'sort[direction]': 'asc', limit: 5 });

  const tests = itemsOf(await read('/smart-ia/tests')).map((test) => String(test['testId']));
  await read('/smart-ia/sessions', { testId: tests.slice(0, 1) });
  await read('/smart-ia/sessions', { testId: Array.from({ length: 31 }, () => tests[0] ?? '') });
  await read('/smart-ia/sessions', { subject: 'Mathematics', limit: 5 });
  await read('/smart-ia/sessions', { status: 'Completed', limit: 5 });
  await read('/smart-ia/sessions', { 'startDate[gte]': '2025-01-01T00:00:00.000Z', limit: 5 });
  await read('/smart-ia/sessions', { 'endDate[lt]': 1_735_689_600, limit: 5 });
  await read('/smart-ia/sessions', { 'startDate[gt]': 1, 'startDate[gte]': 1 });
  await read('/smart-ia/sessions', { userId: String(userId) });
  const total = Number(
    paginationOf(await read('/classes', { academicYearId: 'current', limit: 2 }))['total'],
  );
  await read('/classes', { limit: 3, offset: total });
  await read('/classes', { search: 'foundation group' });
  await read('/smart-ia/cohorts', { search: 'foundation group' });
}

async function walkGroups(step: Step): Promise<Fields> {
  const found: Fields = {};
  for (const [path, wrapper, id] of [
    ['/classes', 'class', 'classId'],
    ['/smart-ia/cohorts', 'cohort', 'cohortId'],
  ] as const) {
    const created = await step(`POST ${path}`, path, { [wrapper]: { name: 'On the Walk' } });
    const own = textAt(created.body, wrapper, id);
    const academicYearId = textAt(
      (await step('GET /academic-years', '/academic-years')).body,
      'data',
      0,
      'academicYearId',
    );
    await step('GET /academic-years/{id}', `/academic-years/${academicYearId}`);
    await step('GET /academic-years/{id}', `/academic-years/${nobody}`);
    await step(`POST ${path}`, path, { [wrapper]: { name: 'Of an old Year', academicYearId } });
    await step(`POST ${path}`, path, { [wrapper]: { name: 'On the Walk' } });
    await step(`POST ${path}`, path, { [wrapper]: {} });
    await step(`GET ${path}/{id}`, `${path}/${own}`);
    await step(`GET ${path}/{id}`, `${path}/${nobody}`);
    found[id] = own;
  }
  return found;
}

async function walkAccounts(step: Step): Promise<Fields> {
  const account = { firstName: 'Wanda', lastName: 'Walker', gender: 'female', dateOfBirth: '2009-01-15' };
  const student = textAt(
    (await step('POST /students', '/students', { user: account })).body,
    'user',
    'userId',
  );
  const staff = { firstName: 'Theo', lastName: 'Walker', email: 'theo@school.example' };
  const teacher = textAt((await step('POST /teachers', '/teachers', { user: staff })).body, 'user', 'userId');
  await step('POST /students', '/students', { user: {} });
  const put = (end: string, user: Fields) =>
    step(`PUT /users/{id}/${end}`, `/users/${student}/${end}`, { user });
  await put('name', { firstName: 'Wilma', lastName: 'McDonald' });
  await put('password', { password: 'long enough' });
  await put('emails/primary', { email: 'wilma@school.example' });
  await put('external-id', { externalId: 'MIS-9' });
  await step('PATCH /students/{id}/details', `/students/${student}/details`, { user: { gender: 'male' } });
  await step('PATCH /students/{id}/details', `/students/${student}/details`, {
    user: { dateOfBirth: '2009-01-16' },
  });
  await step('PATCH /students/{id}/details', `/students/${student}/details`, { user: { gender: 'green' } });
  await step('POST /users/{id}/disable', `/users/${student}/disable`);
  await step('POST /users/{id}/enable', `/users/${student}/enable`);
  await step('GET /users', `/users?userId=${student}&userId=${teacher}`);
  return { student, teacher };
}

async function walkMembers(step: Step, { classId, cohortId }: Fields, { student, teacher }: Fields) {
  const user = (id: unknown) => step('GET /users', `/users?userId=${id}`);
  const both = async (method: 'POST' | 'DELETE') => {
    const of = (kind: string) =>
      step(`${method} /classes/{id}/${kind}`, `/classes/${classId}/${kind}`, {
        userIds: [kind === 'students' ? student : teacher],
      });
    await of('students');
    await of('teachers');
    const path = `/smart-ia/cohorts/${cohortId}`;
    await step(`${method} /smart-ia/cohorts/{id}/students`, `${path}/students`, { userIds: [student] });
    await step(`${method} /smart-ia/cohorts/{id}/students`, `${path}/students`, {});
    const tests = itemsOf(await step('GET /smart-ia/tests', '/smart-ia/tests')).map((test) => test['testId']);
    await step(`${method} /smart-ia/cohorts/{id}/tests`, `${path}/tests`, { testIds: tests.slice(0, 2) });
    await step('GET /smart-ia/cohorts/{id}', path);
    for (const id of [student, teacher]) await user(id);
    for (const kind of ['students', 'teachers']) {
      await step(`${method} /classes/{id}/${kind}`, `/classes/${nobody}/${kind}`, { userIds: [student] });
      await step(`${method} /classes/{id}/${kind}`, `/classes/${classId}/${kind}`, { userIds: [] });
    }
    await step(`${method} /smart-ia/cohorts/{id}/tests`, `/smart-ia/cohorts/${nobody}/tests`, {
      testIds: [],
    });
  };
  await both('POST');
  await both('DELETE');
  await bySide(step, { classId, cohortId, student, teacher });
}

async function bySide(step: Step, { classId, cohortId, student, teacher }: Fields) {
  const classes = itemsOf(await step('GET /classes', '/classes?limit=2')).map((one) => one['classId']);
  const cohorts = itemsOf(await step('GET /smart-ia/cohorts', '/smart-ia/cohorts?limit=2')).map(
    (one) => one['cohortId'],
  );
  for (const classIds of [[classId], classes]) {
    await step('POST /students/{id}/classes', `/students/${student}/classes`, { classIds });
    await step('POST /teachers/{id}/classes', `/teachers/${teacher}/classes`, { classIds });
  }
  for (const cohortIds of [[cohortId], cohorts]) {
    await step('POST /students/{id}/cohorts', `/students/${student}/cohorts`, { cohortIds });
  }
  const look = () => step('GET /users', `/users?userId=${student}&userId=${teacher}`);
  await look();
  await step('DELETE /students/{id}/classes', `/students/${student}/classes`, { classIds: classes });
  await step('DELETE /teachers/{id}/classes', `/teachers/${teacher}/classes`, { classIds: classes });
  await look();
}
