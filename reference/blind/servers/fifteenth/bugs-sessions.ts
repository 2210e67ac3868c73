/** Bugs of how sessions are listed and shown. */

import { alter, at, bugsOf, drop, fill, has, op, put, say, without } from './bugs-kit.ts';
import { isObject } from './reading.ts';
import type { Obj, Session } from './types.ts';

const part = (view: Obj, name: string): Obj => {
  const found = view[name];
  return isObject(found) ? found : {};
};
const starts = (row: unknown): number => (row as Session | undefined)?.start ?? -1;

const TABLE = `
sessions-same-start-lost | d | the pages have every result | the next page begins after the startDate of the last item: others of the same instant are lost
completed-page-repeats | d | the pages have each result once | a page by cursor begins with the last item of the one before when limit is at least 20
progress-back-to-start | d | previousCursor is for the previous page | previousCursor leads to the first page
sessions-total-of-both | d | total is the number of results | with status the total counts both states
sessions-offset-with-cursor | d | offset cannot be combined with cursor | beside a cursor the offset is ignored
completed-offset-with-cursor | d | offset cannot be combined with cursor | beside an offset the cursor is ignored
progress-with-completed | d | the list of sessions in progress has no completed ones | sessions that began within the last 40 days are there whatever their state
completed-without-na | d | the list of completed sessions has them all | sessions of level NA are left out
progress-without-old | d | the list of sessions in progress has them all | sessions that began more than a year ago are left out
completed-with-open | d | the list of completed sessions has no others | with userId, sessions in progress are there as well
sessions-result-missing | p | a nested object is null when empty | a session in progress has no field result
progress-result-object | p | a nested object is null when empty | result is an empty object
sessions-end-null | p | a session in progress has no endDate; empty fields are omitted | endDate is null
find-end-is-now | d | a session in progress has no endDate | endDate is that of the last answer given
completed-level-unknown | d | the sub-levels are Lower, Middle and Higher | Middle is written as Mid
sessions-na-for-short | d | NA is for English writing assessments | a session without duration has the level NA
find-below-for-maths | d | Entry - Below E3 is for digital skills assessments | E1 - Lower in Maths is shown as Entry - Below E3
completed-duration-clock | d | a duration is PnYnMnDTnHnMnS | durations of an hour and more are written as a clock
find-duration-empty | d | a duration is PnYnMnDTnHnMnS | a duration of nothing is PT
sessions-start-without-millis | d | a date-time has milliseconds | milliseconds are left out when they are nought
completed-calculated-local | d | a date-time ends in Z | the date of calculation is in local time without zone
completed-status-other-case | d | status tells the kind, by one literal | the status is written in small letters in this list
find-user-of-next | d | a session links to its user | sessions in progress link to another user
progress-test-ids-swapped | d | testId is the test, testVersionId its version | the two are swapped
sessions-same-id | d | a session has a unique identifier | sessions of one user that begin a list have the id of the first of them
sessions-result-null-for-na | d | a completed session carries a result | the result is null when the level is NA
sessions-error-form | d | an error is of one of two forms | a refused date is { errors: [...] }
studies-date-text | p | dates are ISO 8601 | the dates are written for people
studies-duration-seconds | d | a duration is PnYnMnDTnHnMnS | durations below an hour are P followed by minutes
studies-open-door | p | a request without a key gets 401 | the older route is guarded against wrong keys only
studies-restricted | p | a key that lacks the permission gets 403 | the older route knows keys, not permissions
`;

