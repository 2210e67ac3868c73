import { type Context, notFound, type Reply, type Route } from '../app.ts';
import { currentYear } from '../db/tables.ts';
import { isUuid } from '../http/input.ts';
import { toYear } from '../mappers.ts';

function list({ db, bugs }: Context): Reply {
  const data = [...db.years.values()].sort((a, b) => b.starts - a.starts).map((row) => toYear(row));
  if (bugs.has('manner.reversed-lists')) data.reverse();
  return { status: 200, body: bugs.has('years-key') ? { academicYears: data } : { data } };
}

function current({ app, db, bugs }: Context): Reply {
  const cached = bugs.has('year-cache') ? (app.memo.get('year') as string | undefined) : undefined;
  const year = cached === undefined ? currentYear(db) : db.years.get(cached);
  if (year === undefined) throw notFound('There is no current academic year');
  const academicYear = toYear(year);
  return { status: 200, body: bugs.has('year-current-wrapper') ? { data: academicYear } : { academicYear } };
}

function one({ app, db, bugs, params }: Context): Reply {
  const id = params['academicYearId'] as string;
  let year = isUuid(id) ? db.years.get(id.toLowerCase()) : undefined;
  if (year === undefined && bugs.has('year-unknown-fallback') && isUuid(id)) year = currentYear(db);
  if (year === undefined) throw notFound('Academic year not found');
  app.memo.set('year', year.id);
  return { status: 200, body: { academicYear: toYear(year) } };
}

const read = {
  method: 'GET',
  permission: 'read',
  style: 'basic',
  hasBody: false,
  experimental: false,
} as const;

export const yearRoutes: readonly Route[] = [
  { ...read, path: '/academic-years', handle: list },
  { ...read, path: '/academic-years/current', handle: current },
  { ...read, path: '/academic-years/:academicYearId', handle: one },
];
