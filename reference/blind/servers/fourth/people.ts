// Writes on accounts: create students and teachers, their classes and cohorts, details, name, password, e-mail,
// external identifier, enable and disable.

import type { Fields } from './body.ts';
import { idList, neededText, readBody, textField, wrapped } from './body.ts';
import { madeUuid, touch, writeInstant } from './clock.ts';
import { instant, isDay, isEmail, isUuid } from './notation.ts';
import { answer, nothing, refuse } from './replies.ts';
import type { Ctx, Gender, JsonObject, Role, UserRow } from './types.ts';
import { genderValues } from './types.ts';
import { accountField, classIdsOf, cohortIdsOf, fullNameOf, linkList } from './users.ts';

const showAccount = (ctx: Ctx, user: UserRow): JsonObject => ({
  userId: user.userId,
  username: user.username,
  ...(user.upn === '' ? {} : { upn: user.upn }),
  roles: user.roles,
  ...(user.externalId === '' ? {} : { externalId: user.externalId }),
  fullName: fullNameOf(user),
  firstName: user.firstName,
  lastName: user.lastName,
  ...(user.emails.length === 0 ? {} : { emails: user.emails }),
  ...(user.gender === '' ? {} : { gender: user.gender }),
  ...(user.dateOfBirth === '' ? {} : { dateOfBirth: user.dateOfBirth }),
  createdAt: instant(user.createdAt),
  updatedAt: instant(user.updatedAt),
  classIds: linkList(ctx, classIdsOf(ctx, user.userId)),
  cohortIds: linkList(ctx, cohortIdsOf(ctx, user.userId)),
  ...accountField(ctx, user),
});

const person = (ctx: Ctx, role?: Role): UserRow => {
  const id = ctx.params['userId'] ?? '';
  if (!isUuid(id)) return refuse(400, 'userId must be a UUID');
  const user = ctx.db.users.find((u) => u.userId === id.toLowerCase());
  if (user === undefined) return refuse(404, 'user not found');
  if (role !== undefined && !user.roles.includes(role))
    return refuse(404, `no ${role.toLowerCase()} has this userId`);
  return user;
};

const genderField = (fields: Fields): Gender | '' => {
  const text = textField(fields, 'gender');
  return text === ''
    ? ''
    : (genderValues.find((g) => g === text) ??
        refuse(400, `gender must be one of ${genderValues.join(', ')}`));
};

const birthField = (fields: Fields): string => {
  const text = textField(fields, 'dateOfBirth');
  return text === '' || isDay(text) ? text : refuse(400, 'dateOfBirth must be a date YYYY-MM-DD');
};

const makeUser = (ctx: Ctx, fields: Fields, role: Role): UserRow => {
  const firstName = neededText(fields, 'firstName', 100);
  const lastName = neededText(fields, 'lastName', 100);
  const email = textField(fields, 'email');
  if (email !== '' && !isEmail(email)) return refuse(400, 'email must be an e-mail address');
  const username = textField(fields, 'username', 60) || `user${2000 + ctx.db.users.length}`;
  if (ctx.db.users.some((u) => u.username.toLowerCase() === username.toLowerCase()))
    return refuse(400, 'the username is taken');
  const now = writeInstant(ctx.db);
  return {
    userId: madeUuid(ctx.db),
    username,
    firstName,
    lastName,
    upn: textField(fields, 'upn', 20),
    externalId: textField(fields, 'externalId', 100),
    roles: [role],
    emails: email === '' ? [] : [email],
    gender: genderField(fields),
    dateOfBirth: birthField(fields),
    createdAt: now,
    updatedAt: now,
    active: true,
    password: textField(fields, 'password'),
  };
};

const classesNamed = (ctx: Ctx, body: Fields, least: number): string[] => {
  const ids = idList(body, 'classIds', least, 100);
  for (const id of ids)
    if (!ctx.db.classes.some((c) => c.classId === id)) return refuse(404, `class ${id} not found`);
  return ids;
};

const joinClasses = (ctx: Ctx, userId: string, classIds: string[], as: 'student' | 'teacher'): void => {
  for (const classId of classIds) {
    if (!ctx.db.classMembers.some((m) => m.classId === classId && m.userId === userId && m.as === as))
      ctx.db.classMembers.push({ classId, userId, as });
  }
  touch(ctx.db);
};

const leaveClasses = (ctx: Ctx, userId: string, classIds: string[], as: 'student' | 'teacher'): void => {
  ctx.db.classMembers = ctx.db.classMembers.filter(
    (m) => !(m.userId === userId && m.as === as && classIds.includes(m.classId)),
  );
  touch(ctx.db);
};

export const createStudent = async (ctx: Ctx): Promise<Response> => {
  const fields = wrapped(await readBody(ctx), 'student');
  const classIds = fields['classIds'] === undefined ? [] : classesNamed(ctx, fields, 0);
  const user = makeUser(ctx, fields, 'Student');
  ctx.db.users.push(user);
  joinClasses(ctx, user.userId, classIds, 'student');
  const shown = showAccount(ctx, user);
  return answer(201, ctx.on('student-wrapped-as-student') ? { student: shown } : { user: shown });
};

export const createTeacher = async (ctx: Ctx): Promise<Response> => {
  const fields = wrapped(await readBody(ctx), 'teacher');
  const classIds = fields['classIds'] === undefined ? [] : classesNamed(ctx, fields, 0);
  const user = makeUser(ctx, fields, 'Teacher');
  ctx.db.users.push(user);
  joinClasses(ctx, user.userId, classIds, 'teacher');
  const shown = showAccount(ctx, user);
  if (ctx.on('teacher-created-without-links'))
    return answer(201, { user: { ...shown, classIds: undefined, cohortIds: undefined } });
  return answer(201, { user: shown });
};

