import { allOf, edit, editPagination, editUsers, page, refuse } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  newClassId,
  newCohortId,
  newUserId,
  paginationOf,
  testIds,
} from '../client.ts';
import { type BlindFault, fields, list, on, readAnswer, textAt, texts } from '../kit.ts';
import { currentYearIn, payload, userIn, usersIn } from './write-tools.ts';

const changesAccount = [
  'PUT /users/{id}/name',
  'PUT /users/{id}/emails/primary',
  'PUT /users/{id}/external-id',
  'PATCH /students/{id}/details',
];

/** Faults that show at another operation, or with one particular input. */
export const elsewhere: readonly BlindFault[] = [
  {
    id: 'round-14.users.found-by-the-former-name',
    chapter: 'users',
    story: 'The name that is searched is a column of its own, filled at creation and not by the update.',
    rests:
      'GET /users: the filter `name` chooses by the name that the user has after PUT /users/{userId}/name.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users', 'PUT /users/{id}/name'],
    wrap: (service) => {
      const former = new Map<string, string>();
      const noting = on(service, 'PUT /users/{id}/name', async (line) => {
        const before = await userIn(line, line.ask.id);
        const response = await line.pass();
        if (response.ok && !former.has(line.ask.id)) former.set(line.ask.id, textAt(before, 'fullName'));
        return response;
      });
      return on(noting, 'GET /users', async (line) => {
        const { query } = line.ask;
        const name = query.get('name') ?? '';
        const response = await line.pass();
        if (name === '' || query.has('cursor') || !response.ok || former.size === 0) return response;
        const found = await allOf(line, '/users', query);
        const kept = found.filter((user) => {
          const known = former.get(textAt(user, 'userId'));
          return known === undefined || known.toLowerCase().includes(name.toLowerCase());
        });
        return kept.length === found.length ? response : page(query, kept);
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher', { firstName: 'Ottilie', lastName: 'Quill' });
      const user = { firstName: 'Ottilie', lastName: 'Featherstonehaugh' };
      await client.send('PUT', `/users/${id}/name`, { user });
      return column(await client.get('/users', { name: 'Ottilie Featherstonehaugh' }), 'fullName');
    }),
  },
  {
    id: 'round-14.memberships.search-index-without-new-classes',
    chapter: 'memberships',
    story: 'The document of the search index is written when the account changes, not when a class does.',
    rests: 'POST /users/search has the same response as GET /users; `classIds` are the classes of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search', 'POST /classes/{id}/students'],
    wrap: (service) => {
      const indexed = new Map<string, unknown>();
      const forgetting = on(service, changesAccount, (line) => {
        indexed.delete(line.ask.id);
        return line.pass();
      });
      const noting = on(forgetting, 'POST /classes/{id}/students', async (line) => {
        const before = await usersIn(line, texts(line.ask.body['userIds']));
        const response = await line.pass();
        if (response.status !== 204) return response;
        for (const user of before) indexed.set(textAt(user, 'userId'), user['classIds']);
        return response;
      });
      return on(noting, 'POST /users/search', async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const id = textAt(user, 'userId');
          return indexed.has(id) ? { ...user, classIds: indexed.get(id) } : user;
        }),
      );
    },
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const id = await newUserId(client, 'student');
      await client.send('POST', `/classes/${classId}/students`, { userIds: [id] });
      const found = await client.send('POST', '/users/search', { search: { userIds: [id] } });
      return list(itemsOf(found)[0]?.['classIds']).length;
    }),
  },
  {
    id: 'round-14.conventions.blank-description-shown',
    chapter: 'conventions',
    story: 'The serialiser leaves out null, and an empty text is not null.',
    rests: 'Conventions 3: empty fields are omitted from a response.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes', 'GET /classes/{id}'],
    wrap: (service) => {
      const blank = new Set<string>();
      const noting = on(service, 'POST /classes', async (line) => {
        const response = await line.pass();
        if (payload(line, 'class')['description'] !== '') return response;
        return edit(response, (body) => {
          blank.add(textAt(body, 'class', 'classId'));
          return { ...body, class: { ...fields(body['class']), description: '' } };
        });
      });
      return on(noting, 'GET /classes/{id}', async ({ ask, pass }) => {
        const response = await pass();
        if (!blank.has(ask.id)) return response;
        return edit(response, (body) => ({ class: { ...fields(body['class']), description: '' } }));
      });
    },
    witness: both(async (client) => {
      const classId = await newClassId(client, { description: '' });
      return 'description' in fields((await client.get(`/classes/${classId}`)).body['class']);
    }),
  },
  {
    id: 'round-14.pagination.count-of-classes-kept',
    chapter: 'pagination',
    story: 'Counting was slow, so the count of each filter is kept; a creation does not drop it.',
    rests: 'Pagination: `total` is the total number of results.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) => {
      const counts = new Map<string, unknown>();
      return on(service, 'GET /classes', async ({ ask, pass }) => {
        if (ask.query.has('cursor')) return pass();
        const filter = `${ask.query.get('search')} ${ask.query.get('academicYearId')}`;
        return editPagination(await pass(), (pagination) => {
          if (!counts.has(filter)) counts.set(filter, pagination['total']);
          return { total: counts.get(filter) };
        });
      });
    },
    witness: both(async (client) => {
      const count = async () => Number(paginationOf(await client.get('/classes', { limit: 1 }))['total']);
      const before = await count();
      await newClassId(client);
      return (await count()) - before;
    }),
  },
  {
    id: 'round-14.accounts.teacher-classes-removed-without-a-key',
    chapter: 'accounts',
    story: 'The newest route was registered before the authentication middleware.',
    rests: 'Authentication 2: a request without a key gets 401.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /teachers/{id}/classes'],
    wrap: (service) => {
      let inner: string | undefined;
      return on(service, '*', async ({ ask, pass }) => {
        const key = ask.headers.get('x-api-key');
        const open = ask.method === 'DELETE' && /^\/teachers\/[^/]+\/classes$/.test(ask.path);
        if (key === null && open && inner !== undefined) {
          const headers = new Headers(ask.headers);
          headers.set('x-api-key', inner);
          return pass({ headers });
        }
        const response = await pass();
        if (key !== null && response.ok && !ask.path.startsWith('/academic-years')) inner = key;
        return response;
      });
    },
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const id = await newUserId(client, 'teacher');
      await client.send('POST', `/teachers/${id}/classes`, { classIds: [classId] });
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ classIds: [classId] });
      return (await client.raw(`DELETE /teachers/${id}/classes`, headers, body)).status;
    }),
  },
  {
    id: 'round-14.accounts.primary-email-answer-without-cohorts',
    chapter: 'accounts',
    story: 'The query behind this answer fetches the classes eagerly and the cohorts not at all.',
    rests:
      'Versioning 6: `classIds` and `cohortIds` are in the answer of PUT /users/{userId}/emails/primary.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/emails/primary'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/emails/primary', async ({ pass }) =>
        editUsers(await pass(), ({ cohortIds: _cohortIds, ...user }) => user),
      ),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const id = await newUserId(client, 'student');
      await client.send('POST', `/students/${id}/cohorts`, { cohortIds: [cohortId] });
      const user = { email: 'cora@school.example' };
      const answer = await client.send('PUT', `/users/${id}/emails/primary`, { user });
      return texts(fields(answer.body['user'])['cohortIds']).length;
    }),
  },
  {
    id: 'round-14.tests.details-beside-the-wrong-test',
    chapter: 'tests',
    story: 'Details come from a look-up by a list of ids, in the order of the catalogue, and are zipped on.',
    rests: 'CohortTest: `name`, `subject` and `testVersionId` are those of the test with that `testId`.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async (line) => {
        const known = list((await line.call('GET /smart-ia/tests')).body['data']);
        const catalogue = known.map((test) => textAt(test, 'testId'));
        return edit(await line.pass(), (body) => {
          const cohort = fields(body['cohort']);
          if (cohort['tests'] === undefined) return body;
          const tests = list(cohort['tests']).map(fields);
          const place = (test: unknown) => catalogue.indexOf(textAt(test, 'testId'));
          const details = tests.toSorted((one, other) => place(one) - place(other));
          const zipped = tests.map(({ testId }, index) => ({ ...details[index], testId }));
          return { ...body, cohort: { ...cohort, tests: zipped } };
        });
      }),
    witness: both(async (client) => {
      const [first = '', second = ''] = await testIds(client);
      const cohortId = await newCohortId(client);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: [second, first] });
      const cohort = fields((await client.get(`/smart-ia/cohorts/${cohortId}`)).body['cohort']);
      const own = list(cohort['tests']).find((test) => textAt(test, 'testId') === first);
      return textAt(own, 'name');
    }),
  },
  {
    id: 'round-14.years.current-is-the-one-last-used',
    chapter: 'years',
    story: 'A new class touches its year, and the current year is the one that was touched last.',
    rests: 'Academic years are read-only; GET /academic-years/current answers the current academic year.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes', 'GET /academic-years/current'],
    wrap: (service) => {
      let touched = '';
      const noting = on(service, 'POST /classes', async ({ pass }) => {
        const response = await pass();
        if (response.status !== 201) return response;
        const { body } = await readAnswer(response.clone());
        touched = textAt(body, 'class', 'academicYearId');
        return response;
      });
      return on(noting, 'GET /academic-years/current', ({ pass }) =>
        touched === '' ? pass() : pass({ path: `/academic-years/${touched}` }),
      );
    },
    witness: both(async (client) => {
      const current = async () =>
        textAt((await client.get('/academic-years/current')).body, 'academicYear', 'name');
      const before = await current();
      const years = await client.get('/academic-years');
      await newClassId(client, { academicYearId: textAt(years.body, 'data', 0, 'academicYearId') });
      return [before, await current()];
    }),
  },
  {
    id: 'round-14.accounts.teachers-keep-their-password',
    chapter: 'accounts',
    story: 'The controller was copied from that of students and looks the user up in their repository.',
    rests:
      'PUT /users/{userId}/password changes the password of the user: 200 with `user`; teachers are users.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/password'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/password', async (line) => {
        const { roles } = await userIn(line, line.ask.id);
        if (roles === undefined || texts(roles).includes('student')) return line.pass();
        return refuse(line.ask, 404, 'There is no such student');
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const user = { password: 'long enough' };
      return (await client.send('PUT', `/users/${id}/password`, { user })).status;
    }),
  },
  {
    id: 'round-14.classes.conflict-with-a-cohort',
    chapter: 'classes',
    story: 'Classes and cohorts live in one table of groups, whose unique index does not hold the kind.',
    rests: 'POST /classes: 201; 409 is for a class that already exists, and no class has that name.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async (line) => {
        const sent = payload(line, 'class');
        const search = textAt(sent, 'name');
        if (search === '') return line.pass();
        const academicYearId = textAt(sent, 'academicYearId') || (await currentYearIn(line));
        const query = new URLSearchParams({ search, academicYearId });
        const { body } = await line.call(`GET /smart-ia/cohorts?${query}`);
        return list(body['data']).length > 0 ? refuse(line.ask, 409, 'Already exists') : line.pass();
      }),
    witness: both(async (client) => {
      const name = client.word();
      await newCohortId(client, { name });
      return (await client.send('POST', '/classes', { class: { name } })).status;
    }),
  },
];
