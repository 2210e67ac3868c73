// Creating and changing people.

import { known, text, unwrap } from './classes.ts';
import { changeOwn, linkReply } from './members.ts';
import { ok } from './paging.ts';
import { isUuid, refuse } from './params.ts';
import {
  at,
  type Ctx,
  type Json,
  membersIn,
  must,
  pathOf,
  type Reply,
  stored,
  type UserRow,
} from './types.ts';
import { findUser } from './users.ts';
import { compact, viewUser } from './views.ts';

// The name that a request uses for a field of ours.
const called = (c: Ctx, name: string): string =>
  Object.entries(c.s.fields).find(([, means]) => means === name)?.[0] ?? name;

function field(c: Ctx, given: Json, name: string, required: boolean): string | undefined {
  return text(c, given, called(c, name), required, c.s.bad);
}

function isDate(value: string): boolean {
  return (
    /^\d{4}-\d\d-\d\d$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(Date.parse(value)).toISOString().slice(0, 10) === value
  );
}

function personal(c: Ctx, given: Json): Json {
  const gender = field(c, given, 'gender', false);
  refuse(
    c,
    'gender.known',
    gender !== undefined && !c.s.genders.includes(gender),
    c.s.bad,
    'unknown gender',
    gender,
  );
  const dateOfBirth = field(c, given, 'dateOfBirth', false);
  refuse(
    c,
    'birth.date',
    dateOfBirth !== undefined && !isDate(dateOfBirth),
    c.s.bad,
    'dateOfBirth must be YYYY-MM-DD',
    dateOfBirth,
  );
  return {
    ...(gender !== undefined ? { gender } : {}),
    ...(dateOfBirth !== undefined ? { dateOfBirth } : {}),
  };
}

function names(c: Ctx, given: Json, required: boolean): Json {
  if (c.s.nameBy === 'full') {
    const fullName = field(c, given, 'fullName', required);
    return fullName === undefined ? {} : { fullName, firstName: undefined, lastName: undefined };
  }
  const firstName = field(c, given, 'firstName', required);
  const lastName = field(c, given, 'lastName', required);
  return {
    ...(firstName !== undefined ? { firstName } : {}),
    ...(lastName !== undefined ? { lastName } : {}),
  };
}

function address(c: Ctx, given: Json, required: boolean): string | undefined {
  const email = field(c, given, 'email', required);
  if (email === undefined) return undefined;
  refuse(c, 'email.address', !/^[^\s@]+@[^\s@]+$/.test(email), c.s.bad, 'not an email address', email);
  return c.s.lowerEmail ? email.toLowerCase() : email;
}

function password(c: Ctx, given: Json, required: boolean): string | undefined {
  const value = given[called(c, 'password')];
  if (value === undefined && !required) return undefined;
  refuse(c, 'password.type', typeof value !== 'string', c.s.bad, 'password is required', value);
  refuse(
    c,
    'password.short',
    typeof value === 'string' && [...value].length < c.s.passwordMin,
    c.s.bad,
    'password is too short',
    value,
  );
  return String(value);
}

function groupsOf(c: Ctx, given: Json, name: 'classIds' | 'cohortIds'): string[] {
  const value = given[name];
  if (value === undefined || value === null) return [];
  refuse(
    c,
    `new.${name}`,
    !Array.isArray(value) || !value.every(isUuid),
    c.s.bad,
    `${name} must be UUIDs`,
    value,
  );
  const rows =
    name === 'classIds' ? c.w.classes.map((row) => row.classId) : c.w.cohorts.map((row) => row.cohortId);
  return (value as string[]).map((id) => {
    const found = rows.find((one) => one.toLowerCase() === String(id).toLowerCase());
    refuse(c, `new.${name}.known`, !found, c.s.bad, `nothing has the id ${id}`, id);
    return found ?? id;
  });
}

function create(c: Ctx, role: string, who: 'students' | 'teachers'): Reply {
  const shape = must(c.s.shapes[c.opId]);
  const given = unwrap(c, shape.wrap, c.s.bad);
  const required = (name: string) => c.s.studentRequired.includes(name);
  known(
    c,
    given,
    [...c.s.studentRequired, ...c.s.optional].map((name) => called(c, name)),
    c.s.bad,
  );
  const person = { ...names(c, given, true), ...personal(c, given) };
  const takes = (name: string) => required(name) || c.s.optional.includes(name);
  const username = takes('username') ? field(c, given, 'username', required('username')) : undefined;
  const twin =
    username === undefined
      ? undefined
      : c.w.users.find((row) => row.username.toLowerCase() === username.toLowerCase());
  refuse(c, 'username.taken', twin !== undefined, c.s.taken, 'username is taken', username);
  const email = takes('email') ? address(c, given, required('email')) : undefined;
  const upn = takes('upn') ? field(c, given, 'upn', required('upn')) : undefined;
  const externalId = takes('externalId') ? field(c, given, 'externalId', required('externalId')) : undefined;
  const secret = takes('password') ? password(c, given, required('password')) : undefined;
  const classIds = takes('classIds') ? groupsOf(c, given, 'classIds') : [];
  const cohortIds = takes('cohortIds') && who === 'students' ? groupsOf(c, given, 'cohortIds') : [];
  const now = c.s.data.wholeSeconds ? Math.floor(Date.now() / 1000) * 1000 : Date.now();
  const patch = {
    ...person,
    ...compact({ upn, externalId, password: secret }),
    username:
      username ?? `${role.slice(0, 1).toLowerCase()}${(c.w.users.length * 31) % 997}.new${c.w.users.length}`,
    emails: email === undefined ? [] : [email],
    roles: [role],
    createdAt: now,
    updatedAt: now,
  };
  const command = c.step('write', { kind: 'person', target: '', ids: classIds, patch });
  const row = stored<UserRow>({ userId: c.w.newId(), enabled: true, stamped: true, ...command.patch });
  c.w.users.push(row);
  for (const id of command.ids) membersIn(c.w[who], id).add(row.userId);
  for (const id of cohortIds) membersIn(c.w.cohortStudents, id).add(row.userId);
  c.step('after', { ...command, target: row.userId, user: row });
  const reply = ok(c, 201, { user: viewUser(c, row) });
  if (c.s.location) reply.headers['location'] = `/api/v1/users?userId=${row.userId}`;
  return reply;
}

