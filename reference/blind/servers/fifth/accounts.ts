import { isDate } from './dates.ts';
import { bad, bodyOf, idList, isEmail, missing, optionalText, requiredText, uuid, wrapped } from './http.ts';
import type { App, Call, ClassRow, CohortRow, JsonObject, Reply, Role, UserRow } from './types.ts';
import { userView } from './users.ts';

const GENDERS: readonly string[] = ['female', 'male', 'other'];
const DONE: Reply = { status: 204, body: undefined };

function findUser(app: App, call: Call, role?: Role): UserRow {
  const id = uuid(call.params['userId'] ?? '', 'userId');
  const user = app.store.users.find((u) => u.userId === id);
  if (user === undefined || (role !== undefined && !user.roles.includes(role))) throw missing('No such user');
  return user;
}

function shown(app: App, user: UserRow, status = 200): Reply {
  return { status, body: { user: userView(app, user, true) } };
}

function touch(app: App, user: UserRow): void {
  user.updatedAt = app.tick();
}

function unique(app: App, field: 'username' | 'upn' | 'externalId', value: string, except?: UserRow): void {
  if (value !== '' && app.store.users.some((u) => u !== except && u[field] === value))
    throw bad(`${field} is already in use`);
}

function genderOf(source: JsonObject): string | undefined {
  const gender = optionalText(source, 'gender');
  if (gender !== undefined && !GENDERS.includes(gender)) throw bad('gender is not known');
  return gender;
}

function birthOf(source: JsonObject): string | undefined {
  const date = optionalText(source, 'dateOfBirth');
  if (date !== undefined && !isDate(date)) throw bad('dateOfBirth must be YYYY-MM-DD');
  return date;
}

function emailOf(source: JsonObject, name: string): string | undefined {
  const email = optionalText(source, name);
  if (email !== undefined && !isEmail(email)) throw bad(`${name} must be an email address`);
  return email;
}

function passwordOf(value: string | undefined): string | undefined {
  if (value !== undefined && value.length < 8) throw bad('password must hold at least 8 characters');
  return value;
}

function theClasses(app: App, ids: readonly string[]): ClassRow[] {
  return ids.map((id) => {
    const row = app.store.classes.find((c) => c.classId === id);
    if (row === undefined) throw missing(`No such class: ${id}`);
    return row;
  });
}

function theCohorts(app: App, ids: readonly string[]): CohortRow[] {
  return ids.map((id) => {
    const row = app.store.cohorts.find((c) => c.cohortId === id);
    if (row === undefined) throw missing(`No such cohort: ${id}`);
    return row;
  });
}

function freeUsername(app: App, first: string, last: string): string {
  const plain = (s: string): string =>
    s
      .normalize('NFD')
      .replace(/[^A-Za-z]/g, '')
      .toLowerCase() || 'user';
  const base = `${plain(first)}.${plain(last)}`;
  let name = base;
  for (let n = 2; app.store.users.some((u) => u.username === name); n += 1) name = `${base}${n}`;
  return name;
}

function create(app: App, call: Call, role: 'student' | 'teacher'): Reply {
  const given = wrapped(call, role);
  const firstName = requiredText(given, 'firstName', 100);
  const lastName = requiredText(given, 'lastName', 100);
  const username = optionalText(given, 'username') ?? freeUsername(app, firstName, lastName);
  if (username.trim() === '') throw bad('username must not be empty');
  const email = emailOf(given, 'email');
  if (role === 'teacher' && email === undefined) throw bad('email is required');
  const upn = role === 'student' ? (optionalText(given, 'upn') ?? '') : '';
  const externalId = optionalText(given, 'externalId') ?? '';
  const gender = genderOf(given) ?? '';
  const dateOfBirth = birthOf(given) ?? '';
  const password = passwordOf(optionalText(given, 'password')) ?? '';
  const classes = theClasses(app, given['classIds'] === undefined ? [] : idList(given, 'classIds'));
  const cohorts =
    role === 'student'
      ? theCohorts(app, given['cohortIds'] === undefined ? [] : idList(given, 'cohortIds'))
      : [];
  unique(app, 'username', username);
  unique(app, 'upn', upn);
  unique(app, 'externalId', externalId);
  const now = app.tick();
  const user: UserRow = {
    userId: app.newId(),
    username,
    upn: app.on('student-create-upn-lost') ? '' : upn,
    roles: [role],
    externalId,
    firstName,
    lastName,
    fullName: `${firstName} ${lastName}`,
    emails: email === undefined ? [] : [email],
    gender,
    dateOfBirth,
    createdAt: now,
    updatedAt: now,
    enabled: true,
    password,
  };
  if (app.on('teacher-create-as-student') && role === 'teacher') user.roles = ['student'];
  app.store.users.push(user);
  for (const c of classes) (role === 'student' ? c.studentIds : c.teacherIds).add(user.userId);
  for (const c of cohorts) c.studentIds.add(user.userId);
  const reply = shown(app, user, 201);
  const view = (reply.body as JsonObject)['user'] as JsonObject;
  if (app.on('student-create-no-group-ids') && role === 'student') {
    delete view['classIds'];
    delete view['cohortIds'];
  }
  if (app.on('teacher-create-created-at-missing') && role === 'teacher') delete view['createdAt'];
  if (app.on('student-create-key-student') && role === 'student') reply.body = { student: view };
  if (app.on('student-create-200') && role === 'student') reply.status = 200;
  return reply;
}

