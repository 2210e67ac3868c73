// Creating and changing classes, cohorts and users.
import type { Ctx } from './context.ts';
import type { Reply } from './http.ts';
import { absent, HttpError, invalid } from './http.ts';
import type { Json } from './input.ts';
import { isDay, isObject, isUuid, payload, text } from './input.ts';
import { GENDERS } from './seed.ts';
import type { ClassRow, CohortRow, Member, Table, UserRow } from './store.ts';
import { classView, cohortView, currentYear, userView } from './views.ts';

const NONE: Reply = { status: 204 };
const done = (): Reply => ({ ...NONE });

function yearFor(c: Ctx, from: Json): string {
  const { on } = c;
  const given = from['academicYearId'];
  const classes = c.op === 'POST /classes';
  if (given === undefined) {
    if (classes && on('create-class-year-default-first')) return c.db.years.rows[0]?.id as string;
    if (!classes && on('create-cohort-year-missing')) return '';
    const year = currentYear(c);
    if (!year) throw invalid('There is no current academic year.');
    return year.id;
  }
  if (!isUuid(given)) {
    if (classes && typeof given === 'string' && on('create-class-year-malformed')) return given;
    if (!classes && on('create-cohort-year-any')) return currentYear(c)?.id as string;
    throw invalid('academicYearId is a UUID.');
  }
  const year = c.db.years.find((y) => y.id === given.toLowerCase());
  if (!year) throw invalid('There is no such academic year.');
  if (classes && on('create-class-year-overridden')) return currentYear(c)?.id as string;
  if (!classes && on('create-cohort-year-overridden'))
    return c.db.years.rows[c.db.years.rows.length - 1]?.id as string;
  return year.id;
}

export function createClass(c: Ctx): Reply {
  const { on } = c;
  if (c.body === undefined && on('create-class-no-body-500'))
    throw new HttpError(500, 'Cannot read properties of undefined');
  const bare = isObject(c.body) && c.body['class'] === undefined && on('create-class-unwrapped-accepted');
  const from = bare ? payload(c.body) : payload(c.body, 'class');
  const name =
    typeof from['name'] === 'number' && on('create-class-name-number')
      ? (from['name'] as unknown as string)
      : (text(from, 'name', true) as string);
  let description = text(from, 'description', false);
  const yearId = yearFor(c, from);
  const same = c.db.classes.find(
    (k) => k.yearId === yearId && String(k.name).toLowerCase() === String(name).toLowerCase(),
  );
  if (same && !on('create-class-no-duplicate-check')) {
    if (on('create-class-duplicate-returns-old')) return { status: 201, body: { class: classView(c, same) } };
    throw new HttpError(
      on('create-class-duplicate-400') ? 400 : 409,
      'There is such a class in that academic year.',
    );
  }
  if (on('create-class-description-lost')) description = undefined;
  const row: ClassRow = { id: c.nextId(), name, description, yearId };
  if (!on('create-class-not-stored')) c.db.classes.insert(row);
  const view = classView(c, on('create-class-other-id') ? { ...row, id: c.nextId() } : row);
  const headers: Record<string, string> = on('m-location') ? { location: `/api/v1/classes/${row.id}` } : {};
  return {
    status: on('create-class-200') ? 200 : 201,
    body: on('create-class-bare') ? view : { class: view },
    headers,
  };
}

export function createCohort(c: Ctx): Reply {
  const { on } = c;
  const from = payload(c.body, 'cohort');
  const name = text(from, 'name', !on('create-cohort-no-body-201')) ?? 'Untitled';
  let description = text(from, 'description', false);
  const yearId = yearFor(c, from);
  const same = c.db.cohorts.find((k) => k.yearId === yearId && k.name === name);
  if (same && !on('create-cohort-no-duplicate-check'))
    throw new HttpError(
      on('create-cohort-duplicate-500') ? 500 : 409,
      'There is such a cohort in that academic year.',
    );
  if (description !== undefined && on('create-cohort-description-name')) description = name;
  const row: CohortRow = { id: c.nextId(), name, description, yearId };
  if (on('create-cohort-into-classes')) c.db.classes.insert(row);
  else c.db.cohorts.insert(row);
  c.created.add(row.id);
  const view = cohortView(c, row);
  const headers: Record<string, string> = on('m-location')
    ? { location: `/api/v1/smart-ia/cohorts/${row.id}` }
    : {};
  return {
    status: on('create-cohort-200') ? 200 : 201,
    body: on('create-cohort-wrapped-class') ? { class: view } : { cohort: view },
    headers,
  };
}

