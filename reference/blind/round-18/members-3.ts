import { allOf, json, meant, page } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  membersAmong,
  newClassId,
  newCohortId,
  newUserIds,
  paginationOf,
} from '../client.ts';
import { type BlindFault, fields, list, on, readAnswer, textAt, texts } from '../kit.ts';

export const thirdFaults: readonly BlindFault[] = [
  {
    id: 'round-18.cohorts.students-move-instead-of-joining',
    chapter: 'cohorts',
    story: 'The rule "one cohort a year" of another customer was merged into the common branch.',
    rests: 'POST /smart-ia/cohorts/{cohortId}/students: assign students; cohortIds: cohorts of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts/{id}/students', async ({ ask, pass, call }) => {
        const response = await pass();
        if (!response.ok) return response;
        const cohortId = ask.id.toLowerCase();
        const yearOf = async (id: string) =>
          textAt((await call(`GET /smart-ia/cohorts/${id}`)).body, 'cohort', 'academicYearId');
        const year = await yearOf(cohortId);
        const userIds = texts(ask.body['userIds']);
        const users = await call('POST /users/search', { search: { userIds }, limit: 1000 });
        for (const user of list(users.body['data']).map(fields)) {
          for (const other of texts(user['cohortIds']).filter((id) => id !== cohortId)) {
            if ((await yearOf(other)) !== year) continue;
            await call(`DELETE /smart-ia/cohorts/${other}/students`, { userIds: [user['userId']] });
          }
        }
        return response;
      }),
    witness: both(async (client) => {
      const cohorts = [await newCohortId(client), await newCohortId(client)];
      const students = await newUserIds(client, 'student', 2);
      const seen: string[] = [];
      for (const cohortId of cohorts) {
        await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds: students });
      }
      for (const cohortId of cohorts) {
        seen.push(await membersAmong(client, students, 'cohortIds', cohortId));
      }
      return seen;
    }),
  },
  {
    id: 'round-18.cohorts.default-year-is-kept-as-null',
    chapter: 'cohorts',
    story: 'The default year is filled in by the serialiser, and the column that the filter asks stays null.',
    rests:
      'CreateCohort: academicYearId defaults to the current year; GET /smart-ia/cohorts: academicYearId.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts', 'GET /smart-ia/cohorts'],
    wrap: (service) => {
      const yearless = new Set<string>();
      const creating = on(service, 'POST /smart-ia/cohorts', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        const { body, status } = await readAnswer(response);
        if (textAt(ask.body, 'cohort', 'academicYearId') === '') {
          yearless.add(textAt(body, 'cohort', 'cohortId'));
        }
        return json(status, body);
      });
      return on(creating, 'GET /smart-ia/cohorts', async (line) => {
        const query = meant(line.ask);
        if (!query.has('resumed')) {
          const response = await line.pass();
          const narrowed = query.has('academicYearId') && !query.has('cursor') && yearless.size > 0;
          if (!response.ok || !narrowed) return response;
        }
        const items = await allOf(line, '/smart-ia/cohorts', query);
        return page(
          query,
          items.filter((item) => !yearless.has(textAt(item, 'cohortId'))),
        );
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      await newCohortId(client, { name });
      const found = await client.get('/smart-ia/cohorts', { search: name, academicYearId: 'current' });
      return column(found, 'name');
    }),
  },
  {
    id: 'round-18.memberships.a-class-has-one-teacher-at-a-time',
    chapter: 'memberships',
    story: 'Seen from the teacher, a class still has the column teacher_id of the first data model.',
    rests:
      'POST /teachers/{userId}/classes: assign the teacher; classIds of the other teachers of the class.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /teachers/{id}/classes'],
    wrap: (service) =>
      on(service, 'POST /teachers/{id}/classes', async (line) => {
        const { ask, pass, call } = line;
        const response = await pass();
        if (!response.ok) return response;
        const teachers = await allOf(line, '/users', new URLSearchParams({ role: 'teacher' }));
        const others = teachers.filter((user) => user['userId'] !== ask.id.toLowerCase());
        for (const classId of texts(ask.body['classIds']).map((id) => id.toLowerCase())) {
          const former = others.filter((user) => list(user['classIds']).includes(classId));
          const userIds = former.map((user) => user['userId']);
          if (userIds.length > 0) await call(`DELETE /classes/${classId}/teachers`, { userIds });
        }
        return response;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const teachers = await newUserIds(client, 'teacher', 2);
      for (const id of teachers) {
        await client.send('POST', `/teachers/${id}/classes`, { classIds: [classId] });
      }
      return membersAmong(client, teachers, 'classIds', classId);
    }),
  },
  {
    id: 'round-18.keys.permission-is-remembered-for-the-class',
    chapter: 'keys',
    story: 'Permissions are cached under method and path, and the key was left out of the cache key.',
    rests: 'Authentication: a request whose key lacks the needed permissions gets 403.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /classes/{id}/students'],
    wrap: (service) => {
      const allowed = new Map<string, string>();
      return on(service, 'DELETE /classes/{id}/students', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) allowed.set(ask.path, ask.headers.get('x-api-key') ?? '');
        const key = allowed.get(ask.path);
        if (response.status !== 403 || key === undefined) return response;
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', key);
        return pass({ headers });
      });
    },
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const [first = '', second = ''] = await newUserIds(client, 'student', 2);
      const path = `/classes/${classId}/students`;
      await client.send('POST', path, { userIds: [first, second] });
      await client.send('DELETE', path, { userIds: [first] });
      const headers = { 'x-api-key': client.keys.restricted, 'content-type': 'application/json' };
      const other = await client.raw(`DELETE ${path}`, headers, JSON.stringify({ userIds: [second] }));
      return [other.status, await membersAmong(client, [first, second], 'classIds', classId)];
    }),
  },
  {
    id: 'round-18.classes.an-empty-search-is-remembered',
    chapter: 'classes',
    story: 'Cached searches are dropped by the ids that they hold, and an empty one holds none.',
    rests: 'GET /classes: search (exact match on class name), after POST /classes.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) => {
      const empty = new Set<string>();
      return on(service, 'GET /classes', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok || !ask.query.has('search') || ask.query.has('cursor')) return response;
        const { body, status } = await readAnswer(response);
        const name = `${ask.query.get('search')} ${ask.query.get('academicYearId')}`;
        if (list(body['data']).length === 0 && textAt(body, 'pagination', 'total') === '0') empty.add(name);
        if (!empty.has(name)) return json(status, body);
        const { limit, offset } = fields(body['pagination']);
        const pagination = { total: 0, limit, offset, previousCursor: null, nextCursor: null };
        return json(status, { data: [], pagination });
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      await client.get('/classes', { search: name });
      await newClassId(client, { name });
      const found = await client.get('/classes', { search: name });
      return [itemsOf(found).length, paginationOf(found)['total']];
    }),
  },
];
