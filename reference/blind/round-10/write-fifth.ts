import { edit, editUsers, refuse } from '../answers.ts';
import { both, column, newClassId, newCohortId, newUser, newUserId, userOf } from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';
import { idsIn, userNow } from './write-tools.ts';

const accountWrites = /^\/(?:users|students)\/([^/]+)\/(?:name|password|emails|external-id|details)/;

/** What takes two conditions: accounts, creations, and what one request leaves for the next. */
export const fifth: readonly BlindFault[] = [
  {
    id: 'round-10.users.groups-loaded-once',
    chapter: 'users',
    story:
      'The loader of memberships lives as long as the process, and only a change of the account empties it.',
    rests:
      'POST /users/search has the same response as GET /users, with the classes and cohorts of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) => {
      const loaded = new Map<string, Fields>();
      const searching = on(service, 'POST /users/search', async ({ pass }) =>
        edit(await pass(), (body) => ({
          ...body,
          data: list(body['data']).map((item) => {
            const { classIds, cohortIds, ...user } = fields(item);
            const id = textAt(user, 'userId');
            const groups = loaded.get(id) ?? {
              ...(classIds === undefined ? {} : { classIds }),
              ...(cohortIds === undefined ? {} : { cohortIds }),
            };
            loaded.set(id, groups);
            return { ...user, ...groups };
          }),
        })),
      );
      return on(searching, '*', ({ ask, pass }) => {
        loaded.delete(accountWrites.exec(ask.path)?.[1]?.toLowerCase() ?? '');
        return pass();
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const classId = await newClassId(client);
      const search = () => client.send('POST', '/users/search', { search: { userIds: [id] } });
      await search();
      await client.send('POST', `/classes/${classId}/students`, { userIds: [id] });
      const count = (user: unknown) => list(fields(user)['classIds']).length;
      return [count(at((await search()).body, 'data', 0)), count(await userOf(client, id))];
    }),
  },
  {
    id: 'round-10.classes.year-of-the-last-cohort',
    chapter: 'classes',
    story: 'Both creations share one object of defaults, and the year of a cohort is merged into it.',
    rests: 'CreateClass: without `academicYearId` a class is of the current academic year.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes'],
    wrap: (service) => {
      const defaults: Fields = {};
      const merging = on(service, 'POST /smart-ia/cohorts', async ({ ask, pass }) => {
        const answer = await pass();
        const { academicYearId } = fields(ask.body['cohort']);
        if (answer.ok && academicYearId !== undefined) defaults['academicYearId'] = academicYearId;
        return answer;
      });
      return on(merging, 'POST /classes', ({ ask, pass }) => {
        const sent = fields(ask.body['class']);
        if (!('class' in ask.body) || !('academicYearId' in defaults) || 'academicYearId' in sent)
          return pass();
        return pass({ body: { ...ask.body, class: { ...defaults, ...sent } } });
      });
    },
    witness: both(async (client) => {
      const [academicYearId] = column(await client.get('/academic-years'), 'academicYearId');
      await newCohortId(client, { academicYearId });
      const made = await client.send('POST', '/classes', { class: { name: client.word() } });
      return textAt(made.body, 'class', 'academicYearId') === academicYearId;
    }),
  },
  {
    id: 'round-10.memberships.last-class-takes-the-cohorts',
    chapter: 'memberships',
    story: 'Who is in no class any more is taken for a leaver, and a trigger ends the cohorts as well.',
    rests:
      'User: `cohortIds` are the cohorts of the user; DELETE /students/{userId}/classes is about classes.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /students/{id}/classes'],
    wrap: (service) =>
      on(service, 'DELETE /students/{id}/classes', async (line) => {
        const before = await userNow(line, line.ask.id);
        const answer = await line.pass();
        if (!answer.ok || list(before['classIds']).length === 0) return answer;
        const after = await userNow(line, line.ask.id);
        const left = list(after['classIds']).length === 0 ? texts(after['cohortIds']) : [];
        for (const cohortId of left) {
          await line.call(`DELETE /smart-ia/cohorts/${cohortId}/students`, { userIds: [after['userId']] });
        }
        return answer;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const classIds = [await newClassId(client)];
      await client.send('POST', `/students/${id}/classes`, { classIds });
      await client.send('POST', `/students/${id}/cohorts`, { cohortIds: [await newCohortId(client)] });
      await client.send('DELETE', `/students/${id}/classes`, { classIds });
      return list((await userOf(client, id))['cohortIds']).length;
    }),
  },
  {
    id: 'round-10.cohorts.conflict-in-a-named-year',
    chapter: 'cohorts',
    story:
      'With a year in the body another validator runs first, and calls the taken name a validation error.',
    rests: 'POST /smart-ia/cohorts: 409 when the cohort already exists.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ ask, pass }) => {
        const answer = await pass();
        return answer.status === 409 && 'academicYearId' in fields(ask.body['cohort'])
          ? refuse(ask, 400, 'Invalid request')
          : answer;
      }),
    witness: both(async (client) => {
      const academicYearId = column(await client.get('/academic-years'), 'academicYearId').at(1);
      const body = { cohort: { name: client.word(), academicYearId } };
      await client.send('POST', '/smart-ia/cohorts', body);
      return (await client.send('POST', '/smart-ia/cohorts', body)).status;
    }),
  },
  {
    id: 'round-10.classes.name-of-a-refused-one',
    chapter: 'classes',
    story: 'The name is reserved before the rest is validated, and a refusal does not give it back.',
    rests: 'POST /classes: 201; 409 is for a class that already exists, and a refused one does not exist.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes'],
    wrap: (service) => {
      const reserved = new Set<string>();
      return on(service, 'POST /classes', async ({ ask, pass, call }) => {
        const name = textAt(ask.body, 'class', 'name').toLowerCase();
        if (reserved.has(name) && (await call('GET /classes?limit=1')).status === 200) {
          return refuse(ask, 409, 'Already exists');
        }
        const answer = await pass();
        if (answer.status === 400 && name.trim() !== '') reserved.add(name);
        return answer;
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      const create = (more: Fields) => client.send('POST', '/classes', { class: { name, ...more } });
      return [(await create({ academicYearId: '2025/26' })).status, (await create({})).status];
    }),
  },
  {
    id: 'round-10.accounts.details-of-the-one-before',
    chapter: 'accounts',
    story: 'The object that collects the columns to set is made once for all requests.',
    rests:
      'PATCH /students/{userId}/details updates the date of birth or gender that was sent for this student.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) => {
      let columns: Fields = {};
      return on(service, 'PATCH /students/{id}/details', async ({ ask, pass }) => {
        const sent = fields(ask.body['user']);
        if (Object.keys(sent).length === 0) return pass();
        const user = { ...columns, ...sent };
        const answer = await pass({ body: { ...ask.body, user } });
        if (answer.ok) columns = user;
        return answer;
      });
    },
    witness: both(async (client) => {
      const [one, two] = [
        await newUserId(client, 'student', { dateOfBirth: '2008-03-04' }),
        await newUserId(client, 'student', { dateOfBirth: '2009-05-06' }),
      ];
      const patch = (id: string, user: Fields) => client.send('PATCH', `/students/${id}/details`, { user });
      await patch(one, { dateOfBirth: '2008-03-05' });
      await patch(two, { gender: 'female' });
      return textAt(await userOf(client, two), 'dateOfBirth');
    }),
  },
  {
    id: 'round-10.accounts.former-name-with-the-external-id',
    chapter: 'accounts',
    story:
      'The change of the address leaves the user in a session cache; the external id saves that copy, whole.',
    rests: 'PUT /users/{userId}/name updates the name; PUT …/external-id sets nothing but the external id.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/external-id'],
    wrap: (service) => {
      const copies = new Map<string, Fields>();
      const copying = on(service, 'PUT /users/{id}/emails/primary', async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const { firstName, lastName } = user;
          copies.set(textAt(user, 'userId'), { firstName, lastName });
          return user;
        }),
      );
      return on(copying, 'PUT /users/{id}/external-id', async (line) => {
        const answer = await line.pass();
        const id = line.ask.id.toLowerCase();
        const copy = copies.get(id);
        if (!answer.ok || copy?.['lastName'] === undefined) return answer;
        copies.delete(id);
        const { firstName, lastName } = await userNow(line, id);
        if (firstName === copy['firstName'] && lastName === copy['lastName']) return answer;
        await line.call(`PUT /users/${id}/name`, { user: copy });
        const { fullName } = await userNow(line, id);
        return editUsers(answer, (user) => ({ ...user, ...copy, fullName }));
      });
    },
    witness: both(async (client) => {
      const { userId, firstName } = await newUser(client, 'teacher');
      const put = (end: string, user: Fields) =>
        client.send('PUT', `/users/${String(userId)}/${end}`, { user });
      await put('emails/primary', { email: 'married@school.example' });
      await put('name', { firstName, lastName: 'Newly-Married' });
      await put('external-id', { externalId: 'HR-2210' });
      return textAt(await userOf(client, String(userId)), 'lastName');
    }),
  },
  {
    id: 'round-10.accounts.enabled-as-once',
    chapter: 'accounts',
    story:
      'Disabling puts the classes of the user by, enabling puts them back, over what was changed between.',
    rests:
      'User: `classIds` are the classes of the user, to which POST /classes/{classId}/students added one.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/{id}/enable'],
    wrap: (service) => {
      const putBy = new Map<string, readonly string[]>();
      const disabling = on(service, 'POST /users/{id}/disable', async (line) => {
        const user = await userNow(line, line.ask.id);
        const answer = await line.pass();
        const id = line.ask.id.toLowerCase();
        if (answer.ok && !putBy.has(id)) putBy.set(id, texts(user['classIds']));
        return answer;
      });
      return on(disabling, 'POST /users/{id}/enable', async (line) => {
        const answer = await line.pass();
        const id = line.ask.id.toLowerCase();
        const before = putBy.get(id);
        if (!answer.ok || !before) return answer;
        putBy.delete(id);
        const user = await userNow(line, id);
        const kind = list(user['roles']).includes('student') ? 'students' : 'teachers';
        const now = texts(user['classIds']);
        const added = now.filter((classId) => !before.includes(classId));
        const left = before.filter((classId) => !now.includes(classId));
        if (added.length > 0) await line.call(`DELETE /${kind}/${id}/classes`, { classIds: added });
        if (left.length > 0) await line.call(`POST /${kind}/${id}/classes`, { classIds: left });
        return answer;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const classId = await newClassId(client);
      await client.send('POST', `/users/${id}/disable`);
      await client.send('POST', `/classes/${classId}/students`, { userIds: [id] });
      await client.send('POST', `/users/${id}/enable`);
      return list((await userOf(client, id))['classIds']).length;
    }),
  },
  {
    id: 'round-10.memberships.classes-of-one-year-only',
    chapter: 'memberships',
    story: 'The classes are grouped by year for the insert, and only the first group is written.',
    rests: 'POST /students/{userId}/classes assigns the student to classes, all of the list.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students/{id}/classes'],
    wrap: (service) =>
      on(service, 'POST /students/{id}/classes', async (line) => {
        const classes: Fields[] = [];
        for (const id of idsIn(line, 'classIds')) {
          classes.push(fields((await line.call(`GET /classes/${id}`)).body['class']));
        }
        const [first, ...others] = classes;
        const year = first?.['academicYearId'];
        if (year === undefined || others.some((one) => !('classId' in one))) return line.pass();
        const group = classes.filter((one) => one['academicYearId'] === year);
        return line.pass({ body: { ...line.ask.body, classIds: group.map((one) => one['classId']) } });
      }),
    witness: both(async (client) => {
      const years = column(await client.get('/academic-years'), 'academicYearId');
      const classIds: string[] = [];
      for (const academicYearId of years) classIds.push(await newClassId(client, { academicYearId }));
      const id = await newUserId(client, 'student');
      await client.send('POST', `/students/${id}/classes`, { classIds });
      return list((await userOf(client, id))['classIds']).length;
    }),
  },
  {
    id: 'round-10.accounts.password-of-the-first',
    chapter: 'accounts',
    story: 'The user for the answer is memoised without a key, so each later answer shows the first one.',
    rests:
      'PUT /users/{userId}/password: the 200 response carries `user`, the one whose password was changed.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/password'],
    wrap: (service) => {
      let memo: Fields | undefined;
      return on(service, 'PUT /users/{id}/password', async ({ pass }) =>
        editUsers(await pass(), (user) => {
          memo ??= user;
          return memo;
        }),
      );
    },
    witness: both(async (client) => {
      const ids = [await newUserId(client, 'student'), await newUserId(client, 'student')];
      const seen: boolean[] = [];
      for (const id of ids) {
        const user = { password: 'a long password' };
        const answer = await client.send('PUT', `/users/${id}/password`, { user });
        seen.push(textAt(answer.body, 'user', 'userId') === id);
      }
      return seen;
    }),
  },
];
