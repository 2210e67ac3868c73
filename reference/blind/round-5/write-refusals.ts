import { editError, refuse } from '../answers.ts';
import { both, newClassId, newUserId, newUserIds, nobody, userOf } from '../client.ts';
import { type BlindFault, list, on, texts } from '../kit.ts';
import { lookUp, touch } from './write-help.ts';

const names: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
};

export const refusals: readonly BlindFault[] = [
  {
    id: 'round-5.refusals.status-by-its-name',
    chapter: 'refusals',
    story: 'The status is a constant of an enumeration, which the serialiser writes by its name.',
    rests: 'Errors: status is an integer that equals the HTTP status of the response.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /students', 'POST /teachers'],
    wrap: (service) =>
      on(service, ['POST /students', 'POST /teachers'], async ({ pass }) =>
        editError(await pass(), (body) => ({ ...body, status: names[Number(body['status'])] ?? 'ERROR' })),
      ),
    witness: both(async ({ raw }) => {
      const headers = { 'x-api-key': 'nobody has this', 'content-type': 'application/json' };
      const { status, body } = await raw('POST /students', headers, JSON.stringify({ user: {} }));
      return [status, body['status']];
    }),
  },
  {
    id: 'round-5.refusals.list-of-a-wrong-size-is-unprocessable',
    chapter: 'refusals',
    story: 'Bounds of lists are declared to the validation of the framework, whose own status is 422.',
    rests: 'POST class teachers takes 1 to 100 items and refuses with 400; 400 is an invalid request.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/teachers', async ({ ask, pass }) => {
        const answer = await pass();
        const sent = ask.body['userIds'];
        const odd = Array.isArray(sent) && (sent.length === 0 || sent.length > 100);
        return answer.status === 400 && odd ? refuse(ask, 422, 'Unprocessable') : answer;
      }),
    witness: both(async (client) => {
      const path = `/classes/${await newClassId(client)}/teachers`;
      const none = await client.send('POST', path, { userIds: [] });
      const many = await client.send('POST', path, { userIds: Array.from({ length: 101 }, () => nobody) });
      return [none.status, many.status];
    }),
  },
  {
    id: 'round-5.refusals.taken-name-is-an-invalid-one',
    chapter: 'refusals',
    story: 'That names are unique is a rule of the model like any other, and broken rules are 400.',
    rests: 'POST /classes: 409 when the class already exists.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass }) => {
        const answer = await pass();
        return answer.status === 409 ? refuse(ask, 400, 'Name has been taken') : answer;
      }),
    witness: both(async ({ send, word }) => {
      const body = { class: { name: word() } };
      return [(await send('POST', '/classes', body)).status, (await send('POST', '/classes', body)).status];
    }),
  },
  {
    id: 'round-5.refusals.unknown-student-is-a-conflict',
    chapter: 'refusals',
    story: 'Nobody looks the students up; the foreign key fails, and failed constraints are mapped to 409.',
    rests: 'POST class students refuses with 400 or 404; 409 is for creating a class or cohort that exists.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/students', async ({ ask, pass, call }) => {
        const answer = await pass();
        const userIds = [...new Set(texts(ask.body['userIds']))];
        if (answer.status !== 400 || userIds.length === 0 || userIds.length > 100) return answer;
        const { status, body } = await call('POST /users/search', { search: { userIds }, limit: 100 });
        const missed = status === 200 && list(body['data']).length < userIds.length;
        return missed ? refuse(ask, 409, 'Constraint failed') : answer;
      }),
    witness: both(async (client) => {
      const path = `/classes/${await newClassId(client)}/students`;
      return (await client.send('POST', path, { userIds: [nobody] })).status !== 409;
    }),
  },
  {
    id: 'round-5.refusals.hundred-ids-outgrow-the-body',
    chapter: 'refusals',
    story: 'The proxy expects little in the body of a DELETE, and turns away what is over two kilobytes.',
    rests: 'Limits: DELETE class teachers takes 1 to 100 userIds and answers 204.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/teachers', async ({ ask, pass, call }) => {
        const admitted = await call('GET /users?limit=1');
        if (admitted.status !== 200) return pass();
        return ask.text.length > 2048 ? refuse(ask, 413, 'Body too large') : pass();
      }),
    witness: both(async (client) => {
      const path = `/classes/${await newClassId(client)}/teachers`;
      const userIds = await newUserIds(client, 'teacher', 60);
      const added = await client.send('POST', path, { userIds });
      return [added.status, (await client.send('DELETE', path, { userIds })).status];
    }),
  },
  {
    id: 'round-5.refusals.refused-address-counts-as-an-update',
    chapter: 'refusals',
    story: 'The time of the change is set by a hook before the change is checked, and is saved by itself.',
    rests: 'updatedAt tells when the user was last updated; a refused request has updated nothing.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/emails/primary'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/emails/primary', async (line) => {
        const answer = await line.pass();
        if (answer.status === 400) await touch(line, await lookUp(line, line.ask.id));
        return answer;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const before = (await userOf(client, id))['updatedAt'];
      await client.send('PUT', `/users/${id}/emails/primary`, { user: { email: 'no address' } });
      return (await userOf(client, id))['updatedAt'] === before;
    }),
  },
];
