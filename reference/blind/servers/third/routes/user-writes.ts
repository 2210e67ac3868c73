import { isCalendarDay } from '../dates.ts';
import { HttpError } from '../errors.ts';
import { isEmail, isObject, isUuid, optionalText, payload, requiredText, uuidList } from '../params.ts';
import { memberJson, userJson } from '../render.ts';
import type { Answer, Context, Route } from '../router.ts';
import { route } from '../router.ts';
import { uuidFrom } from '../seed.ts';
import type { Gender, JsonObject, Role, UserRow } from '../types.ts';
import { GENDERS } from '../types.ts';

function userOf({ store, params, flags }: Context, role?: Role): UserRow {
  const id = (params['userId'] ?? '').toLowerCase();
  if (!isUuid(id)) throw new HttpError(400, 'userId must be a UUID');
  const row = store.users.get(id);
  if (row === undefined || (role !== undefined && !row.roles.includes(role))) {
    throw new HttpError(flags.on('manner.unknown-user-400') ? 400 : 404, `No such ${role ?? 'user'}`);
  }
  return row;
}

function genderOf(source: JsonObject): Gender | undefined {
  const text = optionalText(source, 'gender');
  if (text === undefined) return undefined;
  const gender = GENDERS.find((g) => g === text);
  if (gender === undefined) throw new HttpError(400, `gender must be one of ${GENDERS.join(', ')}`);
  return gender;
}

function birthOf(source: JsonObject): string | undefined {
  const text = optionalText(source, 'dateOfBirth');
  if (text !== undefined && !isCalendarDay(text))
    throw new HttpError(400, 'dateOfBirth must be a date (YYYY-MM-DD)');
  return text;
}

function emailOf(source: JsonObject, name: string): string | undefined {
  const text = optionalText(source, name);
  if (text !== undefined && !isEmail(text)) throw new HttpError(400, `${name} must be an e-mail address`);
  return text;
}

function passwordOf(source: JsonObject): string | undefined {
  const text = optionalText(source, 'password');
  if (text !== undefined && text.length < 8)
    throw new HttpError(400, 'password must hold at least 8 characters');
  return text;
}

function freeUsername({ store }: Context, first: string, last: string): string {
  const base =
    `${first}.${last}`
      .normalize('NFD')
      .replace(/[^A-Za-z.]/g, '')
      .toLowerCase() || 'user';
  for (let n = 1; ; n += 1) {
    const candidate = `${base}${n}`;
    if (store.userByUsername(candidate) === undefined) return candidate;
  }
}

function create(context: Context, role: Role): UserRow {
  const { store } = context;
  const source = payload(context.body, 'user');
  const firstName = requiredText(source, 'firstName');
  const lastName = requiredText(source, 'lastName');
  const username = optionalText(source, 'username') ?? freeUsername(context, firstName, lastName);
  if (store.userByUsername(username) !== undefined) throw new HttpError(400, 'The username is taken');
  const upn = optionalText(source, 'upn');
  if (upn !== undefined && store.userByUpn(upn) !== undefined) throw new HttpError(400, 'The UPN is taken');
  const externalId = optionalText(source, 'externalId');
  if (externalId !== undefined && store.userByExternalId(externalId) !== undefined) {
    throw new HttpError(400, 'The external identifier is taken');
  }
  const email = emailOf(source, 'email');
  const at = store.now();
  const row: UserRow = {
    id: uuidFrom(Math.random),
    username,
    upn,
    roles: [role],
    externalId,
    firstName,
    lastName,
    emails: email === undefined ? [] : [email],
    gender: genderOf(source),
    birth: birthOf(source),
    createdAt: at,
    updatedAt: at,
    enabled: true,
    password: passwordOf(source),
  };
  const classIds = source['classIds'] === undefined ? [] : uuidList(source, 'classIds', 0, 100);
  for (const id of classIds) if (!store.classes.has(id)) throw new HttpError(404, 'No such class');
  store.addUser(row);
  for (const id of classIds)
    (role === 'student' ? store.classStudents : store.classTeachers).link(id, row.id);
  return row;
}

function createStudent(context: Context): Answer {
  const row = create(context, 'student');
  const user = memberJson(row, context.store, context.flags);
  if (context.flags.on('student-create-memberships-missing')) {
    delete user['classIds'];
    delete user['cohortIds'];
  }
  return { status: context.flags.on('student-create-200') ? 200 : 201, body: { user } };
}

function createTeacher(context: Context): Answer {
  const row = create(context, 'teacher');
  const user = memberJson(row, context.store, context.flags);
  if (context.flags.on('teacher-create-named-teacher')) return { status: 201, body: { teacher: user } };
  return { status: 201, body: { user } };
}

function assigned(context: Context, row: UserRow): Answer {
  if (context.flags.on('manner.assign-returns-user')) {
    return { status: 200, body: { user: userJson(row, context.flags) } };
  }
  return { status: 204 };
}

