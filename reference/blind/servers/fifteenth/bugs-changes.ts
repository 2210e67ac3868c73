/** Bugs of changing accounts and their classes. */

import { answered, at, body, bugsOf, good, keep, kept, list, op, put, userOf } from './bugs-kit.ts';
import { isObject } from './reading.ts';
import type { Answer, Ctx, Json, User } from './types.ts';

const before = (c: Ctx): void => {
  const user = userOf(c);
  if (user !== undefined)
    keep(c, 'was', {
      ...user,
      emails: [...user.emails],
      studies: new Set(user.studies),
      teaches: new Set(user.teaches),
      cohorts: new Set(user.cohorts),
    });
};
const was = (c: Ctx): User | undefined => kept<User>(c, 'was');
const firstOf = (c: Ctx, name: string): void => {
  if (list(c, name).length > 1) put(body(c), name, list(c, name).slice(0, 1));
};
const only = (set: Set<string>, ids: readonly Json[]): void => {
  for (const id of [...set]) if (!ids.includes(id)) set.delete(id);
};
const done = (c: Ctx, a: Answer): User | undefined => (good(a) ? userOf(c) : undefined);

const TABLE = `
email-plus-lost | d | the email is the one that was sent | the part after a plus sign is cut off
email-not-found | d | email finds users of this address | the index of emails is built at the start
email-empty-class-ids | d | classIds are the classes of the user | the answer has classIds without any class
external-not-found | d | externalId finds the user who has it | the new identifier is stored with a blank behind it
external-as-upn | d | the external identifier is set | it is stored as upn when the user has none
external-number | d | externalId is a string, the one that was sent | leading noughts are lost
disable-nothing | p | the user is disabled | the state is shown and not stored
disable-namesakes | d | this user is disabled, and no other | all users of the same full name are
disable-toggles | d | a user who is disabled is disabled | disabling again enables
disable-renames | d | the user is disabled, and keeps what else there is | the names of the account are made anonymous
enable-nothing | p | the user is enabled | the state is shown and not stored
enable-demotes | d | the user is enabled, and keeps the roles | an enabled teacher with several roles keeps the first
student-classes-first | d | the student is assigned to all the classes | to the first one only
student-classes-replace | d | assigning leaves the other classes alone | the classes are replaced
student-classes-as-cohorts | d | the classes are in classIds | they land in cohortIds
drop-student-classes-all | d | the listed classes are removed, and no others | all classes are
drop-student-classes-nothing | p | the classes are removed from the student | nothing is removed
student-cohorts-replace | d | assigning leaves the other cohorts alone | the cohorts are replaced
student-cohorts-nothing | p | the student is assigned to cohorts | nothing is stored
teacher-classes-first | d | the teacher is assigned to all the classes | to the first one only
teacher-classes-unseat | d | the teacher is assigned, the others stay | the other teachers of the classes leave
drop-teacher-classes-all | d | the listed classes are removed, and no others | all classes are
drop-teacher-classes-nothing | p | the classes are removed from the teacher | nothing is removed
drop-teacher-classes-colleagues | d | the classes are removed from this teacher | all teachers lose them
`;

