// Creations, changes and memberships.

import { found, type Handler, ok } from './lists.ts';
import { genders } from './names.ts';
import { isObject } from './parse.ts';
import { showClass, showCohort, showUser } from './present.ts';
import { showOne } from './query.ts';
import { ApiError, type Ctx } from './switches.ts';
import type { Change, Group, Json, Obj, Reply, User } from './types.ts';
import { isDate, isEmail, isText, isUuid } from './values.ts';
import { classKey, cohortKey, type Links } from './world.ts';

const nothing = (): Reply => ({ status: 204, headers: {}, body: undefined });

function plan(kind: Change['kind'], table: Change['table'], more: Partial<Change> = {}): Change {
  return { kind, table, left: [], right: [], patch: {}, cancel: false, ...more };
}

/** Bends a change, does it unless it was cancelled, and lets what follows happen. */
function commit(c: Ctx, change: Change, work: () => void): void {
  for (const bend of c.switches.at('change', c.op)) bend(change, c);
  if (!change.cancel) work();
  c.world.written();
  for (const bend of c.switches.at('after', c.op)) bend(change, c);
}

function wrapped(c: Ctx, name: string): Obj {
  const value = c.body[name];
  if (isObject(value)) return value;
  throw new ApiError(400, `wrap.${name}`, `The body must hold an object ${name}`);
}

function text(c: Ctx, from: Obj, name: string, required: boolean): string | undefined {
  const value = from[name];
  if (value === undefined && !required) return undefined;
  if (value === undefined) c.fail(400, `required.${name}`, `${name} is required`);
  else if (!isText(value)) c.fail(400, `text.${name}`, `${name} must be a text of 1 to 200 characters`);
  return typeof value === 'string' ? value : '';
}

function createGroup(c: Ctx, what: 'class' | 'cohort'): Group {
  const from = wrapped(c, what);
  const name = text(c, from, 'name', true) ?? '';
  const description = text(c, from, 'description', false);
  const year = from['academicYearId'];
  if (year !== undefined && !isUuid(year)) c.fail(400, 'year', 'academicYearId must be a UUID');
  const yearId = typeof year === 'string' ? year.toLowerCase() : (c.world.currentYear()?.id ?? '');
  if (!c.world.years.get(yearId)) c.fail(400, 'year.unknown', 'No such academic year');
  const table = what === 'class' ? c.world.classes : c.world.cohorts;
  const group: Group = { id: c.world.chance.uuid(), seq: table.rows.length, name, yearId, tests: [] };
  if (description !== undefined) group.description = description;
  const names = what === 'class' ? c.world.classNames : c.world.cohortNames;
  const key = what === 'class' ? classKey(group) : cohortKey(group);
  if (names.has(key)) c.fail(409, 'exists', `A ${what} of this name exists already`);
  commit(c, plan('create', what === 'class' ? 'classes' : 'cohorts', { group }), () => {
    names.add(key);
    table.add(group);
  });
  return group;
}

/** The ids that a body lists; checked for their form and, where given, for their number. */
function idList(c: Ctx, name: string, least = 0, most = Number.POSITIVE_INFINITY): string[] {
  const value: Json | undefined = c.body[name];
  if (!Array.isArray(value)) throw new ApiError(400, `list.${name}`, `${name} must be an array of UUIDs`);
  if (value.length < least) c.fail(400, `few.${name}`, `${name} must have at least ${least} items`);
  if (value.length > most) c.fail(400, `many.${name}`, `${name} may have at most ${most} items`);
  for (const id of value) if (!isUuid(id)) c.fail(400, `uuid.${name}`, `${name} must hold UUIDs`);
  return [...new Set(value.map((id) => String(id).toLowerCase()))];
}

function usersOfRole(c: Ctx, ids: readonly string[], role: string): string[] {
  for (const id of ids) {
    const user = c.world.users.get(id);
    if (!user?.roles.includes(role)) c.fail(400, 'user.unknown', `userIds must be those of ${role}s`);
  }
  return ids.filter((id) => c.world.users.get(id));
}

function link(
  c: Ctx,
  kind: 'add' | 'remove',
  table: Change['table'],
  left: string[],
  right: string[],
): Reply {
  const change = plan(kind, table, { left, right });
  commit(c, change, () => {
    const links = linksOf(c, change.table);
    for (const a of change.left)
      for (const b of change.right) links[change.kind === 'add' ? 'add' : 'remove'](a, b);
  });
  return nothing();
}

