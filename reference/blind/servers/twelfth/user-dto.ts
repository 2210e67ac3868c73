import type { Call } from './call.ts';
import { DAY, dateTime, isSummer, withoutMillis } from './dates.ts';
import { at } from './random.ts';
import type { Json, UserRow } from './types.ts';

/** Operations whose users carry classIds and cohortIds. */
const WITH_LISTS = new Set([
  'users',
  'usearch',
  'details',
  'newstudent',
  'newteacher',
  'email',
  'name',
  'password',
]);

type Slip = (id: string) => boolean;

function namesOf(row: UserRow, shown: Json, on: Slip, ep: string): void {
  const { firstName, lastName, fullName } = row;
  if (firstName !== undefined) shown['firstName'] = firstName;
  if (lastName !== undefined) shown['lastName'] = lastName;
  if (fullName !== undefined) shown['fullName'] = fullName;
  if (ep === 'users') {
    if (lastName?.includes("'") && on('users-lastname-escaped'))
      shown['lastName'] = lastName.replaceAll("'", '&#39;');
    if (firstName === undefined && on('users-firstname-empty')) shown['firstName'] = '';
    if (lastName?.includes('-') && on('users-lastname-cut')) shown['lastName'] = lastName.split('-')[0];
    if (lastName?.startsWith('Mac') && on('users-lastname-case'))
      shown['lastName'] = `Mac${lastName.slice(3).toLowerCase()}`;
  }
  if (ep === 'usearch') {
    if (fullName && /[^ -ÿ]/.test(fullName) && on('usearch-name-latin1')) {
      shown['fullName'] = fullName.replace(/[^ -ÿ]/g, '?');
    }
    if (lastName === undefined && on('usearch-fullname-null-part')) shown['fullName'] = `${firstName} null`;
    if (firstName && /\p{M}|[À-ÿ]/u.test(firstName) && on('usearch-name-decomposed')) {
      shown['firstName'] = firstName.normalize('NFD').replace(/\p{M}/gu, '');
    }
    if (firstName?.includes(' ') && on('usearch-second-name-lost'))
      shown['firstName'] = firstName.split(' ')[0];
  }
}

function mailsOf(row: UserRow, shown: Json, on: Slip, ep: string): void {
  const { emails } = row;
  if (emails.length > 0) shown['emails'] = emails;
  if (ep === 'users') {
    if (emails.length === 1 && on('users-single-email-text')) shown['emails'] = emails[0];
    if (emails.length === 0 && on('users-emails-null')) shown['emails'] = null;
    if (emails.length > 2 && on('users-two-emails')) shown['emails'] = emails.slice(0, 2);
  }
  if (ep === 'usearch') {
    if (emails.length > 1 && on('usearch-emails-joined')) shown['emails'] = [emails.join(';')];
    if (emails.length > 1 && on('usearch-primary-email-only')) shown['emails'] = emails.slice(0, 1);
    if (emails.length === 0 && on('usearch-emails-blank')) shown['emails'] = [''];
  }
}

function datesOf(row: UserRow, shown: Json, on: Slip, ep: string): void {
  const { createdAt, updatedAt, dob } = row;
  shown['createdAt'] = dateTime(createdAt);
  shown['updatedAt'] = dateTime(updatedAt);
  if (dob !== undefined) shown['dateOfBirth'] = dob;
  const summerBorn = dob !== undefined && isSummer(Date.parse(dob));
  if (ep === 'users') {
    if (createdAt % 1000 === 0 && on('users-created-whole-second'))
      shown['createdAt'] = withoutMillis(createdAt);
    if (updatedAt === createdAt && on('users-never-updated-null')) shown['updatedAt'] = null;
    if (summerBorn && on('users-birthday-before'))
      shown['dateOfBirth'] = dateTime(Date.parse(dob) - DAY).slice(0, 10);
    if (isSummer(updatedAt) && on('users-updated-offset')) {
      shown['updatedAt'] = dateTime(updatedAt + 3_600_000).replace('Z', '+01:00');
    }
    if (dob === undefined && on('users-birthday-zero')) shown['dateOfBirth'] = '0000-00-00';
    if (dob?.slice(8) === '01' && on('users-birthday-text'))
      shown['dateOfBirth'] = new Date(dob).toUTCString().slice(5, 16);
  }
  if (ep === 'usearch') {
    if (dob !== undefined && on('usearch-birthday-time')) shown['dateOfBirth'] = `${dob}T00:00:00.000Z`;
    if (isSummer(createdAt) && on('usearch-created-local'))
      shown['createdAt'] = dateTime(createdAt + 3_600_000);
    if (on('usearch-updated-number')) shown['updatedAt'] = updatedAt;
    if (updatedAt !== createdAt && on('usearch-created-is-updated')) shown['createdAt'] = dateTime(updatedAt);
    if (dob !== undefined && Number(dob.slice(8)) <= 12 && on('usearch-birthday-swapped')) {
      shown['dateOfBirth'] = `${dob.slice(0, 4)}-${dob.slice(8)}-${dob.slice(5, 7)}`;
    }
  }
}

