import { edit, editError, editUsers, withHeaders } from '../answers.ts';
import { both, column, newUser, newUserId, userOf } from '../client.ts';
import { type BlindFault, fields, on, textAt } from '../kit.ts';

const chapter = 'accounts';
const reads = ['GET /users', 'POST /users/search'];

/** Faults that the beaten path shows. */
export const faults: readonly BlindFault[] = [
  {
    id: 'round-18.accounts.new-teacher-answered-in-property-teacher',
    chapter,
    story:
      'The wrapper interceptor takes its name from the controller, and the students controller was given an override that the teachers controller never got.',
    rests: 'POST /teachers: 201 response carries property `user` (User).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /teachers'],
    wrap: (service) =>
      on(service, 'POST /teachers', async ({ pass }) =>
        edit(await pass(), ({ user, ...rest }) => ({ ...rest, teacher: user })),
      ),
    witness: both(async (client) => {
      const user = { firstName: 'Tess', lastName: 'Wrapper' };
      const { status, body } = await client.send('POST', '/teachers', { user });
      return [status, textAt(body, 'user', 'lastName')];
    }),
  },
  {
    id: 'round-18.accounts.password-answer-is-sent-as-html',
    chapter,
    story:
      'The handler strips the hash from the row and sends the text it made itself, so the framework labels it as a page.',
    rests: 'Conventions 1: Responses are `application/json` unless an endpoint says otherwise.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{userId}/password'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/password', async ({ pass }) => {
        const response = await pass();
        return response.ok
          ? withHeaders(response, (headers) => headers.set('content-type', 'text/html; charset=utf-8'))
          : response;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const changed = await client.send('PUT', `/users/${id}/password`, {
        user: { password: 'correct horse' },
      });
      return [changed.status, changed.headers.get('content-type')];
    }),
  },
  {
    id: 'round-18.accounts.changed-birthday-answered-as-date-time',
    chapter,
    story:
      'After the update the row comes back from the driver with a Date object, and only the list mapper cuts it down to ten characters.',
    rests: 'Conventions 2: A date is `YYYY-MM-DD`; User dateOfBirth: string (date, YYYY-MM-DD).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PATCH /students/{userId}/details'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', async ({ pass }) =>
        editUsers(await pass(), (user) =>
          typeof user['dateOfBirth'] === 'string'
            ? { ...user, dateOfBirth: `${user['dateOfBirth']}T00:00:00.000Z` }
            : user,
        ),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { dateOfBirth: '2007-11-30' };
      const changed = await client.send('PATCH', `/students/${id}/details`, { user });
      return textAt(changed.body, 'user', 'dateOfBirth');
    }),
  },
  {
    id: 'round-18.accounts.new-primary-email-leaves-updated-at',
    chapter,
    story:
      'Addresses were moved to a table of their own, and the hook that stamps the user row does not fire for writes to that table.',
    rests: 'User updatedAt: When the user was last updated.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{userId}/emails/primary', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const stale = new Map<string, { readonly real: string; readonly shown: string }>();
      const shown = (user: Record<string, unknown>) => {
        const known = stale.get(textAt(user, 'userId'));
        return known?.real === user['updatedAt'] && known ? { ...user, updatedAt: known.shown } : user;
      };
      const listed = on(service, reads, async ({ pass }) => editUsers(await pass(), shown));
      return on(listed, 'PUT /users/{id}/emails/primary', async ({ ask, pass, call }) => {
        const before = await call(`GET /users?userId=${ask.id}`);
        return editUsers(await pass(), (user) => {
          const was = textAt(before.body, 'data', 0, 'updatedAt');
          stale.set(textAt(user, 'userId'), { real: textAt(user, 'updatedAt'), shown: was });
          return { ...user, updatedAt: was };
        });
      });
    },
    witness: both(async (client) => {
      const { userId, updatedAt } = await newUser(client, 'teacher');
      await client.send('PUT', `/users/${userId}/emails/primary`, {
        user: { email: 'moved@school.example' },
      });
      const after = await userOf(client, String(userId));
      return [after['emails'], String(after['updatedAt']) > String(updatedAt)];
    }),
  },
  {
    id: 'round-18.accounts.refused-details-carry-status-422',
    chapter,
    story:
      'The gateway turns the 422 of the validation library into a 400, and nobody told the body about it.',
    rests: 'Basic error: status equals the HTTP status of the response.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PATCH /students/{userId}/details'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', async ({ pass }) =>
        editError(await pass(), (body) => (body['status'] === 400 ? { ...body, status: 422 } : body)),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const refused = await client.send('PATCH', `/students/${id}/details`, {
        user: { dateOfBirth: 'soon' },
      });
      return refused.status >= 400 && refused.body['status'] === refused.status;
    }),
  },
  {
    id: 'round-18.accounts.email-filter-looks-in-column-of-creation',
    chapter,
    story:
      'The lower-case lookup column is filled when the account is inserted, and the operation for the primary address was written before that column was there.',
    rests:
      "GET /users: `email` filter; PUT /users/{userId}/emails/primary: Update the user's primary email address.",
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) => {
      const created = new Map<string, string>();
      const now = new Map<string, string>();
      const listed = on(service, 'GET /users', ({ ask, pass }) => {
        const wanted = ask.query.get('email')?.toLowerCase();
        if (wanted === undefined) return pass();
        const moved = [...now.keys()];
        const former = moved.find((id) => created.get(id) === wanted);
        const query = new URLSearchParams(ask.query);
        if (former !== undefined) {
          query.delete('email');
          query.set('userId', former);
        } else if (moved.some((id) => now.get(id) === wanted)) {
          query.set('email', 'not.in.the.column@nowhere.example');
        }
        return pass({ query });
      });
      return on(listed, 'PUT /users/{id}/emails/primary', async ({ ask, pass, call }) => {
        const before = await call(`GET /users?userId=${ask.id}`);
        const response = await pass();
        if (!response.ok) return response;
        const id = textAt(before.body, 'data', 0, 'userId');
        const was = textAt(before.body, 'data', 0, 'emails', 0).toLowerCase();
        if (!created.has(id)) created.set(id, was);
        const is = textAt(fields(ask.body['user']), 'email').toLowerCase();
        if (created.get(id) === is) now.delete(id);
        else now.set(id, is);
        return response;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher', { email: 'first.box@school.example' });
      await client.send('PUT', `/users/${id}/emails/primary`, {
        user: { email: 'second.box@school.example' },
      });
      const found = column(await client.get('/users', { email: 'second.box@school.example' }), 'userId');
      return [(await userOf(client, id))['emails'], found.includes(id)];
    }),
  },
];