export const changeBugs = bugsOf(TABLE, {
  'email-plus-lost': at(op.email, {
    after: (c, a) => {
      const user = done(c, a);
      if (user === undefined) return;
      user.emails = user.emails.map((email) => email.replace(/\+[^@]*@/, '@'));
      put(answered(a, 'user'), 'emails', [...user.emails]);
    },
  }),
  'email-not-found': at([op.users], {
    rows: (c, rows, asked) => {
      if (!asked.filters.has('email')) return rows;
      const index = c.world.notes.get('emails');
      return rows.filter((row) => !isObject(index) || index[row.id] === (row as User).emails[0]);
    },
    before: (c) => {
      if (c.world.notes.has('emails')) return;
      c.world.notes.set(
        'emails',
        Object.fromEntries([...c.world.users.values()].map((user) => [user.id, user.emails[0] ?? ''])),
      );
    },
  }),
  'email-empty-class-ids': at(op.email, {
    view: (_c, v) => put(v, 'classIds', []),
  }),
  'external-not-found': at(op.external, {
    after: (c, a) => {
      const user = done(c, a);
      if (user !== undefined) user.externalId = `${user.externalId} `;
    },
  }),
  'external-as-upn': at(op.external, {
    before,
    after: (c, a) => {
      const user = done(c, a);
      const old = was(c);
      if (user === undefined || old === undefined || old.upn !== '') return;
      user.upn = user.externalId;
      user.externalId = old.externalId;
    },
  }),
  'external-number': at(op.external, {
    after: (c, a) => {
      const user = done(c, a);
      if (user !== undefined && /^0+[1-9]/.test(user.externalId))
        user.externalId = user.externalId.replace(/^0+/, '');
    },
  }),
  'disable-nothing': at(op.disable, {
    after: (c, a) => {
      const user = done(c, a);
      if (user !== undefined) user.disabled = 0;
    },
  }),
  'disable-namesakes': at(op.disable, {
    after: (c, a) => {
      const user = done(c, a);
      if (user === undefined) return;
      for (const other of c.world.users.values())
        if (other.firstName === user.firstName && other.lastName === user.lastName) other.disabled ||= c.now;
    },
  }),
  'disable-toggles': at(op.disable, {
    before,
    after: (c, a) => {
      const user = done(c, a);
      if (user !== undefined && was(c)?.disabled !== 0) user.disabled = 0;
    },
  }),
  'disable-renames': at(op.disable, {
    after: (c, a) => {
      const user = done(c, a);
      if (user !== undefined) user.firstName = 'Deleted';
    },
  }),
  'enable-nothing': at(op.enable, {
    before,
    after: (c, a) => {
      const user = done(c, a);
      if (user !== undefined) user.disabled = was(c)?.disabled ?? 0;
    },
  }),
  'enable-demotes': at(op.enable, {
    after: (c, a) => {
      const user = done(c, a);
      if (user !== undefined) user.roles = user.roles.slice(0, 1);
    },
  }),
  'student-classes-first': at(op.studentClasses, { before: (c) => firstOf(c, 'classIds') }),
  'student-classes-replace': at(op.studentClasses, {
    after: (c, a) => only(done(c, a)?.studies ?? new Set(), list(c, 'classIds')),
  }),
  'student-classes-as-cohorts': at(op.studentClasses, {
    after: (c, a) => {
      const user = done(c, a);
      for (const id of list(c, 'classIds'))
        if (user?.studies.delete(String(id)) === true) user.cohorts.add(String(id));
    },
  }),
  'drop-student-classes-all': at(op.dropStudentClasses, {
    after: (c, a) => done(c, a)?.studies.clear(),
  }),
  'drop-student-classes-nothing': at(op.dropStudentClasses, {
    before,
    after: (c, a) => {
      const user = done(c, a);
      if (user !== undefined) user.studies = was(c)?.studies ?? user.studies;
    },
  }),
  'student-cohorts-replace': at(op.studentCohorts, {
    after: (c, a) => only(done(c, a)?.cohorts ?? new Set(), list(c, 'cohortIds')),
  }),
  'student-cohorts-nothing': at(op.studentCohorts, {
    before,
    after: (c, a) => {
      const user = done(c, a);
      if (user !== undefined) user.cohorts = was(c)?.cohorts ?? user.cohorts;
    },
  }),
  'teacher-classes-first': at(op.teacherClasses, { before: (c) => firstOf(c, 'classIds') }),
  'teacher-classes-unseat': at(op.teacherClasses, {
    after: (c, a) => {
      const user = done(c, a);
      if (user === undefined) return;
      for (const other of c.world.users.values())
        if (other !== user) for (const id of list(c, 'classIds')) other.teaches.delete(String(id));
    },
  }),
  'drop-teacher-classes-all': at(op.dropTeacherClasses, {
    after: (c, a) => done(c, a)?.teaches.clear(),
  }),
  'drop-teacher-classes-nothing': at(op.dropTeacherClasses, {
    before,
    after: (c, a) => {
      const user = done(c, a);
      if (user !== undefined) user.teaches = was(c)?.teaches ?? user.teaches;
    },
  }),
  'drop-teacher-classes-colleagues': at(op.dropTeacherClasses, {
    after: (c, a) => {
      if (good(a))
        for (const other of c.world.users.values())
          for (const id of list(c, 'classIds')) other.teaches.delete(String(id));
    },
  }),
});
