import type { Call } from './call.ts';
import { compareKeys, sorted } from './collate.ts';
import { bad, clash, missing, Refusal } from './errors.ts';
import { groupFilters, nameTest } from './groups.ts';
import { pageRequest, paginate, settle } from './page.ts';
import { bodyText, isObject, isUuid, wrapped } from './params.ts';
import { at } from './random.ts';
import type { ClassRow, Json, Reply } from './types.ts';

const escapeHtml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/'/g, '&#39;').replace(/"/g, '&quot;');

export function showClass(c: Call, row: ClassRow): Json {
  const shown: Json = { classId: row.id, name: row.name, academicYearId: row.yearId };
  const { description } = row;
  if (description !== undefined) shown['description'] = description;
  if (c.ep === 'classes') {
    if (description === undefined && c.on('classes-description-empty')) shown['description'] = '';
    if (description && /[&<'"]/.test(description) && c.on('classes-description-escaped'))
      shown['description'] = escapeHtml(description);
    if (row.name.length > 40 && c.on('classes-name-cut')) shown['name'] = `${row.name.slice(0, 39)}…`;
    if (row.yearId !== c.db.currentYear()?.id && c.on('classes-year-of-current'))
      shown['academicYearId'] = c.db.currentYear()?.id;
    if (c.on('classes-id-only')) shown['id'] = row.id;
    if (c.on('classes-id-only')) delete shown['classId'];
    if (row.teachers > 1 && c.on('classes-description-of-teacher')) shown['description'] = `${row.teachers}`;
  }
  if (c.ep === 'class') {
    if (description === undefined && c.on('class-description-null')) shown['description'] = null;
    if (/[^ -~]/.test(row.name) && c.on('class-name-mojibake'))
      shown['name'] = Buffer.from(row.name, 'utf8').toString('latin1');
    if (description !== undefined && row.size === 0 && c.on('class-empty-loses-description'))
      delete shown['description'];
    if (row.name.includes("'") && c.on('class-name-escaped')) shown['name'] = row.name.replaceAll("'", "\\'");
    if (c.on('class-year-is-name')) shown['academicYearId'] = c.db.year(row.yearId)?.name;
    if (row.yearId === c.db.years[0]?.id && c.on('class-archived-year-null')) shown['academicYearId'] = null;
  }
  if (c.on('m-more-fields'))
    Object.assign(shown, { studentCount: row.size, links: { self: `/classes/${row.id}` } });
  return shown;
}

const usual = { field: 'name', asc: true };

export function listClasses(c: Call): Reply {
  const page = pageRequest(c);
  const { filters, order } = settle(c, page, groupFilters(c), usual, usual);
  const { search, year } = filters;
  let rows: readonly ClassRow[] = c.db.classes.filter((row) => !row.marks?.has('list'));
  if (search !== undefined) {
    const test = nameTest(c, search);
    rows = rows.filter((row) => test(row) && !row.marks?.has('search'));
    if (rows.length > 1 && c.on('classes-search-first-only')) rows = rows.slice(0, 1);
  }
  if (year !== undefined) rows = rows.filter((row) => row.yearId === year);
  if (rows.some((row) => row.size === 0) && c.on('classes-hides-empty'))
    rows = rows.filter((row) => row.size > 0);
  if (year !== undefined && search === undefined && c.on('classes-year-hides-teacherless'))
    rows = rows.filter((row) => row.teachers > 0);
  const byAge = c.on('m-classes-by-age');
  const keyOf = (row: ClassRow) => (byAge ? -row.seq : row.name);
  let list = sorted(c, rows, order, keyOf);
  if (rows.length > 3 && c.on('classes-twice-by-teacher'))
    list = list.flatMap((row) => (row.teachers > 2 ? [row, row] : [row]));
  const filtered = search !== undefined || year !== undefined;
  const total = filtered && c.on('classes-total-unfiltered') ? c.db.classes.length : undefined;
  const body = paginate(
    c,
    page,
    {
      rows: list,
      order,
      filters,
      position: (row) => ({ key: keyOf(row), seq: row.seq }),
      compare: compareKeys(c),
      show: (row) => showClass(c, row),
    },
    total,
  );
  if (list.length === 0 && search !== undefined && c.on('classes-none-is-404')) throw missing('class');
  if (list.length === 0 && c.on('classes-none-is-null'))
    return { status: 200, body: { ...body, data: null } };
  return { status: 200, body };
}

export function oneClass(c: Call): Reply {
  const id = at(c.ids, 0);
  if (!isUuid(id)) {
    if (c.on('class-malformed-500'))
      throw new Refusal(500, 'Internal error', 'invalid input syntax for type uuid');
    if (c.on('m-malformed-id-404')) throw missing('class');
    throw bad('"classId" must be a UUID.');
  }
  let row = c.db.class(id);
  if (row && row.size === 0 && c.on('class-empty-404')) row = undefined;
  if (row?.marks?.has('get')) row = undefined;
  if (!row && c.db.cohort(id) && c.on('class-finds-cohort')) {
    return { status: 200, body: { class: { classId: id, name: c.db.cohort(id)?.name } } };
  }
  if (!row && c.on('class-unknown-200')) return { status: 200, body: { class: null } };
  if (!row) throw missing('class');
  const shown = showClass(c, row);
  return { status: 200, body: c.on('class-wrap') ? { data: shown } : { class: shown } };
}

/** The year that a new group belongs to. */
export function yearForNew(c: Call, from: Json): string {
  const slip = (kind: string): boolean => c.on(`${c.ep}-${kind}`);
  const given = from['academicYearId'];
  const current = c.db.currentYear();
  if (given === undefined) {
    if (c.ep === 'newclass' && slip('default-year-oldest')) return at(c.db.years, 0).id;
    if (c.ep === 'newcohort' && slip('default-year-previous')) return at(c.db.years, 1).id;
    if (!current) throw bad('There is no current academic year: "academicYearId" is required.');
    return current.id;
  }
  if (!isUuid(given)) {
    if (given !== null && c.ep === 'newclass' && slip('malformed-year-ok')) return current?.id ?? '';
    throw bad('"academicYearId" must be a UUID.');
  }
  const year = c.db.year(given);
  if (!year) {
    if (slip('unknown-year-ok')) return given;
    throw bad('There is no such academic year.');
  }
  if (year !== current && slip('year-ignored')) return current?.id ?? year.id;
  return year.id;
}

function taken(c: Call, name: string, yearId: string, from: Json): ClassRow | undefined {
  let found = c.db.classesNamed(name).find((row) => row.yearId === yearId);
  if (!found && c.on('m-class-name-once')) found = c.db.classesNamed(name)[0];
  if (!found) return undefined;
  if (c.on('newclass-never-409')) return undefined;
  if (from['academicYearId'] === undefined && c.on('newclass-default-year-no-409')) return undefined;
  if (found.size === 0 && c.on('newclass-empty-no-409')) return undefined;
  if (
    from['description'] !== undefined &&
    from['description'] !== found.description &&
    c.on('newclass-description-no-409')
  )
    return undefined;
  if (/[^ -~]/.test(name) && c.on('newclass-unicode-no-409')) return undefined;
  return found;
}

export function createClass(c: Call): Reply {
  if (isObject(c.body) && c.body['class'] === null && c.on('newclass-null-500')) {
    throw new Refusal(500, 'Internal error', "Cannot read properties of null (reading 'name')");
  }
  const from = wrapped(c, 'class');
  let name = bodyText(from, 'name', true) ?? '';
  let description = bodyText(from, 'description', false, 1000);
  const yearId = yearForNew(c, from);
  const found = taken(c, name, yearId, from);
  if (found) {
    if (c.on('newclass-exists-400')) throw bad('The class already exists.');
    if (c.on('newclass-exists-200')) return { status: 200, body: { class: showClass(c, found) } };
    throw clash('class');
  }
  const sent = name;
  if (name.length > 50 && c.on('newclass-name-cut')) name = name.slice(0, 50);
  if (/[\u{10000}-\u{10ffff}]/u.test(name) && c.on('newclass-emoji-lost'))
    name = name.replace(/[\u{10000}-\u{10ffff}]/gu, '?');
  if (/[<&]/.test(name) && c.on('newclass-name-stripped')) name = name.replace(/[<&]/g, '');
  if (description !== undefined && c.on('newclass-description-lost')) description = undefined;
  const row: ClassRow = {
    seq: c.db.nextSeq(),
    id: c.db.newId(),
    name,
    description,
    yearId,
    size: 0,
    teachers: 0,
  };
  c.db.addClass(row);
  const marks = new Set<string>();
  if (c.on('newclass-not-listed')) marks.add('list');
  if (c.on('newclass-not-searched')) marks.add('search');
  if (from['academicYearId'] !== undefined && c.on('newclass-with-year-not-found')) marks.add('get');
  row.marks = marks;
  if (c.on('newclass-twice')) c.db.addClass({ ...row, id: c.db.strayId(), seq: c.db.nextSeq() });
  const shown: Json = { ...showClass(c, row), name: sent };
  if (c.on('newclass-other-id')) shown['classId'] = c.db.strayId();
  if (description === undefined && c.on('newclass-description-null')) shown['description'] = null;
  if (c.on('newclass-200')) return { status: 200, body: { class: shown } };
  if (c.on('newclass-wrap')) return { status: 201, body: shown };
  return { status: 201, body: { class: shown } };
}
