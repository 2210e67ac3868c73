import { editUsers, refuse, withHeaders } from '../answers.ts';
import { both, newUser, newUserId, userOf } from '../client.ts';
import { type BlindFault, fields, on, textAt } from '../kit.ts';
import { address, creations, fault, idOf, payloadOf, storedUser, userAnswers } from './accounts-help.ts';

const details = 'PATCH /students/{id}/details';
const email = 'PUT /users/{id}/emails/primary';
const externalId = 'PUT /users/{id}/external-id';

const keyAfterBody = fault('new-account-is-validated-before-the-key', {
  story:
    'The validation middleware of the account routes was registered in the router, which is mounted before the guard that looks at the key.',
  rests: 'A request without a key, or with an invalid key, gets 401.',
  breaks: 'explicit',
  depth: 'medium',
  at: [...creations],
  wrap: (service) =>
    on(service, creations, async (line) => {
      const response = await line.pass();
      const { firstName, lastName } = payloadOf(line);
      const valid = typeof firstName === 'string' && typeof lastName === 'string';
      return response.status === 401 && !valid ? refuse(line.ask, 400, 'Invalid request') : response;
    }),
  witness: both(async (client) => {
    const json = { 'content-type': 'application/json' };
    const empty = await client.raw('POST /teachers', json, '{}');
    const whole = await client.raw('POST /teachers', json, '{"user":{"firstName":"A","lastName":"B"}}');
    return [empty.status, whole.status];
  }),
});

const preflight = fault('preflight-of-details-does-not-permit-patch', {
  story:
    'The gateway has a list of methods for CORS that was written when the service had only GET, POST, PUT and DELETE.',
  rests: 'Browser requests from any origin are permitted (CORS); PATCH needs a preflight that names it.',
  breaks: 'explicit',
  depth: 'medium',
  at: [details],
  wrap: (service) =>
    on(service, 'OPTIONS /students/{id}/details', async ({ pass }) =>
      withHeaders(await pass(), (headers) =>
        headers.set('access-control-allow-methods', 'GET, HEAD, POST, PUT, DELETE, OPTIONS'),
      ),
    ),
  witness: both(async (client) => {
    const id = await newUserId(client, 'student');
    const { headers } = await client.raw(`OPTIONS /students/${id}/details`, {
      origin: 'https://school.example',
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'x-api-key, content-type',
    });
    const permitted = headers.get('access-control-allow-methods') ?? '';
    return permitted.split(/, */).includes('PATCH');
  }),
});

const century = fault('birth-years-of-the-sixties-land-in-the-future', {
  story:
    'The date of birth is kept as the text DDMMYY that the pupil record file has. Reading it back, the library takes 00 to 68 for this century. No pupil is that old, but teachers are.',
  rests: 'dateOfBirth is the date of birth of the user, `YYYY-MM-DD`.',
  breaks: 'explicit',
  depth: 'medium',
  at: [...userAnswers],
  wrap: (service) =>
    on(service, userAnswers, async ({ pass }) =>
      editUsers(await pass(), (user) => {
        const date = textAt(user, 'dateOfBirth');
        return date === '' ? user : { ...user, dateOfBirth: pivoted(date) };
      }),
    ),
  witness: both(async (client) => {
    const user = await newUser(client, 'teacher', { dateOfBirth: '1964-11-30' });
    const younger = await newUser(client, 'teacher', { dateOfBirth: '1971-11-30' });
    return [user['dateOfBirth'], younger['dateOfBirth']];
  }),
});

function pivoted(date: string): string {
  const year = Number(date.slice(2, 4));
  return `${year <= 68 ? '20' : '19'}${date.slice(2)}`;
}

const digits = fault('external-ids-of-digits-become-numbers', {
  story:
    'The form layer turns every value that looks like a number into one, and the column is a text again: zeros in front are gone and long ids are rounded.',
  rests: 'externalId is a string, the identifier from an outside system; PUT external-id sets it.',
  breaks: 'explicit',
  depth: 'medium',
  at: [...creations, externalId],
  wrap: (service) =>
    on(service, [...creations, externalId], (line) => {
      const user = payloadOf(line);
      const sent = user['externalId'];
      if (typeof sent !== 'string' || !/^\d+$/.test(sent)) return line.pass();
      return line.pass({ body: { ...line.ask.body, user: { ...user, externalId: String(Number(sent)) } } });
    }),
  witness: both(async (client) => {
    const created = await newUserId(client, 'student', { externalId: '000417' });
    const changed = await newUserId(client, 'student');
    const user = { externalId: '90071992547409931' };
    await client.send('PUT', `/users/${changed}/external-id`, { user });
    return [(await userOf(client, created))['externalId'], (await userOf(client, changed))['externalId']];
  }),
});

const nullDate = fault('details-show-null-for-an-unknown-date-of-birth', {
  story:
    'The handler merges the two columns that it has just written into the answer by hand, past the serialiser that leaves out what is empty.',
  rests: 'Empty fields are omitted from a response; only nested objects are null.',
  breaks: 'explicit',
  depth: 'medium',
  at: [details],
  wrap: (service) =>
    on(service, details, async ({ pass }) =>
      editUsers(await pass(), (user) => ({
        ...user,
        gender: user['gender'] ?? null,
        dateOfBirth: user['dateOfBirth'] ?? null,
      })),
    ),
  witness: both(async (client) => {
    const id = await newUserId(client, 'student');
    const { body } = await client.send('PATCH', `/students/${id}/details`, { user: { gender: 'female' } });
    return 'dateOfBirth' in fields(body['user']);
  }),
});

const updatedAt = fault('new-email-does-not-move-updated-at', {
  story:
    'Addresses are in a table of their own. The trigger that keeps `updated_at` is on the table of users, which the change never touches.',
  rests: 'updatedAt: when the user was last updated.',
  breaks: 'explicit',
  depth: 'medium',
  at: [...userAnswers],
  wrap: (service) => {
    const untouched = new Map<string, { readonly moved: unknown; readonly shown: unknown }>();
    const writing = on(service, email, async (line) => {
      const before = shownOf(await storedUser(line, idOf(line)));
      const response = await line.pass();
      if (!response.ok) return response;
      const after = await storedUser(line, idOf(line));
      untouched.set(idOf(line), { moved: after['updatedAt'], shown: before });
      return response;
    });
    const shownOf = (user: Readonly<Record<string, unknown>>) => {
      const known = untouched.get(textAt(user, 'userId'));
      return known !== undefined && known.moved === user['updatedAt'] ? known.shown : user['updatedAt'];
    };
    return on(writing, userAnswers, async ({ pass }) =>
      editUsers(await pass(), (user) => ({ ...user, updatedAt: shownOf(user) })),
    );
  },
  witness: both(async (client) => {
    const id = await newUserId(client, 'teacher');
    const user = { email: address(client.word()) };
    const { body } = await client.send('PUT', `/users/${id}/emails/primary`, { user });
    const kept = await userOf(client, id);
    return [textAt(body, 'user', 'updatedAt') > textAt(kept, 'createdAt'), kept['emails'], kept['updatedAt']];
  }),
});

/** Faults that take a certain value, in what accounts answer. */
export const medium: readonly BlindFault[] = [keyAfterBody, preflight, century, digits, nullDate, updatedAt];
