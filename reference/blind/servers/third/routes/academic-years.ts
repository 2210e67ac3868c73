import { isoInstant } from '../dates.ts';
import { HttpError } from '../errors.ts';
import { yearJson } from '../render.ts';
import type { Answer, Context, Route } from '../router.ts';
import { route } from '../router.ts';

function listYears({ store, flags }: Context): Answer {
  let rows = [...store.years];
  if (flags.on('manner.years-newest-first')) rows.reverse();
  if (flags.on('years-list-forgets-current')) rows = rows.filter((y) => y.id !== store.currentYear()?.id);
  const data = rows.map((row) => {
    const json = yearJson(row, flags);
    return json;
  });
  if (flags.on('years-list-named-wrapper')) return { status: 200, body: { academicYears: data } };
  return { status: 200, body: { data } };
}

function currentYear({ store, flags }: Context): Answer {
  let year = store.currentYear();
  if (flags.on('years-current-is-last-years')) year = store.years[store.years.length - 2];
  if (year === undefined) throw new HttpError(404, 'There is no current academic year');
  const academicYear = yearJson(year, flags);
  if (flags.on('years-current-end-without-zone'))
    academicYear['endDate'] = isoInstant(year.endsAt).slice(0, 19);
  return { status: 200, body: { academicYear } };
}

function getYear({ store, flags, params }: Context): Answer {
  const id = (params['academicYearId'] ?? '').toLowerCase();
  const year = store.year(id);
  if (year === undefined) {
    if (flags.on('years-get-unknown-null')) return { status: 200, body: { academicYear: null } };
    throw new HttpError(404, 'No such academic year');
  }
  if (flags.on('years-get-past-404') && year.endsAt < Date.now() && year.id === store.years[0]?.id) {
    throw new HttpError(404, 'No such academic year');
  }
  const academicYear = yearJson(year, flags);
  return { status: 200, body: { academicYear } };
}

export const academicYearRoutes: Route[] = [
  route('GET', '/academic-years', 'read', 'basic', listYears),
  route('GET', '/academic-years/current', 'read', 'basic', currentYear),
  route('GET', '/academic-years/{academicYearId}', 'read', 'basic', getYear),
];
