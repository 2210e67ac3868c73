import { allOf, editItems, meant, page } from '../answers.ts';
import { both, column, itemsOf } from '../client.ts';
import { at, type BlindFault, list, on, textAt } from '../kit.ts';
import { usersOf } from '../shared/ids.ts';

const all = 'GET /smart-ia/sessions';
const completed = 'GET /smart-ia/sessions/completed';
const open = 'GET /smart-ia/sessions/in-progress';
const chapter = 'sessions';

export const sessions: readonly BlindFault[] = [
  {
    id: 'round-1.sessions.not-available-as-nothing',
    chapter: 'result levels',
    story: 'Results are imported from a table whose reader takes NA for a missing value.',
    rests: 'a Completed session carries a result; NA is a level of English writing assessments',
    breaks: 'explicit',
    depth: 'shallow',
    at: [all],
    wrap: (service) =>
      on(service, all, async ({ pass }) =>
        editItems(await pass(), (item) =>
          textAt(item, 'result', 'level') === 'NA' ? { ...item, result: null } : item,
        ),
      ),
    witness: both(async (client) => {
      const items = itemsOf(await client.get('/smart-ia/sessions', { limit: 500 }));
      const ended = items.filter((item) => item['endDate'] !== undefined);
      return ended.every((item) => item['result'] !== null) ? 'results' : 'no result';
    }),
  },
  {
    id: 'round-1.sessions.learners-dealt-in-order',
    chapter,
    story: 'The batch loader returns each learner once, and the sessions take them by position.',
    rests: 'a session links to a user, the learner',
    breaks: 'explicit',
    depth: 'deep',
    at: [all],
    wrap: (service) =>
      on(service, all, async ({ ask, pass }) => {
        const asked = ask.query.getAll('userId').length;
        return editItems(await pass(), (item, index, items) => {
          const learners = new Map(items.map((one) => [textAt(one, 'user', 'userId'), one['user']]));
          const dealt = [...learners.values()][index];
          return asked > 1 && dealt !== undefined ? { ...item, user: dealt } : item;
        });
      }),
    witness: both(async (client) => {
      const items = itemsOf(await client.get('/smart-ia/sessions', { limit: 300 }));
      const owner = new Map(items.map((item) => [textAt(item, 'sessionId'), textAt(item, 'user', 'userId')]));
      const userId = usersOf(items).slice(0, 6);
      const some = itemsOf(await client.get('/smart-ia/sessions', { userId, limit: 300 }));
      const moved = some.filter(
        (item) => owner.get(textAt(item, 'sessionId')) !== textAt(item, 'user', 'userId'),
      );
      return moved.length === 0 ? 'the same learners' : 'other learners';
    }),
  },
  {
    id: 'round-1.sessions.removed-filter-still-filters',
    chapter: 'versioning',
    story: 'The external id was taken out of the documentation, and the query object still has it.',
    rests: 'the externalId filter was removed from the three session GET lists',
    breaks: 'explicit',
    depth: 'deep',
    at: [completed, open],
    wrap: (service) =>
      on(service, [completed, open], async ({ ask, pass, call }) => {
        const values = ask.query.getAll('externalId');
        if (values.length === 0) return pass();
        const wanted = new URLSearchParams(values.map((value) => ['externalId', value]));
        const found = await call(`GET /users?${wanted}`);
        const ids = list(found.body['data']).map((user) => textAt(user, 'userId'));
        const query = new URLSearchParams(ask.query);
        for (const id of ids) query.append('userId', id);
        return pass({ query });
      }),
    witness: both(async (client) => {
      const [first] = itemsOf(await client.get('/smart-ia/sessions/in-progress', { limit: 60 })).filter(
        (item) => textAt(item, 'user', 'externalId') !== '',
      );
      const externalId = textAt(first, 'user', 'externalId');
      const { body } = await client.get('/smart-ia/sessions/in-progress', { externalId });
      return at(body, 'pagination', 'total');
    }),
  },
  {
    id: 'round-1.sessions.thirty-values-altogether',
    chapter: 'limits',
    story: 'The values of all array filters together are counted against the limit of one.',
    rests: 'values per array filter: at most 30 for each of userId, testId and subject',
    breaks: 'explicit',
    depth: 'deep',
    at: [all],
    wrap: (service) =>
      on(service, all, async ({ ask, pass }) => {
        const sent = ['userId', 'testId', 'subject'].map((name) => ask.query.getAll(name).length);
        if (sent.every((count) => count <= 30) && sent.reduce((sum, count) => sum + count, 0) > 30) {
          const query = new URLSearchParams(ask.query);
          for (let n = 0; n <= 30; n += 1) query.append('subject', 'too many');
          return pass({ query });
        }
        return pass();
      }),
    witness: both(async (client) => {
      const subject = Array.from({ length: 20 }, (_, n) => `Subject ${n}`);
      const userId = column(await client.get('/users', { limit: 20 }), 'userId');
      return (await client.get('/smart-ia/sessions', { subject, userId })).status;
    }),
  },
  {
    id: 'round-1.sessions.or-without-parentheses',
    chapter,
    story:
      'The users of the filter are joined by OR beside the condition on the status, without parentheses.',
    rests: 'GET /smart-ia/sessions/completed lists Completed sessions',
    breaks: 'explicit',
    depth: 'deep',
    at: [completed],
    wrap: (service) =>
      on(service, completed, async (line) => {
        const query = meant(line.ask);
        const checked = await line.pass();
        const ids = query.getAll('userId').map((id) => id.toLowerCase());
        const stopped = !checked.ok && (query === line.ask.query || checked.status !== 400);
        if (ids.length < 2 || stopped) return checked;
        const filters = new URLSearchParams(query);
        for (const name of ['resumed', 'status']) filters.delete(name);
        const items = await allOf(line, '/smart-ia/sessions', filters);
        const later = ids.slice(1);
        return page(
          query,
          items.filter(
            (item) => item['endDate'] !== undefined || later.includes(textAt(item, 'user', 'userId')),
          ),
        );
      }),
    witness: both(async (client) => {
      const open = usersOf(itemsOf(await client.get('/smart-ia/sessions/in-progress', { limit: 100 })));
      const found = await client.get('/smart-ia/sessions/completed', { userId: open.slice(0, 5) });
      return new Set(column(found, 'status')).size;
    }),
  },
];