export function linksOf(c: Ctx, table: Change['table']): Links {
  if (table === 'classStudents') return c.world.classStudents;
  return table === 'classTeachers' ? c.world.classTeachers : c.world.cohortStudents;
}

function classMembers(
  kind: 'add' | 'remove',
  role: string,
  table: Change['table'],
  bounded: boolean,
): Handler {
  return (c) => {
    const group = found(c.world.classes.get(c.id('classId')), 'class');
    const ids = bounded ? idList(c, 'userIds', 1, 100) : idList(c, 'userIds');
    return link(c, kind, table, [group.id], usersOfRole(c, ids, role));
  };
}

function cohortStudents(kind: 'add' | 'remove'): Handler {
  return (c) => {
    const group = found(c.world.cohorts.get(c.id('cohortId')), 'cohort');
    return link(c, kind, 'cohortStudents', [group.id], usersOfRole(c, idList(c, 'userIds'), 'student'));
  };
}

function cohortTests(kind: 'add' | 'remove'): Handler {
  return (c) => {
    const group = found(c.world.cohorts.get(c.id('cohortId')), 'cohort');
    const ids = idList(c, 'testIds');
    for (const id of ids)
      if (!c.world.tests.get(id)) c.fail(400, 'test.unknown', 'testIds must be those of tests');
    const change = plan(kind, 'cohortTests', { left: [group.id], right: ids });
    commit(c, change, () => {
      for (const left of change.left) {
        const row = c.world.cohorts.get(left);
        if (!row) continue;
        const had = row.tests.filter((one) => change.kind === 'add' || !change.right.includes(one.testId));
        const fresh = change.right.filter(
          (id) => change.kind === 'add' && !had.some((one) => one.testId === id),
        );
        row.tests = [...had, ...fresh.map((testId) => ({ testId, activation: 'OPEN' }))];
      }
    });
    return nothing();
  };
}

function memberGroups(kind: 'add' | 'remove', role: string, name: string, table: Change['table']): Handler {
  return (c) => {
    const user = found(c.world.users.get(c.id('userId')), role);
    if (!user.roles.includes(role)) throw new ApiError(404, 'missing', `No such ${role}`);
    const ids = idList(c, name);
    const groups = name === 'classIds' ? c.world.classes : c.world.cohorts;
    for (const id of ids)
      if (!groups.get(id)) c.fail(404, 'group.unknown', `${name} must be those of existing ones`);
    return link(c, kind, table, ids, [user.id]);
  };
}

function answerUser(c: Ctx, user: User, status = 200): Reply {
  return ok({ user: showOne(user, showUser(user, c.world), c) }, status);
}

function createUser(role: string): Handler {
  return (c) => {
    const from = wrapped(c, 'user');
    const now = c.world.now();
    const user: User = {
      id: c.world.chance.uuid(),
      seq: c.world.users.rows.length,
      roles: [role],
      emails: [],
      disabled: false,
      first: text(c, from, 'firstName', true) ?? '',
      last: text(c, from, 'lastName', true) ?? '',
      createdAt: now,
      updatedAt: now,
    };
    for (const name of ['username', 'upn', 'externalId'] as const) {
      const value = text(c, from, name, false);
      if (value !== undefined) user[name] = value;
    }
    Object.assign(user, details(c, from));
    const email = from['email'];
    if (email !== undefined && !isEmail(email)) c.fail(400, 'email', 'email must be an email address');
    if (typeof email === 'string') user.emails = [email];
    if (user.username && c.world.usernames.has(user.username.toLowerCase()))
      c.fail(400, 'taken.username', 'This username is taken');
    if (user.upn && c.world.upns.has(user.upn)) c.fail(400, 'taken.upn', 'This UPN is taken');
    commit(c, plan('create', 'users', { user }), () => {
      c.world.users.add(user);
      if (user.username) c.world.usernames.add(user.username.toLowerCase());
      if (user.upn) c.world.upns.add(user.upn);
    });
    return answerUser(c, user, 201);
  };
}

