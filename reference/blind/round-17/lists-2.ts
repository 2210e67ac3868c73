import { allOf, editPagination, meant, page, refuse, Trail } from '../answers.ts';
import { both, column, nextOf, paginationOf, testIds } from '../client.ts';
import { type BlindFault, on, readAnswer, requery, textAt, texts } from '../kit.ts';

const path = '/smart-ia/sessions';
const route = `GET ${path}`;
const dates = ['startDate', 'endDate'] as const;

function hours(text: string): number {
  const named = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeZoneName: 'longOffset' });
  const zone = named.formatToParts(new Date(text)).find(({ type }) => type === 'timeZoneName');
  return zone?.value === 'GMT+01:00' ? 1 : 0;
}

/** The list of initial-assessment sessions: its filters, and its pages. */
export const sessionFaults: readonly BlindFault[] = [
  {
    id: 'round-17.dates.open-range-becomes-between',
    chapter: 'dates',
    story: 'A range with both ends is put together with BETWEEN, which includes its ends.',
    rests: 'Date filtering 1 and 2: operators gt, gte, lt and lte may be combined into a range.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: requery(route, (query) => {
      for (const name of dates) {
        const has = (operator: string) => query.has(`${name}[${operator}]`);
        if (has('gt') === has('gte') || has('lt') === has('lte')) continue;
        for (const operator of ['gt', 'lt']) {
          const value = query.get(`${name}[${operator}]`);
          if (value === null) continue;
          query.delete(`${name}[${operator}]`);
          query.set(`${name}[${operator}e]`, value);
        }
      }
    }),
    witness: both(async (client) => {
      const range = {
        'startDate[gt]': '2024-02-29T00:00:00.000Z',
        'startDate[lt]': '2024-03-01T00:00:00.000Z',
      };
      return column(await client.get(path, range), 'startDate');
    }),
  },
  {
    id: 'round-17.dates.bounds-of-two-dates-collide',
    chapter: 'dates',
    story:
      'The operators of both date parameters are gathered in one set before gt and gte are held together.',
    rests:
      'Date filtering 1 and 3: startDate and endDate each take operators; only gt with gte of one of them is barred.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: (service) =>
      on(service, route, async ({ ask, pass }) => {
        const response = await pass();
        const has = (operator: string) => dates.some((name) => ask.query.has(`${name}[${operator}]`));
        const collide = (has('gt') && has('gte')) || (has('lt') && has('lte'));
        return response.ok && collide ? refuse(ask, 400, 'Invalid request') : response;
      }),
    witness: both(async (client) => {
      const range = {
        'startDate[gte]': '2024-01-01T00:00:00.000Z',
        'endDate[gt]': '2024-06-01T00:00:00.000Z',
      };
      return (await client.get(path, range)).status;
    }),
  },
  {
    id: 'round-17.dates.summer-is-an-hour-off',
    chapter: 'dates',
    story: 'The container runs in Europe/London, and the driver reads the text of a date as local time.',
    rests: 'Conventions 2: dates use ISO 8601 in UTC; Date filtering 4: a value is an ISO 8601 date-time.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: requery(route, (query) => {
      for (const [name, value] of [...query]) {
        if (!/^(start|end)Date\[/.test(name) || !value.endsWith('Z') || Number.isNaN(Date.parse(value)))
          continue;
        if (hours(value) === 0) continue;
        query.set(name, new Date(Date.parse(value) - 3_600_000).toISOString());
      }
    }),
    witness: both(async (client) => {
      const range = {
        'startDate[gte]': '2024-07-01T00:30:00.000Z',
        'startDate[lt]': '2024-07-01T02:00:00.000Z',
      };
      return column(await client.get(path, range), 'startDate');
    }),
  },
  {
    id: 'round-17.dates.range-loses-its-end-on-page-two',
    chapter: 'dates',
    story:
      'The cursor writes each filter as a name and one value, and of a range only the lower bound fits in.',
    rests:
      'Date filtering 2: operators may be combined into a range; nextCursor is the cursor for the next page.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, route, async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        const origin = trail.queryOf(ask);
        const start = trail.startOf(ask);
        trail.note(ask, (await readAnswer(response.clone())).body);
        if (origin === undefined || start === undefined || origin.has('sort[field]')) return response;
        const lower = origin.has('startDate[gt]') || origin.has('startDate[gte]');
        const upper = ['startDate[lt]', 'startDate[lte]'].filter((name) => origin.has(name));
        if (!lower || upper.length === 0 || origin.has('sort[direction]')) return response;
        const query = new URLSearchParams(origin);
        for (const name of [...upper, 'limit', 'offset']) query.delete(name);
        const limit = ask.query.get('limit');
        if (limit !== null) query.set('limit', limit);
        query.set('offset', String(start));
        return editPagination(await pass({ query }), () => ({ offset: 0 }));
      });
    },
    witness: both(async (client) => {
      const range = {
        'startDate[gte]': '2024-01-01T00:00:00.000Z',
        'startDate[lt]': '2024-03-01T00:00:00.000Z',
      };
      const first = await client.get(path, { ...range, limit: 12 });
      const second = await client.get(path, { ...range, limit: 12, cursor: nextOf(first) });
      return [paginationOf(first)['total'], paginationOf(second)['total']];
    }),
  },
  {
    id: 'round-17.pagination.cursor-of-whole-seconds',
    chapter: 'pagination',
    story: 'The cursor holds the start of the last item in Unix seconds, and the column holds milliseconds.',
    rests: 'Pagination: nextCursor is the cursor for the next page.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: (service) => {
      const ends = new Map<string, { readonly last: unknown; readonly query: URLSearchParams }>();
      return on(service, route, async (line) => {
        const { ask, pass } = line;
        const response = await pass();
        if (!response.ok) return response;
        const note = async (answer: Response, query: URLSearchParams) => {
          const { body } = await readAnswer(answer.clone());
          ends.set(textAt(body, 'pagination', 'nextCursor'), { last: body['data'], query });
          return answer;
        };
        const end = ends.get(ask.query.get('cursor') ?? 'none');
        const query = new URLSearchParams(end?.query ?? ask.query);
        const last = textAt(end?.last, -1, 'startDate');
        if (
          last === '' ||
          last.endsWith('.000Z') ||
          [...query.keys()].some((name) => name.startsWith('sort'))
        ) {
          return note(response, query);
        }
        const border = `${last.slice(0, 19)}.000Z ${textAt(end?.last, -1, 'sessionId')}`;
        const all = await allOf(line, path, query);
        const start = all.findIndex(
          (one) => `${textAt(one, 'startDate')} ${textAt(one, 'sessionId')}` > border,
        );
        for (const name of ['cursor', 'limit']) query.delete(name);
        const limit = ask.query.get('limit');
        if (limit !== null) query.set('limit', limit);
        query.set('offset', String(start));
        return note(await editPagination(await pass({ query }), () => ({ offset: 0 })), query);
      });
    },
    witness: both(async (client) => {
      const range = {
        'startDate[gte]': '2024-02-29T23:59:59.000Z',
        'startDate[lt]': '2024-03-05T00:00:00.000Z',
      };
      const first = await client.get(path, { ...range, limit: 2 });
      const second = await client.get(path, { ...range, limit: 2, cursor: nextOf(first) });
      return [...column(first, 'sessionId'), ...column(second, 'sessionId')];
    }),
  },
  {
    id: 'round-17.sessions.last-subject-wins',
    chapter: 'sessions',
    story:
      'The guard against parameter pollution keeps the last value, and its list of exceptions lacks subject.',
    rests: 'GET /smart-ia/sessions: subject is an array of string; repeat the parameter.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: requery(route, (query) => {
      const last = query.getAll('subject').at(-1);
      if (last !== undefined) query.set('subject', last);
    }),
    witness: both(async (client) => {
      const answer = await client.get(path, { subject: ['Mathematics', 'Digital Skills'], limit: 200 });
      return [...new Set(column(answer, 'test', 'subject'))].sort();
    }),
  },
  {
    id: 'round-17.sessions.earlier-versions-fall-out',
    chapter: 'sessions',
    story: 'The filter by test joins the tests on the id of their version, which is that of today.',
    rests: 'GET /smart-ia/sessions: testId filters by test; a session links to a test by testId.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: (service) =>
      on(service, route, async (line) => {
        const { ask, call, pass } = line;
        const query = meant(ask);
        if (!query.has('testId') || (ask.query.has('cursor') && ask.query.has('offset'))) return pass();
        const plain = new URLSearchParams(query);
        plain.delete('cursor');
        const response =
          query.has('resumed') || !query.has('cursor') ? await pass({ query: plain }) : await pass();
        if (!response.ok || query.has('cursor')) return response;
        const cohorts = await call('GET /smart-ia/cohorts?limit=1000');
        const today = new Set(cohorts.text.match(/(?<="testVersionId":")[^"]+/g) ?? []);
        const sessions = await allOf(line, path, query);
        return page(
          query,
          sessions.filter((one) => today.has(textAt(one, 'test', 'testVersionId'))),
        );
      }),
    witness: both(async (client) => {
      const all = await testIds(client);
      const totals = await Promise.all(all.map((testId) => client.get(path, { testId, limit: 1 })));
      return texts(totals.map((answer) => paginationOf(answer)['total'])).join(' ');
    }),
  },
];
