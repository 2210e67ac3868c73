import { bug, keep, obj, plain, rename, SA, SC, SL, SP, SS, ST, searchOf, setDates, str } from './tools.ts';
import type { Switch } from './types.ts';
import { iso } from './views.ts';

const ops4 = 'gt, gte, lt and lte filter by their meaning.';
const both = 'gt and gte cannot be used together, nor lt and lte.';
const dt = 'A date-time is YYYY-MM-DDTHH:MM:SS.SSSZ.';

export const readBugs1: readonly Switch[] = [
  bug('s-gt-gte', SL, ops4, 'startDate[gt] works as gte', {
    before: (c) => {
      rename(c.query, 'startDate[gt]', 'startDate[gte]');
      return undefined;
    },
  }),
  bug('s-lte-lt', SC, ops4, 'endDate[lte] works as lt', {
    before: (c) => {
      rename(c.query, 'endDate[lte]', 'endDate[lt]');
      return undefined;
    },
  }),
  bug('s-gte-gt', ST, ops4, 'startDate[gte] works as gt', {
    before: (c) => {
      rename(c.query, 'startDate[gte]', 'startDate[gt]');
      return undefined;
    },
  }),
  bug('s-lt-lte', SP, ops4, 'startDate[lt] works as lte', {
    before: (c) => {
      rename(c.query, 'startDate[lt]', 'startDate[lte]');
      return undefined;
    },
  }),
  ...(
    [
      ['sl', SL],
      ['sc', SC],
      ['sp', SP],
    ] as const
  ).map(([n, o]) =>
    bug(`s-${n}-gt-with-gte`, o, both, 'gte is dropped beside gt', {
      before: (c) => {
        if (c.query.has('startDate[gt]')) c.query.delete('startDate[gte]');
        return undefined;
      },
    }),
  ),
  ...(
    [
      ['sl', SL],
      ['sc', SC],
      ['st', ST],
    ] as const
  ).map(([n, o]) =>
    bug(`s-${n}-lt-with-lte`, o, both, 'lt and lte of endDate may be combined', {
      before: (c) => {
        if (c.query.has('endDate[lt]')) c.query.delete('endDate[lte]');
        return undefined;
      },
    }),
  ),
  bug(
    's-range-half',
    SL,
    'Operators may be combined into a range.',
    'the upper end of a range of startDate is ignored',
    {
      before: (c) => {
        if (c.query.has('startDate[gte]')) {
          c.query.delete('startDate[lt]');
          c.query.delete('startDate[lte]');
        }
        return undefined;
      },
    },
  ),
  bug('s-range-refused', SC, 'Operators may be combined into a range.', 'gt with lte is refused', {
    before: (c) => {
      if (c.query.has('startDate[gt]') && c.query.has('startDate[lte]')) c.query.set('startDate[x]', '1');
      return undefined;
    },
  }),
  bug('s-unix-millis', SL, 'A Unix timestamp counts seconds.', 'timestamps of endDate count milliseconds', {
    before: (c) => {
      setDates(c, (k, v) => (k.startsWith('end') && /^\d+$/.test(v) ? iso(Number(v)) : v));
      return undefined;
    },
  }),
  bug('s-unix-refused', SP, 'A value is a date-time or a Unix timestamp.', 'timestamps are refused', {
    before: (c) => {
      setDates(c, (_k, v) => (/^\d+$/.test(v) ? 'x' : v));
      return undefined;
    },
  }),
  bug(
    's-unix-search',
    SS,
    'A value is a date-time or a Unix timestamp.',
    'timestamps in a search are refused where they are numbers',
    {
      before: (c) => {
        const d = obj(searchOf(c)['startDate']);
        for (const k of Object.keys(d)) if (typeof d[k] === 'number') d[k] = 'x';
        return undefined;
      },
    },
  ),
  bug('s-day-cut', SL, ops4, 'the time of day of startDate[lte] is cut', {
    before: (c) => {
      setDates(c, (k, v) =>
        k === 'startDate[lte]' && v.includes('T') ? `${v.slice(0, 10)}T00:00:00.000Z` : v,
      );
      return undefined;
    },
  }),
  bug('s-milli-cut', SC, ops4, 'the milliseconds of a value are cut', {
    before: (c) => {
      setDates(c, (_k, v) => v.replace(/\.\d{3}Z/, 'Z'));
      return undefined;
    },
  }),
  bug(
    's-end-open',
    SL,
    'An In Progress session has no endDate; endDate filters by it.',
    'sessions without end pass endDate[gt]',
    {
      before: (c) => {
        if (c.query.has('endDate[gt]') && !c.query.has('status')) c.memo.set('end-open', 1);
        return undefined;
      },
      sessions: (rows, c) => {
        if (!c.memo.delete('end-open')) return rows;
        return [...rows, ...c.state.seed.sessions.filter((s) => s.end === undefined)];
      },
    },
  ),
  bug(
    's-search-end',
    SS,
    'startDate and endDate filter in the same way.',
    'endDate of a search filters the start',
    {
      before: (c) => {
        const s = searchOf(c);
        if (s['endDate'] && !s['startDate']) {
          s['startDate'] = s['endDate'];
          delete s['endDate'];
        }
        return undefined;
      },
    },
  ),
  ...(['userId', 'testId', 'subject'] as const).map((n) =>
    bug(`s-${n}-31`, SL, 'At most 30 values in a filter of sessions.', `31 values of ${n} are cut to 30`, {
      before: (c) => {
        keep(c.query, n, (a) => a.slice(0, 30));
        return undefined;
      },
    }),
  ),
  ...(['userId', 'testId', 'subject'] as const).map((n) =>
    bug(`s-${n}-30`, SL, 'At most 30 values in a filter of sessions.', `30 values of ${n} are refused`, {
      before: (c) => {
        if (c.query.getAll(n).length === 30) c.query.append(n, 'x');
        return undefined;
      },
    }),
  ),
  bug('s-subject-first', SL, 'subject may be repeated.', 'only the first subject counts', {
    before: (c) => {
      keep(c.query, 'subject', (a) => (a.length > 30 ? a : a.slice(0, 1)));
      return undefined;
    },
  }),
  bug('s-test-last', SL, 'testId may be repeated.', 'the last of several testId is lost', {
    before: (c) => {
      keep(c.query, 'testId', (a) => (a.length > 1 && a.length < 31 ? a.slice(0, -1) : a));
      return undefined;
    },
  }),
  bug('s-test-user', SL, 'Each filter narrows.', 'testId is ignored beside userId', {
    before: (c) => {
      if (c.query.has('userId')) c.query.delete('testId');
      return undefined;
    },
  }),
  bug('s-status-lost', SL, 'status filters sessions by status.', 'status is ignored beside startDate', {
    before: (c) => {
      if ([...c.query.keys()].some((k) => k.startsWith('startDate['))) c.query.delete('status');
      return undefined;
    },
  }),
  bug(
    's-both-kinds',
    SL,
    'GET /smart-ia/sessions searches both kinds.',
    'without status, sessions in progress are lost when sorted by lastName',
    {
      sessions: (r, c) =>
        c.query.get('sort[field]') === 'lastName' && !c.query.has('status') ? r.filter((s) => s.end) : r,
    },
  ),
  bug(
    's-progress-done',
    SP,
    'The list holds sessions In Progress.',
    'a completed session with level NA is among them',
    {
      sessions: (r, c) =>
        c.query.size === 0
          ? [...c.state.seed.sessions.filter((s) => s.level === 'NA').slice(0, 1), ...r].sort(
              (a, b) => a.start - b.start,
            )
          : r,
    },
  ),
  plain('s-default-order', SL, 'Default sort of sessions is startDate asc.', 'the default is descending', {
    sessions: (r, c) => (c.query.has('sort[field]') || c.query.has('sort[direction]') ? r : [...r].reverse()),
  }),
  bug(
    's-direction',
    SL,
    'sort[direction] gives the direction.',
    'direction is ignored where field is left out',
    {
      before: (c) => {
        if (!c.query.has('sort[field]')) c.query.delete('sort[direction]');
        return undefined;
      },
    },
  ),
  bug('s-search-direction', SS, 'sort has a direction.', 'desc is ignored in a search by status', {
    before: (c) => {
      if (searchOf(c)['status']) delete obj(c.body?.['sort'])['direction'];
      return undefined;
    },
  }),
  bug('s-sort-end', SC, 'sort[field] gives the field.', 'endDate sorts by start', {
    before: (c) => {
      if (c.query.get('sort[field]') === 'endDate') c.query.set('sort[field]', 'startDate');
      return undefined;
    },
    sessions: (r) => [...r],
  }),
  bug('s-start-millis', SA, dt, 'startDate lacks milliseconds where they are 0', {
    session: (v) => {
      v['startDate'] = str(v['startDate']).replace('.000Z', 'Z');
    },
  }),
  bug('s-end-local', SC, dt, 'endDate has no Z', {
    session: (v, s) => {
      if (s.level?.startsWith('L2')) v['endDate'] = str(v['endDate']).replace('Z', '');
    },
  }),
  bug('s-result-left', SP, 'result is null when empty.', 'result is left out of a session in progress', {
    session: (v) => {
      if (v['result'] === null) delete v['result'];
    },
  }),
  bug('s-result-empty', SS, 'An In Progress session has no result: null.', 'result is {} in progress', {
    session: (v) => {
      v['result'] ??= {};
    },
  }),
  bug('s-end-null', SL, 'An In Progress session has no endDate.', 'endDate is null in progress', {
    session: (v) => {
      if (!('endDate' in v)) v['endDate'] = null;
    },
  }),
  bug(
    's-end-start',
    SP,
    'An In Progress session has no endDate.',
    'those of ESOL have an endDate in progress',
    {
      session: (v) => {
        if (obj(v['test'])['subject'] === 'ESOL') v['endDate'] = v['startDate'];
      },
    },
  ),
  bug(
    's-level-word',
    SA,
    'Levels are [Level] - [Sub-Level].',
    'E3 levels lack the blanks around the hyphen',
    {
      session: (v) => {
        const r = obj(v['result']);
        if (str(r['level']).startsWith('E3')) r['level'] = str(r['level']).replaceAll(' ', '');
      },
    },
  ),
  bug('s-level-na', SL, 'NA is for writing whose responses did not meet the criteria.', 'NA comes as N/A', {
    session: (v) => {
      const r = obj(v['result']);
      if (r['level'] === 'NA') r['level'] = 'N/A';
    },
  }),
  bug('s-level-below', SC, 'Entry - Below E3 is a level.', 'it comes as Below E3', {
    session: (v) => {
      const r = obj(v['result']);
      if (r['level'] === 'Entry - Below E3') r['level'] = 'Below E3';
    },
  }),
  bug('s-level-dash', SS, 'Levels are [Level] - [Sub-Level].', 'Higher levels have a long dash', {
    session: (v) => {
      const r = obj(v['result']);
      r['level'] = str(r['level']).replace(' - Higher', ' – Higher');
      if (v['result'] && r['level'] === '') delete r['level'];
    },
  }),
  bug(
    's-duration-clock',
    SA,
    'A duration is PnYnMnDTnHnMnS.',
    'durations of a day and more come as hours and minutes with a colon',
    {
      session: (v) => {
        const r = obj(v['result']);
        if (/D/.test(str(r['totalDuration']))) r['totalDuration'] = '25:02';
      },
    },
  ),
];