/** The ids of a body: UUIDs, between the bounds. */
function idsOf(c: Ctx, name: string, least: number, most: number): string[] {
  const { on, op } = c;
  let body = payload(c.body);
  if (op === 'POST /classes/{classId}/students' && on('class-students-wrapped'))
    body = payload(c.body, 'class');
  const values = body[name];
  const lenient =
    (op === 'POST /classes/{classId}/teachers' && on('class-teachers-no-userids-204')) ||
    (op === 'DELETE /smart-ia/cohorts/{cohortId}/students' && on('cohort-students-remove-no-userids'));
  if (values === undefined && lenient) return [];
  if (!Array.isArray(values)) throw invalid(`${name} is a list.`);
  if (values.length < least || values.length > most) throw invalid(`${name} has ${least} to ${most} items.`);
  if (op === 'POST /classes/{classId}/students' && on('class-students-malformed-id'))
    return values.filter(isUuid).map((v) => v.toLowerCase());
  if (!values.every(isUuid)) throw invalid(`${name} takes UUIDs.`);
  return [...new Set(values.map((v) => v.toLowerCase()))];
}

function pathId(c: Ctx, name: string, what: string): string {
  const id = c.params[name] as string;
  if (!isUuid(id))
    throw c.op === 'DELETE /classes/{classId}/teachers' && c.on('class-teachers-remove-malformed-404')
      ? absent(what)
      : invalid(`${name} is a UUID.`);
  return id.toLowerCase();
}

function usersOf(c: Ctx, ids: string[], role?: string): void {
  for (const id of ids) {
    const user = c.db.users.find((u) => u.id === id);
    if (!user) throw invalid(`There is no user ${id}.`);
    if (role !== undefined && !user.roles.includes(role))
      throw invalid(`The user ${id} has not the role ${role}.`);
  }
}

function link(table: Table<Member>, ownerId: string, userId: string): void {
  if (!table.find((m) => m.ownerId === ownerId && m.userId === userId)) table.insert({ ownerId, userId });
}

/** What both a missing owner and an invalid body get is open; here the body comes first. */
function ownerAndIds(
  c: Ctx,
  param: string,
  what: 'class' | 'cohort',
  read: () => string[],
): { ownerId: string; ids: string[]; found: boolean } {
  const ownerId = pathId(c, param, what);
  const table = what === 'class' ? c.db.classes : c.db.cohorts;
  const found = table.find((k: { id: string }) => k.id === ownerId) !== undefined;
  if (!found && c.on('m-absent-before-invalid')) throw absent(what);
  return { ownerId, ids: read(), found };
}

export function addClassStudents(c: Ctx): Reply {
  const { on } = c;
  const { ownerId, ids, found } = ownerAndIds(c, 'classId', 'class', () =>
    idsOf(
      c,
      'userIds',
      on('class-students-empty-204') ? 0 : 1,
      on('class-students-101') ? 500 : on('class-students-100-refused') ? 99 : 100,
    ),
  );
  if (!found) {
    if (on('class-students-unknown-class-204')) return done();
    throw absent('class');
  }
  usersOf(c, ids, 'Student');
  const t = c.db.classStudents;
  if (on('class-students-replace')) t.delete((m) => m.ownerId === ownerId);
  for (const id of on('class-students-first-only') ? ids.slice(0, 1) : ids) {
    if (on('class-students-twice-row')) t.insert({ ownerId, userId: id });
    else link(t, ownerId, id);
  }
  if (on('class-students-200'))
    return {
      status: 200,
      body: { class: classView(c, c.db.classes.find((k) => k.id === ownerId) as ClassRow) },
    };
  return done();
}

export function removeClassStudents(c: Ctx): Reply {
  const { on } = c;
  const { ownerId, ids, found } = ownerAndIds(c, 'classId', 'class', () =>
    idsOf(c, 'userIds', 0, on('class-students-remove-101-refused') ? 100 : Infinity),
  );
  if (!found) {
    if (on('class-students-remove-unknown-204')) return done();
    throw absent('class');
  }
  usersOf(c, ids);
  if (!on('class-students-remove-noop')) {
    const everyone = on('class-students-remove-everyone');
    const everywhere = on('class-students-remove-everywhere');
    c.db.classStudents.delete(
      (m) =>
        (m.ownerId === ownerId && (everyone || ids.includes(m.userId))) ||
        (everywhere && ids.includes(m.userId)),
    );
  }
  return on('class-students-remove-200') ? { status: 200, body: {} } : done();
}

