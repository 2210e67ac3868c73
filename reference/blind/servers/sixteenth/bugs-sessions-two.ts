// Bugs of sessions: dates, filters, order, the two kinds, and results – part two.
import {
  CP,
  done,
  form,
  IP,
  level,
  leveled,
  open,
  result,
  SE,
  SS,
  ST,
  subjectOf,
  summer,
} from './bugs-sessions-kit.ts';
import { type Bug, D, edit, fieldOf, has, M, match, memo, P } from './hooks.ts';
import { at, must, objectOf, type SessionRow, textOf } from './types.ts';

export const kinds: Bug[] = [
  P('ss-open-end-null', 'r', SE, open, 'endDate is null', {
    item: edit((o) => {
      o['endDate'] ??= null;
    }),
  }),
  P('ss-open-result-absent', 'r', SE, open, 'result is left out', {
    item: edit((o) => {
      if (o['result'] === null) delete o['result'];
    }),
  }),
  M('ss-open-result-absent-list', 'r', IP, open, 'result is left out', {
    item: edit((o) => {
      delete o['result'];
    }),
  }),
  M('ss-open-result-empty', 'r', IP, open, 'result is an empty object', {
    item: edit((o) => {
      o['result'] = {};
    }),
  }),
  M('ss-open-end', 'r', IP, open, 'endDate is the last activity', {
    item: edit((o, row: SessionRow) => {
      o['endDate'] = new Date(row.startDate + 60000).toISOString();
    }),
  }),
  M('ss-open-result-search', 'r', SS, open, 'results of other attempts are joined', {
    item: edit((o) => {
      o['result'] ??= { calculatedAt: o['startDate'], level: 'E1 - Lower', duration: 'PT1M' };
    }),
  }),
  M(
    'ss-done-no-result',
    'r',
    CP,
    'a Completed session carries a result',
    'results of sessions of the last 90 days are not joined',
    {
      item: edit((o, row: SessionRow) => {
        if (row.startDate > Date.now() - 90 * 86400000) o['result'] = null;
      }),
    },
  ),
  D(
    'ss-done-no-result-page',
    'r',
    SE,
    'a Completed session carries a result',
    'results are loaded for the first 50 of a page only',
    {
      item: edit((o, row: SessionRow, c) => {
        if (c.bag.shown.indexOf(row) >= 50) o['result'] = null;
      }),
    },
  ),
  P('ss-completed-mixed', 'r', CP, 'lists Completed sessions', 'the condition is missing', {
    source: (_v, c) => c.w.sessions,
  }),
  P('ss-progress-mixed', 'r', IP, 'lists In Progress sessions', 'the condition is missing', {
    source: (_v, c) => c.w.sessions,
  }),
  M('ss-only-done', 'r', SE, 'searches both kinds', 'an inner join with results loses the other kind', {
    source: (v) => done(v),
  }),
  D('ss-both-done-userid', 'r', SE, 'searches both kinds', 'with userId, only Completed ones', {
    rows: (v, c) => (has(c, 'userId') ? done(v) : v),
  }),
  M('ss-status-swapped', 'r', CP, 'status says the kind', 'the status of the start is shown', {
    item: edit((o, _r, c) => {
      o['status'] = c.s.status.open;
    }),
  }),
  P('ss-status-number', 'r', SE, 'status is one of two texts', 'the number of the enumeration', {
    item: edit((o, row: SessionRow) => {
      o['status'] = row.endDate === undefined ? 0 : 1;
    }),
  }),
  M('ss-id-same', 'r', SE, 'a session has a unique identifier', 'the id is that of the user', {
    item: edit((o, row: SessionRow) => {
      o['sessionId'] = row.userId;
    }),
  }),
  D('ss-id-changes', 'r', [SE, CP], 'a session has a unique identifier', 'a new one in every answer', {
    item: edit((o, _r, c) => {
      o['sessionId'] = c.w.newId();
    }),
  }),
  D(
    'ss-user-joined',
    'r',
    SE,
    'a session links to its user',
    'with status, the user of the next row is joined',
    {
      item: edit((o, row: SessionRow, c) => {
        if (has(c, 'status')) {
          const list = c.bag.shown;
          const other = at(list, (list.indexOf(row) + 1) % list.length);
          o['user'] = { ...objectOf(o['user']), userId: fieldOf(other, 'userId') };
        }
      }),
    },
  ),
  M('ss-test-joined', 'r', SE, 'a session links to its test', 'testId is that of the version', {
    item: edit((o, row: SessionRow) => {
      o['test'] = { ...objectOf(o['test']), testId: row.testVersionId };
    }),
  }),
  P('ss-start-no-zone', 'r', SE, 'a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ', 'without Z', {
    item: edit((o) => {
      o['startDate'] = String(o['startDate']).replace('Z', '');
    }),
  }),
  M('ss-end-date', 'r', CP, 'a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ', 'a space for the T', {
    item: edit((o) => {
      o['endDate'] = String(o['endDate']).replace('T', ' ');
    }),
  }),
  D('ss-start-shift', 'r', CP, 'dates are in UTC', 'startDate in summer shows London time with a Z', {
    item: edit((o, row: SessionRow) => {
      if (summer(row.startDate)) o['startDate'] = new Date(row.startDate + 3600000).toISOString();
    }),
  }),
  D(
    'ss-end-before',
    'r',
    SE,
    'endDate is the end of the session',
    'for sessions of more than a day, the day of the start is kept',
    {
      item: edit((o, row: SessionRow) => {
        if (row.endDate !== undefined && row.endDate - row.startDate > 86400000)
          o['endDate'] = String(o['startDate']).slice(0, 10) + String(o['endDate']).slice(10);
      }),
    },
  ),
];

