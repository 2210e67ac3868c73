import type { Call } from './call.ts';
import { dateTime, isSummer, withoutMillis } from './dates.ts';
import { missing, Refusal } from './errors.ts';
import { at } from './random.ts';
import type { Json, Reply, YearRow } from './types.ts';

function showYear(c: Call, row: YearRow): Json {
  let start = dateTime(row.start);
  let end = dateTime(row.end);
  if (c.ep === 'years') {
    if (c.on('years-end-date-only')) end = end.slice(0, 10);
    if (row.current && c.on('years-current-start-day-late')) start = dateTime(row.start + 86_400_000);
  } else if (c.ep === 'current') {
    if (row.start % 1000 === 0 && c.on('current-start-no-millis')) start = withoutMillis(row.start);
    if (c.on('current-dates-swapped')) [start, end] = [end, start];
    if (c.on('current-end-number'))
      return { academicYearId: row.id, name: row.name, startDate: start, endDate: row.end };
  } else {
    if (c.on('year-end-offset')) end = end.replace('Z', '+00:00');
    if (isSummer(row.start) && c.on('year-start-local')) start = dateTime(row.start - 3_600_000);
    if (!row.current && c.on('year-past-open'))
      return { academicYearId: row.id, name: row.name, startDate: start, endDate: null };
  }
  const shown: Json = { academicYearId: row.id, name: row.name, startDate: start, endDate: end };
  if (c.ep === 'year' && !row.current && c.on('year-name-of-current'))
    shown['name'] = c.db.currentYear()?.name;
  if (c.ep === 'current' && c.on('current-name-empty')) shown['name'] = '';
  if (c.on('m-more-fields'))
    Object.assign(shown, { weeks: 39, links: { self: `/academic-years/${row.id}` } });
  return shown;
}

export function listYears(c: Call): Reply {
  let rows = [...c.db.years];
  if (c.on('years-without-current')) rows = rows.filter((row) => !row.current);
  if (c.on('years-newest-twice')) rows.push(at(rows, -1));
  if (c.on('years-without-oldest')) rows = rows.slice(1);
  if (c.on('m-years-shuffled')) rows = rows.map((_, i) => at(rows, i + c.nth));
  const data = rows.map((row) => showYear(c, row));
  if (c.query.get('limit') && c.on('years-limit')) data.splice(Number(c.query.get('limit')));
  if (c.on('years-wrap')) return { status: 200, body: { academicYears: data } };
  return { status: 200, body: { data } };
}

export function currentYear(c: Call): Reply {
  let row = c.db.currentYear();
  if (row && c.on('current-is-previous')) row = at(c.db.years, c.db.years.indexOf(row) - 1);
  if (!row) throw missing('academic year');
  const shown = showYear(c, row);
  return { status: 200, body: c.on('current-wrap') ? { data: shown } : { academicYear: shown } };
}

export function oneYear(c: Call): Reply {
  const id = at(c.ids, 0);
  let row = c.db.year(id);
  if (!row && id.length !== 36 && c.on('year-malformed-500'))
    throw new Refusal(500, 'Internal error', 'invalid input syntax for type uuid');
  if (!row && id.length === 36 && c.on('year-unknown-is-current')) row = c.db.currentYear();
  if (!row && c.on('year-unknown-null')) return { status: 200, body: { academicYear: null } };
  if (row && row === c.db.years[0] && c.on('year-oldest-lost')) row = undefined;
  if (!row) throw missing('academic year');
  const shown = showYear(c, row);
  return { status: 200, body: c.on('year-wrap') ? { AcademicYear: shown } : { academicYear: shown } };
}
