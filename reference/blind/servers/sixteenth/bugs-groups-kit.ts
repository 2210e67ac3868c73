// What the bugs of years, classes, cohorts and tests share.
import { firstOf, type Hooks, match } from './hooks.ts';
import {
  type ClassRow,
  type CohortRow,
  type Ctx,
  type Json,
  listOf,
  must,
  objectOf,
  type Year,
} from './types.ts';

export const YS = 'GET /academic-years';
export const YC = 'GET /academic-years/current';
export const Y1 = 'GET /academic-years/{academicYearId}';
export const CL = 'GET /classes';
export const C1 = 'GET /classes/{classId}';
export const CO = 'GET /smart-ia/cohorts';
export const CO1 = 'GET /smart-ia/cohorts/{cohortId}';
export const TS = 'GET /smart-ia/tests';
export const exact = 'search is an exact match on the name, in any letter case';
export const year = 'academicYearId shows what belongs to the year, or to the current one';
export const empty = 'empty fields are omitted';
export const low = (text: string) => text.toLowerCase();
export type Group = ClassRow | CohortRow;
export const search = (keep: (name: string, wanted: string, row: Group) => boolean): Hooks => ({
  filter: match('search', (row: Group, v) => keep(row.name, firstOf(v), row)),
});
export const now = (c: Ctx): Year =>
  must(c.w.years.find((y) => y.startDate <= Date.now() && Date.now() <= y.endDate));
export const latest = (c: Ctx): Year[] =>
  [...c.w.years].sort((a, b) => b.startDate - a.startDate).slice(0, 1);
// The tests of a shown cohort, changed where there are any.
export const testsIn = (o: Json, change: (tests: Json[]) => unknown): void => {
  if (o['tests']) o['tests'] = change(listOf(o['tests']).map(objectOf));
};