export const addStudentClasses = async (ctx: Ctx): Promise<Response> => {
  const user = person(ctx, 'Student');
  joinClasses(ctx, user.userId, classesNamed(ctx, await readBody(ctx), 1), 'student');
  return nothing();
};

export const removeStudentClasses = async (ctx: Ctx): Promise<Response> => {
  const user = person(ctx, 'Student');
  const ids = idList(await readBody(ctx), 'classIds', 1, 100);
  if (ctx.on('student-classes-delete-takes-all')) {
    leaveClasses(ctx, user.userId, classIdsOf(ctx, user.userId), 'student');
    return nothing();
  }
  leaveClasses(ctx, user.userId, ids, 'student');
  return nothing();
};

export const addStudentCohorts = async (ctx: Ctx): Promise<Response> => {
  const user = person(ctx, 'Student');
  const ids = idList(await readBody(ctx), 'cohortIds', 1, 100);
  const unknown = ids.find((id) => !ctx.db.cohorts.some((c) => c.cohortId === id));
  if (unknown !== undefined) return refuse(404, `cohort ${unknown} not found`);
  for (const cohortId of ids) {
    if (!cohortIdsOf(ctx, user.userId).includes(cohortId))
      ctx.db.cohortMembers.push({ cohortId, userId: user.userId });
  }
  touch(ctx.db);
  return nothing();
};

export const addTeacherClasses = async (ctx: Ctx): Promise<Response> => {
  const user = person(ctx, 'Teacher');
  const ids = classesNamed(ctx, await readBody(ctx), 1);
  joinClasses(ctx, user.userId, ids, 'teacher');
  return nothing();
};

export const removeTeacherClasses = async (ctx: Ctx): Promise<Response> => {
  const user = person(ctx, 'Teacher');
  leaveClasses(ctx, user.userId, idList(await readBody(ctx), 'classIds', 1, 100), 'teacher');
  return nothing();
};

export const changeDetails = async (ctx: Ctx): Promise<Response> => {
  const user = person(ctx, 'Student');
  const fields = wrapped(await readBody(ctx), 'details');
  if (fields['dateOfBirth'] === undefined && fields['gender'] === undefined)
    return refuse(400, 'details must hold dateOfBirth or gender');
  const birth = birthField(fields);
  const gender = genderField(fields);
  if (fields['dateOfBirth'] !== undefined) user.dateOfBirth = birth;
  if (fields['gender'] !== undefined || ctx.on('details-birthday-erases-gender')) user.gender = gender;
  user.updatedAt = writeInstant(ctx.db);
  return answer(200, { user: showAccount(ctx, user) });
};

export const changeName = async (ctx: Ctx): Promise<Response> => {
  const user = person(ctx);
  const fields = wrapped(await readBody(ctx), 'name');
  const firstName = neededText(fields, 'firstName', 100);
  const lastName = neededText(fields, 'lastName', 100);
  user.firstName = firstName;
  user.lastName = lastName;
  const now = writeInstant(ctx.db);
  if (!ctx.on('name-change-keeps-updated-at')) user.updatedAt = now;
  return answer(200, { user: showAccount(ctx, user) });
};

export const changePassword = async (ctx: Ctx): Promise<Response> => {
  const user = person(ctx);
  const password = wrapped(await readBody(ctx), 'credentials')['password'];
  if (typeof password !== 'string' || password.length < 8)
    return refuse(400, 'credentials.password must have at least 8 characters');
  user.password = password;
  user.updatedAt = writeInstant(ctx.db);
  if (ctx.on('password-answers-nothing')) return answer(200, {});
  return answer(200, { user: showAccount(ctx, user) });
};

export const changePrimaryEmail = async (ctx: Ctx): Promise<Response> => {
  const user = person(ctx);
  const address = neededText(wrapped(await readBody(ctx), 'email'), 'address');
  if (!isEmail(address)) return refuse(400, 'email.address must be an e-mail address');
  if (!ctx.on('primary-email-not-stored'))
    user.emails = [address, ...user.emails.slice(1).filter((e) => e !== address)];
  user.updatedAt = writeInstant(ctx.db);
  return answer(200, { user: showAccount(ctx, user) });
};

export const changeExternalId = async (ctx: Ctx): Promise<Response> => {
  const user = person(ctx);
  const fields = wrapped(await readBody(ctx), 'user');
  if (!('externalId' in fields)) return refuse(400, 'user.externalId is required (null takes it away)');
  user.externalId = textField(fields, 'externalId', 100);
  user.updatedAt = writeInstant(ctx.db);
  return ctx.on('manner.state-changes-204') ? nothing() : answer(200, { user: showAccount(ctx, user) });
};

const switchAccount = (ctx: Ctx, active: boolean): Response => {
  const user = person(ctx);
  if (user.active !== active) {
    user.active = active;
    user.updatedAt = writeInstant(ctx.db);
  }
  return ctx.on('manner.state-changes-204') ? nothing() : answer(200, { user: showAccount(ctx, user) });
};

export const enableUser = (ctx: Ctx): Response => switchAccount(ctx, true);
export const disableUser = (ctx: Ctx): Response => switchAccount(ctx, false);
