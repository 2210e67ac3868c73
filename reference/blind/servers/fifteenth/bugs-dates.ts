/** Bugs of the filters of sessions. */

import { at, bugsOf, drop, first, good, has, inner, op, put, turn, values, without } from './bugs-kit.ts';
import { isObject } from './reading.ts';
import type { Asked, Ctx, Json, Obj, Row, Session } from './types.ts';

const range = (asked: Asked, name: string): Obj | undefined => {
  const found = asked.filters.get(name);
  return isObject(found) ? found : undefined;
};
/** One operator in place of another. */
function instead(asked: Asked, name: string, from: string, to: string): void {
  const found = range(asked, name);
  if (found === undefined || found[from] === undefined) return;
  found[to] = found[from] ?? 0;
  delete found[from];
}
function shift(asked: Asked, name: string, change: (time: number) => number): void {
  const found = range(asked, name);
  for (const [key, value] of Object.entries(found ?? {}))
    if (typeof value === 'number' && found !== undefined) found[key] = change(value);
}
const given = (asked: Asked, name: string): Json[] => {
  const found = asked.filters.get(name);
  return Array.isArray(found) ? found : [];
};
const subjectOf = (c: Ctx, row: Row): string => c.world.tests.get((row as Session).testId)?.subject ?? '';
const search = (c: Ctx): Obj => inner(c, 'search');

const TABLE = `
sessions-start-gt | d | startDate[gt] is after the moment | gt takes the moment itself
sessions-start-lte | d | startDate[lte] is up to the moment, which is included | lte leaves the moment out
sessions-end-lt | d | endDate[lt] is before the moment | lt takes the moment itself
sessions-end-gte | d | endDate[gte] is from the moment on, which is included | gte leaves the moment out
completed-start-gte | d | startDate[gte] is from the moment on, which is included | gte leaves the moment out
progress-start-lt | d | startDate[lt] is before the moment | lt takes the moment itself
find-start-gt | d | startDate gt is after the moment | gt takes the moment itself
sessions-range-half | d | operators may be combined into a range | of a range the lower end only is looked at
completed-range-half | d | operators may be combined into a range | of a range of endDate the upper end only is looked at
sessions-timestamp-millis | d | a timestamp counts seconds | a timestamp of startDate counts milliseconds
progress-timestamp-refused | d | a value may be a Unix timestamp | a timestamp is refused
sessions-zone-ignored | d | a value is an ISO 8601 date-time, which may have an offset | the offset of a date-time is cut off
sessions-millis-cut | d | startDate is compared as it is | milliseconds of the filter are cut off
completed-local-time | d | dates are in UTC | a filter of endDate is read in a zone an hour ahead
find-end-of-day | d | startDate lte is up to the moment | lte is stretched to the end of the day
sessions-end-of-open | d | endDate filters by end date, which a session in progress has not | sessions in progress are found whatever the endDate
find-end-is-start | d | endDate filters by end date | endDate is compared with the start
sessions-gt-and-gte | d | gt and gte cannot be used together | with both, gt is ignored for startDate
sessions-end-lt-and-lte | d | lt and lte cannot be used together | with both, lte is ignored for endDate
completed-lt-and-lte | d | lt and lte cannot be used together | with both, lt is ignored
progress-gt-and-gte | d | gt and gte cannot be used together | with both, gte is ignored
sessions-first-user | d | userId may be repeated: sessions of every value are found | the first value only is looked at
sessions-31-users | d | userId has at most 30 values | more than 30 values are taken
sessions-31-tests | d | testId has at most 30 values | more than 30 values are taken
sessions-31-subjects | d | subject has at most 30 values | more than 30 values are taken
sessions-subject-with-test | d | subject filters sessions | with testId, subject is not looked at
sessions-subject-last | d | subject may be repeated: sessions of every value are found | the last value only is looked at
sessions-subject-blank | d | subject finds the sessions of a subject | subjects of two words find nothing
find-users-first | d | the search is for many filter values | of userIds the first only is looked at
find-tests-with-status | d | testIds filters sessions | with status, testIds is not looked at
sessions-status-lost-on-pages | d | status filters sessions on every page | pages by cursor are of both states
find-status-inverted | d | status filters sessions | with userIds the status is inverted
sessions-external-filter | d | the externalId filter was removed from the session lists | externalId still filters
find-external-filter | d | externalIds was removed from the session search | externalIds still filters
`;

