// Bugs of reading academic years, classes, cohorts and tests.
import { latest, Y1, YC, YS } from './bugs-groups-kit.ts';
import { cohorts, tests } from './bugs-groups-three.ts';
import { classes } from './bugs-groups-two.ts';
import { answer, type Bug, D, edit, M, memo, P, recall, restatus } from './hooks.ts';
import { at, listOf, numberOf, objectOf, textOf, type Year } from './types.ts';

const years: Bug[] = [
  P('yr-list-no-current', 'r', YS, 'lists the academic years', 'years that are not over are left out', {
    source: (v: Year[]) => v.filter((y) => y.endDate < Date.now()),
  }),
  P('yr-list-wrapper', 'r', YS, 'list responses use data', 'academicYears for data', {
    reply: answer((b) => ({ academicYears: b['data'] })),
  }),
  P('yr-list-bare', 'r', YS, 'list responses use data', 'a bare array', { reply: answer((b) => b['data']) }),
  P('yr-current-next', 'r', YC, 'shows the current year', 'shows the year that begins last', {
    source: (_v, c) => latest(c),
  }),
  M('yr-current-previous', 'r', YC, 'shows the current year', 'the year that ended last', {
    source: (_v, c) =>
      c.w.years
        .filter((y) => y.endDate < Date.now())
        .sort((a, b) => b.endDate - a.endDate)
        .slice(0, 1),
  }),
  P('yr-current-404', 'r', YC, '404 only if no year is current', 'current is taken for an id', {
    source: () => [],
  }),
  P('yr-current-wrapper', 'r', YC, 'a year stands in academicYear', 'year for academicYear', {
    reply: answer((b) => ({ year: b['academicYear'] })),
  }),
  M('yr-current-id', 'r', YC, 'academicYearId identifies the year', 'the id of the row above', {
    item: edit((o, row: Year, c) => {
      o['academicYearId'] = at(c.w.years, Math.max(0, c.w.years.indexOf(row) - 1)).academicYearId;
    }),
  }),
  M('yr-one-first', 'r', Y1, 'shows the year of the id', 'always shows the first one', {
    reply: answer((b, _r, c) => ({
      academicYear: {
        ...objectOf(b['academicYear']),
        name: at(c.w.years, 0).name,
        academicYearId: at(c.w.years, 0).academicYearId,
      },
    })),
  }),
  P('yr-one-unknown-400', 'r', Y1, 'an unknown year gets 404', '400', { rule: restatus(400, 'year.there') }),
  P('yr-one-unknown-500', 'r', Y1, 'an unknown year gets 404', 'null is read', {
    rule: restatus(500, 'year.there'),
  }),
  M('yr-one-unknown-200', 'r', Y1, 'an unknown year gets 404', '200 with null', {
    reply: (r, c) =>
      r.status === 404
        ? {
            ...r,
            status: 200,
            headers: { ...r.headers, 'content-type': c.s.contentType },
            body: { academicYear: null },
          }
        : r,
  }),
  M('yr-one-form-500', 'r', Y1, '404 is the only other status', 'what is no UUID throws', {
    rule: (v) =>
      v.code === 'year.there' && v.fails && !/^[0-9a-f-]{36}$/i.test(textOf(v.value))
        ? { ...v, status: 500 }
        : v,
  }),
  P('yr-start-date', 'r', [YS, Y1], 'startDate of a year is a date-time', 'a date', {
    item: edit((o) => {
      o['startDate'] = String(o['startDate']).slice(0, 10);
    }),
  }),
  M('yr-end-no-ms', 'r', Y1, 'a date-time has milliseconds', 'cut off', {
    item: edit((o) => {
      o['endDate'] = String(o['endDate']).replace(/\.\d{3}Z/, 'Z');
    }),
  }),
  M('yr-start-trimmed', 'r', YS, 'a date-time has milliseconds', 'zeros at the end are trimmed', {
    item: edit((o) => {
      o['startDate'] = String(o['startDate']).replace('.000Z', 'Z');
    }),
  }),
  D(
    'yr-start-summer',
    'r',
    YC,
    'dates are in UTC',
    'midnight in London, one hour earlier, on this route alone',
    {
      item: edit((o, row: Year) => {
        o['startDate'] = new Date(row.startDate - 3600000).toISOString();
      }),
    },
  ),
  M('yr-swapped', 'r', Y1, 'startDate is the start and endDate the end', 'swapped', {
    item: edit((o) => {
      [o['startDate'], o['endDate']] = [o['endDate'], o['startDate']];
    }),
  }),
  D('yr-one-cached', 'r', Y1, 'shows the year of the id', 'the first answer is kept for every id', {
    reply: (r, c) => (r.status === 200 ? memo(c, 'y1', () => r) : r),
  }),
  D(
    'yr-list-twice',
    'r',
    [YS, YC],
    'lists the academic years',
    'a shared array grows by the current year each time current was read',
    {
      source: (v, c) => {
        if (c.op === YC) c.memory.set('ys', numberOf(recall(c, 'ys')) + 1);
        return v;
      },
      body: (b, c) => {
        if (!b['data']) return b;
        const data = listOf(b['data']);
        return { data: [...data, ...Array.from({ length: numberOf(recall(c, 'ys')) }, () => data[0])] };
      },
    },
  ),
];

export const groupBugs: Bug[] = [...years, ...classes, ...cohorts, ...tests];