export function addClassTeachers(c: Ctx): Reply {
  const { on } = c;
  const { ownerId, ids, found } = ownerAndIds(c, 'classId', 'class', () =>
    idsOf(c, 'userIds', on('class-teachers-empty-204') ? 0 : 1, on('class-teachers-101') ? 500 : 100),
  );
  if (!found) throw on('class-teachers-404-as-400') ? invalid('There is no such class.') : absent('class');
  usersOf(c, ids, 'Teacher');
  if (!on('class-teachers-noop')) for (const id of ids) link(c.db.classTeachers, ownerId, id);
  return done();
}

export function removeClassTeachers(c: Ctx): Reply {
  const { on } = c;
  const { ownerId, ids, found } = ownerAndIds(c, 'classId', 'class', () =>
    idsOf(
      c,
      'userIds',
      on('class-teachers-remove-empty') ? 0 : 1,
      on('class-teachers-remove-101') ? 500 : 100,
    ),
  );
  if (!found) throw absent('class');
  usersOf(c, ids);
  const some = on('class-teachers-remove-first') ? ids.slice(0, 1) : ids;
  const table = on('class-teachers-remove-students') ? c.db.classStudents : c.db.classTeachers;
  table.delete((m) => m.ownerId === ownerId && (some.includes(m.userId) || ids.length === 0));
  return done();
}

export function addCohortStudents(c: Ctx): Reply {
  const { on } = c;
  const { ownerId, ids, found } = ownerAndIds(c, 'cohortId', 'cohort', () =>
    idsOf(c, 'userIds', 0, Infinity),
  );
  if (!found) {
    if (on('cohort-students-unknown-204')) return done();
    throw absent('cohort');
  }
  usersOf(c, ids, 'Student');
  if (on('cohort-students-leave-others')) c.db.cohortStudents.delete((m) => ids.includes(m.userId));
  for (const id of ids)
    link(on('cohort-students-into-classids') ? c.db.classStudents : c.db.cohortStudents, ownerId, id);
  return on('cohort-students-201') ? { status: 201, body: {} } : done();
}

export function removeCohortStudents(c: Ctx): Reply {
  const { on } = c;
  const { ownerId, ids, found } = ownerAndIds(c, 'cohortId', 'cohort', () =>
    idsOf(c, 'userIds', 0, Infinity),
  );
  if (!found) throw absent('cohort');
  usersOf(c, ids);
  if (!on('cohort-students-remove-noop'))
    c.db.cohortStudents.delete((m) => m.ownerId === ownerId && ids.includes(m.userId));
  return done();
}

function testsOf(c: Ctx, ids: string[]): void {
  for (const id of ids) if (!c.db.tests.find((t) => t.id === id)) throw invalid(`There is no test ${id}.`);
}

export function addCohortTests(c: Ctx): Reply {
  const { on } = c;
  const { ownerId, ids, found } = ownerAndIds(c, 'cohortId', 'cohort', () =>
    idsOf(c, on('cohort-tests-add-userids') ? 'userIds' : 'testIds', 0, Infinity),
  );
  if (!found) {
    if (on('cohort-tests-add-unknown-204')) return done();
    throw absent('cohort');
  }
  testsOf(c, ids);
  const t = c.db.cohortTests;
  if (on('cohort-tests-add-noop')) return done();
  if (on('cohort-tests-add-replace')) t.delete((l) => l.cohortId === ownerId);
  for (const testId of ids) {
    if (t.find((l) => l.cohortId === ownerId && l.testId === testId) && !on('cohort-tests-add-twice'))
      continue;
    const versions = c.db.tests.find((x) => x.id === testId)?.versions ?? [];
    t.insert({
      cohortId: ownerId,
      testId,
      versionId: versions[versions.length - 1] as string,
      status: 'Active',
    });
  }
  return done();
}

export function removeCohortTests(c: Ctx): Reply {
  const { on } = c;
  const { ownerId, ids, found } = ownerAndIds(c, 'cohortId', 'cohort', () =>
    idsOf(c, 'testIds', 0, Infinity),
  );
  if (!found) throw absent('cohort');
  testsOf(c, ids);
  const some = on('cohort-tests-remove-last') ? ids.slice(-1) : ids;
  const all = on('cohort-tests-remove-all');
  const everywhere = on('cohort-tests-remove-everywhere');
  c.db.cohortTests.delete(
    (l) => (l.cohortId === ownerId || everywhere) && (all ? l.cohortId === ownerId : some.includes(l.testId)),
  );
  if (on('cohort-tests-remove-200'))
    return {
      status: 200,
      body: { cohort: cohortView(c, c.db.cohorts.find((k) => k.id === ownerId) as CohortRow) },
    };
  return done();
}

