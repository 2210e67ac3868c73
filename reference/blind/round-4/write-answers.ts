import { edit, editUsers, refuse, withHeaders } from '../answers.ts';
import { both, column, newClassId, newUserId, userOf } from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';
import { findUser, restatus, statuses } from './help.ts';

const name = 'PUT /users/{id}/name';
const password = 'PUT /users/{id}/password';
const primary = 'PUT /users/{id}/emails/primary';
const details = 'PATCH /students/{id}/details';

/** What the answers of account changes tell wrongly. */
export const answers: readonly BlindFault[] = [
  {
    id: 'round-4.answers.password-answers-with-somebody-else',
    chapter: 'updates',
    story: 'The login service has numbers of its own, and the user is read back by number instead of by id.',
    rests: 'PUT /users/{userId}/password: the response carries the user whose password it was.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [password],
    wrap: (service) =>
      on(service, password, async ({ pass, call }) => {
        const answer = await pass();
        if (!answer.ok) return answer;
        const first = await call('GET /users?limit=1&sort[field]=createdAt&sort[direction]=asc');
        return edit(answer, (body) => ({ user: at(first.body, 'data', 0) ?? body['user'] }));
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { password: 'correct horse' };
      const { body } = await client.send('PUT', `/users/${id}/password`, { user });
      return textAt(body, 'user', 'userId') === id ? 'the same' : 'another';
    }),
  },
  {
    id: 'round-4.answers.id-without-its-hyphens',
    chapter: 'updates',
    story: 'Ids are sixteen bytes in the table, and the query behind this answer prints them as plain hex.',
    rests: 'User: userId is a UUID, which is written with four hyphens.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [name],
    wrap: (service) =>
      on(service, name, async ({ pass }) =>
        editUsers(await pass(), (user) => ({
          ...user,
          userId: textAt(user, 'userId').replaceAll('-', ''),
        })),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { firstName: 'Anna', lastName: 'Witness' };
      const { body } = await client.send('PUT', `/users/${id}/name`, { user });
      return textAt(body, 'user', 'userId').length;
    }),
  },
  {
    id: 'round-4.answers.first-address-is-created',
    chapter: 'updates',
    story: 'A PUT that finds nothing to replace has created something, says the base class, and answers 201.',
    rests: 'PUT /users/{userId}/emails/primary: its response with the user is 200.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [primary],
    wrap: (service) =>
      on(service, primary, async (line) => {
        const before = await findUser(line, line.ask.id);
        const answer = await line.pass();
        const first = list(before?.['emails']).length === 0;
        return answer.ok && first ? restatus(answer, 201) : answer;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { email: 'first@blind.example' };
      return (await client.send('PUT', `/users/${id}/emails/primary`, { user })).status;
    }),
  },
  {
    id: 'round-4.answers.patch-answers-in-the-type-of-patches',
    chapter: 'updates',
    story: 'One list of media types serves for what the route reads and for what it writes.',
    rests: 'Conventions: responses are application/json unless an endpoint says otherwise.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [details],
    wrap: (service) =>
      on(service, details, async ({ pass }) => {
        const answer = await pass();
        if (!answer.ok) return answer;
        return withHeaders(answer, (headers) => headers.set('content-type', 'application/merge-patch+json'));
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { dateOfBirth: '2007-05-06' };
      const answer = await client.send('PATCH', `/students/${id}/details`, { user });
      return answer.headers.get('content-type') ?? '';
    }),
  },
  {
    id: 'round-4.answers.error-page-of-the-framework',
    chapter: 'updates',
    story:
      'The exception for an unknown user has no handler and ends at the default error path of the framework.',
    rests:
      'Errors: the basic format has a message; without one it must be problem details with their fields.',
    breaks: 'explicit',
    depth: 'medium',
    at: [name],
    wrap: (service) =>
      on(service, name, async ({ ask, pass }) => {
        const answer = await pass();
        if (answer.status !== 404) return answer;
        const told = { timestamp: '2026-01-12T09:00:00.000+00:00', error: 'Not Found', path: ask.path };
        const text = JSON.stringify({ ...told, status: 404 });
        return new Response(text, { status: 404, headers: answer.headers });
      }),
    witness: both(async ({ send }) => {
      const user = { firstName: 'Anna', lastName: 'Witness' };
      const answer = await send('PUT', '/users/00000000-0000-4000-8000-00000000dead/name', { user });
      const known = ['message', 'title', 'detail'].some((field) => field in answer.body);
      return `${statuses(answer)} ${known ? 'with words' : 'without'}`;
    }),
  },
  {
    id: 'round-4.answers.renamed-user-has-classes-of-this-year',
    chapter: 'versioning',
    story: 'The write model knows the current year only, and its query is used again to fill the answer.',
    rests: 'User: classIds are the classes of the user, in PUT /users/{userId}/name as in the list.',
    breaks: 'explicit',
    depth: 'deep',
    at: [name],
    wrap: (service) =>
      on(service, name, async ({ pass, call }) => {
        const answer = await pass();
        if (!answer.ok) return answer;
        const current = textAt(
          (await call('GET /academic-years/current')).body,
          'academicYear',
          'academicYearId',
        );
        const body = fields(await answer.clone().json());
        const kept: string[] = [];
        for (const id of texts(at(body, 'user', 'classIds'))) {
          const group = await call(`GET /classes/${id}`);
          if (textAt(group.body, 'class', 'academicYearId') === current) kept.push(id);
        }
        return editUsers(answer, ({ classIds: _all, ...user }) => {
          return kept.length === 0 ? user : { ...user, classIds: kept };
        });
      }),
    witness: both(async (client) => {
      const now = textAt(
        (await client.get('/academic-years/current')).body,
        'academicYear',
        'academicYearId',
      );
      const years = column(await client.get('/academic-years'), 'academicYearId');
      const academicYearId = years.find((year) => year !== now) ?? '';
      const classId = await newClassId(client, { academicYearId });
      const id = await newUserId(client, 'student');
      await client.send('POST', `/classes/${classId}/students`, { userIds: [id] });
      const user = { firstName: 'Anna', lastName: 'Witness' };
      const { body } = await client.send('PUT', `/users/${id}/name`, { user });
      const listed = list((await userOf(client, id))['classIds']).length;
      return [list(at(body, 'user', 'classIds')).length, listed];
    }),
  },
  {
    id: 'round-4.answers.details-for-the-enrolled-only',
    chapter: 'updates',
    story: 'The student is loaded with an inner join on classes, so that whoever has none yet is not found.',
    rests: "PATCH /students/{userId}/details updates the student's date of birth or gender and answers 200.",
    breaks: 'explicit',
    depth: 'shallow',
    at: [details],
    wrap: (service) =>
      on(service, details, async (line) => {
        const user = await findUser(line, line.ask.id);
        const alone = user !== undefined && list(user['classIds']).length === 0;
        return alone ? refuse(line.ask, 404, 'Student not found') : line.pass();
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { dateOfBirth: '2007-05-06' };
      return (await client.send('PATCH', `/students/${id}/details`, { user })).status;
    }),
  },
];