export const sessionBugs = bugsOf(TABLE, {
  'sessions-same-start-lost': at(op.sessions, {
    page: (_c, page, asked, rows) => {
      if (asked.cursor?.direction !== 'next') return;
      const before = starts(rows[asked.cursor.index - 1]);
      const lost = rows
        .slice(asked.cursor.index, asked.cursor.index + page.data.length)
        .filter((row) => starts(row) === before).length;
      page.data.splice(0, lost);
    },
  }),
  'completed-page-repeats': at(op.completed, {
    asked: (_c, asked) => {
      if (asked.cursor?.direction === 'next' && asked.limit >= 20) asked.cursor.index -= 1;
    },
  }),
  'progress-back-to-start': at(op.progress, {
    asked: (_c, asked) => {
      if (asked.cursor?.direction === 'previous')
        asked.cursor = { ...asked.cursor, direction: 'next', index: 0, key: '' };
    },
  }),
  'sessions-total-of-both': at(op.sessions, {
    page: (c, page, asked) => {
      if (asked.filters.has('status')) put(page.pagination, 'total', c.world.sessions.size);
    },
  }),
  'sessions-offset-with-cursor': at(op.sessions, {
    before: (c) => {
      if (has(c, 'cursor')) without(c, 'offset');
    },
  }),
  'completed-offset-with-cursor': at(op.completed, {
    before: (c) => {
      if (has(c, 'offset')) without(c, 'cursor');
    },
  }),
  'progress-with-completed': at(op.progress, {
    rows: (c, rows, asked) => {
      if (asked.filters.size > 0) return rows;
      const recent = [...c.world.sessions.values()].filter(
        (one) => one.end !== 0 && one.start > c.now - 40 * 86_400_000,
      );
      return [...(rows as Session[]), ...recent].sort((a, b) => a.start - b.start);
    },
  }),
  'completed-without-na': at(op.completed, {
    rows: (_c, rows) => rows.filter((row) => (row as Session).level !== 'NA'),
  }),
  'progress-without-old': at(op.progress, {
    rows: (c, rows) => rows.filter((row) => (row as Session).start > c.now - 365 * 86_400_000),
  }),
  'completed-with-open': at(op.completed, {
    rows: (c, rows, asked) => {
      const ids = asked.filters.get('userId');
      if (!Array.isArray(ids)) return rows;
      const open = [...c.world.sessions.values()].filter((one) => one.end === 0 && ids.includes(one.userId));
      return [...(rows as Session[]), ...open].sort((a, b) => a.start - b.start);
    },
  }),
  'sessions-result-missing': at(op.sessions, {
    view: (_c, v) => {
      if (v['result'] === null) drop(v, 'result');
    },
  }),
  'progress-result-object': at(op.progress, {
    view: (_c, v) => put(v, 'result', {}),
  }),
  'sessions-end-null': at(op.sessions, {
    view: (_c, v) => fill(v, 'endDate', null),
  }),
  'find-end-is-now': at(op.find, {
    view: (_c, v) => fill(v, 'endDate', v['startDate'] ?? ''),
  }),
  'completed-level-unknown': at(op.completed, {
    view: (c, v) => alter(part(v, 'result'), c.s.sessions.level, (text) => text.replace('Middle', 'Mid')),
  }),
  'sessions-na-for-short': at(op.sessions, {
    view: (c, v, row) => {
      if ((row as Session).seconds === 0 && v['result'] !== null)
        put(part(v, 'result'), c.s.sessions.level, 'NA');
    },
  }),
  'find-below-for-maths': at(op.find, {
    view: (c, v) => {
      if (part(v, c.s.sessions.test)['subject'] === 'Maths')
        alter(part(v, 'result'), c.s.sessions.level, (text) =>
          text === 'E1 - Lower' ? 'Entry - Below E3' : text,
        );
    },
  }),
  'completed-duration-clock': at(op.completed, {
    view: (c, v, row) => {
      const { seconds } = row as Session;
      if (seconds >= 3600)
        put(
          part(v, 'result'),
          c.s.sessions.duration,
          `${Math.floor(seconds / 3600)}:${String(Math.floor((seconds % 3600) / 60)).padStart(2, '0')}`,
        );
    },
  }),
  'find-duration-empty': at(op.find, {
    view: (c, v) =>
      alter(part(v, 'result'), c.s.sessions.duration, (text) => (text === 'PT0S' ? 'PT' : text)),
  }),
  'sessions-start-without-millis': at(op.sessions, {
    view: (_c, v) => alter(v, 'startDate', (text) => text.replace('.000Z', 'Z')),
  }),
  'completed-calculated-local': at(op.completed, {
    view: (c, v) =>
      alter(part(v, 'result'), c.s.sessions.calculated, (text) => text.replace('T', ' ').replace('Z', '')),
  }),
  'completed-status-other-case': at(op.completed, {
    view: (_c, v) => alter(v, 'status', (text) => text.toLowerCase()),
  }),
  'find-user-of-next': at(op.find, {
    view: (c, v, row) => {
      if ((row as Session).end === 0)
        put(
          part(v, c.s.sessions.user),
          'userId',
          [...c.world.users.keys()].find((id) => id !== (row as Session).userId) ?? '',
        );
    },
  }),
  'progress-test-ids-swapped': at(op.progress, {
    view: (c, v) => {
      const test = part(v, c.s.sessions.test);
      const id = test['testId'] ?? '';
      put(test, 'testId', test['testVersionId'] ?? '');
      put(test, 'testVersionId', id);
    },
  }),
  'sessions-same-id': at(op.sessions, {
    view: (c, v, row) => {
      const same = [...c.world.sessions.values()].find(
        (one) => one.userId === row.id || one.userId === (row as Session).userId,
      );
      if (same !== undefined && same.testId === (row as Session).testId) put(v, c.s.sessions.id, same.id);
    },
  }),
  'sessions-result-null-for-na': at(op.sessions, {
    view: (_c, v, row) => {
      if ((row as Session).level === 'NA') put(v, 'result', null);
    },
  }),
  'sessions-error-form': at(op.sessions, {
    after: (c, a) => {
      if (a.status === 400 && c.query.some(([key]) => key.includes('Date'))) say(a, { errors: ['date'] });
    },
  }),
  'studies-date-text': at(op.studies, {
    view: (_c, v) => {
      for (const name of ['startDate', 'endDate']) alter(v, name, (text) => new Date(text).toUTCString());
    },
  }),
  'studies-duration-seconds': at(op.studies, {
    view: (_c, v) => alter(v, 'duration', (text) => (text.includes('H') ? text : text.replace('PT', 'P'))),
  }),
  'studies-open-door': at(op.studies, {
    key: (c) => (c.headers.get('x-api-key') === null ? 'full' : undefined),
  }),
  'studies-restricted': at(op.studies, {
    key: (c) => (c.key === 'restricted' ? 'full' : undefined),
  }),
});
