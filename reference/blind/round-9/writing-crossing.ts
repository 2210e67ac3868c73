import { editUsers, refuse, withHeaders } from '../answers.ts';
import { both, newClassId, newUserId, newUserIds, nobody, userOf } from '../client.ts';
import { type BlindFault, on, textAt, texts } from '../kit.ts';
import { lookUp, membersOf, removals, showingUsers } from './writing-helpers.ts';

const name = 'PUT /users/{id}/name';
const password = 'PUT /users/{id}/password';
const accounts = ['POST /students', 'POST /teachers', 'PATCH /students/{id}/details'] as const;
const creations = ['POST /classes', 'POST /smart-ia/cohorts', ...accounts] as const;
const changes = [name, password, 'PUT /users/{id}/emails/primary', 'PUT /users/{id}/external-id'] as const;

/** Keys, errors, headers and times of writing. */
export const crossing: readonly BlindFault[] = [
  {
    id: 'round-9.keys.password-needs-none',
    chapter: 'authentication',
    story: 'Paths with "password" are open for those who have forgotten theirs, and this one came under it.',
    rests: 'Authentication 1 and 2: every endpoint requires a key; without a valid one the answer is 401.',
    breaks: 'explicit',
    depth: 'deep',
    at: [password],
    wrap: (service) => {
      let valid = '';
      const noting = on(service, '*', async ({ ask, pass }) => {
        const answer = await pass();
        if (answer.ok && ask.method !== 'OPTIONS' && !ask.path.startsWith('/academic-years')) {
          valid = ask.headers.get('x-api-key') ?? valid;
        }
        return answer;
      });
      return on(noting, password, async ({ ask, pass }) => {
        const answer = await pass();
        if (answer.status !== 401 || valid === '') return answer;
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', valid);
        return pass({ headers });
      });
    },
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const body = JSON.stringify({ user: { password: 'long enough' } });
      const headers = { 'content-type': 'application/json' };
      return (await client.raw(`PUT /users/${userId}/password`, headers, body)).status;
    }),
  },
  {
    id: 'round-9.keys.removal-forbidden-as-401',
    chapter: 'authentication',
    story: 'The check of the permission to delete throws the error of the check of the key.',
    rests: 'Authentication 2 and 3: 401 is for a missing or invalid key, one without permission gets 403.',
    breaks: 'explicit',
    depth: 'deep',
    at: removals,
    wrap: (service) =>
      on(service, removals, async ({ ask, pass }) => {
        const answer = await pass();
        return answer.status === 403 ? refuse(ask, 401, 'Invalid credentials') : answer;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const headers = { 'x-api-key': client.keys.restricted, 'content-type': 'application/json' };
      const body = JSON.stringify({ userIds: [nobody] });
      return (await client.raw(`DELETE /classes/${classId}/students`, headers, body)).status;
    }),
  },
  {
    id: 'round-9.browsers.preflight-knows-get-and-post',
    chapter: 'conventions',
    story: 'The gateway has a fixed list of methods from the days when there were only these.',
    rests: 'Conventions 4: browser requests from any origin are permitted.',
    breaks: 'explicit',
    depth: 'medium',
    at: [...changes, 'PATCH /students/{id}/details', ...removals],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const answer = await pass();
        if (ask.method !== 'OPTIONS') return answer;
        return withHeaders(answer, (headers) => {
          if (headers.has('access-control-allow-methods')) {
            headers.set('access-control-allow-methods', 'GET, HEAD, POST, OPTIONS');
          }
        });
      }),
    witness: both(async (client) => {
      const told: (string | null)[] = [];
      for (const [method, path] of [
        ['PUT', `/users/${nobody}/name`],
        ['PATCH', `/students/${nobody}/details`],
        ['DELETE', `/classes/${nobody}/students`],
      ] as const) {
        const headers = { origin: 'https://school.example', 'access-control-request-method': method };
        const { headers: answered } = await client.raw(`OPTIONS ${path}`, headers);
        told.push(answered.get('access-control-allow-methods'));
      }
      return told;
    }),
  },
  {
    id: 'round-9.browsers.refused-account-unreadable',
    chapter: 'conventions',
    story: 'The validation of accounts answers before the middleware that sets the headers for browsers.',
    rests: 'Conventions 4: browser requests from any origin are permitted.',
    breaks: 'explicit',
    depth: 'shallow',
    at: accounts,
    wrap: (service) =>
      on(service, accounts, async ({ pass }) => {
        const answer = await pass();
        if (answer.status !== 400) return answer;
        return withHeaders(answer, (headers) => headers.delete('access-control-allow-origin'));
      }),
    witness: both(async ({ send }) => {
      const { status, headers } = await send('POST', '/students', { user: {} });
      return [status, headers.get('access-control-allow-origin')];
    }),
  },
  {
    id: 'round-9.errors.broken-json-answers-page',
    chapter: 'errors',
    story: 'The body is parsed before the error handler is in place, so the framework shows its own page.',
    rests: 'Errors: an error response takes one of two JSON formats.',
    breaks: 'explicit',
    depth: 'medium',
    at: creations,
    wrap: (service) =>
      on(service, creations, async ({ ask, pass }) => {
        const answer = await pass();
        if (answer.status !== 400 || parses(ask.text)) return answer;
        const headers = { 'content-type': 'text/html; charset=utf-8', 'access-control-allow-origin': '*' };
        return new Response('<!DOCTYPE html><pre>SyntaxError: Unexpected end of JSON input</pre>', {
          status: 400,
          headers,
        });
      }),
    witness: both(async (client) => {
      const headers = { 'x-api-key': client.keys.full, 'content-type': 'application/json' };
      const answer = await client.raw('POST /classes', headers, '{"class":{"name":"Cut o');
      return [answer.status, answer.headers.get('content-type')];
    }),
  },
  {
    id: 'round-9.times.renamed-in-offset-form',
    chapter: 'conventions',
    story: 'This handler formats the time with the library of another language, which writes +00:00.',
    rests: 'Conventions 2: a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [name],
    wrap: (service) =>
      on(service, name, async ({ pass }) =>
        editUsers(await pass(), (user) => ({
          ...user,
          updatedAt: textAt(user, 'updatedAt').replace('Z', '+00:00'),
        })),
      ),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const user = { firstName: 'Renate', lastName: 'Witness' };
      const answer = await client.send('PUT', `/users/${userId}/name`, { user });
      return /Z$/.test(textAt(answer.body, 'user', 'updatedAt'));
    }),
  },
  {
    id: 'round-9.times.renaming-touches-classmates',
    chapter: 'users',
    story:
      'A trigger refreshes the rosters of the classes of the user, and with them every row of their members.',
    rests: 'User: updatedAt is when the user was last updated; another was.',
    breaks: 'explicit',
    depth: 'deep',
    at: [name, 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const touched = new Map<unknown, string>();
      const noting = on(service, name, async (line) => {
        const answer = await line.pass();
        if (!answer.ok) return answer;
        const renamed = await lookUp(line, line.ask.id);
        for (const classId of texts(renamed['classIds'])) {
          for (const role of ['student', 'teacher']) {
            for (const id of await membersOf(line, classId, role))
              touched.set(id, textAt(renamed, 'updatedAt'));
          }
        }
        return answer;
      });
      return showingUsers(noting, (user) => {
        const time = touched.get(user['userId']) ?? '';
        return time > textAt(user, 'updatedAt') ? { ...user, updatedAt: time } : user;
      });
    },
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 2);
      const [one = '', other = ''] = userIds;
      await client.send('POST', `/classes/${await newClassId(client)}/students`, { userIds });
      const before = textAt(await userOf(client, other), 'updatedAt');
      const user = { firstName: 'Renate', lastName: 'Witness' };
      await client.send('PUT', `/users/${one}/name`, { user });
      return textAt(await userOf(client, other), 'updatedAt') === before;
    }),
  },
];

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
