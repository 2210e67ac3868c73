import { isUuid, pathId, Refusal, refuse } from './checks.ts';
import type { Hooks } from './hooks.ts';
import { pageOut, windowOfQuery } from './lists.ts';
import { single } from './people.ts';
import { clock } from './state.ts';
import type { Cohort, Ctx, Klass, Out, Year } from './types.ts';
import { classView, cohortView, testView, yearView } from './views.ts';

export function currentYear(c: Ctx): Year | undefined {
  const now = clock.now();
  return c.state.seed.years.find((y) => y.start <= now && now <= y.end);
}

function ok(body: Out['body']): Out {
  return { status: 200, headers: {}, body };
}

export function listYears(_h: Hooks, c: Ctx): Out {
  return ok({ data: c.state.seed.years.map(yearView) });
}

export function getCurrentYear(_h: Hooks, c: Ctx): Out {
  const y = currentYear(c);
  if (!y) throw new Refusal(404, 'There is no current academic year.');
  return ok({ academicYear: yearView(y) });
}

export function getYear(_h: Hooks, c: Ctx): Out {
  const id = pathId(c, 'academicYearId', 404);
  const y = c.state.seed.years.find((x) => x.id === id);
  if (!y) throw new Refusal(404, 'There is no such academic year.');
  return ok({ academicYear: yearView(y) });
}

export function listTests(_h: Hooks, c: Ctx): Out {
  return ok({ data: c.state.seed.tests.map(testView) });
}

function narrowed<T extends Klass>(c: Ctx, all: Iterable<T>): T[] {
  const search = single(c, 'search')?.toLowerCase();
  let year = single(c, 'academicYearId');
  if (year === 'current') year = currentYear(c)?.id ?? 'none';
  else if (year !== undefined && !isUuid(year)) refuse('academicYearId is neither a UUID nor current.');
  const wanted = year?.toLowerCase();
  const rows: T[] = [];
  for (const k of all) {
    if (search !== undefined && k.name.toLowerCase() !== search) continue;
    if (wanted !== undefined && k.yearId !== wanted) continue;
    rows.push(k);
  }
  return rows;
}

export function listClasses(h: Hooks, c: Ctx): Out {
  const w = windowOfQuery('classes', c);
  let rows: Klass[] = narrowed(c, c.state.classList.values());
  for (const fn of h.at('classes', c)) rows = fn(rows, c);
  return pageOut(h, c, 'classes', rows, w, (k) => classView(h, c, k));
}

export function listCohorts(h: Hooks, c: Ctx): Out {
  const w = windowOfQuery('cohorts', c);
  let rows: Cohort[] = narrowed(c, c.state.cohortList.values());
  for (const fn of h.at('cohorts', c)) rows = fn(rows, c);
  return pageOut(h, c, 'cohorts', rows, w, (k) => cohortView(h, c, k));
}

export function getClass(h: Hooks, c: Ctx): Out {
  const k = c.state.class.get(pathId(c, 'classId'));
  if (!k) throw new Refusal(404, 'There is no such class.');
  return ok({ class: classView(h, c, k) });
}

export function getCohort(h: Hooks, c: Ctx): Out {
  const k = c.state.cohort.get(pathId(c, 'cohortId'));
  if (!k) throw new Refusal(404, 'There is no such cohort.');
  return ok({ cohort: cohortView(h, c, k) });
}
