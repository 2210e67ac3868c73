/** Creating and changing students, teachers and users. */
import { createHash } from 'node:crypto';
import { type App, badRequest, type Context, HttpError, notFound, type Reply, type Route } from '../app.ts';
import { GENDERS, type GroupRow, ROLE, reindexExternalIds, type UserRow } from '../db/tables.ts';
import {
  idsOf,
  isDate,
  isEmail,
  isUuid,
  type Json,
  stringList,
  textOf,
  unwrap,
  uuidList,
} from '../http/input.ts';
import { groupsOf, toUser } from '../mappers.ts';

type Wanted = 'student' | 'teacher' | 'user';

function userOf({ db, params }: Context, wanted: Wanted): UserRow {
  const id = params['userId'] as string;
  if (!isUuid(id)) throw badRequest('userId must be a UUID');
  const user = db.users.get(id.toLowerCase());
  if (user === undefined || (wanted !== 'user' && !user.roles.includes(ROLE[wanted])))
    throw notFound(`There is no such ${wanted}`);
  return user;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

function touch(app: App, row: UserRow): void {
  row.updated = app.tick();
}

function changed(app: App, row: UserRow, status = 200): Reply {
  return { status, body: { user: toUser(app, row, groupsOf(app, row.id)) } };
}

function dateOfBirth(payload: Json): string | null | undefined {
  if (payload['dateOfBirth'] === null) return null;
  const born = textOf(payload, 'dateOfBirth');
  if (
    born !== undefined &&
    (!isDate(born) || born < '1900-01-01' || born > new Date(Date.now()).toISOString().slice(0, 10))
  )
    throw badRequest('dateOfBirth must be a date of the past');
  return born;
}

function gender(payload: Json): string | null | undefined {
  if (payload['gender'] === null) return null;
  const value = textOf(payload, 'gender');
  if (value !== undefined && !GENDERS.includes(value))
    throw badRequest(`gender must be one of ${GENDERS.join(', ')}`);
  return value;
}

function password(payload: Json, required: boolean): string | undefined {
  const value = payload['password'];
  if (value === undefined && !required) return undefined;
  if (typeof value !== 'string' || value.length < 8)
    throw badRequest('password must have 8 characters or more');
  return value;
}

function email(value: string): string {
  if (!isEmail(value)) throw badRequest('an e-mail address is not valid');
  return value;
}

function freeUsername(app: App, first: string, last: string): string {
  const plain = `${first}.${last}`
    .normalize('NFD')
    .replaceAll(/[^A-Za-z.]/gu, '')
    .toLowerCase();
  const taken = new Set([...app.db.users.values()].map((row) => row.username.toLowerCase()));
  let name = plain;
  for (let n = 1; taken.has(name); n += 1) name = `${plain}${n}`;
  return name;
}

function unique(app: App, what: string, taken: boolean): void {
  if (taken) throw new HttpError(app.bugs.has('manner.taken-409') ? 409 : 400, `${what} is taken`);
}

function groupIds(payload: Json, name: string, table: Map<string, GroupRow>): string[] {
  const ids = uuidList(payload[name], name) ?? [];
  for (const id of ids) if (!table.has(id)) throw badRequest(`${name} has an unknown id`);
  return ids;
}

function create(context: Context, kind: 'student' | 'teacher'): Reply {
  const { app, bugs, db } = context;
  const payload = unwrap(context.body, kind);
  const first = textOf(payload, 'firstName', { required: true, max: 100 }) as string;
  const last = textOf(payload, 'lastName', { required: true, max: 100 }) as string;
  const username = textOf(payload, 'username') ?? freeUsername(app, first, last);
  const upn = textOf(payload, 'upn') ?? null;
  const externalId = textOf(payload, 'externalId') ?? null;
  const emails = (stringList(payload['emails'], 'emails') ?? []).map(email);
  const classIds = groupIds(payload, 'classIds', db.classes);
  const cohortIds = kind === 'student' ? groupIds(payload, 'cohortIds', db.cohorts) : [];
  const others = [...db.users.values()];
  unique(
    app,
    'username',
    others.some((row) => row.username.toLowerCase() === username.toLowerCase()),
  );
  unique(app, 'upn', upn !== null && others.some((row) => row.upn === upn));
  const now = app.tick();
  const row: UserRow = {
    id: app.rng.uuid(),
    username,
    upn,
    roles: [bugs.has('teacher-role-student') ? ROLE.student : ROLE[kind]],
    external_id: externalId,
    first_name: first,
    last_name: last,
    full_name: `${first} ${last}`,
    emails,
    gender: gender(payload) ?? null,
    born: dateOfBirth(payload) ?? null,
    created: now,
    updated: now,
    disabled_at: null,
    password_hash: hash(password(payload, false) ?? app.rng.uuid()),
  };
  db.users.set(row.id, row);
  reindexExternalIds(db);
  for (const id of classIds) (kind === 'student' ? db.classStudents : db.classTeachers).add(id, row.id);
  for (const id of cohortIds) db.cohortStudents.add(id, row.id);
  const reply = changed(app, row, 201);
  if (kind === 'student' && bugs.has('student-create-wrapper'))
    return { status: 201, body: { student: (reply.body as Json)['user'] } };
  return reply;
}

function knownGroups(context: Context, name: string, table: Map<string, GroupRow>): string[] {
  const ids = [...new Set(idsOf(context.body, name))];
  for (const id of ids) if (!table.has(id)) throw notFound(`There is no ${id} in ${name}`);
  return ids;
}

function addClasses(context: Context, kind: 'student' | 'teacher'): Reply {
  const { db, bugs } = context;
  const user = userOf(context, kind);
  const ids = knownGroups(context, 'classIds', db.classes);
  const link = kind === 'student' ? db.classStudents : db.classTeachers;
  if (bugs.has('student-classes-replace') && kind === 'student')
    for (const id of link.groupsOf(user.id)) link.remove(id, user.id);
  for (const id of bugs.has('teacher-classes-last') && kind === 'teacher' ? ids.slice(-1) : ids)
    link.add(id, user.id);
  return { status: 204 };
}

function removeClasses(context: Context, kind: 'student' | 'teacher'): Reply {
  const { db, bugs } = context;
  const user = userOf(context, kind);
  let ids = idsOf(context.body, 'classIds');
  const link = kind === 'student' ? db.classStudents : db.classTeachers;
  if (bugs.has('student-classes-delete-first') && kind === 'student') ids = ids.slice(0, 1);
  if (bugs.has('teacher-classes-delete-all') && kind === 'teacher') ids = link.groupsOf(user.id);
  for (const id of ids) link.remove(id, user.id);
  return { status: 204 };
}

function addCohorts(context: Context): Reply {
  const { db, bugs } = context;
  const user = userOf(context, 'student');
  const link = bugs.has('student-cohorts-as-classes') ? db.classStudents : db.cohortStudents;
  for (const id of knownGroups(context, 'cohortIds', db.cohorts)) link.add(id, user.id);
  return { status: 204 };
}

function details(context: Context): Reply {
  const { app, bugs, body } = context;
  const user = userOf(context, 'student');
  const payload = unwrap(body, 'user');
  const born = dateOfBirth(payload);
  const sex = gender(payload);
  if (born === undefined && sex === undefined) throw badRequest('dateOfBirth or gender is required');
  if (born !== undefined) user.born = born;
  if (sex !== undefined) user.gender = sex;
  if (!bugs.has('details-stale-updated')) touch(app, user);
  return changed(app, user);
}

function name(context: Context): Reply {
  const { app, bugs, body } = context;
  const user = userOf(context, 'user');
  const payload = unwrap(body, 'user');
  const first = textOf(payload, 'firstName', { required: true, max: 100 }) as string;
  const last = textOf(payload, 'lastName', { required: true, max: 100 }) as string;
  user.first_name = first;
  user.last_name = last;
  if (!bugs.has('name-fullname-stale')) user.full_name = `${first} ${last}`;
  touch(app, user);
  return changed(app, user);
}

function changePassword(context: Context): Reply {
  const { app, bugs, body } = context;
  const user = userOf(context, 'user');
  user.password_hash = hash(password(unwrap(body, 'user'), true) as string);
  touch(app, user);
  if (bugs.has('password-no-groups')) return { status: 200, body: { user: toUser(app, user, null) } };
  return changed(app, user);
}

function primaryEmail(context: Context): Reply {
  const { app, bugs, body } = context;
  const user = userOf(context, 'user');
  const address = email(textOf(unwrap(body, 'user'), 'email', { required: true }) as string);
  if (bugs.has('email-primary-duplicate')) user.emails = [address, ...user.emails.slice(1)];
  else
    user.emails = [
      address,
      ...user.emails.slice(1).filter((other) => other.toLowerCase() !== address.toLowerCase()),
    ];
  touch(app, user);
  return changed(app, user);
}

function externalId(context: Context): Reply {
  const { app, bugs, db, body } = context;
  const user = userOf(context, 'user');
  const payload = unwrap(body, 'user');
  if (!('externalId' in payload)) throw badRequest('externalId is required');
  const value = textOf(payload, 'externalId') ?? null;
  user.external_id = value === '' ? null : value;
  reindexExternalIds(db);
  touch(app, user);
  if (bugs.has('external-id-upsert-created')) user.created = user.updated;
  if (bugs.has('manner.external-id-200')) return { status: 200, body: { user: toUser(app, user, null) } };
  return { status: 204 };
}

function switchState(context: Context, on: boolean): Reply {
  const { app, bugs, db } = context;
  const user = userOf(context, 'user');
  if (on) {
    if (user.disabled_at !== null && bugs.has('enable-loses-cohorts')) {
      for (const id of db.cohortStudents.groupsOf(user.id)) db.cohortStudents.remove(id, user.id);
    }
    if (user.disabled_at !== null) touch(app, user);
    user.disabled_at = null;
  } else if (user.disabled_at === null) {
    touch(app, user);
    user.disabled_at = user.updated;
  } else if (bugs.has('disable-toggle')) {
    user.disabled_at = null;
  }
  if (bugs.has('manner.switch-204')) return { status: 204 };
  return { status: 200, body: { user: toUser(app, user, null) } };
}

const base = { permission: 'write', style: 'problem', experimental: false, hasBody: true } as const;

export const accountRoutes: readonly Route[] = [
  { ...base, method: 'POST', path: '/students', handle: (context) => create(context, 'student') },
  {
    ...base,
    method: 'POST',
    path: '/students/:userId/classes',
    handle: (context) => addClasses(context, 'student'),
  },
  {
    ...base,
    method: 'DELETE',
    path: '/students/:userId/classes',
    handle: (context) => removeClasses(context, 'student'),
  },
  { ...base, method: 'POST', path: '/students/:userId/cohorts', handle: addCohorts },
  { ...base, method: 'PATCH', path: '/students/:userId/details', handle: details },
  { ...base, method: 'POST', path: '/teachers', handle: (context) => create(context, 'teacher') },
  {
    ...base,
    method: 'POST',
    path: '/teachers/:userId/classes',
    handle: (context) => addClasses(context, 'teacher'),
  },
  {
    ...base,
    method: 'DELETE',
    path: '/teachers/:userId/classes',
    handle: (context) => removeClasses(context, 'teacher'),
  },
  { ...base, method: 'PUT', path: '/users/:userId/name', handle: name },
  { ...base, method: 'PUT', path: '/users/:userId/password', handle: changePassword },
  { ...base, method: 'PUT', path: '/users/:userId/emails/primary', handle: primaryEmail },
  { ...base, method: 'PUT', path: '/users/:userId/external-id', handle: externalId },
  {
    ...base,
    method: 'POST',
    path: '/users/:userId/enable',
    hasBody: false,
    handle: (context) => switchState(context, true),
  },
  {
    ...base,
    method: 'POST',
    path: '/users/:userId/disable',
    hasBody: false,
    handle: (context) => switchState(context, false),
  },
];
