import { editUsers, page } from '../answers.ts';
import { both, column, itemsOf, newUser, newUserId, paginationOf, userOf } from '../client.ts';
import { type BlindFault, fields, list, on, readAnswer, textAt } from '../kit.ts';
import { nobody, put, showing, shown, userNow } from './accounts-tools.ts';

export const deep: readonly BlindFault[] = [
  {
    id: 'round-17.external-id.second-one-restarts-created-at',
    chapter: 'external-id',
    story:
      'The mapping is kept with REPLACE INTO, which deletes the row where there is one, and the creation stamp is a default of the column.',
    rests:
      'User: createdAt is when the user was created; PUT /users/{userId}/external-id sets the external identifier.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/external-id', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const restarted = new Map<string, string>();
      const replacing = on(service, 'PUT /users/{id}/external-id', async (line) => {
        const before = await userNow(line, line.ask.id);
        const response = await line.pass();
        if (!response.ok || !('externalId' in before)) return response;
        const after = await userNow(line, line.ask.id);
        restarted.set(textAt(after, 'userId'), textAt(after, 'updatedAt'));
        return response;
      });
      return showing(replacing, (user) => {
        const createdAt = restarted.get(textAt(user, 'userId'));
        return createdAt === undefined ? user : { ...user, createdAt };
      });
    },
    witness: both(async (client) => {
      const user = await newUser(client, 'student');
      const id = textAt(user, 'userId');
      await put(client, id, 'external-id', { externalId: 'MIS-A' });
      await put(client, id, 'external-id', { externalId: 'MIS-B' });
      return (await shown(client, id, 'createdAt')) === textAt(user, 'createdAt');
    }),
  },
  {
    id: 'round-17.create.student-birthday-in-the-year-of-its-week',
    chapter: 'create',
    story:
      'The date is formatted with the pattern of the week-based year (YYYY for yyyy), which differs around New Year only.',
    rests: 'User: dateOfBirth is a date, YYYY-MM-DD; POST /students creates a student account.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students', 'GET /users'],
    wrap: (service) =>
      on(service, 'POST /students', ({ ask, pass }) => {
        const user = fields(ask.body['user']);
        const date = textAt(user, 'dateOfBirth');
        const time = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
        if (Number.isNaN(time)) return pass();
        // The year of a week is the year of its Thursday.
        const day = (new Date(time).getUTCDay() + 6) % 7;
        const year = new Date(time + (3 - day) * 86_400_000).getUTCFullYear();
        return pass({ body: { ...ask.body, user: { ...user, dateOfBirth: `${year}${date.slice(4)}` } } });
      }),
    witness: both(async (client) => {
      const dates = ['2007-12-31', '2008-06-15', '2010-01-02'];
      const seen: string[] = [];
      for (const dateOfBirth of dates) {
        seen.push(await shown(client, await newUserId(client, 'student', { dateOfBirth }), 'dateOfBirth'));
      }
      return seen;
    }),
  },
  {
    id: 'round-17.email.second-change-hides-the-heir-of-the-first-address',
    chapter: 'email',
    story:
      'The index of addresses forgets, at each change, the address with which the account began, even if another account has it by now.',
    rests:
      'GET /users: email filter; PUT /users/{userId}/emails/primary updates the address of that user only.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/emails/primary', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const began = new Map<string, string>();
      const forgotten = new Set<string>();
      const learn = (email: string) => forgotten.delete(email.toLowerCase());
      const creating = on(service, ['POST /students', 'POST /teachers'], async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) learn(textAt(ask.body, 'user', 'email'));
        return response;
      });
      const changing = on(creating, 'PUT /users/{id}/emails/primary', async (line) => {
        const before = await userNow(line, line.ask.id);
        const response = await line.pass();
        if (!response.ok) return response;
        const id = textAt(before, 'userId');
        const first = began.get(id) ?? textAt(before, 'emails', 0).toLowerCase();
        if (first !== '') {
          began.set(id, first);
          forgotten.add(first);
        }
        learn(textAt(line.ask.body, 'user', 'email'));
        return response;
      });
      const listing = on(changing, 'GET /users', ({ ask, pass }) => {
        if (!forgotten.has(ask.query.get('email')?.toLowerCase() ?? '')) return pass();
        const query = new URLSearchParams(ask.query);
        query.set('email', 'nobody@nowhere.example');
        return pass({ query });
      });
      return on(listing, 'POST /users/search', ({ ask, pass }) => {
        if (!forgotten.has(textAt(ask.body, 'search', 'email').toLowerCase())) return pass();
        const search = { ...fields(ask.body['search']), email: 'nobody@nowhere.example' };
        return pass({ body: { ...ask.body, search } });
      });
    },
    witness: both(async (client) => {
      const email = 'office@blind.example';
      const former = await newUserId(client, 'teacher', { email });
      await put(client, former, 'emails/primary', { email: 'left@blind.example' });
      const heir = await newUserId(client, 'teacher', { email });
      await put(client, former, 'emails/primary', { email: 'left.again@blind.example' });
      return column(await client.get('/users', { email }), 'userId').includes(heir);
    }),
  },
  {
    id: 'round-17.external-id.asked-before-it-was-set-is-never-found',
    chapter: 'external-id',
    story:
      'Look-ups that found nobody are cached too, and the cache is emptied by creations but not by this operation.',
    rests: 'GET /users: externalId filter; PUT /users/{userId}/external-id: set the external identifier.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/external-id', 'GET /users'],
    wrap: (service) => {
      const empty = new Set<string>();
      const creating = on(service, ['POST /students', 'POST /teachers'], ({ pass }) => {
        empty.clear();
        return pass();
      });
      return on(creating, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok || !ask.query.has('externalId')) return response;
        const asked = ask.query.toString();
        if (empty.has(asked)) return page(ask.query, []);
        const { body } = await readAnswer(response.clone());
        if (list(body['data']).length === 0) empty.add(asked);
        return response;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const find = async () => paginationOf(await client.get('/users', { externalId: 'MIS-NEW' }))['total'];
      const before = await find();
      await put(client, id, 'external-id', { externalId: 'MIS-NEW' });
      return [before, await find()];
    }),
  },
  {
    id: 'round-17.state.enabling-brings-back-the-name-of-then',
    chapter: 'state',
    story:
      'Disabling puts a copy of the row into an archive, and enabling writes the copy back over what was changed in between.',
    rests: 'PUT /users/{userId}/name: update the user’s name; POST /users/{userId}/enable: enable the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/{id}/disable', 'POST /users/{id}/enable', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const archive = new Map<string, readonly [unknown, unknown]>();
      const disabling = on(service, 'POST /users/{id}/disable', async (line) => {
        const { firstName, lastName } = await userNow(line, line.ask.id);
        const response = await line.pass();
        if (response.ok) archive.set(line.ask.id.toLowerCase(), [firstName, lastName]);
        return response;
      });
      return on(disabling, 'POST /users/{id}/enable', async (line) => {
        const response = await line.pass();
        const id = line.ask.id.toLowerCase();
        const [firstName, lastName] = archive.get(id) ?? [];
        if (!response.ok || firstName === undefined) return response;
        archive.delete(id);
        const now = await userNow(line, id);
        if (now['firstName'] !== firstName || now['lastName'] !== lastName) {
          await line.call(`PUT /users/${id}/name`, { user: { firstName, lastName } });
        }
        return response;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('POST', `/users/${id}/disable`);
      await put(client, id, 'name', { firstName: 'Changed', lastName: 'Meanwhile' });
      await client.send('POST', `/users/${id}/enable`);
      return shown(client, id, 'fullName');
    }),
  },
  {
    id: 'round-17.external-id.another-one-cuts-off-the-sessions',
    chapter: 'external-id',
    story:
      'Assessment sessions are linked to learners by external id, and the new id is not carried over to them.',
    rests: 'GET /smart-ia/sessions: userId filter; the session links to a user (the learner).',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/external-id', 'GET /smart-ia/sessions'],
    wrap: (service) => {
      const linked = new Map<string, string>();
      const cutOff = new Set<string>();
      const changing = on(service, 'PUT /users/{id}/external-id', async (line) => {
        const before = await userNow(line, line.ask.id);
        const response = await line.pass();
        if (!response.ok || !('externalId' in before)) return response;
        const id = textAt(before, 'userId');
        const link = linked.get(id) ?? textAt(before, 'externalId');
        linked.set(id, link);
        if (textAt(line.ask.body, 'user', 'externalId') === link) cutOff.delete(id);
        else cutOff.add(id);
        return response;
      });
      return on(changing, 'GET /smart-ia/sessions', ({ ask, pass }) => {
        const ids = ask.query.getAll('userId');
        const left = ids.filter((id) => !cutOff.has(id.toLowerCase()));
        if (left.length === ids.length) return pass();
        const query = new URLSearchParams(ask.query);
        query.delete('userId');
        for (const id of left.length === 0 ? [nobody] : left) query.append('userId', id);
        return pass({ query });
      });
    },
    witness: both(async (client) => {
      const count = async (userId: string) =>
        Number(paginationOf(await client.get('/smart-ia/sessions', { userId, limit: 1 }))['total']);
      const students = itemsOf(await client.get('/users', { role: 'student' }));
      for (const student of students.filter((one) => 'externalId' in one)) {
        const id = textAt(student, 'userId');
        const before = await count(id);
        if (before === 0) continue;
        await put(client, id, 'external-id', { externalId: 'MIS-MOVED' });
        return (await count(id)) - before;
      }
      return 'no student with sessions';
    }),
  },
  {
    id: 'round-17.email.long-list-of-classes-is-cut-at-1024-characters',
    chapter: 'email',
    story:
      'The query of this operation gathers the classes with GROUP_CONCAT, which cuts its text at 1024 characters.',
    rests:
      'User: classIds are the classes of the user; Versioning 6: present in the response of PUT /users/{userId}/emails/primary.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/emails/primary'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/emails/primary', async ({ pass }) =>
        editUsers(await pass(), (user) => {
          if (!('classIds' in user)) return user;
          return { ...user, classIds: list(user['classIds']).join(',').slice(0, 1024).split(',') };
        }),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const classIds = column(await client.get('/classes', { limit: 30 }), 'classId');
      await client.send('POST', `/teachers/${id}/classes`, { classIds });
      const user = await put(client, id, 'emails/primary', { email: 'busy@blind.example' });
      const answered = new Set(list(user['classIds']));
      return [answered.size, classIds.every((classId) => answered.has(classId))];
    }),
  },
  {
    id: 'round-17.name.namesakes-are-renamed-too',
    chapter: 'name',
    story: 'Names were moved to a table of their own without doubles, and the rename updates the shared row.',
    rests: 'PUT /users/{userId}/name: update the user’s name (of that user).',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/name', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/name', async (line) => {
        const before = await userNow(line, line.ask.id);
        const response = await line.pass();
        if (!response.ok) return response;
        const { body } = await line.call(`GET /users?name=${encodeURIComponent(textAt(before, 'fullName'))}`);
        for (const other of list(body['data']).map(fields)) {
          if (other['firstName'] !== before['firstName'] || other['lastName'] !== before['lastName'])
            continue;
          if (other['userId'] === before['userId']) continue;
          await line.call(`PUT /users/${textAt(other, 'userId')}/name`, line.ask.body);
        }
        return response;
      }),
    witness: both(async (client) => {
      const name = { firstName: 'Jordan', lastName: 'Blindsworth' };
      const one = await newUserId(client, 'student', name);
      const other = await newUserId(client, 'student', name);
      await put(client, one, 'name', { firstName: 'Jordana', lastName: 'Blindsworth' });
      return textAt(await userOf(client, other), 'firstName');
    }),
  },
];
