import type { Context, Handler } from './core.ts';
import { iso, isUuid, missing, reply } from './core.ts';
import type { Json, Row, Year } from './types.ts';

export const now = (): number => Date.now();

export function currentYear(c: Context): Year | undefined {
  const t = now();
  return c.db.years.find((y) => y.start <= t && t <= y.end);
}

function showYear(c: Context, year: Year): Row {
  const row: Row = {
    academicYearId: year.academicYearId,
    name: year.name,
    startDate: iso(year.start),
    endDate: iso(year.end),
  };
  if (c.on('m-year-tells-whether-current')) row['isCurrent'] = year === currentYear(c);
  return row;
}

const listAcademicYears: Handler = (c) => {
  let years = [...c.db.years];
  const current = currentYear(c);
  if (c.on('m-years-newest-first')) years.reverse();
  if (c.on('years-oldest-missing')) years = years.filter((y) => y !== c.db.years[0]);
  if (c.on('years-future-missing')) years = years.filter((y) => y.start <= now());
  if (c.on('years-current-twice')) years = years.flatMap((y) => (y === current ? [y, y] : [y]));
  const data: Json[] = years.map((year, i) => {
    const row = showYear(c, year);
    if (c.on('years-date-only')) row['startDate'] = iso(year.start).slice(0, 10);
    if (c.on('years-end-without-milliseconds')) row['endDate'] = iso(year.end).replace(/\.\d+Z$/, 'Z');
    if (c.on('years-local-time'))
      row['startDate'] = iso(year.start).replace('T00:00:00.000Z', 'T01:00:00.000+01:00');
    if (c.on('years-id-renamed')) {
      row['id'] = row['academicYearId'] as Json;
      delete row['academicYearId'];
    }
    if (c.on('years-share-an-id') && i === 0) row['academicYearId'] = years[1]?.academicYearId ?? null;
    return row;
  });
  if (c.on('years-wrapped-by-name')) return reply(200, { academicYears: data });
  if (c.on('years-bare-array')) return reply(200, data);
  return reply(200, { data });
};

const getCurrentAcademicYear: Handler = (c) => {
  let year = currentYear(c) ?? missing('Current academic year');
  if (c.on('current-year-is-the-last')) year = c.db.years.at(-1) as Year;
  if (c.on('current-year-previous')) year = c.db.years[c.db.years.indexOf(year) - 1] as Year;
  const row = showYear(c, year);
  if (c.on('current-year-id-changes')) row['academicYearId'] = crypto.randomUUID();
  if (c.on('current-year-literal-id')) row['academicYearId'] = 'current';
  if (c.on('current-year-unix-dates')) {
    row['startDate'] = year.start / 1000;
    row['endDate'] = Math.floor(year.end / 1000);
  }
  if (c.on('current-year-unwrapped')) return reply(200, row);
  if (c.on('current-year-in-data')) return reply(200, { data: row });
  if (c.on('current-year-in-array')) return reply(200, { academicYear: [row] });
  return reply(200, { academicYear: row });
};

const getAcademicYear: Handler = (c) => {
  const id = (c.params['academicYearId'] as string).toLowerCase();
  const known = c.db.years.find((y) => y.academicYearId === id);
  if (c.on('year-malformed-500') && !isUuid(id)) throw new TypeError('year');
  if (c.on('year-future-404') && known && known.start > now()) missing('Academic year');
  if (c.on('year-past-404') && known && known === c.db.years[0]) missing('Academic year');
  if (!known && c.on('year-unknown-gives-current'))
    return reply(200, { academicYear: showYear(c, currentYear(c) as Year) });
  if (!known && c.on('year-unknown-200'))
    return reply(200, { status: 404, message: 'Academic year not found.' });
  if (!known && c.on('year-unknown-null')) return reply(200, { academicYear: null });
  const year = known ?? missing('Academic year');
  const row = showYear(c, year);
  if (c.on('year-dates-swapped'))
    [row['startDate'], row['endDate']] = [row['endDate'] as Json, row['startDate'] as Json];
  if (c.on('year-name-of-next')) row['name'] = (c.db.years[c.db.years.indexOf(year) + 1] ?? year).name;
  if (c.on('year-end-a-day-early')) row['endDate'] = iso(year.end - 86_400_000);
  if (c.on('year-wrapped-wrong')) return reply(200, { year: row });
  return reply(200, { academicYear: row });
};

export const years: Record<string, Handler> = { listAcademicYears, getCurrentAcademicYear, getAcademicYear };
