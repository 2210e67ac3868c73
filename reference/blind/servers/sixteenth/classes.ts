// Academic years, classes, cohorts and tests.

import { ok } from './paging.ts';
import { isUuid, one, pageAsk, querySource, refuse } from './params.ts';
import { currentYear } from './seed.ts';
import {
  type ClassRow,
  type CohortRow,
  type Ctx,
  type Filter,
  type Json,
  must,
  pathOf,
  Refusal,
  type Reply,
  stored,
  type TestRow,
  type Year,
} from './types.ts';
import { checkParams, listing } from './users.ts';
import { compact, viewClass, viewCohort, viewYear } from './views.ts';

const same = (c: Ctx, a: string, b: string): boolean =>
  c.s.uuidCase ? a.toLowerCase() === b.toLowerCase() : a === b;

export function listYears(c: Ctx): Reply {
  return ok(c, 200, { data: (c.step('source', c.w.years) as Year[]).map((row) => viewYear(c, row, true)) });
}
export function getCurrentYear(c: Ctx): Reply {
  const current = currentYear(c.w.years, Date.now());
  const year = (c.step('source', current ? [current] : []) as Year[])[0];
  if (!year) throw new Refusal(404, 'no-year', 'no academic year is current');
  return ok(c, 200, { academicYear: viewYear(c, year) });
}
export function getYear(c: Ctx): Reply {
  const year = (c.step('source', c.w.years) as Year[]).find((row) =>
    same(c, row.academicYearId, pathOf(c, 'academicYearId')),
  );
  refuse(c, 'year.there', !year, 404, 'no such academic year', pathOf(c, 'academicYearId'));
  if (!year) throw new Refusal(404, 'no-year', 'no such academic year');
  return ok(c, 200, { academicYear: viewYear(c, year) });
}

function groupFilters(c: Ctx): Filter<ClassRow | CohortRow>[] {
  const filters: Filter<ClassRow | CohortRow>[] = [];
  const search = one(c, 'search');
  if (search !== undefined && !(search === '' && c.s.emptySearch === 'all')) {
    const wanted = search.toLowerCase();
    filters.push({ name: 'search', values: [search], keep: (row) => row.name.toLowerCase() === wanted });
  }
  const asked = one(c, 'academicYearId');
  if (asked === undefined || (asked === '' && c.s.emptyParam === 'ignore')) return filters;
  refuse(
    c,
    'academicYearId.form',
    asked !== 'current' && !isUuid(asked),
    400,
    'academicYearId must be a UUID or current',
    asked,
  );
  const current = currentYear(c.w.years, Date.now());
  const known = asked === 'current' ? current : c.w.years.find((year) => same(c, year.academicYearId, asked));
  refuse(
    c,
    'academicYearId.there',
    !known && c.s.noMatchYear === 'refuse',
    400,
    'no such academic year',
    asked,
  );
  const id = known?.academicYearId;
  filters.push({ name: 'academicYearId', values: [asked], keep: (row) => row.academicYearId === id });
  return filters;
}

export function listClasses(c: Ctx): Reply {
  checkParams(c, ['search', 'academicYearId', 'limit', 'offset', 'cursor']);
  return listing(
    c,
    c.w.classes,
    groupFilters(c) as Filter<ClassRow>[],
    null,
    pageAsk(c, querySource(c)),
    (row) => viewClass(c, row, true),
  );
}
export function listCohorts(c: Ctx): Reply {
  checkParams(c, ['search', 'academicYearId', 'limit', 'offset', 'cursor']);
  return listing(
    c,
    c.w.cohorts,
    groupFilters(c) as Filter<CohortRow>[],
    null,
    pageAsk(c, querySource(c)),
    (row) => viewCohort(c, row, true),
  );
}
export function listTests(c: Ctx): Reply {
  const rows = c.step('source', c.w.tests) as TestRow[];
  return ok(c, 200, {
    data: rows.map(
      (row) =>
        c.step('item', {
          row,
          out: { testId: row.testId, name: row.name, subject: row.subject },
          kind: 'test',
          list: true,
        }).out,
    ),
  });
}

export function findClass(c: Ctx): ClassRow {
  const id = pathOf(c, 'classId');
  refuse(c, 'classId.uuid', !isUuid(id), c.s.badPath, 'classId must be a UUID', id);
  const row = (c.step('source', c.w.classes) as ClassRow[]).find((one) => same(c, one.classId, id));
  const rule = c.step('rule', { code: 'class.there', fails: !row, status: 404, value: id });
  if (!row || rule.fails) throw new Refusal(rule.status, 'no-class', 'no such class');
  return row;
}
export function findCohort(c: Ctx): CohortRow {
  const id = pathOf(c, 'cohortId');
  refuse(c, 'cohortId.uuid', !isUuid(id), c.s.badPath, 'cohortId must be a UUID', id);
  const row = (c.step('source', c.w.cohorts) as CohortRow[]).find((one) => same(c, one.cohortId, id));
  const rule = c.step('rule', { code: 'cohort.there', fails: !row, status: 404, value: id });
  if (!row || rule.fails) throw new Refusal(rule.status, 'no-cohort', 'no such cohort');
  return row;
}
export const getClass = (c: Ctx): Reply => ok(c, 200, { class: viewClass(c, findClass(c)) });
export const getCohort = (c: Ctx): Reply => ok(c, 200, { cohort: viewCohort(c, findCohort(c)) });

