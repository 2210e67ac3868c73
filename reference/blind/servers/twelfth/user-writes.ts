import type { Call } from './call.ts';
import { isDate } from './dates.ts';
import { bad } from './errors.ts';
import { person } from './members.ts';
import { bodyText, isEmail, wrapped } from './params.ts';
import type { Json, Reply, UserRow } from './types.ts';
import { showUser } from './user-dto.ts';

export const GENDERS = ['FEMALE', 'MALE', 'OTHER', 'UNSPECIFIED'];

function genderOf(from: Json): string | undefined {
  const gender = bodyText(from, 'gender', false);
  if (gender !== undefined && !GENDERS.includes(gender))
    throw bad(`"gender" must be one of ${GENDERS.join(', ')}.`);
  return gender;
}

function birthdayOf(from: Json): string | undefined {
  const dob = bodyText(from, 'dateOfBirth', false);
  if (dob !== undefined && !isDate(dob)) throw bad('"dateOfBirth" must be a date.');
  return dob;
}

function emailsOf(from: Json): string[] {
  const { emails } = from;
  if (emails === undefined) return [];
  if (!Array.isArray(emails)) throw bad('"emails" must be a list.');
  return emails.map((mail) => {
    if (typeof mail !== 'string' || !isEmail(mail)) throw bad('"emails" holds what is no email address.');
    return mail;
  });
}

function mark(user: UserRow, name: string): void {
  user.marks = new Set([...(user.marks ?? []), name]);
}

/** One list goes on to show what stood there before. */
function stale(user: UserRow, ep: string, row: Partial<UserRow>): void {
  user.stale = { ep, row };
}

function changed(user: UserRow): void {
  user.updatedAt = Math.max(Date.now(), user.updatedAt + 1);
}

function newSlips(c: Call, row: UserRow): void {
  const { ep, on } = c;
  if (ep === 'newstudent') {
    if (on('newstudent-role-missing')) row.roles = [];
    if (row.gender !== undefined && on('newstudent-gender-lost')) row.gender = undefined;
    if (row.dob !== undefined && on('newstudent-birthday-before')) row.dob = dayBefore(row.dob);
    if (row.externalId !== undefined && on('newstudent-externalid-not-found')) mark(row, 'external');
    if (row.username !== undefined && on('newstudent-username-not-found')) mark(row, 'username');
    if (row.upn !== undefined && on('newstudent-upn-not-found')) mark(row, 'upn');
    if (row.emails.length > 1 && on('newstudent-second-email-lost')) row.emails = row.emails.slice(0, 1);
    if (on('newstudent-not-searched')) mark(row, 'search');
    if (on('newstudent-oldest')) row.createdAt = 0;
    if (row.firstName !== undefined && /[^ -~]/.test(row.firstName) && on('newstudent-accents-lost')) {
      row.firstName = row.firstName.normalize('NFD').replace(/\p{M}/gu, '');
    }
  } else {
    if (on('newteacher-is-student')) row.roles = ['STUDENT'];
    if (on('newteacher-is-admin-too')) row.roles = ['ADMIN'];
    if (row.emails.length > 0 && on('newteacher-email-not-found')) mark(row, 'email');
    if (on('newteacher-not-listed')) mark(row, 'list');
    if (row.externalId !== undefined && on('newteacher-externalid-lost')) row.externalId = undefined;
    if (row.dob !== undefined && on('newteacher-birthday-lost')) row.dob = undefined;
    if (row.upn === undefined && on('newteacher-upn-empty')) row.upn = '';
    if (row.lastName?.includes("'") && on('newteacher-apostrophe-doubled'))
      row.lastName = row.lastName.replaceAll("'", "''");
  }
}

function dayBefore(date: string): string {
  return new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
}