function email(from: Json, required: boolean): string | undefined {
  const value = text(from, 'email', required);
  if (value !== undefined && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value))
    throw invalid('email is an email address.');
  return value;
}
function born(from: Json): string | undefined {
  const value = from['dateOfBirth'];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !isDay(value)) throw invalid('dateOfBirth is a date.');
  return value;
}
function gender(from: Json): string | undefined {
  const value = from['gender'];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !GENDERS.includes(value))
    throw invalid(`gender is one of ${GENDERS.join(', ')}.`);
  return value;
}

function createUser(c: Ctx, role: string): UserRow {
  const from = payload(c.body, 'user');
  const row: UserRow = {
    firstName: text(from, 'firstName', true) as string,
    lastName: text(from, 'lastName', true),
    username: text(from, 'username', true) as string,
    upn: text(from, 'upn', false),
    externalId: text(from, 'externalId', false),
    gender: gender(from),
    born: born(from),
    emails: [email(from, false)].filter((v) => v !== undefined),
    roles: [role],
    id: '',
    createdAt: 0,
    updatedAt: 0,
    enabled: true,
    password: '',
  };
  if (c.db.users.find((u) => u.username === row.username)) throw invalid('The username is taken.');
  if (row.upn !== undefined && c.db.users.find((u) => u.upn === row.upn)) throw invalid('The upn is taken.');
  row.id = c.nextId();
  row.createdAt = row.updatedAt = c.now();
  c.created.add(row.id);
  return c.db.users.insert(row);
}

export function createStudent(c: Ctx): Reply {
  const { on } = c;
  const row = createUser(c, 'Student');
  if (on('create-student-role-missing')) row.roles = [];
  if (on('create-student-born-lost')) row.born = undefined;
  const view = userView(c, row);
  const headers: Record<string, string> = on('m-location')
    ? { location: `/api/v1/users?userId=${row.id}` }
    : {};
  return {
    status: on('create-student-200') ? 200 : 201,
    body: on('create-student-unwrapped')
      ? view
      : on('create-student-wrapped-student')
        ? { student: view }
        : { user: view },
    headers,
  };
}

export function createTeacher(c: Ctx): Reply {
  const { on } = c;
  const row = createUser(c, on('create-teacher-as-student') ? 'Student' : 'Teacher');
  return { status: on('create-teacher-202') ? 202 : 201, body: { user: userView(c, row) } };
}

function userOf(c: Ctx, role?: string): UserRow {
  const id = c.params['userId'] as string;
  if (!isUuid(id)) throw invalid('userId is a UUID.');
  const user = c.db.users.find((u) => u.id === id.toLowerCase());
  if (!user || (role !== undefined && !user.roles.includes(role)))
    throw absent(role === undefined ? 'user' : role.toLowerCase());
  return user;
}
const shown = (c: Ctx, u: UserRow): Reply => ({ status: 200, body: { user: userView(c, u) } });

