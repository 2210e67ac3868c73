import { editError, editItems, withHeaders } from '../answers.ts';
import { both, column, itemsOf, newUserId } from '../client.ts';
import { at, type BlindFault, type Fields, fields, on, textAt } from '../kit.ts';
import { sessionLists } from './shapes-1.ts';

const london = (instant: number) =>
  `${new Date(instant).toLocaleString('sv-SE', { timeZone: 'Europe/London' }).replace(' ', 'T')}.000`;

/** A date-time as a formatter of London has it: with its own offset while clocks there are not on UTC. */
function localTime(text: string): string {
  const local = london(Date.parse(text));
  return local.slice(0, 19) === text.slice(0, 19) ? text : `${local.slice(0, 19)}${text.slice(19, 23)}+01:00`;
}

function withResult(session: Fields, change: (result: Fields) => Fields): Fields {
  const { result } = session;
  return result === null || result === undefined ? session : { ...session, result: change(fields(result)) };
}

const uri = /^[a-z][a-z\d+.-]*:[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/i;

const basicReads = ['GET /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}', 'GET /smart-ia/sessions'];

/** Results, mappers of lists, CORS and the forms of errors. */
export const faultsTwo: readonly BlindFault[] = [
  {
    id: 'round-18.results.level-na-is-read-as-missing',
    chapter: 'results',
    story: 'Results pass through a pandas frame, whose reader takes the text NA for a missing value.',
    rests: 'Result levels: `NA` for an English writing assessment; a result holds the level.',
    breaks: 'explicit',
    depth: 'medium',
    at: sessionLists,
    wrap: (service) =>
      on(service, sessionLists, async ({ pass }) =>
        editItems(await pass(), (session) =>
          withResult(session, ({ level, ...result }) => (level === 'NA' ? result : { ...result, level })),
        ),
      ),
    witness: both(async (client) => {
      const completed = await client.get('/smart-ia/sessions/completed', { limit: 1000 });
      return [...new Set(column(completed, 'result', 'level'))].sort();
    }),
  },
  {
    id: 'round-18.results.duration-forgets-whole-days',
    chapter: 'results',
    story: 'The duration is held as a time of day, which begins again at midnight.',
    rests: 'Session: The result holds the total duration of the session.',
    breaks: 'explicit',
    depth: 'medium',
    at: sessionLists,
    wrap: (service) =>
      on(service, sessionLists, async ({ pass }) =>
        editItems(await pass(), (session) =>
          withResult(session, (result) => ({
            ...result,
            duration: textAt(result, 'duration').replace(/^P\d+DT/, 'PT'),
          })),
        ),
      ),
    witness: both(async (client) =>
      itemsOf(await client.get('/smart-ia/sessions/completed', { limit: 1000 }))
        .map(({ startDate, endDate, result }) => ({
          hours: (Date.parse(String(endDate)) - Date.parse(String(startDate))) / 3_600_000,
          duration: textAt(result, 'duration'),
        }))
        .filter(({ hours }) => hours >= 24),
    ),
  },
  {
    id: 'round-18.results.calculated-in-summer-has-an-offset',
    chapter: 'results',
    story: 'The marking service formats with the zone of its London machine, which nobody notices in winter.',
    rests: 'Conventions 2: Dates use ISO 8601 in UTC; a date-time is `YYYY-MM-DDTHH:MM:SS.SSSZ`.',
    breaks: 'explicit',
    depth: 'medium',
    at: sessionLists,
    wrap: (service) =>
      on(service, sessionLists, async ({ pass }) =>
        editItems(await pass(), (session) =>
          withResult(session, (result) => ({
            ...result,
            calculatedDate: localTime(textAt(result, 'calculatedDate')),
          })),
        ),
      ),
    witness: both(async (client) => {
      const summer = {
        'startDate[gte]': '2024-06-01T00:00:00.000Z',
        'startDate[lt]': '2024-08-01T00:00:00.000Z',
      };
      return column(await client.get('/smart-ia/sessions/completed', summer), 'result', 'calculatedDate');
    }),
  },
  {
    id: 'round-18.users.upn-of-the-row-before-stays-in-the-mapper',
    chapter: 'users',
    story: 'The mapper fills one object again and again, and sets the UPN only where the row has one.',
    rests: 'User: `upn`: Unique Pupil Number of the user; Conventions 3: Empty fields are omitted.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ pass }) => {
        let last: unknown;
        return editItems(await pass(), (user) => {
          last = user['upn'] ?? last;
          return last === undefined ? user : { ...user, upn: last };
        });
      }),
    witness: both(async (client) => {
      const teacher = await newUserId(client, 'teacher');
      const student = await newUserId(client, 'student', { upn: 'B123456789012' });
      const { body } = await client.get('/users', { userId: [teacher, student] });
      return [0, 1].map(
        (index) => `${textAt(body, 'data', index, 'roles')} ${textAt(body, 'data', index, 'upn')}`,
      );
    }),
  },
  {
    id: 'round-18.classes.year-of-a-current-class-is-populated',
    chapter: 'classes',
    story: 'The filter on `current` populates the reference, and the year then stands where its id belongs.',
    rests: 'Class: `academicYearId` is a string (UUID).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ ask, pass, call }) => {
        const response = await pass();
        if (ask.query.get('academicYearId') !== 'current' || !response.ok) return response;
        const { academicYear } = (await call('GET /academic-years/current')).body;
        return editItems(response, (one) => ({ ...one, academicYearId: academicYear }));
      }),
    witness: both(async (client) => {
      const found = await client.get('/classes', { academicYearId: 'current', limit: 1 });
      return typeof at(found.body, 'data', 0, 'academicYearId');
    }),
  },
  {
    id: 'round-18.errors.message-is-a-list-of-messages',
    chapter: 'errors',
    story: 'A validation pipe of NestJS takes over, and its exceptions carry a list of messages.',
    rests: 'Basic error: `message` is a string.',
    breaks: 'explicit',
    depth: 'medium',
    at: basicReads,
    wrap: (service) =>
      on(service, basicReads, async ({ pass }) => {
        const response = await pass();
        if (response.status !== 400) return response;
        return editError(response, (body) => ({ ...body, message: [body['message']] }));
      }),
    witness: both(async (client) => {
      const refused = await client.get('/smart-ia/sessions', { 'startDate[gt]': 1, 'startDate[gte]': 1 });
      return refused.body['message'];
    }),
  },
  {
    id: 'round-18.cors.preflight-does-not-allow-the-key',
    chapter: 'cors',
    story: 'The assessment routes took their CORS settings from a service that works with bearer tokens.',
    rests:
      'Conventions 4: Browser requests from any origin are permitted (CORS); Authentication 1: `x-api-key`.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (ask.method !== 'OPTIONS' || !ask.path.startsWith('/smart-ia/')) return response;
        return withHeaders(response, (headers) =>
          headers.set('access-control-allow-headers', 'authorization, content-type'),
        );
      }),
    witness: both(async (client) => {
      const { headers } = await client.raw('OPTIONS /smart-ia/tests', {
        origin: 'https://school.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-api-key',
      });
      return /x-api-key|\*/i.test(headers.get('access-control-allow-headers') ?? '')
        ? 'allowed'
        : 'not allowed';
    }),
  },
  {
    id: 'round-18.cors.origin-with-a-port-is-not-any-origin',
    chapter: 'cors',
    story: 'The pattern that was meant to match every origin has no place for a port.',
    rests: 'Conventions 4: Browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const origin = ask.headers.get('origin');
        if (origin === null || /^https?:\/\/[\w.-]+$/i.test(origin)) return response;
        return withHeaders(response, (headers) => headers.delete('access-control-allow-origin'));
      }),
    witness: both(async (client) => {
      const seen: (string | null)[] = [];
      for (const origin of ['https://school.example', 'http://localhost:3000']) {
        const { headers } = await client.raw('GET /academic-years', {
          'x-api-key': client.keys.full,
          origin,
        });
        seen.push(headers.get('access-control-allow-origin'));
      }
      return seen;
    }),
  },
  {
    id: 'round-18.errors.instance-is-the-decoded-path',
    chapter: 'errors',
    story: 'The instance is made of the path that the framework hands out, and that is decoded already.',
    rests: 'Problem details: `instance` is a string (URI).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', async ({ ask, pass }) =>
        editError(await pass(), (body) =>
          'instance' in body ? { ...body, instance: `https://roster.example${decoded(ask.path)}` } : body,
        ),
      ),
    witness: both(async (client) => {
      const { body } = await client.get('/classes/ten%20a%20%22maths%22');
      return uri.test(textAt(body, 'instance')) ? 'a URI' : 'no URI';
    }),
  },
];

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
