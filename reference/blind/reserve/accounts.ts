import { withBody } from '../answers.ts';
import { both, newUserId, userOf } from '../client.ts';
import { type BlindFault, fields, on, textAt } from '../kit.ts';
import { keeping, mapped, names, renamed } from '../shared/accounts.ts';

const chapter = 'accounts';

export const accounts: readonly BlindFault[] = [
  {
    id: 'reserve.accounts.names-capitalised',
    chapter,
    story: 'Names are tidied: a capital at the start of every word and small letters after it.',
    rests: "PUT name: update the user's name",
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{id}/name'],
    wrap: keeping('PUT /users/{id}/name', (user) =>
      mapped(user, names, (name) =>
        name.replace(/[A-Za-z]+/g, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()),
      ),
    ),
    witness: renamed('Eilidh', 'McDonald van der Berg'),
  },
  {
    id: 'reserve.accounts.mailbox-without-its-tag',
    chapter,
    story: 'Addresses are normalised as one large provider does it: what follows a plus is cut.',
    rests: "PUT primary email: update the user's primary email address",
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/emails/primary', 'POST /students'],
    wrap: keeping(['PUT /users/{id}/emails/primary', 'POST /students'], (user) =>
      mapped(user, ['email'], (email) => email.replace(/\+[^@]*@/, '@')),
    ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { email: 'kim+college@mail.example' };
      return (await client.send('PUT', `/users/${id}/emails/primary`, { user })).body['user'] !== undefined
        ? (await userOf(client, id))['emails']
        : 'refused';
    }),
  },
  {
    id: 'reserve.accounts.unchanged-email-unwrapped',
    chapter: 'conventions',
    story: 'An address that is there already returns early, with the entity itself.',
    rests: 'PUT primary email: 200 response carries property user',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/emails/primary'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/emails/primary', async ({ ask, pass, call }) => {
        const { body } = await call(`GET /users?userId=${ask.id}`);
        const same = textAt(body, 'data', 0, 'emails', 0) === textAt(ask.body, 'user', 'email');
        const response = await pass();
        if (!response.ok || !same) return response;
        return withBody(response, fields(await response.json())['user']);
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { email: 'same@mail.example' });
      const user = { email: 'same@mail.example' };
      return 'user' in (await client.send('PUT', `/users/${id}/emails/primary`, { user })).body;
    }),
  },
];