export function createUser(c: Call): Reply {
  const student = c.ep === 'newstudent';
  const from = wrapped(c, student ? 'student' : 'teacher');
  const firstName = bodyText(from, 'firstName', true) ?? '';
  const lastName = bodyText(from, 'lastName', true) ?? '';
  const now = Date.now();
  const row: UserRow = {
    seq: c.db.nextSeq(),
    id: '',
    username: bodyText(from, 'username', false) ?? c.db.freeUsername(firstName, lastName),
    upn: bodyText(from, 'upn', false),
    roles: [student ? 'STUDENT' : 'TEACHER'],
    externalId: bodyText(from, 'externalId', false),
    firstName,
    lastName,
    fullName: `${firstName} ${lastName}`,
    emails: emailsOf(from),
    gender: genderOf(from),
    dob: birthdayOf(from),
    createdAt: now,
    updatedAt: now,
    enabled: true,
    classIds: new Set(),
    cohortIds: new Set(),
    formerClassIds: [],
  };
  row.id = c.db.newId();
  newSlips(c, row);
  c.db.addUser(row);
  const shown = showUser(c, row);
  if (student && c.on('newstudent-created-no-millis'))
    shown['createdAt'] = String(shown['createdAt']).replace(/\.\d+/, '');
  if (student && c.on('newstudent-other-id')) shown['userId'] = c.db.strayId();
  if (!student && c.on('newteacher-updated-null')) shown['updatedAt'] = null;
  if (c.on(`${c.ep}-200`)) return { status: 200, body: { user: shown } };
  if (c.on(`${c.ep}-wrap`)) return { status: 201, body: { [student ? 'student' : 'teacher']: shown } };
  return { status: 201, body: { user: shown } };
}

function answer(c: Call, user: UserRow): Reply {
  if (['details', 'name', 'email'].includes(c.ep) && c.on(`${c.ep}-wrap`))
    return { status: 200, body: showUser(c, user) };
  return { status: 200, body: { user: showUser(c, user) } };
}

export function updateDetails(c: Call): Reply {
  const user = person(c, 'STUDENT');
  const from = wrapped(c, 'user');
  const dob = birthdayOf(from);
  const gender = genderOf(from);
  if (dob === undefined && gender === undefined) throw bad('"dateOfBirth" or "gender" is needed.');
  const before = { dob: user.dob, gender: user.gender, updatedAt: user.updatedAt };
  if (c.on('details-search-stale')) stale(user, 'usearch', before);
  if (dob !== undefined) user.dob = dob;
  if (gender !== undefined) user.gender = gender;
  changed(user);
  if (dob === undefined && before.dob !== undefined && c.on('details-clears-birthday')) user.dob = undefined;
  if (gender === undefined && before.gender !== undefined && c.on('details-clears-gender'))
    user.gender = undefined;
  if (dob !== undefined && gender !== undefined && c.on('details-birthday-lost-with-gender'))
    user.dob = before.dob;
  if (c.on('details-updated-kept')) user.updatedAt = before.updatedAt;
  if (c.on('details-created-reset')) user.createdAt = user.updatedAt;
  if (user.externalId !== undefined && c.on('details-externalid-lost')) user.externalId = undefined;
  if (dob?.endsWith('-02-29') && c.on('details-leap-day')) user.dob = dob.replace('-02-29', '-03-01');
  if (gender === 'UNSPECIFIED' && c.on('details-unspecified-lost')) user.gender = before.gender;
  const reply = answer(c, user);
  if (dob !== undefined && c.on('details-not-saved')) Object.assign(user, before);
  return reply;
}

export function updateName(c: Call): Reply {
  const user = person(c, undefined);
  const from = wrapped(c, 'user');
  const firstName = bodyText(from, 'firstName', true);
  const lastName = bodyText(from, 'lastName', true);
  const before = { firstName: user.firstName, lastName: user.lastName, fullName: user.fullName };
  const updatedBefore = user.updatedAt;
  user.firstName = firstName;
  user.lastName = lastName;
  user.fullName = `${firstName} ${lastName}`;
  changed(user);
  if (c.on('name-full-name-kept')) user.fullName = before.fullName;
  if (before.lastName !== undefined && c.on('name-last-name-kept')) user.lastName = before.lastName;
  if (before.fullName !== undefined && c.on('name-search-by-old')) {
    mark(user, 'old-name');
    stale(user, 'nowhere', before);
  }
  if (c.on('name-list-stale')) stale(user, 'users', before);
  if (c.on('name-updated-kept')) user.updatedAt = updatedBefore;
  if (user.classIds.size > 0 && c.on('name-classes-lost')) user.classIds.clear();
  if (user.emails.length > 0 && c.on('name-emails-lost')) user.emails = [];
  if (lastName?.includes("'") && c.on('name-apostrophe-escaped'))
    user.lastName = lastName.replaceAll("'", "\\'");
  if (firstName && /[^ -ÿ]/.test(firstName) && c.on('name-latin1'))
    user.firstName = firstName.replace(/[^ -ÿ]/g, '?');
  if (user.roles.includes('TEACHER') && c.on('name-teacher-not-saved')) Object.assign(user, before);
  return answer(c, user);
}