function idsOf(row: UserRow, shown: Json, on: Slip, ep: string): void {
  const { username, upn, externalId, gender } = row;
  if (username !== undefined) shown['username'] = username;
  if (upn !== undefined) shown['upn'] = upn;
  if (externalId !== undefined) shown['externalId'] = externalId;
  if (gender !== undefined) shown['gender'] = gender;
  if (ep === 'users') {
    if (gender === undefined && on('users-gender-empty')) shown['gender'] = '';
    if (upn === undefined && row.roles.includes('TEACHER') && on('users-teacher-upn-empty'))
      shown['upn'] = '';
    if (externalId?.startsWith('0') && on('users-externalid-number'))
      shown['externalId'] = String(Number(externalId));
    if (gender === 'UNSPECIFIED' && on('users-gender-null')) shown['gender'] = null;
    if (username && /[A-Z]/.test(username) && row.roles.includes('TEACHER') && on('users-username-lower')) {
      shown['username'] = username.toLowerCase();
    }
  }
  if (ep === 'usearch') {
    if (upn === undefined && on('usearch-upn-null')) shown['upn'] = null;
    if (externalId === undefined && on('usearch-externalid-empty')) shown['externalId'] = '';
    if (externalId?.includes('/') && on('usearch-externalid-encoded'))
      shown['externalId'] = encodeURIComponent(externalId);
    if (username === undefined && on('usearch-username-null')) shown['username'] = null;
    if (upn !== undefined && on('usearch-upn-number')) shown['upn'] = Number(upn.slice(1));
  }
}

function rolesOf(row: UserRow, shown: Json, on: Slip, ep: string): void {
  shown['roles'] = row.roles;
  if (ep === 'users') {
    if (row.roles.length > 1 && on('users-first-role-only')) shown['roles'] = row.roles.slice(0, 1);
  }
  if (ep === 'usearch') {
    if (on('usearch-roles-missing')) delete shown['roles'];
    if (row.roles.length === 1 && on('usearch-role-text')) shown['roles'] = row.roles[0];
    if (row.roles.length > 1 && on('usearch-last-role-only')) shown['roles'] = row.roles.slice(-1);
  }
}

function listsOf(c: Call, row: UserRow, shown: Json): void {
  const { ep, on } = c;
  const classes = [...row.classIds];
  const cohorts = [...row.cohortIds];
  if (on('m-class-ids-turned')) classes.push(...classes.splice(0, c.nth % Math.max(1, classes.length)));
  if (classes.length > 0) shown['classIds'] = classes;
  if (cohorts.length > 0) shown['cohortIds'] = cohorts;
  if (ep === 'users') {
    if (on('users-cohortids-missing')) delete shown['cohortIds'];
    if (classes.length > 1 && on('users-first-class-only')) shown['classIds'] = classes.slice(0, 1);
    if (row.formerClassIds.length > 0 && on('users-former-classes'))
      shown['classIds'] = [...classes, ...row.formerClassIds];
    if (classes.length > 0 && cohorts.length > 0 && on('users-cohorts-among-classes'))
      shown['classIds'] = [...classes, ...cohorts];
    if (row.roles.includes('TEACHER') && on('users-teacher-classes-missing')) delete shown['classIds'];
    if (!row.enabled && on('users-disabled-classes-missing')) delete shown['classIds'];
    if (cohorts.length === 0 && on('users-cohortids-null')) shown['cohortIds'] = null;
  } else if (ep === 'usearch') {
    if (on('usearch-classids-missing')) delete shown['classIds'];
    if (cohorts.length > 0 && on('usearch-ids-mixed-up'))
      Object.assign(shown, { classIds: cohorts, cohortIds: classes });
    const current = c.db.currentYear()?.id;
    if (classes.length > 0 && on('usearch-current-classes-only')) {
      shown['classIds'] = classes.filter((id) => c.db.class(id)?.yearId === current);
    }
    if (cohorts.length > 1 && on('usearch-last-cohort-only')) shown['cohortIds'] = cohorts.slice(-1);
    if (classes.length > 0 && on('usearch-class-names'))
      shown['classIds'] = classes.map((id) => c.db.class(id)?.name);
  } else {
    if (['name', 'newteacher'].includes(ep) && on(`${ep}-classids-missing`)) delete shown['classIds'];
    if (['details', 'password', 'email'].includes(ep) && on(`${ep}-cohortids-missing`))
      delete shown['cohortIds'];
    if (['details', 'password', 'email'].includes(ep) && on(`${ep}-classids-null`)) shown['classIds'] = null;
  }
}

export function showUser(c: Call, found: UserRow): Json {
  const { ep, on } = c;
  const row = found.stale?.ep === ep ? { ...found, ...found.stale.row } : found;
  const shown: Json = { userId: row.id };
  idsOf(row, shown, on, ep);
  namesOf(row, shown, on, ep);
  rolesOf(row, shown, on, ep);
  mailsOf(row, shown, on, ep);
  datesOf(row, shown, on, ep);
  shown['enabled'] = row.enabled;
  if (WITH_LISTS.has(ep) || on('m-lists-everywhere')) listsOf(c, row, shown);
  if (on('m-more-fields'))
    Object.assign(shown, { locale: 'en-GB', photo: { small: `https://img.example/${row.id}` } });
  if (on('m-fullname-last-first') && row.firstName && row.lastName)
    shown['fullName'] = `${row.lastName}, ${row.firstName}`;
  if (ep === 'usearch' && row.emails.length > 1 && on('usearch-userid-is-email'))
    shown['userId'] = at(row.emails, 0);
  return shown;
}
