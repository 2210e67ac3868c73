import { editError, editUsers, withHeaders } from '../answers.ts';
import { both, column, newUser, newUserId, userOf } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, requery, textAt } from '../kit.ts';
import {
  creates,
  current,
  editUser,
  fault,
  idOf,
  isText,
  reads,
  resent,
  seen,
  sent,
} from './accounts-help.ts';

const details = 'PATCH /students/{id}/details';
const name = 'PUT /users/{id}/name';
const externalId = 'PUT /users/{id}/external-id';

/** Faults in changes, each of which takes a certain value. */
export const changes: readonly BlindFault[] = [
  fault({
    name: 'details-are-replaced-as-a-whole',
    story:
      'The handler maps the request onto a details object with two nullable properties and saves that object, so what was not sent is saved as null.',
    rests: 'PATCH details updates the date of birth or the gender: updating one is no update of the other.',
    breaks: 'explicit',
    depth: 'medium',
    at: [details, ...reads],
    wrap: (service) =>
      on(service, details, (line) => {
        const payload = sent(line);
        const known = 'dateOfBirth' in payload || 'gender' in payload;
        if (!known) return line.pass();
        return line.pass({ body: resent(line, { dateOfBirth: null, gender: null, ...payload }) });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { dateOfBirth: '2009-01-20' });
      await client.send('PATCH', `/students/${id}/details`, { user: { gender: 'female' } });
      return seen(await userOf(client, id), 'dateOfBirth', 'gender');
    }),
  }),
  fault({
    name: 'dates-of-birth-in-summer-are-a-day-early',
    story:
      'The details handler reads the date at midnight in the time zone of the school and stores the day of that instant in UTC. In winter that is the same day.',
    rests:
      'dateOfBirth is a date, in UTC (Conventions 2); PATCH details updates it to the date that was sent.',
    breaks: 'explicit',
    depth: 'medium',
    at: [details, ...reads],
    wrap: (service) =>
      on(service, details, (line) => {
        const date = sent(line)['dateOfBirth'];
        const stored = typeof date === 'string' ? dayOfLondonMidnight(date) : undefined;
        return stored === undefined
          ? line.pass()
          : line.pass({ body: resent(line, { dateOfBirth: stored }) });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const told: string[] = [];
      for (const dateOfBirth of ['2008-12-01', '2008-07-01']) {
        await client.send('PATCH', `/students/${id}/details`, { user: { dateOfBirth } });
        told.push(seen(await userOf(client, id), 'dateOfBirth'));
      }
      return told;
    }),
  }),
  fault({
    name: 'last-names-beyond-latin-become-question-marks',
    story:
      'A migration made the columns of the users table utf8mb4, but forgot last_name, which the old system had added later. The database replaces what Latin-1 lacks.',
    rests:
      'PUT name updates the name, POST creates the account; lastName is a string, and the one that was sent.',
    breaks: 'explicit',
    depth: 'medium',
    at: [...creates, name, ...reads],
    wrap: (service) =>
      on(service, [...creates, name], (line) => {
        const { lastName } = sent(line);
        if (!isText(lastName)) return line.pass();
        const latin = [...lastName].map((sign) => ((sign.codePointAt(0) ?? 0) > 255 ? '?' : sign)).join('');
        return line.pass({ body: resent(line, { lastName: latin }) });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      await client.send('PUT', `/users/${id}/name`, { user: { firstName: 'Łucja', lastName: 'Wałęsa' } });
      return seen(await userOf(client, id), 'firstName', 'lastName');
    }),
  }),
  fault({
    name: 'a-second-external-id-is-not-kept',
    story:
      'External ids moved to a table of their own. The handler inserts with ON CONFLICT DO NOTHING, so that imports may be repeated, and answers with what was sent.',
    rests: 'PUT external-id sets the identifier of the user, whether the user has one or not.',
    breaks: 'explicit',
    depth: 'medium',
    at: [externalId, ...reads],
    wrap: (service) =>
      on(service, externalId, async (line) => {
        const value = sent(line)['externalId'];
        const before = (await current(line, line.ask.id))?.['externalId'];
        if (!isText(value) || !isText(before)) return line.pass();
        const response = await line.pass({ body: resent(line, { externalId: before }) });
        return editUser(response, (user) => ({ ...user, externalId: value }));
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { externalId: client.word() });
      const value = client.word();
      const answer = await client.send('PUT', `/users/${id}/external-id`, { user: { externalId: value } });
      return [answer.status, seen(await userOf(client, id), 'externalId')];
    }),
  }),
];

/** The day in UTC at which that date begins in London, undefined where it is the date itself. */
function dayOfLondonMidnight(date: string): string | undefined {
  const midnight = Date.parse(`${date}T00:00:00.000Z`);
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== date) return undefined;
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  if (clock.format(midnight) === '00') return undefined;
  return new Date(midnight - 3_600_000).toISOString().slice(0, 10);
}