export const createStudent = (c: Ctx): Reply => create(c, at(c.s.roles, 0), 'students');
export const createTeacher = (c: Ctx): Reply => create(c, at(c.s.roles, 1), 'teachers');

// One change to a person: who, what, and the answer.
function update(c: Ctx, kind: string, read: (given: Json) => Json, touch = true): Reply {
  const shape = must(c.s.shapes[c.opId]);
  const early = c.s.order === 'target' ? findUser(c, pathOf(c, 'userId')) : null;
  const patch = read(kind === 'state' ? {} : unwrap(c, shape.wrap, c.s.bad));
  const user = early ?? findUser(c, pathOf(c, 'userId'));
  if (kind === 'details')
    refuse(c, 'user.role', !user.roles.includes(at(c.s.roles, 0)), c.s.noUser, 'not a student', user);
  const command = c.step('write', { kind, target: user.userId, ids: [], patch, user });
  Object.assign(user, command.patch);
  for (const [name, value] of Object.entries(command.patch))
    if (value === undefined) Reflect.deleteProperty(user, name);
  const now = c.s.data.wholeSeconds ? Math.floor(Date.now() / 1000) * 1000 : Date.now();
  if (touch) user.updatedAt = Math.max(user.updatedAt, now);
  c.step('after', command);
  return linkReply(c, () => viewUser(c, user));
}

export function updateDetails(c: Ctx): Reply {
  return update(c, 'details', (given) => {
    known(c, given, [called(c, 'gender'), called(c, 'dateOfBirth')], c.s.bad);
    const patch = personal(c, given);
    refuse(
      c,
      'details.empty',
      !Object.keys(patch).length && c.s.emptyDetails === 'refuse',
      c.s.bad,
      'nothing to update',
      given,
    );
    return patch;
  });
}
export function updateName(c: Ctx): Reply {
  return update(c, 'name', (given) => {
    known(
      c,
      given,
      c.s.nameBy === 'full' ? [called(c, 'fullName')] : [called(c, 'firstName'), called(c, 'lastName')],
      c.s.bad,
    );
    return { ...names(c, given, true), ...(c.s.nameBy === 'parts' ? { fullName: undefined } : {}) };
  });
}
export function updatePassword(c: Ctx): Reply {
  return update(c, 'password', (given) => ({ password: password(c, given, true) }), c.s.touchAccount);
}
export function updateEmail(c: Ctx): Reply {
  return update(c, 'email', (given) => {
    const email = must(address(c, given, true));
    const user = findUser(c, pathOf(c, 'userId'));
    const rest = user.emails
      .slice(c.s.primary === 'front' ? 0 : 1)
      .filter((one) => one.toLowerCase() !== email.toLowerCase());
    return { emails: c.s.primary === 'only' ? [email] : [email, ...rest] };
  });
}
export function setExternalId(c: Ctx): Reply {
  return update(c, 'externalId', (given) => ({ externalId: field(c, given, 'externalId', true) }));
}
function state(c: Ctx, enabled: boolean): Reply {
  return update(
    c,
    'state',
    () => {
      if (!enabled && c.s.leaveOnDisable) {
        const id = findUser(c, pathOf(c, 'userId')).userId;
        for (const map of [c.w.students, c.w.teachers, c.w.cohortStudents])
          for (const set of map.values()) set.delete(id);
      }
      return { enabled };
    },
    c.s.touchAccount,
  );
}
export const enableUser = (c: Ctx): Reply => state(c, true);
export const disableUser = (c: Ctx): Reply => state(c, false);

export const addStudentClasses = (c: Ctx): Reply =>
  changeOwn(c, 'class', 'students', true, (user) => viewUser(c, user));
export const removeStudentClasses = (c: Ctx): Reply =>
  changeOwn(c, 'class', 'students', false, (user) => viewUser(c, user));
export const addStudentCohorts = (c: Ctx): Reply =>
  changeOwn(c, 'cohort', 'students', true, (user) => viewUser(c, user));
export const addTeacherClasses = (c: Ctx): Reply =>
  changeOwn(c, 'class', 'teachers', true, (user) => viewUser(c, user));
export const removeTeacherClasses = (c: Ctx): Reply =>
  changeOwn(c, 'class', 'teachers', false, (user) => viewUser(c, user));
