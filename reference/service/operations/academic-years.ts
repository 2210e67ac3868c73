import { asks, type Operation } from '../http/operation.ts';
import { notFound } from '../http/refusal.ts';
import { ok } from '../http/reply.ts';
import { renderYear } from '../render/render.ts';
import type { YearRow } from '../store/rows.ts';
import { currentYear } from '../store/store.ts';

function answerYear(year: YearRow | undefined) {
  if (!year) throw notFound('academic year');
  return ok({ academicYear: renderYear(year) });
}

/** Academic years are read-only. */
export const academicYears: readonly Operation[] = [
  asks('listAcademicYears', 'GET /academic-years', 'academicYears', ({ store }) =>
    ok({ data: store.years.list().map(renderYear) }),
  ),
  asks('getCurrentAcademicYear', 'GET /academic-years/current', 'academicYears', ({ store }) =>
    answerYear(currentYear(store)),
  ),
  asks('getAcademicYear', 'GET /academic-years/{id}', 'academicYears', ({ store, id }) =>
    answerYear(store.years.get(id.toLowerCase())),
  ),
];
