import { editUsers, nothing } from '../answers.ts';
import { both, itemsOf, newClassId, newUserId, userOf } from '../client.ts';
import { type BlindFault, fields, list, on, readAnswer, textAt, texts } from '../kit.ts';
import { keeping, mapped, names, renamed } from '../shared/accounts.ts';
import { again, shown, userLists, usersBy, without } from './helpers.ts';

const rename = 'PUT /users/{id}/name';
const details = 'PATCH /students/{id}/details';
const externalId = 'PUT /users/{id}/external-id';
const password = 'PUT /users/{id}/password';
const primary = 'PUT /users/{id}/emails/primary';

/** From April to September, when clocks in London are an hour ahead, the day before. */
function dayBeforeInSummer(date: string): string {
  const month = Number(date.slice(5, 7));
  const time = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(time) || month < 4 || month > 9) return date;
  const real = new Date(time).toISOString().startsWith(date);
  return real ? new Date(time - 3_600_000).toISOString().slice(0, 10) : date;
}

/** Names. */
const nameFaults: readonly BlindFault[] = [
  {
    id: 'round-7.changes.full-name-stays-as-it-was',
    chapter: 'changes of users',
    story: 'The full name is a column that only creation fills.',
    rests: 'PUT on the name updates the name of the user, and fullName is a field of the name.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [rename],
    wrap: (service) => {
      const first = new Map<string, string>();
      const noting = on(service, rename, async (line) => {
        const id = line.ask.id.toLowerCase();
        const [user] = await usersBy(line, [id]);
        const fullName = textAt(user, 'fullName');
        if (fullName !== '' && !first.has(id)) first.set(id, fullName);
        return line.pass();
      });
      return shown(noting, (user) => {
        const fullName = first.get(textAt(user, 'userId'));
        return fullName === undefined ? user : { ...user, fullName };
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('PUT', `/users/${id}/name`, { user: { firstName: 'Renata', lastName: 'Novak' } });
      return textAt(await userOf(client, id), 'fullName').includes('Renata');
    }),
  },
  {
    id: 'round-7.changes.name-beyond-the-basic-plane-becomes-question-marks',
    chapter: 'changes of users',
    story: 'The column holds three bytes a character, and the driver puts a question mark for the rest.',
    rests: 'PUT on the name updates the name of the user; the 200 response carries the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: [rename],
    wrap: keeping(rename, (payload) =>
      mapped(payload, names, (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
    ),
    witness: renamed('花子', '𠮷野'),
  },
  {
    id: 'round-7.changes.answer-to-a-new-name-lacks-the-classes',
    chapter: 'changes of users',
    story: 'The update returns the bare row; the joins that the mapper needs are not made for it.',
    rests: 'Versioning: classIds and cohortIds are in the user response of PUT /users/{userId}/name.',
    breaks: 'explicit',
    depth: 'medium',
    at: [rename],
    wrap: (service) =>
      on(service, rename, async ({ pass }) =>
        editUsers(await pass(), ({ classIds: _classes, cohortIds: _cohorts, ...user }) => user),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const classId = await newClassId(client);
      await client.send('POST', `/classes/${classId}/students`, { userIds: [id] });
      const user = { firstName: 'Renata', lastName: 'Novak' };
      const { body } = await client.send('PUT', `/users/${id}/name`, { user });
      return list(fields(body['user'])['classIds']).length;
    }),
  },
];

/** Passwords, addresses and identifiers. */
const accessFaults: readonly BlindFault[] = [
  {
    id: 'round-7.changes.new-password-answered-with-nothing',
    chapter: 'changes of users',
    story: 'A password is nothing to show, so the handler answers 204 as the memberships do.',
    rests: 'The 200 response of PUT /users/{userId}/password carries user.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [password],
    wrap: (service) =>
      on(service, password, async ({ pass }) => {
        const answer = await pass();
        return answer.ok ? nothing() : answer;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const body = { user: { password: 'quite long enough' } };
      return (await client.send('PUT', `/users/${id}/password`, body)).status;
    }),
  },
  {
    id: 'round-7.changes.new-primary-address-finds-nobody',
    chapter: 'changes of users',
    story:
      'The e-mail filter reads a look-up table that creation fills and the change of the address forgets.',
    rests: 'GET /users and its search filter by email; PUT updates the primary email address of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: [primary, ...userLists],
    wrap: (service) => {
      const unlisted = new Map<string, Set<string>>();
      const noting = on(service, primary, async (line) => {
        const id = line.ask.id.toLowerCase();
        const before = texts((await usersBy(line, [id]))[0]?.['emails']);
        const answer = await readAnswer(await line.pass());
        const now = texts(fields(answer.body['user'])['emails']);
        const fresh = now.filter((email) => !before.includes(email)).map((email) => email.toLowerCase());
        unlisted.set(id, new Set([...(unlisted.get(id) ?? []), ...fresh]));
        return again(answer);
      });
      return on(noting, userLists, async ({ ask, pass }) => {
        const email = ask.query.get('email') ?? textAt(ask.body, 'search', 'email');
        const answer = await pass();
        if (email === '') return answer;
        return without(
          answer,
          (user) => unlisted.get(textAt(user, 'userId'))?.has(email.toLowerCase()) ?? false,
        );
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { email: 'before@school.example' });
      const email = 'afterwards@school.example';
      await client.send('PUT', `/users/${id}/emails/primary`, { user: { email } });
      return itemsOf(await client.get('/users', { email })).length;
    }),
  },
  {
    id: 'round-7.changes.external-id-loses-leading-zeros',
    chapter: 'changes of users',
    story: 'The bridge to the outside system has numbers for ids and makes one of whatever looks like one.',
    rests: 'PUT sets the external identifier of the user; externalId is a string.',
    breaks: 'explicit',
    depth: 'medium',
    at: [externalId],
    wrap: keeping(externalId, (payload) =>
      mapped(payload, ['externalId'], (text) => (/^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text)),
    ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('PUT', `/users/${id}/external-id`, { user: { externalId: '0004711' } });
      return `is ${textAt(await userOf(client, id), 'externalId')}`;
    }),
  },
  {
    id: 'round-7.changes.external-id-makes-the-user-new',
    chapter: 'changes of users',
    story: 'The identifier is written by an upsert that fills the moment of creation on update as well.',
    rests: 'createdAt is when the user was created.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [externalId],
    wrap: (service) => {
      const moments = new Map<string, string>();
      const noting = on(service, externalId, async (line) => {
        const answer = await line.pass();
        const [user] = answer.ok ? await usersBy(line, [line.ask.id]) : [];
        if (user) moments.set(textAt(user, 'userId'), textAt(user, 'updatedAt'));
        return answer;
      });
      return shown(noting, (user) => {
        const createdAt = moments.get(textAt(user, 'userId'));
        return createdAt === undefined ? user : { ...user, createdAt };
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const before = (await userOf(client, id))['createdAt'];
      await client.send('PUT', `/users/${id}/external-id`, { user: { externalId: client.word() } });
      return (await userOf(client, id))['createdAt'] === before;
    }),
  },
];

/** Dates of birth and gender. */
const detailFaults: readonly BlindFault[] = [
  {
    id: 'round-7.changes.gender-alone-wipes-the-date-of-birth',
    chapter: 'changes of users',
    story: 'The handler writes both columns from the body, and what was not sent is null.',
    rests: 'PATCH updates the date of birth or the gender of the student.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [details],
    wrap: keeping(details, (payload) =>
      typeof payload['gender'] === 'string' && !('dateOfBirth' in payload)
        ? { ...payload, dateOfBirth: null }
        : payload,
    ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { dateOfBirth: '2008-11-05' });
      await client.send('PATCH', `/students/${id}/details`, { user: { gender: 'male' } });
      return `born ${textAt(await userOf(client, id), 'dateOfBirth')}`;
    }),
  },
  {
    id: 'round-7.changes.birthday-in-summer-is-the-day-before',
    chapter: 'changes of users',
    story: 'The date is parsed as midnight in London and kept in UTC, which in summer is the evening before.',
    rests: 'PATCH updates the date of birth of the student; dateOfBirth is a date.',
    breaks: 'explicit',
    depth: 'medium',
    at: [details],
    wrap: keeping(details, (payload) => mapped(payload, ['dateOfBirth'], dayBeforeInSummer)),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { dateOfBirth: '2008-07-01' };
      const { body } = await client.send('PATCH', `/students/${id}/details`, { user });
      return `born ${textAt(body, 'user', 'dateOfBirth')}`;
    }),
  },
];

/** Changes of users. */
export const changeFaults: readonly BlindFault[] = [...nameFaults, ...accessFaults, ...detailFaults];
