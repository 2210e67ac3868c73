import { edit, editUsers, refuse } from '../answers.ts';
import {
  both,
  column,
  newClassId,
  newCohortId,
  newUser,
  newUserId,
  paginationOf,
  userOf,
} from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';
import { knownUser, noting, userRoutes, without } from './write-tools.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Faults of single inputs, and those that another operation shows. */
export const looks: readonly BlindFault[] = [
  {
    id: 'round-13.classes.year-echoed-not-kept',
    chapter: 'classes',
    story:
      'The new column was forgotten in the list of columns to insert; the answer is made of the request.',
    rests: 'A class belongs to the academic year of its `academicYearId`, which a creation may give.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes', 'GET /classes', 'GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass, call }) => {
        const { academicYearId, ...sent } = fields(ask.body['class']);
        const years = list((await call('GET /academic-years')).body['data']);
        if (!years.some((year) => at(year, 'academicYearId') === academicYearId)) return pass();
        return edit(await pass({ body: { ...ask.body, class: sent } }), (body) => ({
          ...body,
          class: { ...fields(body['class']), academicYearId },
        }));
      }),
    witness: both(async (client) => {
      const [academicYearId = ''] = column(await client.get('/academic-years'), 'academicYearId');
      const id = await newClassId(client, { academicYearId });
      const read = await client.get(`/classes/${id}`);
      return textAt(read.body, 'class', 'academicYearId') === academicYearId;
    }),
  },
  {
    id: 'round-13.memberships.hundred-students-refused',
    chapter: 'memberships',
    story: 'The limit was written as "less than 100".',
    rests: 'POST /classes/{classId}/students takes `userIds` of 1 to 100 items.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/students', async ({ ask, pass, call }) => {
        if (list(ask.body['userIds']).length !== 100) return pass();
        const found = await call(`GET /classes/${ask.id}`);
        return found.status === 200 ? refuse(ask, 400, 'Invalid request') : pass();
      }),
    witness: both(async (client) => {
      const userIds = column(await client.get('/users', { role: 'student', limit: 100 }), 'userId');
      const classId = await newClassId(client);
      return (await client.send('POST', `/classes/${classId}/students`, { userIds })).status;
    }),
  },
  {
    id: 'round-13.memberships.limit-counts-distinct-teachers',
    chapter: 'memberships',
    story: 'The ids are made a set before their number is judged.',
    rests: 'DELETE /classes/{classId}/teachers takes `userIds` of 1 to 100 items.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/teachers', ({ ask, pass }) => {
        const sent = list(ask.body['userIds']);
        return pass(sent.length > 100 ? { body: { ...ask.body, userIds: [...new Set(sent)] } } : {});
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const id = await newUserId(client, 'teacher');
      const userIds = Array.from({ length: 101 }, () => id);
      return (await client.send('DELETE', `/classes/${classId}/teachers`, { userIds })).status;
    }),
  },
  {
    id: 'round-13.memberships.malformed-student-fails',
    chapter: 'memberships',
    story: 'This route has no validation of its list, and the database refuses to cast the text to a UUID.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/students takes UUIDs; an invalid request is 400.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/students', async ({ ask, pass }) => {
        const response = await pass();
        const malformed = texts(ask.body['userIds']).some((id) => !uuid.test(id));
        return response.status === 400 && malformed && uuid.test(ask.id)
          ? refuse(ask, 500, 'Internal error')
          : response;
      }),
    witness: both(async (client) => {
      const path = `/smart-ia/cohorts/${await newCohortId(client)}/students`;
      return (await client.send('DELETE', path, { userIds: ['not-a-uuid'] })).status;
    }),
  },
  {
    id: 'round-13.memberships.cohorts-of-current-year-only',
    chapter: 'memberships',
    story:
      'The ids are looked up through the scope of the current year, and those not found are passed over.',
    rests: 'POST /students/{userId}/cohorts assigns the student to cohorts.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /students/{id}/cohorts'],
    wrap: (service) =>
      on(service, 'POST /students/{id}/cohorts', async ({ ask, pass, call }) => {
        const current = at(
          (await call('GET /academic-years/current')).body,
          'academicYear',
          'academicYearId',
        );
        const cohortIds: string[] = [];
        for (const id of texts(ask.body['cohortIds'])) {
          const found = await call(`GET /smart-ia/cohorts/${id}`);
          if (found.status !== 200) return pass();
          if (at(found.body, 'cohort', 'academicYearId') === current) cohortIds.push(id);
        }
        return 'cohortIds' in ask.body ? pass({ body: { ...ask.body, cohortIds } }) : pass();
      }),
    witness: both(async (client) => {
      const [academicYearId = ''] = column(await client.get('/academic-years'), 'academicYearId');
      const cohortIds = [await newCohortId(client), await newCohortId(client, { academicYearId })];
      const id = await newUserId(client, 'student');
      await client.send('POST', `/students/${id}/cohorts`, { cohortIds });
      return list((await userOf(client, id))['cohortIds']).length;
    }),
  },
  {
    id: 'round-13.accounts.external-id-of-digits-is-a-number',
    chapter: 'accounts',
    story: 'The new column is read through a driver that turns digits into numbers.',
    rests: 'User: `externalId` is a string.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/external-id', ...userRoutes],
    wrap: (service) => {
      const written = new Set<string>();
      const writes = on(service, 'PUT /users/{id}/external-id', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) written.add(ask.id);
        return response;
      });
      return on(writes, userRoutes, async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const externalId = textAt(user, 'externalId');
          const cast = written.has(textAt(user, 'userId')) && /^\d{1,15}$/.test(externalId);
          return cast ? { ...user, externalId: Number(externalId) } : user;
        }),
      );
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('PUT', `/users/${id}/external-id`, { user: { externalId: '0048213' } });
      return (await userOf(client, id))['externalId'];
    }),
  },
  {
    id: 'round-13.accounts.email-change-is-no-update',
    chapter: 'accounts',
    story: 'Addresses have a table of their own, so nothing touches the row of the user.',
    rests: 'User: `updatedAt` tells when the user was last updated.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/emails/primary', ...userRoutes],
    wrap: (service) => {
      const held = new Map<string, { readonly real: string; readonly shown: string }>();
      const writes = on(service, 'PUT /users/{id}/emails/primary', async ({ ask, pass, call }) => {
        const before = textAt(await knownUser({ call }, ask.id), 'updatedAt');
        const response = await pass();
        if (!response.ok) return response;
        const known = held.get(ask.id);
        const shown = known?.real === before ? known.shown : before;
        held.set(ask.id, { shown, real: textAt(await response.clone().json(), 'user', 'updatedAt') });
        return response;
      });
      return on(writes, userRoutes, async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const known = held.get(textAt(user, 'userId'));
          return known?.real === user['updatedAt'] ? { ...user, updatedAt: known?.shown } : user;
        }),
      );
    },
    witness: both(async (client) => {
      const { userId, updatedAt } = await newUser(client, 'student');
      const user = { email: 'moved@school.example' };
      await client.send('PUT', `/users/${userId}/emails/primary`, { user });
      return (await userOf(client, String(userId)))['updatedAt'] === updatedAt;
    }),
  },
  {
    id: 'round-13.accounts.disabled-user-not-found-to-enable',
    chapter: 'accounts',
    story: 'The finder of users has a default scope of enabled ones, also here.',
    rests: 'Users can be enabled through POST /users/{userId}/enable.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/{id}/enable'],
    wrap: (service) =>
      on(service, 'POST /users/{id}/enable', async ({ ask, pass, call }) => {
        const user = await knownUser({ call }, ask.id);
        return user['enabled'] === false ? refuse(ask, 404, 'Not found') : pass();
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('POST', `/users/${id}/disable`);
      const { status } = await client.send('POST', `/users/${id}/enable`);
      return [status < 300, (await userOf(client, id))['enabled']];
    }),
  },
  {
    id: 'round-13.classes.name-kept-escaped',
    chapter: 'classes',
    story: 'A filter against scripts escapes texts on their way in instead of pages on their way out.',
    rests: 'GET /classes: `search` is an exact match on the class name, and a class shows its `name`.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes', 'GET /classes', 'GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'POST /classes', ({ ask, pass }) => {
        const sent = fields(ask.body['class']);
        const { name } = sent;
        if (typeof name !== 'string') return pass();
        const escaped = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
        return pass(escaped === name ? {} : { body: { ...ask.body, class: { ...sent, name: escaped } } });
      }),
    witness: both(async (client) => {
      const name = `${client.word()}: Maths & English`;
      const created = await client.send('POST', '/classes', { class: { name } });
      const found = await client.get('/classes', { search: name });
      return [textAt(created.body, 'class', 'name'), paginationOf(found)['total']];
    }),
  },
  {
    id: 'round-13.cohorts.new-names-found-in-their-case-only',
    chapter: 'cohorts',
    story:
      'A migration filled the column of folded names; what is inserted since has none and is compared as is.',
    rests: 'GET /smart-ia/cohorts: `search` matches the cohort name whatever its case.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts', 'GET /smart-ia/cohorts'],
    wrap: (service) => {
      const created = new Set<string>();
      const writes = noting(service, 'POST /smart-ia/cohorts', ['cohort', 'cohortId'], (id) =>
        created.add(id),
      );
      return on(writes, 'GET /smart-ia/cohorts', (line) => {
        const search = line.ask.query.get('search');
        if (search === null) return line.pass();
        return without(
          line,
          '/smart-ia/cohorts',
          ({ cohortId, name }) => created.has(String(cohortId)) && name !== search,
        );
      });
    },
    witness: both(async (client) => {
      const name = `${client.word()} Evening Intake`;
      await newCohortId(client, { name });
      const searches = [name, name.toUpperCase(), name.toLowerCase()];
      const totals: unknown[] = [];
      for (const search of searches) {
        totals.push(paginationOf(await client.get('/smart-ia/cohorts', { search }))['total']);
      }
      return totals;
    }),
  },
];
