import { edit, editUsers, json } from '../answers.ts';
import {
  both,
  itemsOf,
  membersAmong,
  newClassId,
  newCohortId,
  newUser,
  newUserId,
  userOf,
} from '../client.ts';
import { at, type BlindFault, fields, on, textAt, texts } from '../kit.ts';
import { currentYear, lookUp, payloadOf } from './writing-helpers.ts';

const details = 'PATCH /students/{id}/details';

/** The day before a date. */
function dayBefore(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

/** Students: their accounts, details, classes and cohorts. */
export const students: readonly BlindFault[] = [
  {
    id: 'round-9.students.created-in-other-wrapper',
    chapter: 'accounts',
    story: 'The name of the wrapper is made from the name of the route.',
    rests: 'POST /students: the 201 response carries property user.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /students'],
    wrap: (service) =>
      on(service, 'POST /students', async ({ pass }) =>
        edit(await pass(), ({ user, ...rest }) => ({ ...rest, student: user })),
      ),
    witness: both(async ({ send, word }) => {
      const user = { firstName: word(), lastName: 'Witness' };
      return Object.keys((await send('POST', '/students', { user })).body);
    }),
  },
  {
    id: 'round-9.students.create-updates-namesake',
    chapter: 'accounts',
    story: 'The import code is used for single accounts, and it upserts on the external id.',
    rests: 'POST /students creates a student account; userId is the identifier of the new one.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students'],
    wrap: (service) =>
      on(service, 'POST /students', async (line) => {
        const { externalId, firstName, lastName } = payloadOf(line, 'user');
        if (typeof externalId !== 'string' || externalId === '') return line.pass();
        const search = { externalIds: [externalId], role: 'student' };
        const [known] = itemsOf(await line.call('POST /users/search', { search }));
        if (known === undefined) return line.pass();
        const changed = await line.call(`PUT /users/${known['userId']}/name`, {
          user: { firstName, lastName },
        });
        return changed.status === 200 ? json(201, changed.body) : line.pass();
      }),
    witness: both(async (client) => {
      const externalId = client.word();
      const one = await newUser(client, 'student', { externalId });
      const other = await newUser(client, 'student', { externalId });
      const now = await userOf(client, textAt(one, 'userId'));
      return [one['userId'] === other['userId'], now['firstName'] === one['firstName']];
    }),
  },
  {
    id: 'round-9.students.summer-birthday-slips',
    chapter: 'accounts',
    story:
      'The date becomes midnight in the local zone of the server, which is an hour ahead in summer, and is cut in UTC.',
    rests: 'PATCH /students/{userId}/details updates the date of birth; dateOfBirth is a date.',
    breaks: 'explicit',
    depth: 'deep',
    at: [details],
    wrap: (service) =>
      on(service, details, (line) => {
        const payload = payloadOf(line, 'user');
        const date = textAt(payload, 'dateOfBirth');
        if (!/^\d{4}-(0[4-9]|10)-\d\d$/.test(date) || Number.isNaN(Date.parse(date))) return line.pass();
        return line.pass({ body: { user: { ...payload, dateOfBirth: dayBefore(date) } } });
      }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const dates: unknown[] = [];
      for (const dateOfBirth of ['2010-02-15', '2010-06-15']) {
        await client.send('PATCH', `/students/${userId}/details`, { user: { dateOfBirth } });
        dates.push((await userOf(client, userId))['dateOfBirth']);
      }
      return dates;
    }),
  },
  {
    id: 'round-9.students.disabled-details-not-kept',
    chapter: 'accounts',
    story: 'The repository writes to enabled accounts only, and the answer is made from the request.',
    rests: 'PATCH /students/{userId}/details updates the student; 200 with the User.',
    breaks: 'explicit',
    depth: 'deep',
    at: [details],
    wrap: (service) =>
      on(service, details, async (line) => {
        const before = await lookUp(line, line.ask.id);
        if (before['enabled'] !== false) return line.pass();
        const { dateOfBirth, gender } = payloadOf(line, 'user');
        const dated = typeof dateOfBirth === 'string' && !Number.isNaN(Date.parse(dateOfBirth));
        const known = gender === undefined || gender === 'female' || gender === 'male';
        if (!known || (dateOfBirth !== undefined && !dated)) return line.pass();
        const sent = { ...(dated && { dateOfBirth }), ...(gender !== undefined && { gender }) };
        return json(200, { user: { ...before, ...sent } });
      }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student', { gender: 'male' });
      await client.send('POST', `/users/${userId}/disable`);
      const answer = await client.send('PATCH', `/students/${userId}/details`, {
        user: { gender: 'female' },
      });
      return [at(answer.body, 'user', 'gender'), (await userOf(client, userId))['gender']];
    }),
  },
  {
    id: 'round-9.students.gender-clears-birthday',
    chapter: 'accounts',
    story: 'PATCH is handled as PUT: what the body leaves out is set to null.',
    rests: 'PATCH /students/{userId}/details updates the date of birth or the gender; the other stays.',
    breaks: 'explicit',
    depth: 'medium',
    at: [details],
    wrap: (service) =>
      on(service, details, (line) => {
        const payload = payloadOf(line, 'user');
        if (typeof payload['gender'] !== 'string' || 'dateOfBirth' in payload) return line.pass();
        return line.pass({ body: { user: { ...payload, dateOfBirth: null } } });
      }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student', { dateOfBirth: '2009-01-20' });
      await client.send('PATCH', `/students/${userId}/details`, { user: { gender: 'female' } });
      return (await userOf(client, userId))['dateOfBirth'] ?? 'none';
    }),
  },
  {
    id: 'round-9.students.birthday-with-time',
    chapter: 'users',
    story:
      'After the update the row comes back from the driver with a Date, which the serialiser writes out whole.',
    rests: 'User: dateOfBirth is a date, YYYY-MM-DD.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [details],
    wrap: (service) =>
      on(service, details, async ({ pass }) =>
        editUsers(await pass(), (user) =>
          typeof user['dateOfBirth'] === 'string'
            ? { ...user, dateOfBirth: `${user['dateOfBirth']}T00:00:00.000Z` }
            : user,
        ),
      ),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const user = { dateOfBirth: '2009-01-20' };
      const answer = await client.send('PATCH', `/students/${userId}/details`, { user });
      return at(answer.body, 'user', 'dateOfBirth');
    }),
  },
  {
    id: 'round-9.students.cohorts-displace-classes',
    chapter: 'memberships',
    story: 'Both memberships are in one JSON column, which is written anew with the cohorts alone.',
    rests:
      'POST /students/{userId}/cohorts assigns cohorts; User.classIds still has the classes of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /students/{id}/cohorts'],
    wrap: (service) =>
      on(service, 'POST /students/{id}/cohorts', async (line) => {
        const answer = await line.pass();
        if (!answer.ok) return answer;
        const classIds = texts((await lookUp(line, line.ask.id))['classIds']);
        if (classIds.length > 0) await line.call(`DELETE /students/${line.ask.id}/classes`, { classIds });
        return answer;
      }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const [classId, cohortId] = [await newClassId(client), await newCohortId(client)];
      await client.send('POST', `/students/${userId}/classes`, { classIds: [classId] });
      await client.send('POST', `/students/${userId}/cohorts`, { cohortIds: [cohortId] });
      return membersAmong(client, [userId], 'classIds', classId);
    }),
  },
  {
    id: 'round-9.students.only-first-class-removed',
    chapter: 'memberships',
    story: 'The list reaches the statement as one parameter, of which the driver binds the first value.',
    rests: 'DELETE /students/{userId}/classes removes a list of classes from the student.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /students/{id}/classes'],
    wrap: (service) =>
      on(service, 'DELETE /students/{id}/classes', async ({ ask, pass, call }) => {
        const ids = texts(ask.body['classIds']);
        if (ids.length < 2) return pass();
        for (const id of ids) if ((await call(`GET /classes/${id}`)).status !== 200) return pass();
        return pass({ body: { classIds: ids.slice(0, 1) } });
      }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const classIds = [await newClassId(client), await newClassId(client)];
      for (const method of ['POST', 'DELETE']) {
        await client.send(method, `/students/${userId}/classes`, { classIds });
      }
      return membersAmong(client, [userId], 'classIds', classIds[1] ?? '');
    }),
  },
  {
    id: 'round-9.students.past-classes-not-assigned',
    chapter: 'memberships',
    story: 'The insert selects from the view of current classes, so those of other years fall out of it.',
    rests: 'POST /students/{userId}/classes assigns the student to the classes of the list.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /students/{id}/classes'],
    wrap: (service) =>
      on(service, 'POST /students/{id}/classes', async (line) => {
        const ids = texts(line.ask.body['classIds']);
        const year = await currentYear(line);
        const kept: string[] = [];
        for (const id of ids) {
          const { status, body } = await line.call(`GET /classes/${id}`);
          if (status !== 200 || textAt(fields(body['class']), 'academicYearId') === year) kept.push(id);
        }
        return kept.length === ids.length ? line.pass() : line.pass({ body: { classIds: kept } });
      }),
    witness: both(async (client) => {
      const now = textAt(
        (await client.get('/academic-years/current')).body,
        'academicYear',
        'academicYearId',
      );
      const years = itemsOf(await client.get('/academic-years')).map((year) =>
        textAt(year, 'academicYearId'),
      );
      const academicYearId = years.find((year) => year !== now);
      const classIds = [await newClassId(client, { academicYearId }), await newClassId(client)];
      const userId = await newUserId(client, 'student');
      await client.send('POST', `/students/${userId}/classes`, { classIds });
      return membersAmong(client, [userId], 'classIds', classIds[0] ?? '');
    }),
  },
];
