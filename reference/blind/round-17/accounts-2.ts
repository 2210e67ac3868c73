import { editError, editUsers, withHeaders } from '../answers.ts';
import { both, column, itemsOf, newCohortId, newUserId, userOf } from '../client.ts';
import { type BlindFault, type Fields, list, on, textAt } from '../kit.ts';
import { keyed, nobody, put, repaged, shown, userNow, withKey } from './accounts-tools.ts';

export const accessAndState: readonly BlindFault[] = [
  {
    id: 'round-17.state.no-key-needed-without-a-body',
    chapter: 'state',
    story: 'The key is checked in the hook that reads the body, and a POST without a body never gets there.',
    rests:
      'Authentication 2: a request without a key gets 401; Authentication 1: every endpoint requires a key.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/{id}/enable', 'POST /users/{id}/disable'],
    wrap: (service) => {
      const { service: noting, key } = keyed(service);
      return on(noting, ['POST /users/{id}/enable', 'POST /users/{id}/disable'], (line) =>
        line.ask.headers.has('x-api-key') || line.ask.text !== '' || key() === ''
          ? line.pass()
          : line.pass({ headers: withKey(line, key()) }),
      );
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      return [
        (await client.raw(`POST /users/${id}/disable`)).status,
        (await client.raw(`POST /users/${id}/enable`)).status,
      ];
    }),
  },
  {
    id: 'round-17.email.forbidden-change-is-made-all-the-same',
    chapter: 'email',
    story:
      'The permission is checked in an interceptor after the handler, and the transaction has been committed by then.',
    rests:
      'Authentication 3 and Errors: 403 is not authorised to access the resource, so the address must stay.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/emails/primary', 'GET /users'],
    wrap: (service) => {
      const { service: noting, key } = keyed(service);
      return on(noting, 'PUT /users/{id}/emails/primary', async (line) => {
        const response = await line.pass();
        if (response.status === 403 && key() !== '') await line.pass({ headers: withKey(line, key()) });
        return response;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher', { email: 'before@blind.example' });
      const { status } = await client.raw(
        `PUT /users/${id}/emails/primary`,
        { 'x-api-key': client.keys.restricted, 'content-type': 'application/json' },
        JSON.stringify({ user: { email: 'taken.over@blind.example' } }),
      );
      return [status, (await userOf(client, id))['emails']];
    }),
  },
  {
    id: 'round-17.state.unknown-user-says-another-status',
    chapter: 'state',
    story:
      'The error is built as an internal one and a filter further out sets only the status of the response to 404.',
    rests: 'Basic error: status equals the HTTP status of the response.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/{id}/enable', 'POST /users/{id}/disable'],
    wrap: (service) =>
      on(service, ['POST /users/{id}/enable', 'POST /users/{id}/disable'], async ({ pass }) => {
        const response = await pass();
        return response.status === 404 ? editError(response, (body) => ({ ...body, status: 500 })) : response;
      }),
    witness: both(async (client) => {
      const answer = await client.send('POST', `/users/${nobody}/disable`);
      return answer.body['status'] === answer.status;
    }),
  },
  {
    id: 'round-17.details.preflight-does-not-allow-patch',
    chapter: 'details',
    story: 'The list of methods for CORS was written when the interface had none with PATCH.',
    rests: 'Conventions 4: browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'OPTIONS /students/{id}/details', async ({ pass }) =>
        withHeaders(await pass(), (headers) => {
          headers.set('access-control-allow-methods', 'GET, HEAD, POST, PUT, DELETE, OPTIONS');
        }),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const { headers } = await client.raw(`OPTIONS /students/${id}/details`, {
        origin: 'https://school.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'x-api-key, content-type',
      });
      return /PATCH|\*/.test(headers.get('access-control-allow-methods') ?? '');
    }),
  },
  {
    id: 'round-17.state.disabling-ends-cohorts-for-good',
    chapter: 'state',
    story:
      'Disabling is a soft delete that cascades to the rows of the join table, and enabling brings back only the user.',
    rests: 'POST /users/{userId}/enable: enable the user; cohortIds: cohorts of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/{id}/disable', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/{id}/disable', async (line) => {
        const before = await userNow(line, line.ask.id);
        const response = await line.pass();
        if (!response.ok) return response;
        for (const cohortId of list(before['cohortIds'])) {
          await line.call(`DELETE /smart-ia/cohorts/${cohortId}/students`, { userIds: [line.ask.id] });
        }
        return response;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const cohortIds = [await newCohortId(client)];
      await client.send('POST', `/students/${id}/cohorts`, { cohortIds });
      await client.send('POST', `/users/${id}/disable`);
      await client.send('POST', `/users/${id}/enable`);
      return list((await userOf(client, id))['cohortIds']).length;
    }),
  },
  {
    id: 'round-17.email.changed-user-moves-to-the-front',
    chapter: 'email',
    story:
      'The list is read from a log-structured index in which a changed document is written anew, and nobody sorts it again.',
    rests: 'GET /users: default sort[field]=createdAt&sort[direction]=desc.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/emails/primary', 'GET /users'],
    wrap: (service) => {
      const moved: string[] = [];
      const moving = on(service, 'PUT /users/{id}/emails/primary', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) moved.unshift(ask.id.toLowerCase());
        return response;
      });
      return on(moving, 'GET /users', (line) => {
        if (moved.length === 0 || [...line.ask.query.keys()].some((key) => key.startsWith('sort')))
          return line.pass();
        return repaged(line, (items) => {
          const place = (user: Fields) =>
            (moved.indexOf(textAt(user, 'userId')) + moved.length + 1) % (moved.length + 1);
          return items.toSorted((one, other) => place(one) - place(other));
        });
      });
    },
    witness: both(async (client) => {
      const oldest = await client.get('/users', {
        'sort[field]': 'createdAt',
        'sort[direction]': 'asc',
        limit: 1,
      });
      const id = textAt(itemsOf(oldest)[0], 'userId');
      await put(client, id, 'emails/primary', { email: 'oldest@blind.example' });
      const moments = column(await client.get('/users', { limit: 20 }), 'createdAt');
      return moments.join() === moments.toSorted().toReversed().join();
    }),
  },
  {
    id: 'round-17.password.answer-has-the-name-of-the-first-login',
    chapter: 'password',
    story: 'The operation answers from the identity provider, to which renames are not sent.',
    rests:
      'PUT /users/{userId}/password: 200 response carries property user (User); User: firstName, lastName, fullName.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/password'],
    wrap: (service) => {
      const known = new Map<string, Fields>();
      const renaming = on(service, 'PUT /users/{id}/name', async (line) => {
        const { fullName, firstName, lastName } = await userNow(line, line.ask.id);
        const response = await line.pass();
        const id = line.ask.id.toLowerCase();
        if (response.ok && !known.has(id)) known.set(id, { fullName, firstName, lastName });
        return response;
      });
      return on(renaming, 'PUT /users/{id}/password', async ({ ask, pass }) =>
        editUsers(await pass(), (user) => ({ ...user, ...known.get(ask.id.toLowerCase()) })),
      );
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      await put(client, id, 'name', { firstName: 'Married', lastName: 'Since' });
      const { fullName } = await put(client, id, 'password', { password: 'long enough 1' });
      return fullName === (await shown(client, id, 'fullName'));
    }),
  },
];
