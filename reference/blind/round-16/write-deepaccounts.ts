import { editUsers } from '../answers.ts';
import { both, newCohortId, newUser, newUserId, newUserIds, userOf } from '../client.ts';
import { at, type BlindFault, type Fields, fields, type Line, list, on, textAt } from '../kit.ts';

/** The user with that id as the service has it. */
const look = async ({ call }: Line, id: string): Promise<Fields> =>
  fields(at((await call(`GET /users?userId=${id}`)).body, 'data', 0));

/** Faults of accounts that need a sequence, state or rare data. */
export const deepAccounts: readonly BlindFault[] = [
  {
    id: 'round-16.users.renamed-user-without-cohorts',
    chapter: 'users',
    story: 'The answer to a new name is rendered from the saved entity, whose cohorts were never loaded.',
    rests: 'The `classIds` and `cohortIds` fields were added to user responses of PUT /users/{userId}/name.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/name'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/name', async ({ pass }) =>
        editUsers(await pass(), ({ cohortIds: _lost, ...user }) => user),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('POST', `/students/${id}/cohorts`, { cohortIds: [await newCohortId(client)] });
      const user = { firstName: client.word(), lastName: 'Renamed' };
      const answer = await client.send('PUT', `/users/${id}/name`, { user });
      return list(at(answer.body, 'user', 'cohortIds')).length;
    }),
  },
  {
    id: 'round-16.users.new-email-drops-the-external-id',
    chapter: 'users',
    story: 'The e-mail form saves the whole identity record, and its schema lacks the external id.',
    rests: "PUT /users/{userId}/emails/primary: update the user's primary email address (nothing else).",
    breaks: 'implied',
    depth: 'deep',
    at: ['PUT /users/{id}/emails/primary'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/emails/primary', async (line) => {
        const { externalId } = await look(line, line.ask.id);
        const response = await line.pass();
        if (!response.ok || externalId === undefined) return response;
        await line.call(`PUT /users/${line.ask.id}/external-id`, { user: { externalId: null } });
        return editUsers(response, ({ externalId: _lost, ...user }) => user);
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('PUT', `/users/${id}/external-id`, { user: { externalId: 'MIS-5150' } });
      await client.send('PUT', `/users/${id}/emails/primary`, { user: { email: 'next@school.example' } });
      return (await userOf(client, id))['externalId'];
    }),
  },
  {
    id: 'round-16.dates.summer-birthday-a-day-early',
    chapter: 'dates',
    story: 'The date is read as midnight in London and written in UTC, an hour before it in summer.',
    rests: "PATCH /students/{userId}/details: update the student's date of birth; a date is YYYY-MM-DD.",
    breaks: 'explicit',
    depth: 'deep',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', async ({ ask, pass }) => {
        const sent = fields(ask.body['user']);
        const day = textAt(sent, 'dateOfBirth');
        if (!/^\d{4}-0[4-9]-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) return pass();
        const dateOfBirth = new Date(Date.parse(day) - 3_600_000).toISOString().slice(0, 10);
        return pass({ body: { user: { ...sent, dateOfBirth } } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { dateOfBirth: '2009-07-01' };
      const answer = await client.send('PATCH', `/students/${id}/details`, { user });
      return at(answer.body, 'user', 'dateOfBirth');
    }),
  },
  {
    id: 'round-16.users.namesakes-are-renamed',
    chapter: 'users',
    story: 'The update of the name has the old name in its WHERE, to be safe against races, but not the id.',
    rests: "PUT /users/{userId}/name: update the user's name (that user's).",
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/name'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/name', async (line) => {
        const fullName = textAt(await look(line, line.ask.id), 'fullName');
        const response = await line.pass();
        if (!response.ok || fullName === '') return response;
        const query = new URLSearchParams({ name: fullName, limit: '1000' });
        const found = list((await line.call(`GET /users?${query}`)).body['data']).map(fields);
        for (const user of found.filter((other) => other['fullName'] === fullName)) {
          await line.call(`PUT /users/${user['userId']}/name`, line.ask.body);
        }
        return response;
      }),
    witness: both(async (client) => {
      const name = { firstName: client.word(), lastName: 'Twin' };
      const [one, other] = [await newUser(client, 'student', name), await newUser(client, 'student', name)];
      const user = { firstName: client.word(), lastName: 'Single' };
      await client.send('PUT', `/users/${one['userId']}/name`, { user });
      return (await userOf(client, textAt(other, 'userId')))['fullName'];
    }),
  },
  {
    id: 'round-16.users.gender-of-the-last-student',
    chapter: 'users',
    story: 'The mapper fills one shared object, and what a request lacks is still there from the one before.',
    rests: "PATCH /students/{userId}/details: update the student's date of birth or gender.",
    breaks: 'explicit',
    depth: 'deep',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) => {
      let shared: Fields = {};
      return on(service, 'PATCH /students/{id}/details', async ({ ask, pass }) => {
        const sent = fields(ask.body['user']);
        const user = { ...shared, ...sent };
        const response = await pass(Object.keys(sent).length === 0 ? {} : { body: { user } });
        if (response.ok && 'gender' in sent) shared = { gender: sent['gender'] };
        return response;
      });
    },
    witness: both(async (client) => {
      const [one, other] = await newUserIds(client, 'student', 2);
      await client.send('PATCH', `/students/${one}/details`, { user: { gender: 'female' } });
      await client.send('PATCH', `/students/${other}/details`, { user: { dateOfBirth: '2008-12-01' } });
      return (await userOf(client, other ?? ''))['gender'] ?? 'none';
    }),
  },
];