export const dateBugs = bugsOf(TABLE, {
  'sessions-start-gt': at(op.sessions, {
    asked: (_c, asked) => instead(asked, 'startDate', 'gt', 'gte'),
  }),
  'sessions-start-lte': at(op.sessions, {
    asked: (_c, asked) => instead(asked, 'startDate', 'lte', 'lt'),
  }),
  'sessions-end-lt': at(op.sessions, {
    asked: (_c, asked) => instead(asked, 'endDate', 'lt', 'lte'),
  }),
  'sessions-end-gte': at(op.sessions, {
    asked: (_c, asked) => instead(asked, 'endDate', 'gte', 'gt'),
  }),
  'completed-start-gte': at(op.completed, {
    asked: (_c, asked) => instead(asked, 'startDate', 'gte', 'gt'),
  }),
  'progress-start-lt': at(op.progress, {
    asked: (_c, asked) => instead(asked, 'startDate', 'lt', 'lte'),
  }),
  'find-start-gt': at(op.find, {
    asked: (_c, asked) => instead(asked, 'startDate', 'gt', 'gte'),
  }),
  'sessions-range-half': at(op.sessions, {
    asked: (_c, asked) => {
      const found = range(asked, 'startDate');
      if (found !== undefined && Object.keys(found).length > 1) drop(found, 'lt', 'lte');
    },
  }),
  'completed-range-half': at(op.completed, {
    asked: (_c, asked) => {
      const found = range(asked, 'endDate');
      if (found !== undefined && Object.keys(found).length > 1) drop(found, 'gt', 'gte');
    },
  }),
  'sessions-timestamp-millis': at(op.sessions, {
    before: (c) => {
      c.query = c.query.map(([key, value]) => [
        key,
        key.startsWith('startDate') && /^\d+$/.test(value) ? String(Math.floor(Number(value) / 1000)) : value,
      ]);
    },
  }),
  'progress-timestamp-refused': at(op.progress, {
    after: (c, a) => {
      if (good(a) && c.query.some(([key, value]) => key.startsWith('startDate') && /^\d+$/.test(value)))
        turn(a, 400, { status: 400, message: 'startDate is no date.' });
    },
  }),
  'sessions-zone-ignored': at(op.sessions, {
    before: (c) => {
      c.query = c.query.map(([key, value]) => [
        key,
        key.startsWith('startDate') ? value.replace(/[+-]\d\d:\d\d$/, 'Z') : value,
      ]);
    },
  }),
  'sessions-millis-cut': at(op.sessions, {
    asked: (_c, asked) => shift(asked, 'startDate', (time) => Math.floor(time / 1000) * 1000),
  }),
  'completed-local-time': at(op.completed, {
    asked: (_c, asked) => shift(asked, 'endDate', (time) => time - 3_600_000),
  }),
  'find-end-of-day': at(op.find, {
    asked: (_c, asked) => {
      const found = range(asked, 'startDate');
      if (typeof found?.['lte'] === 'number')
        put(found, 'lte', Math.floor(found['lte'] / 86_400_000) * 86_400_000 + 86_399_999);
    },
  }),
  'sessions-end-of-open': at(op.sessions, {
    rows: (_c, rows, asked, all) =>
      asked.filters.size === 1 && asked.filters.has('endDate')
        ? all
            .filter((row) => (row as Session).end === 0 || rows.includes(row))
            .sort((a, b) => (a as Session).start - (b as Session).start)
        : rows,
  }),
  'find-end-is-start': at(op.find, {
    asked: (_c, asked) => {
      const found = asked.filters.get('endDate');
      if (found === undefined || asked.filters.has('startDate')) return;
      asked.filters.delete('endDate');
      asked.filters.set('startDate', found);
    },
  }),
  'sessions-gt-and-gte': at(op.sessions, {
    before: (c) => {
      if (has(c, 'startDate[gte]')) without(c, 'startDate[gt]');
    },
  }),
  'sessions-end-lt-and-lte': at(op.sessions, {
    before: (c) => {
      if (has(c, 'endDate[lt]')) without(c, 'endDate[lte]');
    },
  }),
  'completed-lt-and-lte': at(op.completed, {
    before: (c) => {
      if (has(c, 'startDate[lte]')) without(c, 'startDate[lt]');
      if (has(c, 'endDate[lte]')) without(c, 'endDate[lt]');
    },
  }),
  'progress-gt-and-gte': at(op.progress, {
    before: (c) => {
      if (has(c, 'startDate[gt]')) without(c, 'startDate[gte]');
    },
  }),
  'sessions-first-user': at(op.sessions, {
    before: (c) => {
      if (values(c, 'userId').length <= 30) first(c, 'userId', 1);
    },
  }),
  'sessions-31-users': at(op.sessions, {
    before: (c) => first(c, 'userId', 30),
  }),
  'sessions-31-tests': at(op.sessions, {
    before: (c) => first(c, 'testId', 30),
  }),
  'sessions-31-subjects': at(op.sessions, {
    before: (c) => first(c, 'subject', 30),
  }),
  'sessions-subject-with-test': at(op.sessions, {
    asked: (_c, asked) => {
      if (asked.filters.has('testId')) asked.filters.delete('subject');
    },
  }),
  'sessions-subject-last': at(op.sessions, {
    asked: (_c, asked) => {
      if (given(asked, 'subject').length > 1) asked.filters.set('subject', given(asked, 'subject').slice(-1));
    },
  }),
  'sessions-subject-blank': at(op.sessions, {
    rows: (c, rows, asked) =>
      asked.filters.has('subject') ? rows.filter((row) => !subjectOf(c, row).includes(' ')) : rows,
  }),
  'find-users-first': at(op.find, {
    asked: (_c, asked) => {
      if (given(asked, 'userId').length > 1) asked.filters.set('userId', given(asked, 'userId').slice(0, 1));
    },
  }),
  'find-tests-with-status': at(op.find, {
    asked: (_c, asked) => {
      if (asked.filters.has('status')) asked.filters.delete('testId');
    },
  }),
  'sessions-status-lost-on-pages': at(op.sessions, {
    before: (c) => {
      if (has(c, 'cursor')) without(c, 'status');
    },
  }),
  'find-status-inverted': at(op.find, {
    asked: (c, asked) => {
      const status = asked.filters.get('status');
      if (status === undefined || !asked.filters.has('userId')) return;
      asked.filters.set(
        'status',
        status === c.s.sessions.filterCompleted
          ? c.s.sessions.filterInProgress
          : c.s.sessions.filterCompleted,
      );
    },
  }),
  'sessions-external-filter': at(op.sessions, {
    rows: (c, rows) =>
      has(c, 'externalId')
        ? rows.filter((row) =>
            values(c, 'externalId').includes(c.world.users.get((row as Session).userId)?.externalId ?? ''),
          )
        : rows,
  }),
  'find-external-filter': at(op.find, {
    rows: (c, rows) => {
      const ids = search(c)['externalIds'];
      return Array.isArray(ids)
        ? rows.filter((row) => ids.includes(c.world.users.get((row as Session).userId)?.externalId ?? ''))
        : rows;
    },
  }),
});