export const createStudent = (app: App, call: Call): Reply => create(app, call, 'student');
export const createTeacher = (app: App, call: Call): Reply => create(app, call, 'teacher');

export function assignStudentClasses(app: App, call: Call): Reply {
  const ids = idList(bodyOf(call), 'classIds');
  const user = findUser(app, call, 'student');
  const rows = theClasses(app, ids);
  if (app.on('student-classes-replaces')) for (const c of app.store.classes) c.studentIds.delete(user.userId);
  for (const c of rows) c.studentIds.add(user.userId);
  return DONE;
}

export function removeStudentClasses(app: App, call: Call): Reply {
  const ids = idList(bodyOf(call), 'classIds');
  const user = findUser(app, call, 'student');
  const rows = theClasses(app, ids);
  for (const c of app.on('student-classes-delete-all') ? app.store.classes : rows)
    c.studentIds.delete(user.userId);
  return DONE;
}

export function assignStudentCohorts(app: App, call: Call): Reply {
  const ids = idList(bodyOf(call), 'cohortIds');
  const user = findUser(app, call, 'student');
  const rows = theCohorts(app, ids);
  if (app.on('student-cohorts-replaces')) for (const c of app.store.cohorts) c.studentIds.delete(user.userId);
  for (const c of rows) c.studentIds.add(user.userId);
  return DONE;
}

export function assignTeacherClasses(app: App, call: Call): Reply {
  const ids = idList(bodyOf(call), 'classIds');
  const user = findUser(app, call, 'teacher');
  const rows = theClasses(app, ids);
  for (const c of app.on('teacher-classes-first-only') ? rows.slice(0, 1) : rows)
    c.teacherIds.add(user.userId);
  return DONE;
}

export function removeTeacherClasses(app: App, call: Call): Reply {
  const ids = idList(bodyOf(call), 'classIds');
  const user = findUser(app, call, 'teacher');
  const rows = theClasses(app, ids);
  if (app.on('teacher-classes-delete-noop')) return DONE;
  for (const c of rows) c.teacherIds.delete(user.userId);
  if (app.on('teacher-classes-delete-colleagues')) for (const c of rows) c.teacherIds.clear();
  return DONE;
}

export function patchDetails(app: App, call: Call): Reply {
  const given = wrapped(call, 'details');
  const gender = genderOf(given);
  const dateOfBirth = birthOf(given);
  if (gender === undefined && dateOfBirth === undefined) throw bad('dateOfBirth or gender is required');
  const user = findUser(app, call, 'student');
  if (gender !== undefined) user.gender = gender;
  if (dateOfBirth !== undefined) user.dateOfBirth = dateOfBirth;
  if (app.on('details-patch-wipes-birth') && dateOfBirth === undefined) user.dateOfBirth = '';
  if (!app.on('details-updated-at-stays')) touch(app, user);
  const reply = shown(app, user);
  if (app.on('details-cohort-ids-missing'))
    delete ((reply.body as JsonObject)['user'] as JsonObject)['cohortIds'];
  return reply;
}

export function putName(app: App, call: Call): Reply {
  const given = wrapped(call, 'name');
  const firstName = requiredText(given, 'firstName', 100);
  const lastName = requiredText(given, 'lastName', 100);
  const user = findUser(app, call);
  user.firstName = firstName;
  user.lastName = lastName;
  if (!app.on('name-full-name-stays')) user.fullName = `${firstName} ${lastName}`;
  touch(app, user);
  const reply = shown(app, user);
  if (app.on('name-class-ids-missing')) delete ((reply.body as JsonObject)['user'] as JsonObject)['classIds'];
  if (app.on('name-created-at-moves')) user.createdAt = user.updatedAt;
  return reply;
}

export function putPassword(app: App, call: Call): Reply {
  const value = passwordOf(optionalText(bodyOf(call), 'password'));
  if (value === undefined) throw bad('password is required');
  const user = findUser(app, call);
  user.password = value;
  touch(app, user);
  if (app.on('password-204')) return DONE;
  return shown(app, user);
}

export function putPrimaryEmail(app: App, call: Call): Reply {
  const email = emailOf(bodyOf(call), 'email');
  if (email === undefined) throw bad('email is required');
  const user = findUser(app, call);
  user.emails = [email, ...user.emails.slice(1).filter((e) => e !== email)];
  touch(app, user);
  const reply = shown(app, user);
  if (app.on('primary-email-unwrapped')) reply.body = (reply.body as JsonObject)['user'] as JsonObject;
  return reply;
}

export function putExternalId(app: App, call: Call): Reply {
  const value = requiredText(bodyOf(call), 'externalId', 100);
  const user = findUser(app, call);
  unique(app, 'externalId', value, user);
  if (!app.on('external-id-kept-once-set') || user.externalId === '') user.externalId = value;
  if (!app.on('external-id-updated-at-stays')) touch(app, user);
  return DONE;
}

export function setEnabled(app: App, call: Call): Reply {
  const user = findUser(app, call);
  const enabled = call.op.endsWith('/enable');
  if (!(app.on('enable-noop') && enabled)) user.enabled = enabled;
  touch(app, user);
  return { status: 200, body: { user: userView(app, user, false) } };
}
