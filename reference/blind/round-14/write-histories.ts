import { allOf, edit, json, page } from '../answers.ts';
import { both, column, itemsOf, newClassId, newUserId, userOf } from '../client.ts';
import { type BlindFault, fields, list, on, readAnswer, textAt } from '../kit.ts';
import { payload, showing, userIn } from './write-tools.ts';

/** A character without width, for a second cohort of the same name. */
const unseen = '\u200b';

const nameOf = (user: unknown) => ({
  firstName: textAt(user, 'firstName'),
  lastName: textAt(user, 'lastName'),
});

/** Faults of accounts, creations and refusals that need a history, or rare data. */
export const histories: readonly BlindFault[] = [
  {
    id: 'round-14.users.enabled-with-the-name-of-before',
    chapter: 'users',
    story: 'Disabling stores a copy of the record, and enabling restores it, whatever has changed meanwhile.',
    rests:
      'PUT /users/{userId}/name updates the name; POST /users/{userId}/enable enables the user, no more.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/{id}/enable', 'POST /users/{id}/disable'],
    wrap: (service) => {
      const copies = new Map<string, ReturnType<typeof nameOf>>();
      const copying = on(service, 'POST /users/{id}/disable', async (line) => {
        const before = await userIn(line, line.ask.id);
        const response = await line.pass();
        if (response.ok && !copies.has(line.ask.id)) copies.set(line.ask.id, nameOf(before));
        return response;
      });
      return on(copying, 'POST /users/{id}/enable', async (line) => {
        const { id } = line.ask;
        const copy = copies.get(id);
        const response = await line.pass();
        if (!response.ok || copy === undefined) return response;
        copies.delete(id);
        const { firstName, lastName } = nameOf(await userIn(line, id));
        const same = firstName === copy.firstName && lastName === copy.lastName;
        if (!same) await line.call(`PUT /users/${id}/name`, { user: copy });
        return response;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { firstName: 'Gone', lastName: 'Before' });
      await client.send('POST', `/users/${id}/disable`);
      await client.send('PUT', `/users/${id}/name`, { user: { firstName: 'Come', lastName: 'Since' } });
      await client.send('POST', `/users/${id}/enable`);
      return textAt(await userOf(client, id), 'lastName');
    }),
  },
  {
    id: 'round-14.classes.not-found-stays-not-found',
    chapter: 'classes',
    story: 'The search keeps empty results too, and a creation evicts only what it finds under its id.',
    rests: 'GET /classes: `search` is an exact match on the class name; the new class has that name.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes', 'POST /classes'],
    wrap: (service) => {
      const empty = new Set<string>();
      return on(service, 'GET /classes', async ({ ask, pass }) => {
        const { query } = ask;
        const search = query.get('search');
        if (search === null || query.has('cursor') || query.has('offset')) return pass();
        const filter = `${query.get('academicYearId')} ${search.toLowerCase()}`;
        const response = await pass();
        return edit(response, (body) => {
          const nothing = { total: 0, previousCursor: null, nextCursor: null };
          if (list(body['data']).length === 0) empty.add(filter);
          if (!empty.has(filter)) return body;
          return { data: [], pagination: { ...fields(body['pagination']), ...nothing } };
        });
      });
    },
    witness: both(async (client) => {
      const search = client.word();
      await client.get('/classes', { search });
      await newClassId(client, { name: search });
      return column(await client.get('/classes', { search }), 'name');
    }),
  },
  {
    id: 'round-14.users.second-role-lost-with-the-old-name',
    chapter: 'users',
    story: 'The form behind the update knows one role, the first, and saves the account with that.',
    rests: 'User: `roles` are all platform roles of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/name', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const saved = new Set<string>();
      const noting = on(service, 'PUT /users/{id}/name', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) saved.add(ask.id);
        return response;
      });
      return showing(noting, (user) => {
        const { roles } = user;
        const is = saved.has(textAt(user, 'userId')) && Array.isArray(roles);
        return is ? { ...user, roles: roles.slice(0, 1) } : user;
      });
    },
    witness: both(async (client) => {
      const found = itemsOf(await client.get('/users', { role: 'administrator', limit: 20 }));
      const id = textAt(
        found.find((user) => list(user['roles']).length > 1),
        'userId',
      );
      await client.send('PUT', `/users/${id}/name`, { user: { firstName: 'Ada', lastName: 'Head' } });
      return (await userOf(client, id))['roles'];
    }),
  },
  {
    id: 'round-14.accounts.classes-of-the-one-before',
    chapter: 'accounts',
    story: 'The loader of class ids lives as long as the process and is keyed by its place in the batch.',
    rests: 'User: `classIds` are the classes of the user; PUT /users/{userId}/name answers that user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/name'],
    wrap: (service) => {
      let before: { readonly classIds: unknown } | undefined;
      return on(service, 'PUT /users/{id}/name', async ({ pass }) =>
        edit(await pass(), (body) => {
          const user = fields(body['user']);
          const shown = { ...user, ...before };
          before = { classIds: user['classIds'] };
          return { ...body, user: shown };
        }),
      );
    },
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const first = await newUserId(client, 'student');
      const second = await newUserId(client, 'student');
      await client.send('POST', `/classes/${classId}/students`, { userIds: [first] });
      const user = { firstName: 'Lee', lastName: 'Order' };
      await client.send('PUT', `/users/${first}/name`, { user });
      const answer = await client.send('PUT', `/users/${second}/name`, { user });
      return list(fields(answer.body['user'])['classIds']).length;
    }),
  },
  {
    id: 'round-14.sessions.lost-with-a-new-external-id',
    chapter: 'sessions',
    story: 'Sessions are stored with the external id of the learner, by which the filter joins.',
    rests:
      'GET /smart-ia/sessions: `userId` chooses the sessions of these users; a session links to its user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions', 'PUT /users/{id}/external-id'],
    wrap: (service) => {
      const moved = new Set<string>();
      const noting = on(service, 'PUT /users/{id}/external-id', async (line) => {
        const before = (await userIn(line, line.ask.id))['externalId'];
        const response = await line.pass();
        if (response.ok && before !== payload(line, 'user')['externalId']) moved.add(line.ask.id);
        return response;
      });
      return on(noting, 'GET /smart-ia/sessions', async (line) => {
        const { query } = line.ask;
        const response = await line.pass();
        const asked = query.getAll('userId').some((id) => moved.has(id));
        if (!asked || query.has('cursor') || !response.ok) return response;
        const found = await allOf(line, '/smart-ia/sessions', query);
        const kept = found.filter((session) => !moved.has(textAt(session, 'user', 'userId')));
        return kept.length === found.length ? response : page(query, kept);
      });
    },
    witness: both(async (client) => {
      const [session] = itemsOf(await client.get('/smart-ia/sessions', { limit: 1 }));
      const userId = textAt(session, 'user', 'userId');
      const count = async () => itemsOf(await client.get('/smart-ia/sessions', { userId })).length;
      const before = await count();
      await client.send('PUT', `/users/${userId}/external-id`, { user: { externalId: 'NEW-77' } });
      return before === (await count());
    }),
  },
  {
    id: 'round-14.years.year-of-a-refused-class-remembered',
    chapter: 'years',
    story: 'The builder of classes is a singleton that is reset after a success, and not after a conflict.',
    rests: 'CreateClass: `academicYearId` is optional and defaults to the current academic year.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes'],
    wrap: (service) => {
      let left = '';
      return on(service, 'POST /classes', async (line) => {
        const sent = payload(line, 'class');
        const year = textAt(sent, 'academicYearId');
        const leaks = year === '' && left !== '' && sent['name'] !== undefined;
        const body = { class: { ...sent, academicYearId: left } };
        const response = await line.pass(leaks ? { body } : {});
        if (response.status === 409 && year !== '') left = year;
        if (response.status === 201) left = '';
        return response;
      });
    },
    witness: both(async (client) => {
      const years = await client.get('/academic-years');
      const academicYearId = textAt(years.body, 'data', 0, 'academicYearId');
      const name = client.word();
      const create = async (more: object) =>
        (await client.send('POST', '/classes', { class: { name, ...more } })).body;
      await create({ academicYearId });
      await create({ academicYearId });
      return textAt(await create({ name: client.word() }), 'class', 'academicYearId') === academicYearId;
    }),
  },
  {
    id: 'round-14.errors.refused-and-done-all-the-same',
    chapter: 'errors',
    story: 'The permission is looked at by a filter of the answer, after the handler has run.',
    rests: 'Authentication 3, Errors: 403, not authorised; a key without permission changes nothing.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/external-id'],
    wrap: (service) => {
      let inner: string | undefined;
      return on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok && !ask.path.startsWith('/academic-years')) {
          inner = ask.headers.get('x-api-key') ?? inner;
        }
        const own = ask.method === 'PUT' && /^\/users\/[^/]+\/external-id$/.test(ask.path);
        if (response.status === 403 && own && inner !== undefined) {
          const headers = new Headers(ask.headers);
          headers.set('x-api-key', inner);
          await pass({ headers });
        }
        return response;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { externalId: 'MINE-1' });
      const headers = { 'x-api-key': client.keys.restricted, 'content-type': 'application/json' };
      const body = JSON.stringify({ user: { externalId: 'TAKEN-1' } });
      const { status } = await client.raw(`PUT /users/${id}/external-id`, headers, body);
      return [status, (await userOf(client, id))['externalId']];
    }),
  },
  {
    id: 'round-14.accounts.details-bring-the-old-name-back',
    chapter: 'accounts',
    story: 'The handler keeps the record from its first use and writes all of its columns.',
    rests: 'PATCH /students/{userId}/details updates date of birth or gender; the name is that of PUT name.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) => {
      const kept = new Map<string, ReturnType<typeof nameOf>>();
      return on(service, 'PATCH /students/{id}/details', async (line) => {
        const { id } = line.ask;
        const response = await line.pass();
        if (!response.ok) return response;
        const now = nameOf(await userIn(line, id));
        const first = kept.get(id) ?? now;
        kept.set(id, first);
        if (first.firstName === now.firstName && first.lastName === now.lastName) return response;
        const renamed = await line.call(`PUT /users/${id}/name`, { user: first });
        return edit(response, (body) => ({ ...body, user: renamed.body['user'] ?? body['user'] }));
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { firstName: 'May', lastName: 'Maiden' });
      const patch = (user: object) => client.send('PATCH', `/students/${id}/details`, { user });
      await patch({ dateOfBirth: '2009-11-05' });
      await client.send('PUT', `/users/${id}/name`, { user: { firstName: 'May', lastName: 'Married' } });
      await patch({ gender: 'female' });
      return textAt(await userOf(client, id), 'lastName');
    }),
  },
  {
    id: 'round-14.cohorts.twins-in-a-past-year',
    chapter: 'cohorts',
    story: 'Whether the name is taken is asked among the cohorts of the current year alone.',
    rests: 'Errors: 409 for the creation of a cohort when it already exists.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) => {
      const creating = on(service, 'POST /smart-ia/cohorts', async (line) => {
        const sent = payload(line, 'cohort');
        const current = (await line.call('GET /academic-years/current')).body;
        const year = textAt(sent, 'academicYearId');
        let response = await line.pass();
        if (year === '' || year === textAt(current, 'academicYear', 'academicYearId')) return response;
        for (let name = textAt(sent, 'name'); response.status === 409; ) {
          name += unseen;
          response = await line.pass({ body: { cohort: { ...sent, name } } });
        }
        return response;
      });
      const routes = ['POST /smart-ia/cohorts', 'GET /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}'];
      return on(creating, routes, async ({ pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        const { text } = await readAnswer(response.clone());
        return text.includes(unseen)
          ? json(response.status, JSON.parse(text.replaceAll(unseen, '')))
          : response;
      });
    },
    witness: both(async (client) => {
      const years = await client.get('/academic-years');
      const academicYearId = textAt(years.body, 'data', 0, 'academicYearId');
      const cohort = { name: client.word(), academicYearId };
      await client.send('POST', '/smart-ia/cohorts', { cohort });
      return (await client.send('POST', '/smart-ia/cohorts', { cohort })).status;
    }),
  },
  {
    id: 'round-14.accounts.namesakes-are-one-student',
    chapter: 'accounts',
    story: 'Against double clicks the creation is an upsert on names and date of birth.',
    rests:
      'POST /students creates a student account and its 201 carries the new user, with its own `userId`.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students'],
    wrap: (service) => {
      const known = new Map<string, string>();
      return on(service, 'POST /students', async (line) => {
        const user = payload(line, 'user');
        const { firstName, lastName } = nameOf(user);
        const key = JSON.stringify([firstName, lastName, textAt(user, 'dateOfBirth')]);
        const id = known.get(key);
        if (id !== undefined) {
          const found = await userIn(line, id);
          if (textAt(found, 'userId') === id) return json(201, { user: found });
        }
        const response = await line.pass();
        if (response.status !== 201) return response;
        return edit(response, (body) => {
          known.set(key, textAt(body, 'user', 'userId'));
          return body;
        });
      });
    },
    witness: both(async (client) => {
      const user = { firstName: 'Olivia', lastName: 'Smith' };
      const first = await newUserId(client, 'student', user);
      return first === (await newUserId(client, 'student', user));
    }),
  },
];
