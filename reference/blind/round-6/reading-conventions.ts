import { edit, editError, editItems, withHeaders, withText } from '../answers.ts';
import { both, column, itemsOf, newClassId, nobody } from '../client.ts';
import { at, type BlindFault, type Fields, fields, on, textAt } from '../kit.ts';

const classReads = ['GET /classes', 'GET /classes/{id}'];
const cohortRead = 'GET /smart-ia/cohorts/{id}';
const sessions = 'GET /smart-ia/sessions';

function describedOrNull(item: Fields): Fields {
  return 'description' in item ? item : { ...item, description: null };
}

/** `PT1H5M` as `01:05:00`. */
function clock(text: string): string {
  const [, days, hours, minutes, seconds] =
    /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text) ?? [];
  const parts = [Number(days ?? 0) * 24 + Number(hours ?? 0), Number(minutes ?? 0), Number(seconds ?? 0)];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

const errors: readonly BlindFault[] = [
  {
    id: 'round-6.errors.status-of-unknown-cohort-is-text',
    chapter: 'errors',
    story: 'The error mapper of cohorts builds its body from a table whose keys are texts.',
    rests: 'Errors: status is an integer and equals the HTTP status.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [cohortRead],
    wrap: (service) =>
      on(service, cohortRead, async ({ pass }) =>
        editError(await pass(), (body) => ({ ...body, status: String(body['status']) })),
      ),
    witness: both(async ({ get }) => typeof (await get(`/smart-ia/cohorts/${nobody}`)).body['status']),
  },
  {
    id: 'round-6.errors.html-page-for-who-accepts-html',
    chapter: 'errors',
    story: 'The framework negotiates the format of refusals and shows browsers its error page.',
    rests: 'Errors: an error response takes one of two JSON formats.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const answer = await pass();
        if (answer.status < 400 || !(ask.headers.get('accept') ?? '').includes('text/html')) return answer;
        const text = `<!doctype html><title>Error</title><h1>${answer.status}</h1>`;
        return withText(answer, text, { 'content-type': 'text/html' });
      }),
    witness: both(async ({ raw, keys }) => {
      const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
      const { text } = await raw(`GET /classes/${nobody}`, { 'x-api-key': keys.full, accept });
      return text.slice(0, 1);
    }),
  },
];

const crossOrigin: readonly BlindFault[] = [
  {
    id: 'round-6.conventions.preflight-forgets-the-key-header',
    chapter: 'conventions',
    story: 'The list of allowed headers was copied from a service that uses cookies.',
    rests: 'Conventions 4: browser requests from any origin are permitted; each must send x-api-key.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const answer = await pass();
        if (ask.method !== 'OPTIONS') return answer;
        return withHeaders(answer, (headers) => headers.set('access-control-allow-headers', 'content-type'));
      }),
    witness: both(async ({ raw }) => {
      const { headers } = await raw('OPTIONS /classes', {
        origin: 'https://school.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-api-key',
      });
      return (headers.get('access-control-allow-headers') ?? '').includes('x-api-key');
    }),
  },
  {
    id: 'round-6.conventions.first-origin-allowed-for-everybody-after',
    chapter: 'conventions',
    story: 'The header is made from the first origin that asks, and kept in the options of the process.',
    rests: 'Conventions 4: browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) => {
      let first: string | undefined;
      return on(service, '*', async ({ ask, pass }) => {
        const origin = ask.headers.get('origin');
        if (origin === null) return pass();
        first ??= origin;
        const allowed = first;
        return withHeaders(await pass(), (headers) => headers.set('access-control-allow-origin', allowed));
      });
    },
    witness: both(async ({ raw, keys }) => {
      const asks = (origin: string) => raw('GET /smart-ia/tests', { origin, 'x-api-key': keys.full });
      await asks('https://one.example');
      const allowed = (await asks('https://two.example')).headers.get('access-control-allow-origin');
      return allowed === '*' || allowed === 'https://two.example';
    }),
  },
];

