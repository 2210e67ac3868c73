/** Bugs of creating and changing accounts. */

import {
  alter,
  answered,
  at,
  bugsOf,
  drop,
  good,
  inner,
  keep,
  kept,
  op,
  put,
  turn,
  userOf,
} from './bugs-kit.ts';
import { isObject } from './reading.ts';
import type { Answer, Ctx, User } from './types.ts';

const made = (c: Ctx, a: Answer): User | undefined =>
  c.world.users.get(String(answered(a, 'user')['userId']));
const before = (c: Ctx): void => {
  const user = userOf(c);
  if (user !== undefined) keep(c, 'was', { ...user, emails: [...user.emails] });
};
const was = (c: Ctx): User | undefined => kept<User>(c, 'was');
const fields = (c: Ctx, wrap: string): ReturnType<typeof inner> => inner(c, wrap);

const TABLE = `
new-student-teaches | p | POST /students creates a student account | the account has the role of a teacher
new-student-without-class-ids | p | the user of POST /students has classIds and cohortIds | both are left out
new-student-birth-shifted | d | dateOfBirth is the one that was sent | the date is stored as local midnight, a day before in UTC
new-student-upn-lost | d | the upn of the body is the upn of the user | the upn is shown and not stored
new-student-external-as-username | d | externalId is the one that was sent | with both, externalId is stored as username
new-student-twice | d | one account is created | a retry inside creates the account twice
new-teacher-name-cut | d | lastName is the one that was sent | lastName ends at an apostrophe
new-teacher-email-lost | d | the email of the body is among emails | the email is not stored
new-teacher-not-found | d | a created teacher is found | a teacher whose user name has a dot is not stored
details-clears-gender | d | details updates the date of birth or the gender | the one that is not sent is cleared
details-not-updated-at | d | updatedAt is when the user was last updated | updatedAt stays as it was
details-twins | d | the student of that id is updated | all students of the same last name get the gender
name-full-name-stale | d | fullName is the name after the update | the answer has the fullName of before
name-leaves-classes | d | the name is updated, and nothing else | the row is written anew: classes and cohorts are lost
name-normalised | d | the name is the one that was sent | letters lose their accents
password-is-204 | p | PUT password is 200 with the property user | it answers 204
password-cuts-emails | d | the password is changed, and nothing else | the emails of the account are reset
password-other-user | d | the answer carries the user | the answer carries the last user of the list
`;

export const accountBugs = bugsOf(TABLE, {
  'new-student-teaches': at(op.newStudent, {
    after: (c, a) => {
      const user = made(c, a);
      if (user !== undefined) user.roles = ['teacher'];
      put(answered(a, 'user'), 'roles', [c.s.users.roles.teacher]);
    },
  }),
  'new-student-without-class-ids': at(op.newStudent, {
    view: (_c, v) => drop(v, 'classIds', 'cohortIds'),
  }),
  'new-student-birth-shifted': at(op.newStudent, {
    after: (c, a) => {
      const user = made(c, a);
      if (user === undefined || user.birth === '') return;
      user.birth = new Date(Date.parse(user.birth) - 1).toISOString().slice(0, 10);
      put(answered(a, 'user'), 'dateOfBirth', user.birth);
    },
  }),
  'new-student-upn-lost': at(op.newStudent, {
    after: (c, a) => {
      const user = made(c, a);
      if (user !== undefined) user.upn = '';
    },
  }),
  'new-student-external-as-username': at(op.newStudent, {
    before: (c) => {
      const student = fields(c, 'student');
      if (student['username'] === undefined || student['externalId'] === undefined) return;
      put(student, 'username', student['externalId'] ?? '');
      drop(student, 'externalId');
    },
  }),
  'new-student-twice': at(op.newStudent, {
    after: (c, a) => {
      const user = made(c, a);
      const id = c.world.uuid();
      if (user !== undefined)
        c.world.users.set(id, {
          ...user,
          id,
          username: `${user.username}.2`,
          upn: '',
          externalId: '',
          emails: [],
          studies: new Set(),
          teaches: new Set(),
          cohorts: new Set(),
        });
    },
  }),
  'new-teacher-name-cut': at(op.newTeacher, {
    before: (c) => alter(fields(c, 'teacher'), 'lastName', (text) => text.split("'")[0] || text),
  }),
  'new-teacher-email-lost': at(op.newTeacher, {
    before: (c) => drop(fields(c, 'teacher'), 'email'),
  }),
  'new-teacher-not-found': at(op.newTeacher, {
    after: (c, a) => {
      const user = made(c, a);
      if (
        user?.username.includes('.') === true &&
        isObject(c.body) &&
        inner(c, 'teacher')['username'] !== undefined
      )
        c.world.users.delete(user.id);
    },
  }),
  'details-clears-gender': at(op.details, {
    after: (c, a) => {
      const user = userOf(c);
      if (!good(a) || user === undefined) return;
      if (fields(c, 'student')['gender'] === undefined) user.gender = '';
      if (fields(c, 'student')['dateOfBirth'] === undefined) user.birth = '';
    },
  }),
  'details-not-updated-at': at(op.details, {
    before,
    view: (c, v) => put(v, 'updatedAt', new Date(was(c)?.updated ?? 0).toISOString()),
    after: (c) => {
      const user = userOf(c);
      const old = was(c);
      if (user !== undefined && old !== undefined) user.updated = old.updated;
    },
  }),
  'details-twins': at(op.details, {
    after: (c, a) => {
      const user = userOf(c);
      if (!good(a) || user === undefined) return;
      for (const other of c.world.users.values())
        if (other.lastName === user.lastName) other.gender = user.gender;
    },
  }),
  'name-full-name-stale': at(op.name, {
    before,
    view: (c, v) => {
      const old = was(c);
      if (old !== undefined) put(v, 'fullName', `${old.firstName} ${old.lastName}`.trim());
    },
  }),
  'name-leaves-classes': at(op.name, {
    after: (c, a) => {
      const user = userOf(c);
      if (good(a)) for (const set of [user?.studies, user?.teaches, user?.cohorts]) set?.clear();
    },
  }),
  'name-normalised': at(op.name, {
    before: (c) => {
      for (const name of ['firstName', 'lastName'])
        alter(inner(c, 'user'), name, (text) => text.normalize('NFD').replace(/\p{M}/gu, ''));
    },
  }),
  'password-is-204': at(op.password, {
    after: (_c, a) => {
      if (good(a)) turn(a, 204, undefined);
    },
  }),
  'password-cuts-emails': at(op.password, {
    after: (c, a) => {
      const user = userOf(c);
      if (good(a) && user !== undefined) user.emails = user.emails.slice(0, 1);
    },
  }),
  'password-other-user': at(op.password, {
    after: (c, a) => {
      if (good(a)) put(answered(a, 'user'), 'userId', [...c.world.users.keys()].at(-1) ?? '');
    },
  }),
});