function assignClasses(context: Context, role: Role): Answer {
  const { store } = context;
  const row = userOf(context, role);
  const ids = uuidList(context.body, 'classIds', 1, 100);
  for (const id of ids) if (!store.classes.has(id)) throw new HttpError(404, 'No such class');
  for (const id of ids) (role === 'student' ? store.classStudents : store.classTeachers).link(id, row.id);
  return assigned(context, row);
}

function removeClasses(context: Context, role: Role): Answer {
  const { store } = context;
  const row = userOf(context, role);
  const ids = uuidList(context.body, 'classIds', 1, 100);
  for (const id of ids) (role === 'student' ? store.classStudents : store.classTeachers).unlink(id, row.id);
  return assigned(context, row);
}

function assignCohorts(context: Context): Answer {
  const { store } = context;
  const row = userOf(context, 'student');
  const ids = uuidList(context.body, 'cohortIds', 1, 100);
  for (const id of ids) if (!store.cohorts.has(id)) throw new HttpError(404, 'No such cohort');
  for (const id of ids) store.cohortStudents.link(id, row.id);
  return assigned(context, row);
}

function updated(context: Context, row: UserRow): Answer {
  if (!context.flags.on('user-updates-keep-updated-at')) row.updatedAt = context.store.now();
  return { status: 200, body: { user: memberJson(row, context.store, context.flags) } };
}

function patchDetails(context: Context): Answer {
  const row = userOf(context, 'student');
  const source = payload(context.body, 'user');
  const gender = genderOf(source);
  const birth = birthOf(source);
  if (gender === undefined && birth === undefined)
    throw new HttpError(400, 'dateOfBirth or gender is required');
  if (gender !== undefined) row.gender = gender;
  if (birth !== undefined || context.flags.on('details-gender-wipes-birth')) row.birth = birth;
  return updated(context, row);
}

function putName(context: Context): Answer {
  const row = userOf(context);
  const source = payload(context.body, 'user');
  row.firstName = requiredText(source, 'firstName');
  row.lastName = requiredText(source, 'lastName');
  return updated(context, row);
}

function putPassword(context: Context): Answer {
  const row = userOf(context);
  const password = passwordOf(payload(context.body, 'user'));
  if (password === undefined) throw new HttpError(400, 'password is required');
  row.password = password;
  return updated(context, row);
}

function putPrimaryEmail(context: Context): Answer {
  const row = userOf(context);
  const email = emailOf(payload(context.body, 'user'), 'email');
  if (email === undefined) throw new HttpError(400, 'email is required');
  if (context.flags.on('primary-email-not-stored')) {
    const shown = memberJson(
      { ...row, emails: [email, ...row.emails.slice(1)] },
      context.store,
      context.flags,
    );
    return { status: 200, body: { user: shown } };
  }
  row.emails = [email, ...row.emails.slice(1).filter((e) => e !== email)];
  return updated(context, row);
}

function putExternalId(context: Context): Answer {
  const row = userOf(context);
  if (!isObject(context.body)) throw new HttpError(400, 'The body must be a JSON object');
  const externalId = requiredText(payload(context.body, 'user'), 'externalId');
  const owner = context.store.userByExternalId(externalId);
  if (owner !== undefined && owner.id !== row.id)
    throw new HttpError(400, 'The external identifier is taken');
  context.store.setExternalId(row, externalId);
  row.updatedAt = context.store.now();
  return { status: 200, body: { user: userJson(row, context.flags) } };
}

function setEnabled(context: Context, enabled: boolean): Answer {
  const row = userOf(context);
  row.enabled = enabled;
  row.updatedAt = context.store.now();
  return { status: 204 };
}

export const userWriteRoutes: Route[] = [
  route('POST', '/students', 'write', 'problem', createStudent),
  route('POST', '/students/{userId}/classes', 'write', 'problem', (c) => assignClasses(c, 'student')),
  route('DELETE', '/students/{userId}/classes', 'write', 'problem', (c) => removeClasses(c, 'student')),
  route('POST', '/students/{userId}/cohorts', 'write', 'problem', assignCohorts),
  route('PATCH', '/students/{userId}/details', 'write', 'problem', patchDetails),
  route('POST', '/teachers', 'write', 'problem', createTeacher),
  route('POST', '/teachers/{userId}/classes', 'write', 'problem', (c) => assignClasses(c, 'teacher')),
  route('DELETE', '/teachers/{userId}/classes', 'write', 'problem', (c) => removeClasses(c, 'teacher')),
  route('PUT', '/users/{userId}/name', 'write', 'problem', putName),
  route('PUT', '/users/{userId}/password', 'write', 'problem', putPassword),
  route('PUT', '/users/{userId}/emails/primary', 'write', 'problem', putPrimaryEmail),
  route('PUT', '/users/{userId}/external-id', 'write', 'problem', putExternalId),
  route('POST', '/users/{userId}/enable', 'write', 'problem', (c) => setEnabled(c, true)),
  route('POST', '/users/{userId}/disable', 'write', 'problem', (c) => setEnabled(c, false)),
];
