import { editUsers } from '../answers.ts';
import { both, newUserId, userOf } from '../client.ts';
import { type BlindFault, fields, on, textAt } from '../kit.ts';

const chapter = 'accounts';

/** Faults of the details of students. */
export const faults: readonly BlindFault[] = [
  {
    id: 'round-18.accounts.refused-details-are-half-saved',
    chapter,
    story: 'Each of the two details is checked and saved in turn, without a transaction around them.',
    rests: 'Status 400: Invalid request; PATCH /students/{userId}/details: a refused update updates nothing.',
    breaks: 'implied',
    depth: 'deep',
    at: ['PATCH /students/{userId}/details', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', async ({ ask, pass, call }) => {
        const response = await pass();
        const { dateOfBirth, gender } = fields(ask.body['user']);
        if (response.status === 400 && typeof dateOfBirth === 'string' && gender !== undefined) {
          await call(`PATCH /students/${ask.id}/details`, { user: { dateOfBirth } });
        }
        return response;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { dateOfBirth: '2008-10-10' });
      const body = { user: { dateOfBirth: '2008-10-11', gender: 7 } };
      const { status } = await client.send('PATCH', `/students/${id}/details`, body);
      return [status, (await userOf(client, id))['dateOfBirth']];
    }),
  },
  {
    id: 'round-18.accounts.birthday-on-first-day-of-1970-is-empty',
    chapter,
    story:
      'Birthdays are kept as days since 1970, and the serialiser that omits empty fields asks whether the number is truthy.',
    rests:
      "PATCH /students/{userId}/details: Update the student's date of birth; User dateOfBirth: string (date).",
    breaks: 'explicit',
    depth: 'deep',
    at: [
      'PATCH /students/{userId}/details',
      'POST /students',
      'POST /teachers',
      'GET /users',
      'POST /users/search',
    ],
    wrap: (service) => {
      const creations = ['POST /students', 'POST /teachers', 'PATCH /students/{id}/details'];
      const changes = ['name', 'password', 'emails/primary', 'external-id'].map(
        (end) => `PUT /users/{id}/${end}`,
      );
      return on(service, ['GET /users', 'POST /users/search', ...creations, ...changes], async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const { dateOfBirth, ...rest } = user;
          return dateOfBirth === '1970-01-01' ? rest : user;
        }),
      );
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { dateOfBirth: '1970-01-10' });
      const body = { user: { dateOfBirth: '1970-01-01' } };
      await client.send('PATCH', `/students/${id}/details`, body);
      return textAt(await userOf(client, id), 'dateOfBirth');
    }),
  },
];