export const results: Bug[] = [
  P(
    'ss-level-dash',
    'r',
    SE,
    level,
    'an en dash',
    leveled((l) => l.replace(' - ', ' – ')),
  ),
  P(
    'ss-level-tight',
    'r',
    CP,
    level,
    'no blanks round the hyphen',
    leveled((l) => l.replace(' - ', '-')),
  ),
  M(
    'ss-level-half',
    'r',
    CP,
    level,
    'L2 has no sub-level',
    leveled((l) => (l.startsWith('L2') ? 'L2' : l)),
  ),
  M(
    'ss-level-case',
    'r',
    SS,
    level,
    'the sub-level in lower case',
    leveled((l) => (/^[EL]\d/.test(l) ? l.slice(0, 5) + l.slice(5).toLowerCase() : l)),
  ),
  M(
    'ss-level-l3',
    'r',
    SE,
    level,
    'there is an L3',
    leveled((l) => (l === 'L2 - Higher' ? 'L3 - Lower' : l)),
  ),
  D(
    'ss-level-na-maths',
    'r',
    SE,
    'NA is for English writing alone',
    'NA for Maths below E1 - Middle',
    result((r, row, c) =>
      subjectOf(c, row) === 'Maths' && textOf(r['level']).startsWith('E1') ? { ...r, level: 'NA' } : r,
    ),
  ),
  D(
    'ss-level-below-english',
    'r',
    CP,
    'Entry - Below E3 is for digital skills alone',
    'it is given for Science as well',
    result((r, row, c) =>
      subjectOf(c, row) === 'Science' && /^E[12]/.test(textOf(r['level']))
        ? { ...r, level: 'Entry - Below E3' }
        : r,
    ),
  ),
  M(
    'ss-level-na-slash',
    'r',
    SE,
    level,
    'N/A for NA',
    leveled((l) => (l === 'NA' ? 'N/A' : l)),
  ),
  M(
    'ss-level-below',
    'r',
    SE,
    level,
    'Below E3 without Entry',
    leveled((l) => l.replace('Entry - Below', 'Below')),
  ),
  P(
    'ss-duration-number',
    'r',
    SE,
    form,
    'seconds as a number',
    result((r, row) => ({ ...r, duration: row.result?.seconds })),
  ),
  P(
    'ss-duration-clock',
    'r',
    CP,
    form,
    'HH:MM:SS',
    result((r, row) => ({
      ...r,
      duration: new Date(must(row.result).seconds * 1000).toISOString().slice(11, 19),
    })),
  ),
  M(
    'ss-duration-no-t',
    'r',
    SS,
    form,
    'the T is missing',
    result((r) => ({ ...r, duration: textOf(r['duration']).replace('T', '') })),
  ),
  D(
    'ss-duration-long',
    'r',
    SE,
    form,
    'more than a day becomes text',
    result((r, row) =>
      must(row.result).seconds > 86400 ? { ...r, duration: `1 day ${textOf(r['duration']).slice(3)}` } : r,
    ),
  ),
  M(
    'ss-calculated-local',
    'r',
    CP,
    'dates are ISO 8601',
    'the date of the result is DD/MM/YYYY',
    result((r) => ({
      ...r,
      calculatedAt: textOf(r['calculatedAt']).slice(0, 10).split('-').reverse().join('/'),
    })),
  ),
  M(
    'ss-result-array',
    'r',
    SE,
    'the result is an object',
    'an array of one',
    result((r) => [r]),
  ),
  D(
    'ss-result-other',
    'r',
    CP,
    'the result is that of the session',
    "with a userId, the result of the user's newest session stands at all of them",
    {
      item: edit((o, row: SessionRow, c) => {
        if (has(c, 'userId')) {
          const mine = c.w.sessions.filter((s) => s.userId === row.userId && s.result);
          const last = must(at(mine, mine.length - 1).result);
          o['result'] = {
            ...objectOf(o['result']),
            level: last.level,
            calculatedAt: new Date(last.calculatedAt).toISOString(),
          };
        }
      }),
    },
  ),
];

export const study: Bug[] = [
  P('st-userid-ignored', 'r', ST, 'the owner says that userId filters', 'it is not read', {
    filter: match('userId', () => true),
  }),
  P('st-userid-absent', 'r', ST, 'the owner says that userId is always there', 'it is not selected', {
    item: edit((o) => {
      delete o['userId'];
    }),
  }),
  M('st-limit-ignored', 'r', ST, 'the owner says that it shows a page: limit holds', 'limit is not read', {
    slice: (v) => ({ ...v, end: v.rows.length }),
  }),
  M(
    'st-repeat-first',
    'r',
    ST,
    'the owner says that userId filters',
    'the answer of the first userId asked is kept for others',
    { rows: (v, c) => (has(c, 'userId') ? memo(c, 'st', () => v) : v) },
  ),
];