function details(c: Ctx, from: Obj): Partial<User> {
  const patch: Partial<User> = {};
  const dob = from['dateOfBirth'];
  if (dob !== undefined && !isDate(dob)) c.fail(400, 'dob', 'dateOfBirth must be a date');
  if (typeof dob === 'string') patch.dob = dob;
  const gender = from['gender'];
  if (gender !== undefined && !genders.some((one) => one === gender))
    c.fail(400, 'gender', `gender must be one of ${genders.join(', ')}`);
  if (typeof gender === 'string') patch.gender = gender;
  return patch;
}

/** Changes a user by what `read` takes from the body, and shows the user. */
function update(read: (c: Ctx, user: User) => Partial<User>, role?: string, silent = false): Handler {
  return (c) => {
    const user = found(c.world.users.get(c.id('userId')), 'user');
    if (role !== undefined && !user.roles.includes(role))
      throw new ApiError(404, 'missing', `No such ${role}`);
    const change = plan('update', 'users', { user, patch: read(c, user) });
    commit(c, change, () => {
      Object.assign(change.user ?? user, { updatedAt: c.world.now() }, change.patch);
    });
    return silent ? nothing() : answerUser(c, user);
  };
}

export const writes: Record<string, Handler> = {
  'POST /classes': (c) => {
    const group = createGroup(c, 'class');
    return ok({ class: showOne(group, showClass(group), c) }, 201);
  },
  'POST /smart-ia/cohorts': (c) => {
    const group = createGroup(c, 'cohort');
    return ok({ cohort: showOne(group, showCohort(group, c.world), c) }, 201);
  },
  'POST /classes/{classId}/students': classMembers('add', 'student', 'classStudents', true),
  'DELETE /classes/{classId}/students': classMembers('remove', 'student', 'classStudents', false),
  'POST /classes/{classId}/teachers': classMembers('add', 'teacher', 'classTeachers', true),
  'DELETE /classes/{classId}/teachers': classMembers('remove', 'teacher', 'classTeachers', true),
  'POST /smart-ia/cohorts/{cohortId}/students': cohortStudents('add'),
  'DELETE /smart-ia/cohorts/{cohortId}/students': cohortStudents('remove'),
  'POST /smart-ia/cohorts/{cohortId}/tests': cohortTests('add'),
  'DELETE /smart-ia/cohorts/{cohortId}/tests': cohortTests('remove'),
  'POST /students': createUser('student'),
  'POST /teachers': createUser('teacher'),
  'POST /students/{userId}/classes': memberGroups('add', 'student', 'classIds', 'classStudents'),
  'DELETE /students/{userId}/classes': memberGroups('remove', 'student', 'classIds', 'classStudents'),
  'POST /students/{userId}/cohorts': memberGroups('add', 'student', 'cohortIds', 'cohortStudents'),
  'POST /teachers/{userId}/classes': memberGroups('add', 'teacher', 'classIds', 'classTeachers'),
  'DELETE /teachers/{userId}/classes': memberGroups('remove', 'teacher', 'classIds', 'classTeachers'),
  'PATCH /students/{userId}/details': update((c) => {
    const patch = details(c, wrapped(c, 'user'));
    if (Object.keys(patch).length === 0)
      throw new ApiError(400, 'details', 'dateOfBirth or gender is required');
    return patch;
  }, 'student'),
  'PUT /users/{userId}/name': update((c) => {
    const from = wrapped(c, 'user');
    return { first: text(c, from, 'firstName', true) ?? '', last: text(c, from, 'lastName', true) ?? '' };
  }),
  'PUT /users/{userId}/password': update((c) => ({
    password: text(c, wrapped(c, 'user'), 'password', true) ?? '',
  })),
  'PUT /users/{userId}/emails/primary': update((c, user) => {
    const email = wrapped(c, 'user')['email'];
    if (!isEmail(email)) throw new ApiError(400, 'email', 'email must be an email address');
    return { emails: [email, ...user.emails.slice(1).filter((one) => one !== email)] };
  }),
  'PUT /users/{userId}/external-id': update((c) => ({
    externalId: text(c, wrapped(c, 'user'), 'externalId', true) ?? '',
  })),
  'POST /users/{userId}/enable': update(() => ({ disabled: false }), undefined, true),
  'POST /users/{userId}/disable': update(() => ({ disabled: true }), undefined, true),
};
