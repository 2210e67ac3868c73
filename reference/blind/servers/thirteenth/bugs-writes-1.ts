import { bug, obj, str } from './tools.ts';
import { dropAt, group, isTeacher, NEW, strip, user } from './tools-writes.ts';
import type { Switch } from './types.ts';

export const writeBugs1: readonly Switch[] = [
  user(
    'w-user-upn-lost',
    NEW,
    'upn is lost from the search',
    (u) => {
      u.upn = undefined;
    },
    'finder',
  ),
  user(
    'w-user-upn-list',
    NEW,
    'upn is lost from the list where a username is given',
    (u) => {
      if (!/\.\d{4}$/.test(u.username)) u.upn = undefined;
    },
    'directory',
  ),
  user('w-user-external-teacher', NEW, 'externalId of a new teacher is lost', (u) => {
    if (isTeacher(u)) u.externalId = undefined;
  }),
  user('w-user-external-digits', NEW, 'leading zeros of an externalId are lost', (u) => {
    u.externalId = u.externalId?.replace(/^0+(?=\d)/, '');
  }),
  user('w-user-trim', NEW, 'names are cut at 20 characters', (u) => {
    u.firstName = u.firstName.slice(0, 20);
    u.lastName = u.lastName.slice(0, 20);
  }),
  user(
    'w-user-accents',
    NEW,
    'accents are lost from the last name in the list',
    (u) => {
      u.lastName = strip(u.lastName);
    },
    'directory',
  ),
  user('w-user-title', NEW, 'the rest of a first name is put in lower case', (u) => {
    u.firstName = u.firstName.slice(0, 1) + u.firstName.slice(1).toLowerCase();
  }),
  user(
    'w-user-swap',
    NEW,
    'the names of a teacher are swapped in the search',
    (u) => {
      if (isTeacher(u)) [u.firstName, u.lastName] = [u.lastName, u.firstName];
    },
    'finder',
  ),
  user('w-user-apostrophe', NEW, 'an apostrophe is doubled', (u) => {
    u.lastName = u.lastName.replaceAll("'", "''");
  }),
  user(
    'w-user-birth',
    NEW,
    'dateOfBirth is a day early in the list',
    (u) => {
      if (u.dateOfBirth)
        u.dateOfBirth = new Date(Date.parse(u.dateOfBirth) - 86400000).toISOString().slice(0, 10);
    },
    'directory',
  ),
  user('w-user-birth-old', NEW, 'a dateOfBirth before 1970 is lost', (u) => {
    if (u.dateOfBirth && u.dateOfBirth < '1970') u.dateOfBirth = undefined;
  }),
  user('w-user-birth-teacher', NEW, 'dateOfBirth of a teacher is lost', (u) => {
    if (isTeacher(u)) u.dateOfBirth = undefined;
  }),
  user('w-user-gender', NEW, 'the gender of a new student is lost', (u) => {
    if (!isTeacher(u)) u.gender = undefined;
  }),
  user(
    'w-user-gender-default',
    NEW,
    'who is made without gender has one in the list',
    (u) => {
      u.gender ??= 'undisclosed';
    },
    'directory',
  ),
  user('w-user-username', NEW, 'username is put in lower case', (u) => {
    u.username = u.username.toLowerCase();
  }),
  user(
    'w-user-role',
    NEW,
    'a new teacher is a student in the list',
    (u) => {
      if (isTeacher(u)) u.roles = ['student'];
    },
    'directory',
  ),
  user(
    'w-user-roles-two',
    NEW,
    'a new teacher is a student besides in the search',
    (u) => {
      if (isTeacher(u)) u.roles = ['student', 'teacher'];
    },
    'finder',
  ),
  user(
    'w-user-created',
    NEW,
    'createdAt is the start of the day',
    (u) => {
      u.createdAt -= u.createdAt % 86400000;
    },
    'directory',
  ),
  user(
    'w-user-id',
    NEW,
    'the list has another id for a user with upn',
    (u) => {
      if (u.upn) u.id = u.id.replace(/^./, (x) => (x === 'a' ? 'b' : 'a'));
    },
    'directory',
  ),
  user(
    'w-user-suspended',
    NEW,
    'a new teacher cannot be found enabled in the list',
    (u) => {
      if (isTeacher(u)) u.active = false;
    },
    'directory',
  ),
  dropAt(
    'w-user-search-late',
    NEW,
    'a new student without upn never comes into the search',
    'finder',
    (e) => e.type === 'userCreated' && !e.user.upn && !isTeacher(e.user),
  ),
  dropAt(
    'w-user-list-late',
    NEW,
    'a new teacher with externalId never comes into the list',
    'directory',
    (e) => e.type === 'userCreated' && !!e.user.externalId && isTeacher(e.user),
  ),
  bug('w-user-twice', NEW, 'A creation makes one user.', 'who has a hyphen in the name is made twice', {
    event: (e) =>
      e.type === 'userCreated' && e.user.lastName.includes('-')
        ? [
            e,
            {
              type: 'userCreated',
              user: {
                ...e.user,
                id: e.user.id.replace(/.$/, (x) => (x === '0' ? '1' : '0')),
                username: `${e.user.username}-2`,
              },
            },
          ]
        : undefined,
  }),
  bug('w-user-answer', NEW, '201 carries the user as made.', 'the answer lacks externalId', {
    user: (v) => {
      delete v['externalId'];
    },
  }),
  bug('w-user-answer-id', NEW, '201 carries the user with its userId.', 'the answer names it id', {
    user: (v, u) => {
      if (u.gender) {
        v['id'] = v['userId'];
        delete v['userId'];
      }
    },
  }),
  bug(
    'w-user-answer-name',
    NEW,
    '201 carries the user as made.',
    'names in other scripts come as question marks',
    {
      user: (v) => {
        v['firstName'] = str(v['firstName']).replace(/[\u0250-\uffff]/g, '?');
      },
    },
  ),
  bug('w-user-null', NEW, 'Empty fields are omitted.', 'missing fields are null in the answer of a teacher', {
    user: (v, u) => {
      if (isTeacher(u)) v['gender'] ??= null;
    },
  }),
  group(
    'w-class-desc',
    'class',
    'the description is lost from the list',
    (k) => {
      k.description = undefined;
    },
    'classList',
  ),
  group('w-class-desc-cut', 'class', 'a description is cut at 64 characters', (k) => {
    k.description = k.description?.slice(0, 64);
  }),
  group(
    'w-class-name-space',
    'class',
    'double blanks of a name become one in the list',
    (k) => {
      k.name = k.name.replace(/ {2,}/g, ' ');
    },
    'classList',
  ),
  group('w-class-name-cut', 'class', 'a name is cut at 50 characters', (k) => {
    k.name = k.name.slice(0, 50);
  }),
  group(
    'w-class-name-upper',
    'class',
    'a single read shows the name in capitals where it has an accent',
    (k) => {
      if (strip(k.name) !== k.name) k.name = k.name.toUpperCase();
    },
    'class',
  ),
  group(
    'w-class-name-ascii',
    'class',
    'accents of a name are lost in the list',
    (k) => {
      k.name = strip(k.name);
    },
    'classList',
  ),
  group(
    'w-class-year',
    'class',
    'a given academicYearId is lost: current',
    (k, c) => {
      k.yearId = c.state.seed.years[1]?.id ?? '';
    },
    undefined,
    'academicYearId of CreateClass is the year.',
  ),
  group(
    'w-class-year-list',
    'class',
    'the list has a class of another year in the current one',
    (k, c) => {
      k.yearId = c.state.seed.years[1]?.id ?? '';
    },
    'classList',
  ),
  group(
    'w-class-default',
    'class',
    'the default year is the next one',
    (k, c) => {
      const s = obj(c.body?.['class']);
      if (s['academicYearId'] === undefined) k.yearId = c.state.seed.years[2]?.id ?? '';
    },
    undefined,
    'academicYearId defaults to the current year.',
  ),
];
