import { filterGroups, mustBe, sameGroup, yearForNew } from './groups.ts';
import {
  bad,
  bodyOf,
  compact,
  idList,
  missing,
  optionalText,
  Refusal,
  requiredText,
  uuid,
  wrapped,
} from './http.ts';
import { pageOfQuery, paginate } from './paging.ts';
import type { App, Call, ClassRow, JsonObject, Reply } from './types.ts';
import { latestYear } from './years.ts';

function view(app: App, row: ClassRow): JsonObject {
  const shown = compact({
    classId: row.classId,
    name: row.name,
    description: row.description,
    academicYearId: row.academicYearId,
  });
  if (app.on('class-empty-description-null') && row.description === '') shown['description'] = null;
  if (app.on('manner.class-member-counts')) {
    shown['studentCount'] = row.studentIds.size;
    shown['teacherCount'] = row.teacherIds.size;
  }
  return shown;
}

function findClass(app: App, call: Call): ClassRow {
  const asked = call.params['classId'] ?? '';
  if (app.on('class-bad-uuid-500') && asked.length !== 36)
    throw new Error('invalid input syntax for type uuid');
  if (app.on('manner.bad-uuid-path-404') && asked.length !== 36) throw missing('No such class');
  const id = uuid(asked, 'classId');
  const row = app.store.classes.find((c) => c.classId === id);
  if (row === undefined) throw missing('No such class');
  return row;
}

export function listClasses(app: App, call: Call): Reply {
  const ask = pageOfQuery(app, call);
  let found = filterGroups(app, call, 'class', app.store.classes);
  if (app.on('class-cursor-drops-filter') && ask.viaCursor) found = app.store.classes;
  if (app.on('class-created-not-searchable') && call.query.has('search'))
    found = found.filter((c) => !c.addedLater);
  const body = paginate(app, call, found, ask, (row) => {
    const shown = view(app, row);
    if (app.on('class-list-truncates-description') && row.description.length > 80)
      shown['description'] = `${row.description.slice(0, 77)}...`;
    if (app.on('class-list-id-renamed')) {
      shown['id'] = row.classId;
      delete shown['classId'];
    }
    return shown;
  });
  if (app.on('class-total-ignores-filter'))
    (body['pagination'] as JsonObject)['total'] = app.store.classes.length;
  return { status: 200, body };
}

export function createClass(app: App, call: Call): Reply {
  if (app.on('class-create-broken-body-500') && !call.text.trimEnd().endsWith('}'))
    throw new Error('Unexpected end of JSON input');
  const given = wrapped(call, 'class');
  const name = requiredText(given, 'name');
  const description = optionalText(given, 'description') ?? '';
  const yearText = optionalText(given, 'academicYearId');
  let yearId = yearForNew(app, yearText);
  if (app.on('class-create-default-latest-year') && yearText === undefined)
    yearId = latestYear(app).academicYearId;
  if (
    sameGroup(app.store.classes, name, yearId) &&
    !(
      app.on('class-create-twice-allowed') &&
      app.store.classes.every((c) => c.name !== name || c.academicYearId !== yearId || c.addedLater)
    )
  ) {
    if (app.on('class-create-duplicate-400')) throw bad('The class already exists');
    throw conflict('The class already exists');
  }
  const row: ClassRow = {
    classId: app.newId(),
    name,
    description,
    academicYearId: yearId,
    studentIds: new Set(),
    teacherIds: new Set(),
    addedLater: true,
  };
  app.store.classes.push(row);
  const shown = view(app, row);
  if (app.on('class-create-year-left-out') && yearText === undefined) delete shown['academicYearId'];
  return {
    status: app.on('class-create-200') ? 200 : 201,
    body: app.on('class-create-unwrapped') ? shown : { class: shown },
  };
}

export const conflict = (message: string): Refusal => new Refusal(409, message);

export function readClass(app: App, call: Call): Reply {
  const asked = call.params['classId'] ?? '';
  if (
    app.on('class-unknown-200-null') &&
    asked.length === 36 &&
    !app.store.classes.some((c) => c.classId === asked.toLowerCase())
  ) {
    return { status: 200, body: { class: null } };
  }
  const row = findClass(app, call);
  const shown = view(app, row);
  if (app.on('class-detail-year-name'))
    shown['academicYearId'] =
      app.store.years.find((y) => y.academicYearId === row.academicYearId)?.name ?? '';
  if (app.on('class-detail-description-missing') && row.description !== '') delete shown['description'];
  return { status: 200, body: { class: shown } };
}

function bounded(app: App, call: Call): string[] {
  const ids = idList(bodyOf(call), 'userIds');
  if (call.op === 'DELETE /classes/{classId}/students') return ids;
  let max = 100;
  if (app.on('class-students-100-refused') && call.op === 'POST /classes/{classId}/students') max = 99;
  if (app.on('class-students-101-taken') && call.op === 'POST /classes/{classId}/students') max = 1000;
  if (app.on('class-teachers-delete-101-taken') && call.op === 'DELETE /classes/{classId}/teachers')
    max = 1000;
  let min = 1;
  if (app.on('class-teachers-delete-none-taken') && call.op === 'DELETE /classes/{classId}/teachers') min = 0;
  if (app.on('class-students-none-taken') && call.op === 'POST /classes/{classId}/students') min = 0;
  if (ids.length < min || ids.length > max) throw bad('userIds must hold 1 to 100 items');
  return ids;
}

const DONE: Reply = { status: 204, body: undefined };

export function addStudents(app: App, call: Call): Reply {
  const ids = bounded(app, call);
  const asked = (call.params['classId'] ?? '').toLowerCase();
  if (
    app.on('class-students-unknown-class-204') &&
    asked.length === 36 &&
    !app.store.classes.some((c) => c.classId === asked)
  )
    return DONE;
  const row = findClass(app, call);
  const users = mustBe(app, ids, 'student');
  if (app.on('class-students-replaces')) row.studentIds.clear();
  for (const user of users) row.studentIds.add(user.userId);
  if (app.on('class-students-last-dropped') && users.length > 1)
    row.studentIds.delete(users[users.length - 1]?.userId ?? '');
  if (app.on('class-students-200-body')) return { status: 200, body: { class: view(app, row) } };
  return DONE;
}

export function removeStudents(app: App, call: Call): Reply {
  const ids = bounded(app, call);
  const row = findClass(app, call);
  mustBe(app, ids, 'student');
  if (app.on('class-students-delete-clears')) row.studentIds.clear();
  for (const id of ids) row.studentIds.delete(id);
  if (app.on('class-students-delete-every-class'))
    for (const c of app.store.classes) for (const id of ids) c.studentIds.delete(id);
  return DONE;
}

export function addTeachers(app: App, call: Call): Reply {
  const ids = bounded(app, call);
  const row = findClass(app, call);
  const users = mustBe(app, ids, 'teacher');
  for (const user of users) {
    if (app.on('class-teachers-admins-skipped') && user.roles.includes('admin')) continue;
    row.teacherIds.add(user.userId);
  }
  return DONE;
}

export function removeTeachers(app: App, call: Call): Reply {
  const ids = bounded(app, call);
  const row = findClass(app, call);
  mustBe(app, ids, 'teacher');
  if (app.on('class-teachers-delete-noop')) return DONE;
  for (const id of ids) row.teacherIds.delete(id);
  return DONE;
}