const textFields = ['username', 'upn', 'externalId', 'fullName', 'firstName', 'lastName'];

function numbersAsNumbers(user: Fields): Fields {
  const numeric = textFields.filter((field) => /^-?\d+(\.\d+)?$/.test(textAt(user, field)));
  return { ...user, ...Object.fromEntries(numeric.map((field) => [field, Number(user[field])])) };
}

function lowered(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/** Faults in reads, refusals and preflights, each of which takes a certain value. */
export const answers: readonly BlindFault[] = [
  fault({
    name: 'external-ids-of-digits-are-read-as-numbers',
    story:
      'The lists are encoded with JSON_NUMERIC_CHECK, which somebody switched on for the counts in pagination.',
    rests: 'externalId, username and upn are strings (User).',
    breaks: 'explicit',
    depth: 'medium',
    at: reads,
    wrap: (service) => on(service, reads, async ({ pass }) => editUsers(await pass(), numbersAsNumbers)),
    witness: both(async (client) =>
      seen(await userOf(client, await newUserId(client, 'student', { externalId: '0070215' })), 'externalId'),
    ),
  }),
  fault({
    name: 'usernames-with-capitals-are-not-found',
    story:
      'Usernames used to be stored in lower case, and the filter still lowers its values. Since accounts may choose their username, the column holds what they chose.',
    rests: 'The filter username (usernames) of the user list and search chooses users by their username.',
    breaks: 'explicit',
    depth: 'medium',
    at: reads,
    wrap: (service) =>
      on(service, reads, ({ ask, pass }) => {
        const search = fields(ask.body['search']);
        if (Array.isArray(search['usernames'])) {
          return pass({
            body: { ...ask.body, search: { ...search, usernames: list(search['usernames']).map(lowered) } },
          });
        }
        const query = new URLSearchParams(ask.query);
        query.delete('username');
        for (const value of ask.query.getAll('username')) query.append('username', value.toLowerCase());
        return pass({ query });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { username: 'Ada.Witness' });
      return column(await client.get('/users', { username: 'Ada.Witness' }), 'userId').includes(id);
    }),
  }),
  fault({
    name: 'external-ids-with-a-comma-are-not-found',
    story:
      'The query parser is set to take a,b for two values, because one client of the session lists wanted it.',
    rests: 'externalId is given more than once by repeating the parameter; each value is one external id.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: requery('GET /users', (query) => {
      const values = query.getAll('externalId').flatMap((value) => value.split(','));
      query.delete('externalId');
      for (const value of values) query.append('externalId', value);
    }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { externalId: 'SIMS:12,4' });
      return column(await client.get('/users', { externalId: 'SIMS:12,4' }), 'userId').includes(id);
    }),
  }),
  fault({
    name: 'a-taken-username-or-upn-is-refused-with-two-statuses',
    story:
      'The unique-constraint handler builds its body with 409. A later middleware maps every refusal of the account routes to 400, but looks at the status line only.',
    rests: 'The status in an error equals the HTTP status of the response (Errors).',
    breaks: 'explicit',
    depth: 'medium',
    at: creates,
    wrap: (service) =>
      on(service, creates, async ({ pass }) =>
        editError(await pass(), (body) =>
          textAt(body, 'message').includes('belongs to another') ? { ...body, status: 409 } : body,
        ),
      ),
    witness: both(async (client) => {
      const upn = 'Z820299000001';
      await newUser(client, 'student', { upn });
      const again = { user: { firstName: client.word(), lastName: 'Witness', upn } };
      const answer = await client.send('POST', '/students', again);
      return [answer.status, answer.body['status']];
    }),
  }),
  fault({
    name: 'the-preflight-of-details-does-not-allow-patch',
    story: 'The CORS middleware has a list of methods of its own: GET, HEAD, POST, PUT, DELETE, OPTIONS.',
    rests:
      'Browser requests from any origin are permitted (Conventions 4), so a preflight allows the method.',
    breaks: 'explicit',
    depth: 'medium',
    at: [details],
    wrap: (service) =>
      on(service, 'OPTIONS /students/{id}/details', async ({ pass }) =>
        withHeaders(await pass(), (headers) => {
          headers.set('access-control-allow-methods', 'GET, HEAD, POST, PUT, DELETE, OPTIONS');
        }),
      ),
    witness: both(async (client) => {
      const id = idOf(await newUser(client, 'student'));
      const answer = await client.raw(`OPTIONS /students/${id}/details`, {
        origin: 'https://school.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'x-api-key, content-type',
      });
      return (answer.headers.get('access-control-allow-methods') ?? '').includes('PATCH');
    }),
  }),
];
