/** Academic years, classes, cohorts and tests. */

import { byText, type ListWork, pageOf, shown } from './paging.ts';
import { type Filter, isObject, isUuid, Refusal, readAsked } from './reading.ts';
import type { GroupSettings } from './settings.ts';
import type { Answer, Ctx, Group, Json, Obj, Test, Year } from './types.ts';

export const iso = (time: number): string => new Date(time).toISOString();
export const same = (id: string): string => id.toLowerCase();

/** A thing by its id, in whatever letter case. */
export function byId<T>(c: Ctx, map: ReadonlyMap<string, T>, id: string): T | undefined {
  if (!c.s.idsAnyCase) return map.get(id);
  return map.get(id) ?? map.get(id.toLowerCase()) ?? map.get(id.toUpperCase());
}

export function currentYear(c: Ctx): Year | undefined {
  return c.world.years.find((year) => year.current);
}

function showYear(c: Ctx, year: Year): Obj {
  const view: Obj = {
    academicYearId: year.id,
    name: year.name,
    startDate: iso(year.start),
    endDate: iso(year.end),
  };
  if (c.s.teams.a.extras) view['isCurrent'] = year.current;
  return shown(c, view, year);
}

export function listYears(c: Ctx): Answer {
  let rows = [...c.world.years];
  for (const hook of c.hooks('rows')) {
    rows =
      (hook.rows?.(
        c,
        rows,
        { filters: new Map(), sortField: '', sortDirection: 'asc', limit: 0, offset: 0, cursor: undefined },
        rows,
      ) as Year[] | undefined) ?? rows;
  }
  return { status: 200, body: { data: rows.map((year) => showYear(c, year)) }, headers: {} };
}

export function getCurrentYear(c: Ctx): Answer {
  const year = currentYear(c);
  if (year === undefined) throw new Refusal(404, 'There is no current academic year.');
  return { status: 200, body: { academicYear: showYear(c, year) }, headers: {} };
}

export function getYear(c: Ctx): Answer {
  const id = c.params['academicYearId'] ?? '';
  const year = c.world.years.find((one) => (c.s.idsAnyCase ? same(one.id) === same(id) : one.id === id));
  if (year === undefined) throw new Refusal(404, 'There is no such academic year.');
  return { status: 200, body: { academicYear: showYear(c, year) }, headers: {} };
}

function viewClass(c: Ctx, group: Group, full: boolean): Obj {
  const view: Obj = { classId: group.id, name: group.name };
  if (group.description !== '' && (full || c.s.classes.listShowsAll)) view['description'] = group.description;
  if (group.yearId !== '' && c.s.classes.showsYear) view['academicYearId'] = group.yearId;
  if (c.s.teams.a.extras) view['label'] = `${group.name} (class)`;
  return view;
}

function viewCohort(c: Ctx, group: Group, full: boolean): Obj {
  const view: Obj = { cohortId: group.id, name: group.name };
  if (group.description !== '' && (full || c.s.cohorts.listShowsAll)) view['description'] = group.description;
  if (group.yearId !== '' && c.s.cohorts.showsYear) view['academicYearId'] = group.yearId;
  const tests: Json[] = [];
  for (const [id, activation] of group.tests) {
    const test = c.world.tests.get(id);
    if (test === undefined) continue;
    const item: Obj = {
      testId: test.id,
      testVersionId: test.versionId,
      name: test.name,
      subject: test.subject,
    };
    if (activation !== '') item['activationStatus'] = activation;
    tests.push(item);
  }
  if (tests.length > 0 || c.s.teams.b.emptyArrays === 'show') view['tests'] = tests;
  if (c.s.teams.b.extras) view['testCount'] = tests.length;
  return view;
}

const groupFilters: readonly Filter[] = [
  { name: 'search', given: 'search', type: 'search' },
  { name: 'academicYearId', given: 'academicYearId', type: 'year' },
];

function groupWork(
  c: Ctx,
  map: Map<string, Group>,
  rules: GroupSettings,
  show: (group: Group) => Obj,
): ListWork<Group> {
  const order = new Map([...map.keys()].map((id, at) => [id, at]));
  const made = (group: Group): number => order.get(group.id) ?? 0;
  return {
    rows: map.values(),
    matches: (row, name, value) => {
      const text = String(value);
      if (name === 'search') return row.name.toLowerCase() === text.toLowerCase();
      const year = text === 'current' ? currentYear(c)?.id : text;
      return year !== undefined && same(row.yearId) === same(year);
    },
    key: (row) => row.id,
    compare: (left, right) => {
      if (rules.order === 'newest') return made(right) - made(left);
      if (rules.order === 'made') return made(left) - made(right);
      if (rules.order === 'id') return left.id < right.id ? -1 : 1;
      return byText(left.name, right.name, c.s.users.collation) || made(left) - made(right);
    },
    show,
  };
}

function listGroups(
  c: Ctx,
  map: Map<string, Group>,
  rules: GroupSettings,
  show: (group: Group) => Obj,
): Answer {
  const asked = readAsked(c, {
    where: 'query',
    filters: groupFilters,
    sorts: [],
    sort: undefined,
    status: 400,
    pages: true,
  });
  const year = asked.filters.get('academicYearId');
  if (year !== undefined && rules.unknownYear === 'refuse') {
    const known =
      year === 'current' ? currentYear(c) : c.world.years.find((one) => same(one.id) === same(String(year)));
    if (known === undefined) throw new Refusal(400, 'There is no such academic year.');
  }
  return pageOf(c, asked, groupWork(c, map, rules, show));
}

