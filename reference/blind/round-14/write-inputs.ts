import { edit, json, nothing, refuse, withHeaders } from '../answers.ts';
import { both, membersAmong, newClassId, newCohortId, newUserId, userOf } from '../client.ts';
import { type BlindFault, fields, on, readAnswer, textAt, texts } from '../kit.ts';
import { currentYearIn, idsOf, payload, userIn } from './write-tools.ts';

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** British summer, near enough: midnight there is the evening before in UTC. */
const inSummer = (date: string) => /^\d{4}-(0[4-9]|10)-\d{2}$/.test(date);

const dayBefore = (date: string) =>
  new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/** Faults that some special input brings to light. */
export const inputs: readonly BlindFault[] = [
  {
    id: 'round-14.conventions.preflight-without-patch',
    chapter: 'conventions',
    story: 'The list of methods of the CORS middleware is its default, from before PATCH was in use.',
    rests: 'Conventions 4: browser requests from any origin are permitted; a PATCH goes after a preflight.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'OPTIONS /students/{id}/details', async ({ pass }) =>
        withHeaders(await pass(), (headers) => {
          headers.set('access-control-allow-methods', 'GET, HEAD, POST, PUT, DELETE');
        }),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const { headers } = await client.raw(`OPTIONS /students/${id}/details`, {
        origin: 'https://school.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'content-type,x-api-key',
      });
      return /\bPATCH\b/.test(headers.get('access-control-allow-methods') ?? '');
    }),
  },
  {
    id: 'round-14.errors.torn-json-by-the-framework',
    chapter: 'errors',
    story: 'The body parser refuses before the error handler of the application is in place.',
    rests: 'Errors: an error response is a basic error (`status`, `message`) or problem details.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /teachers'],
    wrap: (service) =>
      on(service, 'POST /teachers', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 400 || ask.text === '' || isJson(ask.text)) return response;
        return json(400, { error: 'SyntaxError', reason: 'Unexpected end of JSON input' });
      }),
    witness: both(async (client) => {
      const headers = { 'x-api-key': client.keys.full, 'content-type': 'application/json' };
      const { status, body } = await client.raw('POST /teachers', headers, '{"user":{"firstName":"A');
      return [status, Object.keys(body)];
    }),
  },
  {
    id: 'round-14.memberships.hundredth-student-left-out',
    chapter: 'memberships',
    story: 'The list is cut to the permitted size by an index that is one too low.',
    rests: 'POST /classes/{classId}/students takes 1 to 100 user ids and assigns them.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/students', ({ ask, pass }) => {
        const userIds = texts(ask.body['userIds']);
        return userIds.length === 100 ? pass({ body: { userIds: userIds.slice(0, 99) } }) : pass();
      }),
    witness: both(async (client) => {
      const userIds = await idsOf(client, 'student', 100);
      const classId = await newClassId(client);
      await client.send('POST', `/classes/${classId}/students`, { userIds });
      return membersAmong(client, userIds, 'classIds', classId);
    }),
  },
  {
    id: 'round-14.accounts.summer-birthday-a-day-early',
    chapter: 'accounts',
    story: 'The date is taken for local midnight and written as its UTC day.',
    rests: 'PATCH /students/{userId}/details updates the date of birth, a date `YYYY-MM-DD`.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', (line) => {
        const user = payload(line, 'user');
        const date = textAt(user, 'dateOfBirth');
        if (!inSummer(date)) return line.pass();
        return line.pass({ body: { user: { ...user, dateOfBirth: dayBefore(date) } } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('PATCH', `/students/${id}/details`, { user: { dateOfBirth: '2010-07-09' } });
      return textAt(await userOf(client, id), 'dateOfBirth');
    }),
  },
  {
    id: 'round-14.accounts.external-id-as-a-number',
    chapter: 'accounts',
    story: 'A dynamic mapping turns texts of digits into numbers, so that zeros in front are lost.',
    rests: 'PUT /users/{userId}/external-id sets the external identifier; `externalId` is a string.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/external-id'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/external-id', (line) => {
        const user = payload(line, 'user');
        const sent = textAt(user, 'externalId');
        if (!/^\d+$/.test(sent)) return line.pass();
        return line.pass({ body: { user: { ...user, externalId: String(Number(sent)) } } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('PUT', `/users/${id}/external-id`, { user: { externalId: '0004217' } });
      return textAt(await userOf(client, id), 'externalId');
    }),
  },
  {
    id: 'round-14.accounts.name-in-other-case-is-no-change',
    chapter: 'accounts',
    story: 'Whether there is anything to update is asked under a collation that ignores letter case.',
    rests: 'PUT /users/{userId}/name updates the name of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/name'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/name', async (line) => {
        const user = payload(line, 'user');
        const before = await userIn(line, line.ask.id);
        const same = (name: string) =>
          textAt(user, name).toLowerCase() === textAt(before, name).toLowerCase() &&
          textAt(user, name) !== '';
        return same('firstName') && same('lastName') ? json(200, { user: before }) : line.pass();
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { firstName: 'flora', lastName: 'macdonald' });
      const user = { firstName: 'Flora', lastName: 'MacDonald' };
      await client.send('PUT', `/users/${id}/name`, { user });
      return textAt(await userOf(client, id), 'lastName');
    }),
  },
  {
    id: 'round-14.classes.name-beyond-three-bytes',
    chapter: 'classes',
    story: 'The column has the three-byte UTF-8 of MySQL; the answer to the creation shows the sent object.',
    rests: 'Class: `name`; GET /classes/{classId} shows the class that was created.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes', 'GET /classes', 'GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'POST /classes', async (line) => {
        const sent = payload(line, 'class');
        const name = sent['name'];
        if (typeof name !== 'string' || !/[^\0-\uffff]/u.test(name)) return line.pass();
        const stored = name.replace(/[^\0-\uffff]/gu, '?');
        const response = await line.pass({ body: { class: { ...sent, name: stored } } });
        return edit(response, (body) => ({ ...body, class: { ...fields(body['class']), name } }));
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client, { name: 'Art 🎨 Club' });
      return textAt((await client.get(`/classes/${classId}`)).body, 'class', 'name');
    }),
  },
  {
    id: 'round-14.memberships.any-number-of-teachers-removed',
    chapter: 'memberships',
    story: 'The check of the size stands in the handlers of POST; this DELETE came later, without it.',
    rests: 'DELETE /classes/{classId}/teachers takes 1 to 100 user ids (Limits); 400 for an invalid request.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/teachers', async ({ ask, pass }) => {
        const userIds = texts(ask.body['userIds']);
        if (userIds.length <= 100) return pass();
        for (let start = 0; start < userIds.length; start += 100) {
          const response = await pass({ body: { userIds: userIds.slice(start, start + 100) } });
          if (response.status !== 204) return response;
        }
        return nothing();
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = await idsOf(client, 'teacher', 101);
      return (await client.send('DELETE', `/classes/${classId}/teachers`, { userIds })).status;
    }),
  },
  {
    id: 'round-14.cohorts.only-the-first-batch-of-students',
    chapter: 'cohorts',
    story: 'The batch insert writes fifty rows at a time and returns from inside its loop.',
    rests:
      'POST /smart-ia/cohorts/{cohortId}/students assigns the students of `userIds`; 204 says it is done.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts/{id}/students', ({ ask, pass }) => {
        const userIds = texts(ask.body['userIds']);
        return userIds.length > 50 ? pass({ body: { userIds: userIds.slice(0, 50) } }) : pass();
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const userIds = await idsOf(client, 'student', 55);
      const { status } = await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds });
      return `${status} ${await membersAmong(client, userIds, 'cohortIds', cohortId)}`;
    }),
  },
  {
    id: 'round-14.classes.past-class-cannot-be-read',
    chapter: 'classes',
    story:
      'A global scope on the current year was added to the repository; the list lifts it, the look-up not.',
    rests: 'GET /classes/{classId}: 200 with the class; 404 is for a class that is not found.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', async (line) => {
        const response = await line.pass();
        if (response.status !== 200) return response;
        const year = textAt((await readAnswer(response.clone())).body, 'class', 'academicYearId');
        return year === (await currentYearIn(line)) ? response : refuse(line.ask, 404, 'Not found');
      }),
    witness: both(async (client) => {
      const years = await client.get('/academic-years');
      const academicYearId = textAt(years.body, 'data', 0, 'academicYearId');
      const classId = await newClassId(client, { academicYearId });
      return (await client.get(`/classes/${classId}`)).status;
    }),
  },
];