export function updateDetails(c: Ctx): Reply {
  const { on } = c;
  const from = payload(c.body, 'user');
  const user = userOf(c, 'Student');
  const [g, b] = [gender(from), born(from)];
  if (g === undefined && b === undefined) throw invalid('There is neither dateOfBirth nor gender.');
  const row = on('details-not-stored') ? { ...user } : user;
  if (g !== undefined) row.gender = g;
  if (b !== undefined)
    row.born = on('details-born-shifted')
      ? new Date(Date.parse(`${b}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
      : b;
  else if (on('details-gender-clears-born')) row.born = undefined;
  if (!on('details-updated-kept')) row.updatedAt = c.now();
  return on('details-unwrapped') ? { status: 200, body: userView(c, row) } : shown(c, row);
}

export function updateName(c: Ctx): Reply {
  const { on } = c;
  const from = payload(c.body, 'user');
  const user = userOf(c);
  let [first, last] = [text(from, 'firstName', true) as string, text(from, 'lastName', true)];
  if (on('name-ascii'))
    [first, last] = [first.replace(/[\u0080-\uffff]/g, ''), last?.replace(/[\u0080-\uffff]/g, '')];
  const before = userView(c, user)['fullName'];
  user.firstName = first;
  if (!on('name-last-ignored')) user.lastName = last;
  user.updatedAt = c.now();
  if (on('name-created-touched')) user.createdAt = user.updatedAt;
  if (on('name-204')) return done();
  const view = userView(c, user);
  if (on('name-fullname-stale')) view['fullName'] = before;
  return { status: 200, body: { user: view } };
}

export function updatePassword(c: Ctx): Reply {
  const { on } = c;
  const from = payload(c.body, 'user');
  const user = userOf(c);
  user.password = text(from, 'password', true) as string;
  user.updatedAt = c.now();
  if (on('password-clears-roles')) user.roles = [];
  return on('password-204') ? done() : shown(c, user);
}

export function updatePrimaryEmail(c: Ctx): Reply {
  const { on } = c;
  const from = payload(c.body, 'user');
  const user = userOf(c);
  const address = email(from, true) as string;
  if (on('email-appended')) user.emails = [...user.emails.filter((e) => e !== address), address];
  else user.emails = [address, ...user.emails.slice(1).filter((e) => e !== address)];
  user.updatedAt = c.now();
  return shown(c, user);
}

export function setExternalId(c: Ctx): Reply {
  const { on } = c;
  const from = payload(c.body, 'user');
  const user = userOf(c);
  const value = text(from, 'externalId', true) as string;
  const row = on('external-id-not-stored') ? { ...user } : user;
  if (on('external-id-upn')) row.upn = value;
  else row.externalId = value;
  row.updatedAt = c.now();
  return { status: 200, body: { user: userView(c, row, false) } };
}

export function enableUser(c: Ctx): Reply {
  const { on } = c;
  const user = userOf(c);
  if (on('enable-noop')) return done();
  for (const u of on('enable-others') ? c.db.users.rows : [user]) {
    u.enabled = true;
    c.disabledNow.delete(u.id);
  }
  user.updatedAt = c.now();
  return done();
}

export function disableUser(c: Ctx): Reply {
  const user = userOf(c);
  if (!c.on('disable-noop')) user.enabled = false;
  c.disabledNow.add(user.id);
  user.updatedAt = c.now();
  return done();
}

function classesOf(c: Ctx): string[] {
  const ids = idsOf(c, 'classIds', 1, 100);
  for (const id of ids) if (!c.db.classes.find((k) => k.id === id)) throw absent('class');
  return ids;
}

export function addStudentClasses(c: Ctx): Reply {
  const { on } = c;
  const user = userOf(c, 'Student');
  const ids = classesOf(c);
  if (on('student-classes-replace')) c.db.classStudents.delete((m) => m.userId === user.id);
  if (!on('student-classes-noop')) for (const id of ids) link(c.db.classStudents, id, user.id);
  return done();
}

export function removeStudentClasses(c: Ctx): Reply {
  const { on } = c;
  const user = userOf(c, 'Student');
  const ids = classesOf(c);
  if (on('student-classes-remove-adds')) for (const id of ids) link(c.db.classStudents, id, user.id);
  else
    c.db.classStudents.delete(
      (m) => m.userId === user.id && (ids.includes(m.ownerId) || on('student-classes-remove-all')),
    );
  return done();
}

export function addStudentCohorts(c: Ctx): Reply {
  const { on } = c;
  const user = userOf(c, 'Student');
  const ids = idsOf(c, 'cohortIds', 1, 100);
  for (const id of ids) if (!c.db.cohorts.find((k) => k.id === id)) throw absent('cohort');
  for (const id of on('student-cohorts-first') ? ids.slice(0, 1) : ids)
    link(on('student-cohorts-as-classes') ? c.db.classStudents : c.db.cohortStudents, id, user.id);
  return done();
}

export function addTeacherClasses(c: Ctx): Reply {
  const { on } = c;
  const user = userOf(c, 'Teacher');
  const ids = classesOf(c);
  if (on('teacher-classes-all-teachers')) c.db.classTeachers.delete((m) => ids.includes(m.ownerId));
  if (!on('teacher-classes-noop')) for (const id of ids) link(c.db.classTeachers, id, user.id);
  return done();
}

export function removeTeacherClasses(c: Ctx): Reply {
  const { on } = c;
  const user = userOf(c, 'Teacher');
  const ids = classesOf(c);
  const table = on('teacher-classes-remove-noop') ? c.db.classStudents : c.db.classTeachers;
  table.delete((m) => m.userId === user.id && ids.includes(m.ownerId));
  if (on('teacher-classes-remove-class')) c.db.classes.delete((k) => ids.includes(k.id));
  return done();
}
