import { editItems } from '../answers.ts';
import { both, column, itemsOf, testIds } from '../client.ts';
import { type BlindFault, fields, on, requery, textAt } from '../kit.ts';

const all = 'GET /smart-ia/sessions';
const completed = 'GET /smart-ia/sessions/completed';
const chapter = 'sessions';
const levels = 'the level values are fifteen, and NA and "Entry - Below E3" for specific assessments';

export const sessions: readonly BlindFault[] = [
  {
    id: 'reserve.sessions.level-cut-at-the-dash',
    chapter: 'result levels',
    story: 'Level and sub-level are two columns, and the lookup of the pair has no row for digital skills.',
    rests: levels,
    breaks: 'explicit',
    depth: 'medium',
    at: [completed],
    wrap: (service) =>
      on(service, completed, async ({ pass }) =>
        editItems(await pass(), (item) => {
          const { result } = item;
          const cut = textAt(result, 'level') === 'Entry - Below E3';
          return cut ? { ...item, result: { ...fields(result), level: 'Entry' } } : item;
        }),
      ),
    witness: both(async (client) => {
      const told = new Set(
        column(await client.get('/smart-ia/sessions/completed', { limit: 500 }), 'result', 'level'),
      );
      return [...told].filter(
        (level) => !/^((E[123]|L[12]) - (Lower|Middle|Higher)|NA|Entry - Below E3)$/.test(level),
      );
    }),
  },
  {
    id: 'reserve.sessions.subject-cut-at-an-ampersand',
    chapter,
    story:
      'A proxy decodes the query before it hands it on, and what follows an ampersand is another parameter.',
    rests: 'subject: array of string, a filter of the session list',
    breaks: 'explicit',
    depth: 'deep',
    at: [all],
    wrap: requery(all, (query) => {
      const values = query.getAll('subject');
      query.delete('subject');
      for (const value of values) query.append('subject', value.split('&')[0] ?? '');
    }),
    witness: both(async (client) => {
      const subjects = column(await client.get('/smart-ia/tests'), 'subject');
      const subject = subjects.find((one) => one.includes('&')) ?? '';
      return itemsOf(await client.get('/smart-ia/sessions', { subject, limit: 5 })).length;
    }),
  },
  {
    id: 'reserve.sessions.thirty-one-tests',
    chapter: 'limits',
    story: 'The limit is a decorator on two of three array filters.',
    rests: 'testId: at most 30 values',
    breaks: 'explicit',
    depth: 'shallow',
    at: [all],
    wrap: requery(all, (query) => {
      const values = [...new Set(query.getAll('testId'))];
      query.delete('testId');
      for (const value of values.slice(0, 30)) query.append('testId', value);
    }),
    witness: both(async (client) => {
      const ids = await testIds(client);
      const testId = Array.from({ length: 31 }, (_, n) => ids[n % ids.length] ?? '');
      return (await client.get('/smart-ia/sessions', { testId })).status;
    }),
  },
];

export const moreSessions: readonly BlindFault[] = [];