// The object inside a body's wrapper.
export function unwrap(c: Ctx, wrap: string | null, status: number): Json {
  const body = c.body;
  refuse(
    c,
    'body.object',
    typeof body !== 'object' || body === null || Array.isArray(body),
    status,
    'a JSON object is required as body',
    body,
  );
  if (wrap === null) return (body ?? {}) as Json;
  const inner = ((body ?? {}) as Json)[wrap];
  refuse(
    c,
    'body.wrap',
    typeof inner !== 'object' || inner === null || Array.isArray(inner),
    status,
    `${wrap} is required`,
    inner,
  );
  return (typeof inner === 'object' && inner !== null ? inner : {}) as Json;
}

export function text(
  c: Ctx,
  given: Json,
  name: string,
  required: boolean,
  status: number,
): string | undefined {
  let value = given[name];
  if (value === undefined || (value === null && (c.s.nullFilters || !required))) {
    refuse(c, `text.${name}.required`, required, status, `${name} is required`, value);
    return undefined;
  }
  if (c.s.coerce && (typeof value === 'number' || typeof value === 'boolean')) value = String(value);
  refuse(c, `text.${name}.type`, typeof value !== 'string', status, `${name} must be a text`, value);
  let out = String(value);
  if (c.s.trim) out = out.trim();
  if (c.s.nfc) out = out.normalize('NFC');
  if (c.s.truncate) out = [...out].slice(0, c.s.maxText).join('');
  refuse(
    c,
    `text.${name}.blank`,
    c.s.blank === 'refuse' && !/\S/.test(out),
    status,
    `${name} must not be blank`,
    value,
  );
  refuse(
    c,
    `text.${name}.long`,
    [...out].length > c.s.maxText,
    status,
    `${name} must have at most ${c.s.maxText} characters`,
    value,
  );
  return out;
}

export function known(c: Ctx, given: Json, names: string[], status: number): void {
  for (const name of Object.keys(given))
    refuse(
      c,
      'body.extra',
      c.s.extraBody === 'refuse' && !names.includes(name),
      status,
      `unknown field ${name}`,
      name,
    );
}

function fold(c: Ctx, name: string, how: string): string {
  let out = how === 'any-case' ? name.toLowerCase() : name;
  if (c.s.sameFold === 'trim') out = out.trim();
  if (c.s.sameFold === 'spaces') out = out.trim().replace(/\s+/g, ' ');
  if (c.s.sameFold === 'nfc') out = out.normalize('NFC');
  if (c.s.sameFold === 'accents') out = out.normalize('NFD').replace(/\p{M}/gu, '');
  return out;
}

function newGroup(
  c: Ctx,
  wrap: string,
  rows: (ClassRow | CohortRow)[],
  how: string,
): { name: string; description?: string; academicYearId: string } {
  const given = unwrap(c, wrap, 400);
  known(c, given, ['name', 'description', 'academicYearId'], 400);
  const name = must(text(c, given, 'name', true, 400));
  const description = text(c, given, 'description', c.s.classDescriptionRequired, 400);
  const asked = given['academicYearId'];
  let year: Year | undefined;
  if (asked === undefined || (asked === null && c.s.nullFilters)) {
    year = currentYear(c.w.years, Date.now());
    refuse(c, 'year.current', !year, 400, 'no academic year is current', asked);
  } else {
    refuse(c, 'year.form', !isUuid(asked), 400, 'academicYearId must be a UUID', asked);
    year = c.w.years.find((one) => same(c, one.academicYearId, String(asked)));
    refuse(c, 'year.known', !year, 400, 'no such academic year', asked);
  }
  const academicYearId = year?.academicYearId ?? String(asked);
  const twin = rows.find(
    (row) =>
      fold(c, row.name, how) === fold(c, name, how) &&
      (c.s.sameScope === 'all' || row.academicYearId === academicYearId),
  );
  refuse(c, `${wrap}.twin`, twin !== undefined, 409, `${wrap} already exists`, {
    name,
    twin,
    academicYearId,
  });
  return { name, academicYearId, ...(description !== undefined ? { description } : {}) };
}

export function createClass(c: Ctx): Reply {
  const made = newGroup(c, 'class', c.w.classes, c.s.sameClass);
  const command = c.step('write', { kind: 'class', target: '', ids: [], patch: made });
  const row = stored<ClassRow>(compact({ classId: c.w.newId(), createdAt: Date.now(), ...command.patch }));
  c.w.classes.push(row);
  c.step('after', { ...command, target: row.classId });
  const reply = ok(c, 201, { class: viewClass(c, row) });
  if (c.s.location) reply.headers['location'] = `/api/v1/classes/${row.classId}`;
  return reply;
}
export function createCohort(c: Ctx): Reply {
  const made = newGroup(c, 'cohort', c.w.cohorts, c.s.sameCohort);
  const command = c.step('write', { kind: 'cohort', target: '', ids: [], patch: made });
  const row = stored<CohortRow>({
    ...compact({ cohortId: c.w.newId(), createdAt: Date.now(), ...command.patch }),
    tests: [],
  });
  c.w.cohorts.push(row);
  c.step('after', { ...command, target: row.cohortId });
  const reply = ok(c, 201, { cohort: viewCohort(c, row) });
  if (c.s.location) reply.headers['location'] = `/api/v1/smart-ia/cohorts/${row.cohortId}`;
  return reply;
}
