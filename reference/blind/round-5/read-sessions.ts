import { editItems } from '../answers.ts';
import { both, column, itemsOf, paginationOf } from '../client.ts';
import { type BlindFault, fields, on, textAt } from '../kit.ts';
import { path, route } from '../shared/dates.ts';
import { usersOf } from '../shared/ids.ts';
import { arranged } from './choose.ts';

const levels = /^((E[123]|L[12]) - (Lower|Middle|Higher)|NA|Entry - Below E3)$/;

/** Faults in reading sessions. */
export const sessions: readonly BlindFault[] = [
  {
    id: 'round-5.sessions.kinds-one-after-the-other',
    chapter: 'sessions',
    story:
      'Sessions of the two kinds are two tables; the list is a union of two sorted queries and is not sorted as a whole.',
    rests: 'GET /smart-ia/sessions: the default sort is startDate, ascending, over both kinds.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [route],
    wrap: (service) =>
      on(service, route, async (line) => {
        if ([...line.ask.query.keys()].some((name) => name.startsWith('sort'))) return line.pass();
        return arranged(line, path, [], (items) => [
          ...items.filter((item) => 'endDate' in item),
          ...items.filter((item) => !('endDate' in item)),
        ]);
      }),
    witness: both(async ({ get }) => {
      const starts = column(await get(path, { limit: 1000 }), 'startDate');
      return starts.join() === [...starts].sort().join();
    }),
  },
  {
    id: 'round-5.sessions.retakes-share-an-identifier',
    chapter: 'sessions',
    story: 'The identifier is made of learner and test, from the time when a test could be taken once.',
    rests: 'Session: one attempt by a user on one test; a session has a unique identifier.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: (service) =>
      on(service, route, async ({ pass }) =>
        editItems(await pass(), (item) => {
          const user = textAt(item, 'user', 'userId');
          return { ...item, sessionId: user.slice(0, 19) + textAt(item, 'test', 'testId').slice(19) };
        }),
      ),
    witness: both(async ({ get }) => {
      const ids = column(await get(path, { limit: 1000 }), 'sessionId');
      return ids.length - new Set(ids).size;
    }),
  },
  {
    id: 'round-5.sessions.expected-end-of-open-ones',
    chapter: 'sessions',
    story: 'When a session begins the time at which it will run out is written into the column of its end.',
    rests: 'Session: an In Progress session has no endDate.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions/in-progress'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions/in-progress', async ({ pass }) =>
        editItems(await pass(), (item) => {
          const end = Date.parse(textAt(item, 'startDate')) + 7_200_000;
          return { ...item, endDate: new Date(end).toISOString() };
        }),
      ),
    witness: both(async ({ get }) => {
      const open = itemsOf(await get('/smart-ia/sessions/in-progress'));
      return open.filter((item) => 'endDate' in item).length;
    }),
  },
  {
    id: 'round-5.sessions.higher-called-upper',
    chapter: 'sessions',
    story: 'The names of sub-levels come from the table of another product, which calls the third one Upper.',
    rests: 'Result levels: the values are listed, and the third sub-level is Higher.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/sessions/search'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/sessions/search', async ({ pass }) =>
        editItems(await pass(), (item) => {
          if (item['result'] === null) return item;
          const level = textAt(item, 'result', 'level').replace('Higher', 'Upper');
          return { ...item, result: { ...fields(item['result']), level } };
        }),
      ),
    witness: both(async ({ send }) => {
      const answer = await send('POST', '/smart-ia/sessions/search', { search: {} });
      const found = column(answer, 'result', 'level');
      return found.filter((level) => level !== '' && !levels.test(level)).length;
    }),
  },
  {
    id: 'round-5.sessions.duration-without-its-t',
    chapter: 'sessions',
    story:
      'Durations are put together by hand from their parts, and the sign between days and hours was forgotten.',
    rests: 'Conventions: a duration is PnYnMnDTnHnMnS, with a T before hours, minutes and seconds.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [route],
    wrap: (service) =>
      on(service, route, async ({ pass }) =>
        editItems(await pass(), (item) => {
          if (item['result'] === null) return item;
          const duration = textAt(item, 'result', 'duration').replace('T', '');
          return { ...item, result: { ...fields(item['result']), duration } };
        }),
      ),
    witness: both(async ({ get }) => {
      const durations = column(await get(path), 'result', 'duration').filter((duration) => duration !== '');
      return durations.every((duration) => /^P(\d+D)?T\d/.test(duration));
    }),
  },
  {
    id: 'round-5.sessions.of-a-disabled-learner-hidden',
    chapter: 'sessions',
    story:
      'Sessions are joined with the view of active users, so disabling a learner takes their attempts out of the list.',
    rests:
      'GET /smart-ia/sessions searches both In Progress and Completed sessions; no state of the learner is among its conditions.',
    breaks: 'implied',
    depth: 'deep',
    at: [route],
    wrap: (service) => {
      const disabled = new Set<string>();
      const noticed = on(
        service,
        ['POST /users/{id}/disable', 'POST /users/{id}/enable'],
        async ({ ask, pass }) => {
          const answer = await pass();
          const id = ask.path.split('/')[2]?.toLowerCase() ?? '';
          if (answer.ok && ask.path.endsWith('/disable')) disabled.add(id);
          else if (answer.ok) disabled.delete(id);
          return answer;
        },
      );
      return on(noticed, route, async (line) => {
        const hides = (item: unknown) => disabled.has(textAt(item, 'user', 'userId'));
        if (disabled.size === 0) return line.pass();
        return arranged(line, path, [], (items) => items.filter((item) => !hides(item)));
      });
    },
    witness: both(async ({ get, send }) => {
      const [userId = ''] = usersOf(itemsOf(await get(path)));
      const before = paginationOf(await get(path, { userId }))['total'];
      await send('POST', `/users/${userId}/disable`);
      return [before, paginationOf(await get(path, { userId }))['total']];
    }),
  },
];
