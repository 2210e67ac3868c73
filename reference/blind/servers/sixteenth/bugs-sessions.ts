// Bugs of sessions: dates, filters, order, the two kinds, and results.
import {
  byStart,
  CP,
  dates,
  done,
  ending,
  externalOf,
  IP,
  inside,
  most,
  range,
  SE,
  SS,
  shifted,
  subjectOf,
  summer,
  timeOf,
  when,
} from './bugs-sessions-kit.ts';
import { kinds, results, study } from './bugs-sessions-two.ts';
import { answer, type Bug, D, fail, has, keeping, M, match, P, relax, restatus, strict } from './hooks.ts';
import { listOf, must, objectOf, type SessionRow } from './types.ts';

const dating: Bug[] = [
  D(
    'ss-gt-inclusive',
    'r',
    SE,
    dates,
    'startDate[gt] takes the moment itself',
    when('startDate', (t, b) =>
      inside(t, { ...b, gt: undefined, ...(b.gt !== undefined ? { gte: b.gt } : {}) }),
    ),
  ),
  D(
    'ss-gte-exclusive',
    'r',
    SE,
    dates,
    'startDate[gte] leaves the moment out',
    when('startDate', (t, b) => inside(t, b) && t !== b.gte),
  ),
  D(
    'ss-lt-inclusive',
    'r',
    SE,
    dates,
    'startDate[lt] takes the moment itself',
    when('startDate', (t, b) =>
      inside(t, { ...b, lt: undefined, ...(b.lt !== undefined ? { lte: b.lt } : {}) }),
    ),
  ),
  D(
    'ss-lte-exclusive',
    'r',
    SE,
    dates,
    'startDate[lte] leaves the moment out',
    when('startDate', (t, b) => inside(t, b) && t !== b.lte),
  ),
  D(
    'ss-end-lte-exclusive',
    'r',
    SE,
    dates,
    'endDate[lte] leaves the moment out',
    when('endDate', (t, b) => inside(t, b) && t !== b.lte),
  ),
  D(
    'ss-end-gt-inclusive',
    'r',
    SE,
    dates,
    'endDate[gt] takes the moment itself',
    when('endDate', (t, b) =>
      inside(t, { ...b, gt: undefined, ...(b.gt !== undefined ? { gte: b.gt } : {}) }),
    ),
  ),
  M('ss-end-is-start', 'r', SE, 'endDate filters by the end of a session', 'the startDate is compared', {
    ...ending((row, b) => inside(row.startDate, b)),
  }),
  M('ss-end-keeps-open', 'r', SE, 'endDate filters by the end of a session', 'sessions without an end pass', {
    ...ending((row, b) => row.endDate === undefined || inside(row.endDate, b)),
  }),
  M(
    'ss-end-null-zero',
    'r',
    SE,
    'endDate filters by the end of a session',
    'no end counts as 1970 and is before everything',
    ending((row, b) => inside(row.endDate ?? 0, b)),
  ),
  M('ss-unix-ms', 'r', SE, 'a Unix timestamp counts seconds', 'it is read as milliseconds', {
    incoming: (v) => ({
      ...v,
      query: v.query.map(([k, x]) => [
        k,
        /Date\[/.test(k) && /^\d+$/.test(x) ? new Date(Number(x)).toISOString() : x,
      ]),
    }),
  }),
  P('ss-unix-refused', 'r', SE, 'a value may be a Unix timestamp', 'numbers are refused', {
    incoming: (v) => {
      if (v.query.some(([k, x]) => /Date\[/.test(k) && /^\d+$/.test(x))) fail(400, 'not a date-time');
      return v;
    },
  }),
  P('ss-iso-refused', 'r', SE, 'a value may be a date-time', 'date-times with milliseconds are refused', {
    incoming: (v) => {
      if (v.query.some(([k, x]) => /Date\[/.test(k) && /\.\d{3}Z$/.test(x))) fail(400, 'not a date-time');
      return v;
    },
  }),
  M(
    'ss-range-or',
    'r',
    SE,
    range,
    'the two ends are joined with OR',
    when('startDate', (t, b) => Object.entries(b).some(([k, x]) => inside(t, { [k]: x }))),
  ),
  M(
    'ss-range-last',
    'r',
    SE,
    range,
    'only the last operator counts',
    when('startDate', (t, b) => {
      const [k, x] = must(Object.entries(b).pop());
      return inside(t, { [k]: x });
    }),
  ),
  D('ss-range-both', 'r', SE, range, 'with endDate, startDate is forgotten', {
    filter: (v, c) =>
      v.name === 'startDate' && c.query.some(([k]) => k.startsWith('endDate['))
        ? { ...v, keep: () => true }
        : v,
  }),
  P('ss-gt-gte-taken', 'r', SE, 'gt and gte cannot be used together', 'both are taken', {
    rule: relax('date.lower'),
  }),
  P('ss-lt-lte-taken', 'r', SE, 'lt and lte cannot be used together', 'both are taken', {
    rule: relax('date.upper'),
  }),
  M('ss-end-lt-lte-taken', 'r', SE, 'lt and lte cannot be used together', 'for endDate, both are taken', {
    rule: (v) =>
      ['date.upper', 'date.lower'].includes(v.code) && v.value === 'endDate' ? { ...v, fails: false } : v,
  }),
  M('ss-gte-lt-refused', 'r', SE, range, 'gte with lt is refused', {
    incoming: (v) => {
      const keys = v.query.map(([k]) => k);
      if (keys.includes('startDate[gte]') && keys.includes('startDate[lt]')) fail(400, 'cannot be combined');
      return v;
    },
  }),
  D(
    'ss-summer',
    'r',
    SE,
    'dates are in UTC',
    'between March and October values count as London time',
    shifted('startDate', (t) => (summer(t) ? t - 3600000 : t)),
  ),
  D(
    'ss-ms-dropped',
    'r',
    SE,
    dates,
    'milliseconds of values are dropped',
    shifted('startDate', (t) => Math.floor(t / 1000) * 1000),
  ),
  D(
    'ss-day-only',
    'r',
    SE,
    dates,
    'only the day of a value counts for gte',
    when('startDate', (t, b) =>
      inside(t, b.gte !== undefined ? { ...b, gte: Math.floor(b.gte / 86400000) * 86400000 } : b),
    ),
  ),
  M(
    'ss-date-500',
    'r',
    SE,
    'a value is a date-time or a timestamp; others are no server error',
    'what is no date throws',
    { rule: restatus(500, 'date.value') },
  ),
  D(
    'ss-date-total-page',
    'r',
    SE,
    'operators hold on every page',
    'with an offset, the lower bound is lost',
    {
      filter: (v, c) => {
        const { bounds } = v;
        if (!bounds || !has(c, 'offset')) return v;
        return keeping(v, (row) => {
          const time = timeOf(row, v.name);
          return time !== undefined && inside(time, { ...bounds, gt: undefined, gte: undefined });
        });
      },
    },
  ),
];

const filters: Bug[] = [
  P('ss-status-ignored', 'r', SE, 'status filters by status', 'it is not read', {
    filter: match('status', () => true),
  }),
  P('ss-status-inverted', 'r', SE, 'status filters by status', 'the test is the wrong way round', {
    filter: (v) => (v.name === 'status' ? keeping(v, (row) => !v.keep(row)) : v),
  }),
  D('ss-status-date', 'r', SE, 'several filters narrow the list', 'with startDate, status is forgotten', {
    filter: (v, c) =>
      v.name === 'status' && c.query.some(([k]) => k.startsWith('startDate['))
        ? { ...v, keep: () => true }
        : v,
  }),
  P('ss-userid-31', 'r', SE, most, '31 are taken', { rule: relax('userId.most') }),
  M('ss-testid-31', 'r', SE, most, '31 are taken', { rule: relax('testId.most') }),
  M('ss-subject-31', 'r', SE, most, '31 are taken', { rule: relax('subject.most') }),
  M('ss-userid-29', 'r', SE, most, '30 are refused', {
    rule: strict('userId.most', (x) => listOf(x).length === 30),
  }),
  M('ss-subject-last', 'r', SE, 'subject may be repeated', 'the last value alone counts', {
    filter: match('subject', (row: SessionRow, v, c) => v.values[v.values.length - 1] === subjectOf(c, row)),
  }),
  M('ss-testid-first', 'r', SE, 'testId may be repeated', 'the first value alone counts', {
    filter: match('testId', (row: SessionRow, v) => row.testId === v.values[0]),
  }),
  M('ss-subject-prefix', 'r', SE, 'subject filters by subject', 'a subject that begins so is enough', {
    filter: match('subject', (row: SessionRow, v, c) =>
      v.values.some((x) => subjectOf(c, row).startsWith(x)),
    ),
  }),
  D('ss-userid-status', 'r', SE, 'several filters narrow the list', 'with status, userId is forgotten', {
    filter: (v, c) => (v.name === 'userId' && has(c, 'status') ? { ...v, keep: () => true } : v),
  }),
  D(
    'ss-userid-testid-or',
    'r',
    SE,
    'several filters narrow the list',
    'userId and testId are joined with OR',
    {
      filter: (v, c) => {
        if (!['userId', 'testId'].includes(v.name) || !has(c, 'userId') || !has(c, 'testId')) return v;
        const all = (k: string) => c.query.filter(([x]) => x === k).map(([, x]) => x);
        return keeping(
          v,
          (row: SessionRow) => all('userId').includes(row.userId) || all('testId').includes(row.testId),
        );
      },
    },
  ),
  P('ss-userid-500', 'r', SE, 'an invalid filter is no server error', 'what is no UUID throws', {
    rule: restatus(500, 'userId.uuid'),
  }),
  P('ss-userid-ignored', 'r', SE, 'userId filters by user', 'it is not read', {
    filter: match('userId', () => true),
  }),
  D(
    'ss-external-list',
    'r',
    [SE, CP, IP],
    'the filter externalId was removed from the three session lists',
    'it still filters',
    {
      rows: (v: SessionRow[], c) => {
        const wanted = c.query.filter(([k]) => k === 'externalId').map(([, x]) => x);
        return wanted.length ? v.filter((row) => wanted.includes(externalOf(c, row))) : v;
      },
    },
  ),
  D('ss-external-search', 'r', SS, 'externalIds was removed from the session search', 'it still filters', {
    rows: (v: SessionRow[], c) => {
      const wanted = objectOf(objectOf(c.body)['search'])['externalIds'];
      return Array.isArray(wanted) ? v.filter((row) => wanted.includes(externalOf(c, row))) : v;
    },
  }),
  M('ss-completed-userid', 'r', CP, 'the owner says that userId filters', 'it is not read', {
    filter: match('userId', () => true),
  }),
  M('ss-progress-start', 'r', IP, 'the owner says that startDate filters', 'it is not read', {
    filter: match('startDate', () => true),
  }),
  P('ss-search-status', 'r', SS, 'the owner says that status filters', 'it is not read', {
    filter: match('status', () => true),
  }),
  P('ss-search-users', 'r', SS, 'the owner says that userIds filters', 'it is not read', {
    filter: match('userId', () => true),
  }),
  M('ss-search-31', 'r', SS, 'the search is for many filter values', 'more than 30 are refused', {
    filter: (v) => (v.values.length > 30 ? fail(400, 'too many values') : v),
  }),
  P(
    'ss-search-wrapper',
    'r',
    SS,
    'the four session lists and searches have data',
    'the list is called sessions',
    { reply: answer((b) => ({ sessions: b['data'], pagination: b['pagination'] })) },
  ),
];

const order: Bug[] = [
  P('ss-default-desc', 'r', SE, 'the default order is startDate asc', 'descending', {
    sort: (v, c) =>
      c.query.some(([k]) => k.startsWith('sort'))
        ? v
        : { ...v, compare: (a: SessionRow, b: SessionRow) => byStart(b, a) },
  }),
  P('ss-direction', 'r', SE, 'sort[direction] decides the direction', 'it is not read', {
    sort: (v) => (v.field === 'startDate' ? { ...v, compare: byStart } : v),
  }),
  M('ss-sort-end', 'r', SE, 'sort[field] decides by what is sorted', 'endDate sorts by startDate', {
    sort: (v) =>
      v.field === 'endDate'
        ? {
            ...v,
            compare: (a: SessionRow, b: SessionRow) =>
              v.direction === 'desc' ? byStart(b, a) : byStart(a, b),
          }
        : v,
  }),
  D('ss-sort-day', 'r', SE, 'sort decides the order', 'only days are compared', {
    sort: (v) =>
      v.direction === 'desc' && v.field === 'startDate'
        ? {
            ...v,
            compare: (a: SessionRow, b: SessionRow) =>
              Math.floor(b.startDate / 86400000) - Math.floor(a.startDate / 86400000),
          }
        : v,
  }),
  D(
    'ss-sort-two-lists',
    'r',
    SE,
    'the default order is startDate asc',
    'both kinds are sorted by themselves and put one after the other',
    {
      sorted: (v, c) =>
        has(c, 'sort[field]') ? v : [...done(v), ...v.filter((row) => timeOf(row, 'endDate') === undefined)],
    },
  ),
  D('ss-sort-status', 'r', SE, 'sort decides the order', 'with status, the order is that of insertion', {
    sorted: (v: SessionRow[], c) =>
      has(c, 'status') ? [...v].sort((a, b) => c.w.sessions.indexOf(a) - c.w.sessions.indexOf(b)) : v,
  }),
  M('ss-search-sort', 'r', SS, 'the body holds sort', 'it is not read', {
    sort: (v) => ({ ...v, compare: byStart }),
  }),
  M('ss-completed-sort', 'r', CP, 'the owner says that sort decides the order', 'it is not read', {
    sort: (v) => ({ ...v, compare: byStart }),
  }),
];

export const sessionBugs: Bug[] = [...dating, ...filters, ...order, ...kinds, ...results, ...study];
