// Bugs of how users are shown.

import { deep, drop, item, NS, NT, plain, SDP, single, str, U, UE, UL, UN, UP, US } from './kit.ts';
import type { Def } from './switches.ts';
import type { Obj } from './types.ts';
import { dateTime } from './values.ts';

const EMPTY = 'empty fields are left out';
const IDS = 'classIds and cohortIds are present in user responses of this endpoint';
const TIME = 'a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ';
const DATE = 'a date is YYYY-MM-DD';
const ROLES = 'roles are all platform roles of the user';
const NAMES = 'fullName, firstName and lastName are those of the user';
const MAILS = 'emails is an array of emails';
const SAME = 'POST /users/search has the response of GET /users';

const list = (json: Obj, name: string): string[] => {
  const value = json[name];
  return Array.isArray(value) ? value.map(String) : [];
};

export const userShapeBugs: readonly Def[] = [
  plain(
    'shape.users.ids-missing',
    IDS,
    'classIds and cohortIds are left out',
    item(UL, (j) => drop(j, 'classIds', 'cohortIds')),
  ),
  plain(
    'shape.search.cohorts-missing',
    IDS,
    'cohortIds are left out',
    item(US, (j) => drop(j, 'cohortIds')),
  ),
  deep(
    'shape.search.classes-of-first',
    'classIds are the classes of the user',
    'only one class is shown',
    item(US, (j) => {
      j['classIds'] = list(j, 'classIds').slice(0, 1);
    }),
  ),
  deep(
    'shape.users.teacher-classes-lost',
    'classIds are the classes of the user',
    'classes of teachers are not shown',
    item(UL, (j, row) => {
      if (U(row).roles.includes('teacher')) j['classIds'] = [];
    }),
  ),
  deep(
    'shape.users.classes-as-cohorts',
    'cohortIds are the cohorts of the user',
    'who has no cohort shows the classes as cohorts',
    item(UL, (j) => {
      if (list(j, 'cohortIds').length === 0) j['cohortIds'] = list(j, 'classIds');
    }),
  ),
  deep(
    'shape.search.ids-turned',
    'classIds are the classes of the user',
    'classIds and cohortIds change places',
    item(US, (j) => {
      const { classIds = [], cohortIds = [] } = j;
      j['classIds'] = cohortIds;
      j['cohortIds'] = classIds;
    }),
  ),
  deep(
    'shape.users.old-classes-lost',
    'classIds are the classes of the user',
    'classes of past years are not shown where userId is given',
    item(UL, (j, _r, c) => {
      if (c.args?.f.userId)
        j['classIds'] = list(j, 'classIds').filter(
          (id) => c.world.classes.get(id)?.yearId === c.world.currentYear()?.id,
        );
    }),
  ),
  plain(
    'shape.users.nulls',
    EMPTY,
    'empty fields are null',
    item(UL, (j) => {
      for (const n of ['username', 'upn', 'externalId', 'gender', 'dateOfBirth', 'emails']) j[n] ??= null;
    }),
  ),
  deep(
    'shape.search.upn-null',
    EMPTY,
    'a student without UPN shows null',
    item(US, (j, row) => {
      if (U(row).roles.includes('student')) j['upn'] ??= null;
    }),
  ),
  deep(
    'shape.users.gender-empty',
    EMPTY,
    'a missing gender is an empty text where a filter is set',
    item(UL, (j, _r, c) => {
      if (Object.keys(c.args?.f ?? {}).length > 0) j['gender'] ??= '';
    }),
  ),
  plain(
    'shape.users.roles-text',
    ROLES,
    'roles is one text',
    item(UL, (j) => {
      j['roles'] = list(j, 'roles').join(',');
    }),
  ),
  deep(
    'shape.users.roles-first',
    ROLES,
    'only the first role is shown',
    item(UL, (j) => {
      j['roles'] = list(j, 'roles').slice(0, 1);
    }),
  ),
  deep(
    'shape.search.roles-sought',
    ROLES,
    'only the role that was searched for is shown',
    item(US, (j, _r, c) => {
      if (c.args?.f.role) j['roles'] = [c.args.f.role];
    }),
  ),
  deep(
    'shape.users.roles-repeated',
    ROLES,
    'a role is shown once for each class',
    item(UL, (j) => {
      const n = list(j, 'classIds').length;
      const r = list(j, 'roles');
      if (n > 1) j['roles'] = Array.from({ length: n }, () => r).flat();
    }),
  ),
  plain(
    'shape.users.created-no-millis',
    TIME,
    'createdAt has no milliseconds',
    item(UL, (j) => {
      j['createdAt'] = str(j, 'createdAt').replace(/\.\d+Z/, 'Z');
    }),
  ),
  deep(
    'shape.users.updated-zone',
    TIME,
    'updatedAt ends in +00:00 where it differs from createdAt',
    item(UL, (j) => {
      if (j['updatedAt'] !== j['createdAt']) j['updatedAt'] = str(j, 'updatedAt').replace('Z', '+00:00');
    }),
  ),
  deep(
    'shape.search.created-date',
    TIME,
    'createdAt of teachers is a date',
    item(US, (j, row) => {
      if (U(row).roles.includes('teacher')) j['createdAt'] = str(j, 'createdAt').slice(0, 10);
    }),
  ),
  deep(
    'shape.search.updated-number',
    TIME,
    'updatedAt is a number where sort is by it',
    item(US, (j, row, c) => {
      if (c.args?.field === 'updatedAt') j['updatedAt'] = U(row).updatedAt;
    }),
  ),
  deep(
    'shape.users.updated-before',
    'updatedAt is when the user was last updated',
    'createdAt and updatedAt change places',
    item(UL, (j) => {
      const { createdAt = '', updatedAt = '' } = j;
      j['createdAt'] = updatedAt;
      j['updatedAt'] = createdAt;
    }),
  ),
  deep(
    'shape.search.updated-missing',
    SAME,
    'updatedAt is left out of who was never changed',
    item(US, (j) => {
      if (j['updatedAt'] === j['createdAt']) drop(j, 'updatedAt');
    }),
  ),
  plain(
    'shape.users.birth-time',
    DATE,
    'dateOfBirth is a date-time',
    item(UL, (j) => {
      if (j['dateOfBirth']) j['dateOfBirth'] = `${str(j, 'dateOfBirth')}T00:00:00.000Z`;
    }),
  ),
  deep(
    'shape.search.birth-slashes',
    DATE,
    'dateOfBirth of who was born before 2008 has slashes',
    item(US, (j) => {
      if (str(j, 'dateOfBirth') < '2008' && j['dateOfBirth'])
        j['dateOfBirth'] = str(j, 'dateOfBirth').replaceAll('-', '/');
    }),
  ),
  deep(
    'shape.users.birth-short',
    DATE,
    'months below ten have one digit',
    item(UL, (j) => {
      if (j['dateOfBirth']) j['dateOfBirth'] = str(j, 'dateOfBirth').replace(/-0(\d)-/, '-$1-');
    }),
  ),
  deep(
    'shape.search.birth-day-off',
    SAME,
    'dateOfBirth is a day early for the first of a month',
    item(US, (j) => {
      if (str(j, 'dateOfBirth').endsWith('-01'))
        j['dateOfBirth'] = dateTime(Date.parse(str(j, 'dateOfBirth')) - 86_400_000).slice(0, 10);
    }),
  ),
  deep(
    'shape.users.full-name-escaped',
    NAMES,
    'an apostrophe in fullName is an entity',
    item(UL, (j) => {
      j['fullName'] = str(j, 'fullName').replaceAll("'", '&#39;');
    }),
  ),
  deep(
    'shape.users.first-name-ascii',
    NAMES,
    'firstName lacks its diacritics',
    item(UL, (j) => {
      j['firstName'] = str(j, 'firstName').normalize('NFD').replace(/[̀-ͯ]/g, '');
    }),
  ),
  deep(
    'shape.search.last-name-cut',
    NAMES,
    'lastName ends at the first space or hyphen',
    item(US, (j) => {
      j['lastName'] = str(j, 'lastName').split(/[ -]/)[0] ?? '';
    }),
  ),
  deep(
    'shape.search.full-name-turned',
    SAME,
    'fullName begins with the last name for CJK names',
    item(US, (j, row) => {
      if (/[一-鿿]/.test(U(row).first)) j['fullName'] = `${U(row).last} ${U(row).first}`;
    }),
  ),
  plain(
    'shape.users.emails-text',
    MAILS,
    'emails is one text',
    item(UL, (j) => {
      if (j['emails']) j['emails'] = list(j, 'emails').join(';');
    }),
  ),
  deep(
    'shape.users.emails-first',
    MAILS,
    'only the first email is shown',
    item(UL, (j) => {
      if (j['emails']) j['emails'] = list(j, 'emails').slice(0, 1);
    }),
  ),
  deep(
    'shape.search.emails-objects',
    MAILS,
    'second emails are objects',
    item(US, (j) => {
      if (j['emails']) j['emails'] = list(j, 'emails').map((e, i) => (i > 0 ? { email: e } : e));
    }),
  ),
  deep(
    'shape.search.emails-sought',
    SAME,
    'of several emails only the one that was searched for is shown',
    item(US, (j, _r, c) => {
      const e = c.args?.f.email?.toLowerCase();
      if (e && j['emails']) j['emails'] = list(j, 'emails').filter((one) => one.toLowerCase() === e);
    }),
  ),
  deep(
    'shape.users.external-number',
    'externalId is a string',
    'an externalId of digits is a number',
    item(UL, (j) => {
      if (/^\d+$/.test(str(j, 'externalId'))) j['externalId'] = Number(j['externalId']);
    }),
  ),
  deep(
    'shape.search.external-cut',
    'externalId is the identifier from outside',
    'an externalId ends at a slash',
    item(US, (j) => {
      if (j['externalId']) j['externalId'] = str(j, 'externalId').split('/')[0] ?? '';
    }),
  ),
  deep(
    'shape.users.gender-unknown',
    SAME,
    'GET shows another gender for nonbinary',
    item(UL, (j) => {
      if (j['gender'] === 'nonbinary') j['gender'] = 'undisclosed';
    }),
  ),
  // Single answers
  plain(
    'shape.new-student.ids-missing',
    IDS,
    'classIds and cohortIds are left out',
    single(NS, (j) => drop(j, 'classIds', 'cohortIds')),
  ),
  deep(
    'shape.details.ids-missing',
    IDS,
    'classIds are left out where gender alone is sent',
    single(SDP, (j, _r, c) => {
      const u = c.body['user'];
      if (typeof u === 'object' && u !== null && !('dateOfBirth' in u)) drop(j, 'classIds');
    }),
  ),
  plain(
    'shape.name.cohorts-missing',
    IDS,
    'cohortIds are left out',
    single(UN, (j) => drop(j, 'cohortIds')),
  ),
  plain(
    'shape.password.classes-missing',
    IDS,
    'classIds are left out',
    single(UP, (j) => drop(j, 'classIds')),
  ),
  deep(
    'shape.primary-email.ids-empty',
    IDS,
    'classIds and cohortIds are empty for teachers and students alike',
    single(UE, (j) => {
      j['classIds'] = [];
      j['cohortIds'] = [];
    }),
  ),
  deep(
    'shape.new-student.nulls',
    EMPTY,
    'fields that were not sent are null',
    single(NS, (j) => {
      for (const n of ['username', 'gender', 'dateOfBirth']) j[n] ??= null;
    }),
  ),
  deep(
    'shape.new-teacher.role',
    ROLES,
    'roles of a new teacher are not shown',
    single(NT, (j) => drop(j, 'roles')),
  ),
  deep(
    'shape.name.full-name-old',
    NAMES,
    'fullName is left out of who has no username',
    single(UN, (j) => {
      if (!j['username']) drop(j, 'fullName');
    }),
  ),
  deep(
    'shape.password.time',
    TIME,
    'updatedAt has no milliseconds',
    single(UP, (j) => {
      j['updatedAt'] = str(j, 'updatedAt').replace(/\.\d+Z/, 'Z');
    }),
  ),
  deep(
    'shape.single.birth-time',
    DATE,
    'dateOfBirth is a date-time',
    single([SDP, UN, UE], (j) => {
      if (j['dateOfBirth']) j['dateOfBirth'] = `${str(j, 'dateOfBirth')}T00:00:00Z`;
    }),
  ),
];