export function updatePassword(c: Call): Reply {
  const user = person(c, undefined);
  const from = wrapped(c, 'user');
  bodyText(from, 'password', true);
  changed(user);
  if (c.on('password-disables')) user.enabled = false;
  if (user.roles.length > 1 && c.on('password-roles-lost')) user.roles = user.roles.slice(0, 1);
  if (user.cohortIds.size > 0 && c.on('password-cohorts-lost')) user.cohortIds.clear();
  if (c.on('password-no-user')) return { status: 200, body: {} };
  if (c.on('password-204')) return { status: 204 };
  return answer(c, user);
}

export function updateEmail(c: Call): Reply {
  const user = person(c, undefined);
  const from = wrapped(c, 'user');
  const email = bodyText(from, 'email', true) ?? '';
  if (!isEmail(email)) throw bad('"email" must be an email address.');
  const before = user.emails;
  const updatedBefore = user.updatedAt;
  user.emails = [email, ...before.slice(1).filter((mail) => mail !== email)];
  changed(user);
  if (before.length === 0 && c.on('email-first-lost')) user.emails = [];
  if (before.length > 1 && c.on('email-others-lost')) user.emails = [email];
  if (c.on('email-not-found')) mark(user, 'email');
  if (c.on('email-search-stale')) stale(user, 'usearch', { emails: before });
  if (email.includes('+') && c.on('email-tag-lost')) user.emails[0] = email.replace(/\+[^@]*/, '');
  if (c.on('email-as-username')) user.username = email;
  if (c.on('email-updated-kept')) user.updatedAt = updatedBefore;
  if (email.split('@')[0]?.includes('.') && c.on('email-dots-lost')) {
    user.emails[0] = `${email.split('@')[0]?.replaceAll('.', '')}@${email.split('@')[1]}`;
  }
  return answer(c, user);
}

export function setExternalId(c: Call): Reply {
  const user = person(c, undefined);
  const from = wrapped(c, 'user');
  const externalId = bodyText(from, 'externalId', true) ?? '';
  const before = user.externalId;
  if (c.on('extid-not-saved')) return { status: 204 };
  if (before !== undefined && c.on('extid-first-only')) return { status: 204 };
  user.externalId = externalId;
  changed(user);
  if (c.on('extid-not-found')) mark(user, 'external');
  if (c.on('extid-search-stale')) stale(user, 'usearch', { externalId: before });
  if (/^0\d+$/.test(externalId) && c.on('extid-zeros-lost')) user.externalId = String(Number(externalId));
  if (user.upn !== undefined && c.on('extid-upn-too')) user.upn = externalId;
  if (externalId.includes('/') && c.on('extid-slash-cut')) user.externalId = externalId.split('/')[0];
  if (externalId.length > 36 && c.on('extid-cut')) user.externalId = externalId.slice(0, 36);
  return { status: 204 };
}

export function setEnabled(c: Call): Reply {
  const user = person(c, undefined);
  const enabling = c.ep === 'enable';
  const was = user.enabled;
  user.enabled = enabling;
  if (was !== enabling) changed(user);
  if (enabling) {
    if (c.on('enable-noop')) user.enabled = was;
    if (!was && c.on('enable-created-reset')) user.createdAt = user.updatedAt;
    if (user.roles.includes('TEACHER') && c.on('enable-teachers-ignored')) user.enabled = was;
    if (!was && c.on('enable-list-stale')) stale(user, 'users', { enabled: false });
    if (!was && user.emails.length > 0 && c.on('enable-email-not-found')) mark(user, 'email');
  } else {
    if (c.on('disable-noop')) user.enabled = was;
    if (c.on('disable-not-searched')) mark(user, 'search');
    if (c.on('disable-search-stale')) stale(user, 'usearch', { enabled: true });
    if (!was && c.on('disable-twice-enables')) user.enabled = true;
    if (user.externalId !== undefined && c.on('disable-externalid-lost')) user.externalId = undefined;
    if (user.emails.length > 0 && c.on('disable-emails-lost')) user.emails = [];
    if (user.classIds.size > 0 && c.on('disable-namesakes-too')) {
      for (const other of c.db.users) if (other.lastName === user.lastName) other.enabled = false;
    }
  }
  return answer(c, user);
}
