// Bugs of how sessions are shown.

import { deep, drop, item, nth, on, plain, S, SC, SL, SP, SS, ST, str, sub } from './kit.ts';
import type { Def } from './switches.ts';
import type { Obj } from './types.ts';
import { dateTime } from './values.ts';

const OPEN = 'a session in progress has no endDate, and its result is null';
const DONE = 'a completed session carries a result';
const LEVEL = 'the level is one of the result levels, in their very form';
const DURATION = 'a duration is PnYnMnDTnHnMnS';
const TIME = 'a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ';
const USER = 'a session links to its user';
const TEST = 'a session links to its test by testId and testVersionId';
const ID = 'a session has a unique identifier';
const STATUS = 'the status tells the kind of the session';
const EMPTY = 'empty fields are left out';
const LISTED = [SL, SC, SP, SS];

const result = (ops: string | readonly string[], fn: (r: Obj, json: Obj) => void) =>
  item(ops, (json) => {
    if (typeof json['result'] === 'object' && json['result'] !== null) fn(sub(json, 'result'), json);
  });
const level = (ops: string | readonly string[], fn: (text: string) => string) =>
  result(ops, (r) => {
    r['level'] = fn(str(r, 'level'));
  });
const lasting = (ops: string | readonly string[], fn: (text: string) => string) =>
  result(ops, (r) => {
    r['totalDuration'] = fn(str(r, 'totalDuration'));
  });
const learner = (ops: string | readonly string[], fn: (l: Obj, json: Obj) => void) =>
  item(ops, (json) => fn(sub(json, 'learner'), json));
const days = (text: string): boolean => /^P\d+D/.test(text);

