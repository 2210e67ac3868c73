import { editItems, json, withText } from '../answers.ts';
import { both, column, newClassId } from '../client.ts';
import { at, type BlindFault, fields, on } from '../kit.ts';

const anyOrigin = 'Conventions 4: browser requests from any origin are permitted (CORS).';

const port: BlindFault = {
  id: 'round-4.conventions.origin-with-a-port-not-permitted',
  chapter: 'conventions',
  story: 'The origin is matched against a pattern for host names, which ends before a port can follow.',
  rests: anyOrigin,
  breaks: 'explicit',
  depth: 'medium',
  at: ['*'],
  wrap: (service) =>
    on(service, '*', async ({ ask, pass }) => {
      const answer = await pass();
      const origin = ask.headers.get('origin');
      if (origin === null || /^https?:\/\/[\w.-]+$/.test(origin)) return answer;
      const headers = new Headers(answer.headers);
      headers.delete('access-control-allow-origin');
      return new Response(answer.body, { status: answer.status, headers });
    }),
  witness: both(async ({ raw, keys }) => {
    const sent = { origin: 'http://localhost:3000', 'x-api-key': keys.full };
    return (await raw('GET /academic-years', sent)).headers.get('access-control-allow-origin') ?? 'none';
  }),
};

const preflight: BlindFault = {
  id: 'round-4.conventions.preflight-unknown-below-an-id',
  chapter: 'conventions',
  story:
    'Preflights are answered from a table of literal paths, and a path with an id in it is not found there.',
  rests: anyOrigin,
  breaks: 'explicit',
  depth: 'medium',
  at: ['OPTIONS /classes/{id}', 'OPTIONS /smart-ia/cohorts/{id}'],
  wrap: (service) =>
    on(service, ['OPTIONS /classes/{id}', 'OPTIONS /smart-ia/cohorts/{id}'], async () => {
      const answer = json(404, { status: 404, message: 'Not found.' });
      answer.headers.delete('access-control-allow-origin');
      return answer;
    }),
  witness: both(async (client) => {
    const id = await newClassId(client);
    const headers = {
      origin: 'https://app.school.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-api-key',
    };
    const answer = await client.raw(`OPTIONS /classes/${id}`, headers);
    return [answer.status < 300, answer.headers.has('access-control-allow-origin')];
  }),
};

const nulls: BlindFault = {
  id: 'round-4.conventions.learner-with-null-identifiers',
  chapter: 'conventions',
  story:
    'The setting that leaves out what is empty is on the outer class and does not reach the learner inside.',
  rests: 'Conventions 3: empty fields are omitted; only a nested object is null when empty.',
  breaks: 'explicit',
  depth: 'shallow',
  at: ['GET /smart-ia/sessions/completed'],
  wrap: (service) =>
    on(service, 'GET /smart-ia/sessions/completed', async ({ pass }) =>
      editItems(await pass(), (item) => ({
        ...item,
        user: { upn: null, externalId: null, gender: null, dateOfBirth: null, ...fields(item['user']) },
      })),
    ),
  witness: both(async ({ get }) => {
    const page = await get('/smart-ia/sessions/completed');
    return page.text.includes('"upn":null') || page.text.includes('"gender":null');
  }),
};

function secondsOf(duration: string): number {
  const [, days, hours, minutes, seconds] =
    /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration) ?? [];
  return (
    Number(days ?? 0) * 86_400 + Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
  );
}

const seconds: BlindFault = {
  id: 'round-4.conventions.duration-as-a-number-of-seconds',
  chapter: 'conventions',
  story:
    'The library has no writer for durations unless a module is registered; without it they are numbers.',
  rests: 'Conventions 2: a duration is PnYnMnDTnHnMnS; the result holds the total duration.',
  breaks: 'explicit',
  depth: 'shallow',
  at: ['GET /smart-ia/sessions'],
  wrap: (service) =>
    on(service, 'GET /smart-ia/sessions', async ({ pass }) =>
      editItems(await pass(), (item) => {
        if (item['result'] === null) return item;
        const result = fields(item['result']);
        return { ...item, result: { ...result, duration: secondsOf(String(result['duration'])) } };
      }),
    ),
  witness: both(async ({ get }) => {
    const page = await get('/smart-ia/sessions', { status: 'Completed', limit: 1 });
    return /^P/.test(column(page, 'result', 'duration')[0] ?? '');
  }),
};

const format: BlindFault = {
  id: 'round-4.conventions.format-taken-where-none-is-listed',
  chapter: 'conventions',
  story:
    'The framework picks the writer by a parameter called format, on every route and not only where it is listed.',
  rests:
    'Conventions 1: responses are application/json unless an endpoint says otherwise, and this one lists no format.',
  breaks: 'explicit',
  depth: 'medium',
  at: ['GET /academic-years'],
  wrap: (service) =>
    on(service, 'GET /academic-years', async ({ ask, pass }) => {
      const answer = await pass();
      if (!answer.ok || ask.query.get('format') !== 'csv') return answer;
      const lines = (await answer.text()).split('},{').map((row) => row.replaceAll(/[{}[\]"]/g, ''));
      return withText(answer, lines.join('\n'), { 'content-type': 'text/csv' });
    }),
  witness: both(async ({ get }) => {
    const answer = await get('/academic-years', { format: 'csv' });
    return answer.headers.get('content-type')?.split(';')[0];
  }),
};

const translated: BlindFault = {
  id: 'round-4.sessions.level-in-the-language-of-the-reader',
  chapter: 'sessions',
  story: 'Labels go through the catalogue of translations, and levels were taken for labels.',
  rests: 'Result levels: the level values are those of the list, E1 - Lower to L2 - Higher.',
  breaks: 'explicit',
  depth: 'deep',
  at: ['GET /smart-ia/sessions'],
  wrap: (service) =>
    on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) => {
      const answer = await pass();
      if (!/^cy/i.test(ask.headers.get('accept-language') ?? '')) return answer;
      const words = [
        ['Lower', 'Is'],
        ['Middle', 'Canol'],
        ['Higher', 'Uwch'],
      ] as const;
      return editItems(answer, (item) => {
        if (item['result'] === null) return item;
        const told = words.reduce(
          (text, [from, to]) => text.replace(from, to),
          String(at(item, 'result', 'level')),
        );
        return { ...item, result: { ...fields(item['result']), level: told } };
      });
    }),
  witness: both(async ({ raw, keys }) => {
    const welsh = { 'x-api-key': keys.full, 'accept-language': 'cy-GB,cy;q=0.9,en;q=0.8' };
    const page = await raw('GET /smart-ia/sessions', welsh);
    return [...new Set(column(page, 'result', 'level'))].filter((level) =>
      /^\w\d - (Lower|Middle|Higher)$/.test(level),
    ).length;
  }),
};

export const conventions: readonly BlindFault[] = [port, preflight, nulls, seconds, format, translated];