export const listClasses = (c: Ctx): Answer =>
  listGroups(c, c.world.classes, c.s.classes, (group) => viewClass(c, group, false));
export const listCohorts = (c: Ctx): Answer =>
  listGroups(c, c.world.cohorts, c.s.cohorts, (group) => viewCohort(c, group, false));

const showClass = (c: Ctx, group: Group): Obj => shown(c, viewClass(c, group, true), group);
const showCohort = (c: Ctx, group: Group): Obj => shown(c, viewCohort(c, group, true), group);

export function text(c: Ctx, value: Json | undefined, name: string, status: number): string {
  const { min, max } = c.s.text;
  const length = typeof value === 'string' ? [...value].length : -1;
  if (typeof value !== 'string' || length < min || length > max || value.trim() === '') {
    throw new Refusal(status, `${name} is not a text of ${min} to ${max} characters.`);
  }
  return value;
}

function yearOfNew(c: Ctx, given: Json | undefined, rules: GroupSettings): string {
  if (given === undefined) {
    const year = currentYear(c);
    if (year === undefined && rules.noCurrent === 'refuse')
      throw new Refusal(400, 'There is no current academic year.');
    return year?.id ?? '';
  }
  const year = isUuid(given) ? c.world.years.find((one) => same(one.id) === same(given)) : undefined;
  if (year === undefined) throw new Refusal(400, 'academicYearId is no academic year.');
  return year.id;
}

function createGroup(c: Ctx, map: Map<string, Group>, rules: GroupSettings, wrap: string): Group {
  const given = isObject(c.body) ? c.body[wrap] : undefined;
  if (!isObject(given)) throw new Refusal(400, `The body has no ${wrap}.`);
  for (const name of rules.required) {
    if (given[name] === undefined) throw new Refusal(400, `${wrap}.${name} is missing.`);
  }
  const allowed = ['academicYearId', ...rules.required, ...rules.optional];
  const odd = Object.keys(given).find((one) => !allowed.includes(one));
  if (odd !== undefined && c.s.unknownFields === 'refuse')
    throw new Refusal(400, `${wrap}.${odd} is unknown.`);
  const sent = text(c, given['name'], 'name', 400);
  const name = rules.trims ? sent.trim() : sent;
  const about = given['description'];
  const description =
    about === undefined || !(rules.optional.includes('description') || rules.required.includes('description'))
      ? ''
      : text(c, about, 'description', 400);
  const yearId = yearOfNew(c, given['academicYearId'], rules);
  const taken = [...map.values()].some((group) => {
    if (rules.scope === 'year' && group.yearId !== yearId) return false;
    return rules.sameName === 'any-case'
      ? group.name.toLowerCase() === name.toLowerCase()
      : group.name === name;
  });
  if (taken) throw new Refusal(409, `There is a ${wrap} of this name.`);
  const id = c.world.uuid();
  const group: Group = { id, name, description, yearId, tests: new Map() };
  map.set(id, group);
  return group;
}

const located = (c: Ctx, path: string): Record<string, string> =>
  c.s.gateway.location ? { location: `/api/v1${path}` } : {};

export function createClass(c: Ctx): Answer {
  const group = createGroup(c, c.world.classes, c.s.classes, 'class');
  return { status: 201, body: { class: showClass(c, group) }, headers: located(c, `/classes/${group.id}`) };
}

export function createCohort(c: Ctx): Answer {
  const group = createGroup(c, c.world.cohorts, c.s.cohorts, 'cohort');
  return {
    status: 201,
    body: { cohort: showCohort(c, group) },
    headers: located(c, `/smart-ia/cohorts/${group.id}`),
  };
}

export function groupOf(c: Ctx, kind: 'class' | 'cohort'): Group {
  const id = c.params[`${kind}Id`] ?? '';
  const team = kind === 'class' ? c.s.teams.a : c.s.teams.b;
  if (!isUuid(id)) throw new Refusal(team.badId, `The id of the ${kind} is not a UUID.`);
  const group = byId(c, kind === 'class' ? c.world.classes : c.world.cohorts, id);
  if (group === undefined) throw new Refusal(404, `There is no such ${kind}.`);
  return group;
}

export function getClass(c: Ctx): Answer {
  return { status: 200, body: { class: showClass(c, groupOf(c, 'class')) }, headers: {} };
}

export function getCohort(c: Ctx): Answer {
  return { status: 200, body: { cohort: showCohort(c, groupOf(c, 'cohort')) }, headers: {} };
}

export function listTests(c: Ctx): Answer {
  let rows: Test[] = [...c.world.tests.values()];
  for (const hook of c.hooks('rows')) {
    rows =
      (hook.rows?.(
        c,
        rows,
        { filters: new Map(), sortField: '', sortDirection: 'asc', limit: 0, offset: 0, cursor: undefined },
        rows,
      ) as Test[] | undefined) ?? rows;
  }
  const data = rows.map((test) => {
    const view: Obj = { testId: test.id, name: test.name, subject: test.subject };
    if (c.s.teams.b.extras) view['version'] = 1;
    return shown(c, view, test);
  });
  return { status: 200, body: { data }, headers: {} };
}