export const sessionShapeBugs: readonly Def[] = [
  // The two kinds
  plain(
    'shape.sessions.open-end-null',
    OPEN,
    'endDate is null while a session is in progress',
    item(SL, (j) => {
      j['endDate'] ??= null;
    }),
  ),
  deep(
    'shape.sessions.open-end-start',
    OPEN,
    'some sessions in progress show their start as endDate',
    item(SL, (j, row) => {
      if (S(row).end === undefined && nth(row, 4)) j['endDate'] = j['startDate'] ?? null;
    }),
  ),
  plain(
    'shape.sessions.open-result-missing',
    OPEN,
    'result is left out while a session is in progress',
    item([SL, SP], (j) => {
      if (j['result'] === null) delete j['result'];
    }),
  ),
  plain(
    'shape.progress.result-empty-object',
    OPEN,
    'result is an empty object',
    item(SP, (j) => {
      j['result'] ??= {};
    }),
  ),
  deep(
    'shape.search.open-result-in-part',
    OPEN,
    'some sessions in progress have a result with a duration',
    item(SS, (j, row) => {
      if (j['result'] === null && nth(row, 3)) j['result'] = { totalDuration: 'PT0S' };
    }),
  ),
  deep(
    'shape.sessions.na-result-null',
    DONE,
    'where the level is NA the result is null',
    item(SL, (j, row) => {
      if (S(row).level === 'NA') j['result'] = null;
    }),
  ),
  deep(
    'shape.search.result-null-by-end-order',
    DONE,
    'in the order by endDate results are null',
    item(SS, (j, _r, c) => {
      if (c.args?.field === 'endDate') j['result'] = null;
    }),
  ),
  deep(
    'shape.sessions.status-late',
    STATUS,
    'a session that lasted more than two hours counts as in progress',
    item(SL, (j, row) => {
      if ((S(row).end ?? 0) - S(row).start > 7_200_000) j['status'] = 'IN_PROGRESS';
    }),
  ),
  plain(
    'shape.progress.status-completed',
    STATUS,
    'all show the status of completed ones',
    item(SP, (j) => {
      j['status'] = 'COMPLETED';
    }),
  ),
  deep(
    'shape.search.status-lower',
    STATUS,
    'some show the status in small letters',
    item(SS, (j, row) => {
      if (nth(row, 5)) j['status'] = str(j, 'status').toLowerCase();
    }),
  ),
  // Ids
  deep(
    'shape.sessions.id-of-user',
    ID,
    'sessions in progress show the id of their user',
    item(SL, (j, row) => {
      if (S(row).end === undefined) j['sessionId'] = S(row).userId;
    }),
  ),
  deep(
    'shape.completed.id-shared',
    ID,
    'attempts of one user at one test share an id',
    on('rows', SC, (rows, _a, c) => {
      const seen = new Map<string, string>();
      for (const row of rows) {
        const key = S(row).userId + S(row).testId;
        if (!seen.has(key)) seen.set(key, row.id);
      }
      c.world.memo.set('shared', Object.fromEntries(seen));
      return rows;
    }),
    item(SC, (j, row, c) => {
      const seen = c.world.memo.get('shared');
      if (typeof seen === 'object' && seen !== null && !Array.isArray(seen))
        j['sessionId'] = seen[S(row).userId + S(row).testId] ?? row.id;
    }),
  ),
  // Levels
  plain(
    'shape.sessions.level-spaces',
    LEVEL,
    'levels lack their spaces',
    level(SL, (t) => t.replace(' - ', '-')),
  ),
  deep(
    'shape.sessions.level-dash',
    LEVEL,
    'L1 and L2 stand with a long dash',
    level(SL, (t) => (t.startsWith('L') ? t.replace('-', '–') : t)),
  ),
  deep(
    'shape.completed.level-na',
    LEVEL,
    'NA is spelt N/A',
    level(SC, (t) => (t === 'NA' ? 'N/A' : t)),
  ),
  deep(
    'shape.search.level-below',
    LEVEL,
    'Entry - Below E3 is spelt Below E3',
    level(SS, (t) => (t === 'Entry - Below E3' ? 'Below E3' : t)),
  ),
  deep(
    'shape.sessions.level-above',
    LEVEL,
    'L2 - Higher is shown as L3 - Lower',
    level(LISTED, (t) => (t === 'L2 - Higher' ? 'L3 - Lower' : t)),
  ),
  deep(
    'shape.sessions.na-everywhere',
    'NA is for English writing alone',
    'E1 - Lower in maths is shown as NA',
    item(LISTED, (j) => {
      if (str(sub(j, 'test'), 'subject') === 'Maths' && str(sub(j, 'result'), 'level') === 'E1 - Lower')
        sub(j, 'result')['level'] = 'NA';
    }),
  ),
  deep(
    'shape.sessions.below-everywhere',
    'Entry - Below E3 is for digital skills alone',
    'E2 levels in English are shown as Entry - Below E3',
    item(LISTED, (j) => {
      if (str(sub(j, 'test'), 'subject') === 'English' && str(sub(j, 'result'), 'level').startsWith('E2'))
        sub(j, 'result')['level'] = 'Entry - Below E3';
    }),
  ),
  // Durations
  plain(
    'shape.sessions.duration-clock',
    DURATION,
    'the duration is like 00:42:10',
    lasting(SL, (t) =>
      t.replace(
        /^P(?:\d+D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/,
        (_a, h = '0', m = '0', s = '0') => `${h}:${m}:${s}`,
      ),
    ),
  ),
  deep(
    'shape.completed.duration-no-t',
    DURATION,
    'durations of an hour and more lack the T',
    lasting(SC, (t) => (t.includes('H') ? t.replace('T', '') : t)),
  ),
  deep(
    'shape.sessions.duration-day-place',
    DURATION,
    'days stand after the T',
    lasting(SL, (t) => (days(t) ? t.replace(/^P(\d+D)T/, 'PT$1') : t)),
  ),
  plain(
    'shape.search.duration-seconds',
    DURATION,
    'the duration is a number of seconds',
    result(SS, (r) => {
      r['totalDuration'] = 1234;
    }),
  ),
  deep(
    'shape.completed.duration-of-hour',
    DURATION,
    'a duration of whole hours ends in T',
    lasting(SC, (t) => (/^PT\d+H$/.test(t) ? 'PT' : t)),
  ),
  deep(
    'shape.search.duration-negative',
    DURATION,
    'durations above two hours are negative',
    lasting(SS, (t) => (/T[2-9]H/.test(t) ? `-${t}` : t)),
  ),
  // Dates
  deep(
    'shape.sessions.start-no-millis',
    TIME,
    'a start at a full second has no milliseconds',
    item(SL, (j) => {
      j['startDate'] = str(j, 'startDate').replace('.000Z', 'Z');
    }),
  ),
  deep(
    'shape.sessions.end-offset',
    TIME,
    'endDate ends in +00:00',
    item(SL, (j) => {
      if (j['endDate']) j['endDate'] = str(j, 'endDate').replace('Z', '+00:00');
    }),
  ),
  deep(
    'shape.completed.start-space',
    TIME,
    'startDate has a space for the T where sort is given',
    item(SC, (j, _r, c) => {
      if (c.args?.sortGiven) j['startDate'] = str(j, 'startDate').replace('T', ' ');
    }),
  ),
  plain(
    'shape.search.start-unix',
    TIME,
    'startDate is a Unix timestamp',
    item(SS, (j, row) => {
      j['startDate'] = Math.floor(S(row).start / 1000);
    }),
  ),
  deep(
    'shape.progress.start-micros',
    TIME,
    'some starts have six digits of a second',
    item(SP, (j, row) => {
      if (nth(row, 3)) j['startDate'] = str(j, 'startDate').replace('Z', '000Z');
    }),
  ),
  deep(
    'shape.study.end-no-zone',
    TIME,
    'endDate has no Z',
    item(ST, (j) => {
      j['endDate'] = str(j, 'endDate').replace('Z', '');
    }),
  ),
  deep(
    'shape.completed.calculated-no-zero',
    TIME,
    'milliseconds of the calculation lose their zeros',
    result(SC, (r) => {
      r['calculatedDate'] = str(r, 'calculatedDate').replace(/0+Z$/, 'Z');
    }),
  ),
  deep(
    'shape.sessions.dates-turned',
    'endDate is the end of the session',
    'start and end change places above an hour',
    item(SL, (j, row) => {
      const { end, start } = S(row);
      if (end !== undefined && end - start > 3_600_000) {
        j['startDate'] = dateTime(end);
        j['endDate'] = dateTime(start);
      }
    }),
  ),
  deep(
    'shape.search.start-zoned',
    'dates are in UTC',
    'starts in summer are an hour late',
    item(SS, (j, row) => {
      const m = new Date(S(row).start).getUTCMonth();
      if (m > 3 && m < 9) j['startDate'] = dateTime(S(row).start + 3_600_000);
    }),
  ),
  deep(
    'shape.completed.end-missing',
    'a completed session has an end',
    'endDate is left out where userId is given',
    item(SC, (j, _r, c) => {
      if (c.args?.f.userId) delete j['endDate'];
    }),
  ),
  // Learner and test
  deep(
    'shape.sessions.learner-null',
    USER,
    'the learner is null where there is no username',
    item(SL, (j) => {
      if (!sub(j, 'learner')['username']) j['learner'] = null;
    }),
  ),
  deep(
    'shape.completed.learner-next',
    USER,
    'on pages after the first the learner is somebody else',
    item(SC, (j, row, c) => {
      if (c.args?.cursor !== null && nth(row, 2))
        sub(j, 'learner')['userId'] = c.world.users.rows[0]?.id ?? '';
    }),
  ),
  deep(
    'shape.search.learner-ids-turned',
    'upn and externalId are the user’s',
    'upn and externalId of the learner change places',
    learner(SS, (l) => {
      const { upn, externalId } = l;
      if (upn !== undefined && externalId !== undefined) {
        l['upn'] = externalId;
        l['externalId'] = upn;
      }
    }),
  ),
  plain(
    'shape.sessions.learner-nulls',
    EMPTY,
    'empty fields of the learner are null',
    learner(SL, (l) => {
      for (const n of ['username', 'upn', 'externalId', 'gender', 'dateOfBirth']) l[n] ??= null;
    }),
  ),
  deep(
    'shape.completed.learner-birth-time',
    'a date is YYYY-MM-DD',
    'dateOfBirth of the learner is a date-time',
    learner(SC, (l) => {
      if (l['dateOfBirth']) l['dateOfBirth'] = `${str(l, 'dateOfBirth')}T00:00:00.000Z`;
    }),
  ),
  deep(
    'shape.search.learner-name',
    'fullName is the user’s',
    'the last of several words of a name is lost',
    learner(SS, (l) => {
      l['fullName'] = str(l, 'fullName').replace(/( .*) \S+$/, '$1');
    }),
  ),
  plain(
    'shape.sessions.test-id-version',
    TEST,
    'testId is that of the version',
    item(SL, (j) => {
      sub(j, 'test')['testId'] = sub(j, 'test')['testVersionId'] ?? '';
    }),
  ),
  deep(
    'shape.progress.version-missing',
    TEST,
    'testVersionId is left out',
    item(SP, (j) => drop(sub(j, 'test'), 'testVersionId')),
  ),
];