const formats: readonly BlindFault[] = [
  {
    id: 'round-6.tests.list-of-tests-sent-as-plain-text',
    chapter: 'tests',
    story: 'The handler writes a string that it read from its cache, and the framework labels it as text.',
    rests: 'Conventions 1: responses are application/json unless an endpoint says otherwise.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/tests'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/tests', async ({ pass }) => {
        const answer = await pass();
        if (!answer.ok) return answer;
        return withHeaders(answer, (headers) => headers.set('content-type', 'text/plain; charset=utf-8'));
      }),
    witness: both(async ({ get }) => (await get('/smart-ia/tests')).headers.get('content-type')),
  },
  {
    id: 'round-6.classes.absent-description-read-as-null',
    chapter: 'classes',
    story: 'The serialiser of classes writes every column, whether it holds something or not.',
    rests: 'Conventions 3: empty fields are omitted; only nested objects are null when empty.',
    breaks: 'explicit',
    depth: 'shallow',
    at: classReads,
    wrap: (service) =>
      on(service, classReads, async ({ ask, pass }) => {
        const answer = await pass();
        if (ask.id === '') return editItems(answer, describedOrNull);
        return edit(answer, (body) => ({ ...body, class: describedOrNull(fields(body['class'])) }));
      }),
    witness: both(async (client) => {
      const { body } = await client.get(`/classes/${await newClassId(client)}`);
      return 'description' in fields(body['class']);
    }),
  },
  {
    id: 'round-6.sessions.duration-told-as-on-a-clock',
    chapter: 'sessions',
    story: 'The database prints its interval type as hours, minutes and seconds.',
    rests: 'Conventions 2: a duration is PnYnMnDTnHnMnS; the result holds the total duration.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [sessions],
    wrap: (service) =>
      on(service, sessions, async ({ pass }) =>
        editItems(await pass(), (item) => {
          const result = fields(item['result']);
          if (typeof result['duration'] !== 'string') return item;
          return { ...item, result: { ...result, duration: clock(result['duration']) } };
        }),
      ),
    witness: both(async ({ get }) => {
      const durations = column(await get('/smart-ia/sessions'), 'result', 'duration');
      return durations.filter((text) => text !== '').every((text) => text.startsWith('P'));
    }),
  },
  {
    id: 'round-6.sessions.result-left-out-while-in-progress',
    chapter: 'sessions',
    story: 'A global setting of the serialiser drops whatever is null, nested objects too.',
    rests: 'Conventions 3: a nested object is null when empty; the result of an In Progress session is null.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [sessions, `${sessions}/in-progress`],
    wrap: (service) =>
      on(service, [sessions, `${sessions}/in-progress`], async ({ pass }) =>
        editItems(await pass(), (item) => {
          const { result, ...others } = item;
          return result === null ? others : item;
        }),
      ),
    witness: both(async ({ get }) =>
      itemsOf(await get('/smart-ia/sessions')).every((item) => 'result' in item),
    ),
  },
  {
    id: 'round-6.sessions.level-na-taken-for-missing',
    chapter: 'sessions',
    story: 'Results pass through a data frame, and its reader takes the letters NA for a missing value.',
    rests: 'Result levels: the result holds the level; NA is one of the outputs.',
    breaks: 'explicit',
    depth: 'medium',
    at: [sessions, `${sessions}/completed`],
    wrap: (service) =>
      on(service, [sessions, `${sessions}/completed`], async ({ pass }) =>
        editItems(await pass(), (item) => {
          const { level, ...result } = fields(item['result']);
          return level === 'NA' ? { ...item, result } : item;
        }),
      ),
    witness: both(async ({ get }) => {
      const ended = itemsOf(await get('/smart-ia/sessions/completed'));
      return ended.filter((item) => at(item, 'result') !== null && textAt(item, 'result', 'level') === '')
        .length;
    }),
  },
];

/** Faults of content types, CORS, errors, empty fields and formats. */
export const conventions: readonly BlindFault[] = [...errors, ...crossOrigin, ...formats];
