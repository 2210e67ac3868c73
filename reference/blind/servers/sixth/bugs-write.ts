import { around, bend, body, caught, collector, is, nothing, shown, then } from './bug-tools.ts';
import { type Call, type Fields, isUuid, refuse } from './engine.ts';
import { type ClassRow, type CohortRow, type Database, must, type Row, type UserRow } from './model.ts';

const low = (v: unknown) => String(v).toLowerCase();
const theClass = (db: Database, c: Call): ClassRow | undefined =>
  db.classes.find((r) => r.classId === low(c.params['classId']));
const theCohort = (db: Database, c: Call): CohortRow | undefined =>
  db.cohorts.find((r) => r.cohortId === low(c.params['cohortId']));
const theUser = (db: Database, c: Call): UserRow | undefined =>
  db.users.find((r) => r.userId === low(c.params['userId']));
/** A member of the body where it is a list, or an object. */
const list = (c: Call, name: string): unknown[] | undefined => {
  const v = body(c)[name];
  return Array.isArray(v) ? v : undefined;
};
const inner = (c: Call, wrap: string): Fields => {
  const v = body(c)[wrap];
  return typeof v === 'object' && v !== null ? (v as Fields) : {};
};
const lengthOf = (v: unknown): unknown => (v as { length?: unknown } | null | undefined)?.length;
const ids = (c: Call, name: string): string[] => list(c, name)?.map(low) ?? [];
/** Sends the handler other ids than those of the body. */
const swap = (c: Call, name: string, f: (v: unknown[]) => unknown[]) => {
  const v = list(c, name);
  if (v) c.json = { ...body(c), [name]: f(v) };
};
const found = (u: UserRow | undefined): UserRow => u ?? refuse(404, 'there is no such user');

export const WRITE_BUGS = () => {
  const { all, bug } = collector();

  // ---- Rights
  bug(
    'auth.restricted-removes-teachers',
    'DW',
    'removeClassTeachers',
    'a key that lacks the permission gets 403',
    'the restricted key may remove teachers from a class',
    (k) => bend(k, 'mayUse', (old) => (c, may) => old(c, may) || c.op === 'removeClassTeachers'),
  );
  bug(
    'auth.restricted-creates',
    'SW',
    'createClass createCohort',
    'a key that lacks the permission gets 403',
    'the restricted key may create classes and cohorts',
    (k) => bend(k, 'mayUse', (old) => (c, may) => old(c, may) || is(c, 'createClass createCohort')),
  );
  bug(
    'cors.not-on-204',
    'DW',
    ['addClassStudents', 'addCohortTests', 'addStudentClasses', 'enableUser'],
    'browser requests from any origin are permitted',
    'answers of 204 to a POST lack the header',
    (k) => {
      k.after.push((c, a) => {
        if (a.status === 204 && c.method === 'POST') delete a.headers['access-control-allow-origin'];
      });
    },
  );

  // ---- Creating classes
  bug('create-class.200', 'SW', 'createClass', 'success is 201', 'it is 200', (k) =>
    then(k, 'createClass', (_b, _c, a) => {
      a.status = 200;
    }),
  );
  bug(
    'create-class.duplicates',
    'SW',
    'createClass',
    '409 where the class already exists',
    'it is created again',
    (k, db) =>
      around(k, 'createClass', (_c, next) => {
        const held = db.classes.map((r) => r.name);
        db.classes.forEach((r) => {
          r.name = `\u0000${r.name}`;
        });
        try {
          return next();
        } finally {
          db.classes.forEach((r, i) => {
            if (i < held.length) r.name = must(held[i]);
          });
        }
      }),
  );
  bug('create-class.duplicate-400', 'SW', 'createClass', '409 where the class already exists', '400', (k) =>
    caught(k, 'createClass', (r) => refuse(r.status === 409 ? 400 : r.status, r.detail)),
  );
  bug(
    'create-class.new-ones-again',
    'DW',
    'createClass',
    '409 where the class already exists',
    'only classes from before the start of the server count',
    (k, db) => {
      const n = db.classes.length;
      around(k, 'createClass', (_c, next) => {
        const later = db.classes.slice(n);
        const names = later.map((r) => r.name);
        later.forEach((r) => {
          r.name = `\u0000${r.name}`;
        });
        try {
          return next();
        } finally {
          later.forEach((r, i) => {
            r.name = must(names[i]);
          });
        }
      });
    },
  );
  bug(
    'create-class.last-year',
    'SW',
    'createClass',
    'academicYearId defaults to the current year',
    'it defaults to the year before',
    (k, db) =>
      around(k, 'createClass', (c, next) => {
        const o = inner(c, 'class');
        if (o['academicYearId'] === undefined)
          c.json = { class: { ...o, academicYearId: must(db.years[1]).academicYearId } };
        return next();
      }),
  );
  bug(
    'create-class.year-ignored',
    'DW',
    'createClass',
    'academicYearId is the year the class belongs to',
    'a given year is ignored in favour of the current one',
    (k, db) =>
      around(k, 'createClass', (c, next) => {
        const o = inner(c, 'class');
        if (
          isUuid(o['academicYearId']) &&
          db.years.some((y) => y.academicYearId === low(o['academicYearId']))
        )
          c.json = { class: { ...o, academicYearId: db.currentYearId } };
        return next();
      }),
  );
  bug(
    'create-class.description-lost',
    'SW',
    'createClass',
    'Class has a description',
    'the description of a new class is lost',
    (k, db) =>
      then(k, 'createClass', (b) => {
        delete b.class.description;
        delete must(db.classes.at(-1)).description;
      }),
  );
  bug(
    'create-class.description-shown-once',
    'DW',
    'createClass',
    'Class has a description',
    'the answer shows the description, but it is not kept',
    (k, db) =>
      then(k, 'createClass', () => {
        delete must(db.classes.at(-1)).description;
      }),
  );
  bug(
    'create-class.not-kept',
    'SW',
    'createClass',
    'the class is created',
    'the answer is 201, but there is no class',
    (k, db) =>
      then(k, 'createClass', () => {
        db.classes.pop();
      }),
  );
  bug(
    'create-class.no-name',
    'SW',
    'createClass',
    '400 for an invalid request',
    'a class without a name is created as Untitled',
    (k) =>
      around(k, 'createClass', (c, next) => {
        const o = body(c)['class'];
        if (o && typeof o === 'object' && (o as Fields)['name'] === undefined)
          c.json = { class: { ...o, name: `Untitled ${c.nth}` } };
        return next();
      }),
  );
  bug(
    'create-class.unwrapped',
    'DW',
    'createClass',
    'a body wraps the payload in class; else 400',
    'an unwrapped class is accepted',
    (k) =>
      around(k, 'createClass', (c, next) => {
        if (body(c)['class'] === undefined && body(c)['name'] !== undefined) c.json = { class: c.json };
        return next();
      }),
  );
  bug(
    'create-class.not-searchable',
    'DW',
    'createClass listClasses',
    'search finds the classes with the name',
    'a class created just now is in the list, but no search finds it',
    (k, db) => {
      const n = db.classes.length;
      bend(
        k,
        'matchOne',
        (old) => (op, one, r, v, w) =>
          old(op, one, r, v, w) && !(op === 'listClasses' && one === 'search' && r.seq >= n),
      );
    },
  );
  bug(
    'create-class.accents-lost',
    'DW',
    'createClass',
    'name is the name of the class',
    'accents of a new name are lost',
    (k, db) =>
      then(k, 'createClass', (b) => {
        b.class.name = must(db.classes.at(-1)).name = b.class.name.normalize('NFD').replace(/\p{M}/gu, '');
      }),
  );

  // ---- Students and teachers of classes
  bug(
    'class-students.101',
    'DW',
    'addClassStudents',
    'userIds holds 1 to 100 items',
    '101 are accepted',
    (k) =>
      around(k, 'addClassStudents', (c, next) => {
        if (ids(c, 'userIds').length === 101) swap(c, 'userIds', (v) => v.slice(0, 100));
        return next();
      }),
  );
  bug(
    'class-students.100-refused',
    'DW',
    'addClassStudents',
    'userIds holds 1 to 100 items',
    '100 are refused',
    (k) =>
      around(k, 'addClassStudents', (c, next) =>
        ids(c, 'userIds').length > 99 ? refuse(400, 'too many') : next(),
      ),
  );
  bug(
    'class-students.none',
    'SW',
    'addClassStudents',
    'userIds holds 1 to 100 items',
    'an empty list is accepted',
    (k, db) =>
      around(k, 'addClassStudents', (c, next) =>
        theClass(db, c) && lengthOf(body(c)['userIds']) === 0 ? nothing() : next(),
      ),
  );
  bug(
    'class-students.first',
    'SW',
    'addClassStudents',
    'assigns the students',
    'only the first is assigned',
    (k) =>
      around(k, 'addClassStudents', (c, next) => {
        if (ids(c, 'userIds').length <= 100) swap(c, 'userIds', (v) => v.slice(0, 1));
        return next();
      }),
  );
  bug(
    'class-students.200-body',
    'SW',
    'addClassStudents',
    '204 without a body',
    '200 with the class',
    (k, db) =>
      then(k, 'addClassStudents', (_b, c, a) => {
        a.status = 200;
        a.body = { class: { classId: must(theClass(db, c)).classId } };
      }),
  );
  bug(
    'class-students.replaces',
    'DW',
    'addClassStudents',
    'assigns the students',
    'those assigned before are removed',
    (k, db) =>
      around(k, 'addClassStudents', (c, next) => {
        const r = theClass(db, c);
        const before = r ? [...r.students] : [];
        const a = next();
        const now = ids(c, 'userIds');
        before.forEach((id) => {
          if (!now.includes(id)) must(r).students.delete(id);
        });
        return a;
      }),
  );
  bug(
    'class-students.moves',
    'DW',
    'addClassStudents',
    'assigns the students to this class',
    'they leave the other classes of that year',
    (k, db) =>
      around(k, 'addClassStudents', (c, next) => {
        const a = next();
        const r = must(theClass(db, c));
        for (const o of db.classes)
          if (o !== r && o.academicYearId === r.academicYearId)
            for (const id of ids(c, 'userIds')) o.students.delete(id);
        return a;
      }),
  );
  bug(
    'class-students.remove-101',
    'DW',
    'removeClassStudents',
    'no size bounds are stated',
    'more than 100 are refused',
    (k) =>
      around(k, 'removeClassStudents', (c, next) =>
        ids(c, 'userIds').length > 100 ? refuse(400, 'too many') : next(),
      ),
  );
  bug(
    'class-students.remove-nothing',
    'SW',
    'removeClassStudents',
    'removes the students',
    'nobody is removed',
    (k) =>
      around(k, 'removeClassStudents', (c, next) => {
        swap(c, 'userIds', (v) => (v.every(isUuid) ? [] : v));
        return next();
      }),
  );
  bug(
    'class-students.remove-everybody',
    'DW',
    'removeClassStudents',
    'removes the students named',
    'where two or more are named the class is emptied',
    (k, db) =>
      around(k, 'removeClassStudents', (c, next) => {
        const a = next();
        if (ids(c, 'userIds').length > 1) must(theClass(db, c)).students.clear();
        return a;
      }),
  );
  bug(
    'class-students.unknown-class',
    'SW',
    'removeClassStudents addClassStudents',
    '404 where there is no such class',
    '204',
    (k) =>
      caught(k, 'removeClassStudents addClassStudents', (r) =>
        r.status === 404 ? nothing() : refuse(r.status, r.detail),
      ),
  );
  bug(
    'class-teachers.nobody',
    'SW',
    'addClassTeachers',
    'assigns the teachers',
    'nobody is assigned',
    (k, db) =>
      around(k, 'addClassTeachers', (c, next) => {
        const r = theClass(db, c);
        const before = new Set(r?.teachers);
        const a = next();
        must(r).teachers = before;
        return a;
      }),
  );
  bug(
    'class-teachers.101',
    'DW',
    'addClassTeachers',
    'userIds holds 1 to 100 items',
    'more than 100 are accepted where some are equal',
    (k) =>
      around(k, 'addClassTeachers', (c, next) => {
        swap(c, 'userIds', (v) => (v.length > 100 ? [...new Set(v)] : v));
        return next();
      }),
  );
  bug(
    'class-teachers.remove-none',
    'SW',
    'removeClassTeachers',
    'userIds holds 1 to 100 items',
    'an empty list is accepted',
    (k, db) =>
      around(k, 'removeClassTeachers', (c, next) =>
        theClass(db, c) && lengthOf(body(c)['userIds']) === 0 ? nothing() : next(),
      ),
  );
  bug(
    'class-teachers.remove-101',
    'DW',
    'removeClassTeachers',
    'userIds holds 1 to 100 items',
    '101 and more are accepted',
    (k) =>
      around(k, 'removeClassTeachers', (c, next) => {
        swap(c, 'userIds', (v) => v.slice(0, 100));
        return next();
      }),
  );
  bug(
    'class-teachers.remove-everywhere',
    'DW',
    'removeClassTeachers',
    'removes the teachers from the class',
    'they are removed from all classes',
    (k, db) =>
      around(k, 'removeClassTeachers', (c, next) => {
        const a = next();
        for (const r of db.classes) for (const id of ids(c, 'userIds')) r.teachers.delete(id);
        return a;
      }),
  );
  bug(
    'class-teachers.malformed',
    'SW',
    'addClassTeachers removeClassTeachers',
    'userIds are UUIDs; else 400',
    'what is no UUID is left out silently',
    (k, db) =>
      around(k, 'addClassTeachers removeClassTeachers', (c, next) => {
        const v = body(c)['userIds'];
        if (!Array.isArray(v) || v.every(isUuid) || !theClass(db, c)) return next();
        swap(c, 'userIds', (x) => x.filter(isUuid));
        return lengthOf(body(c)['userIds']) ? next() : nothing();
      }),
  );

  // ---- Cohorts
  bug(
    'create-cohort.duplicates',
    'SW',
    'createCohort',
    '409 where the cohort already exists',
    'it is created again',
    (k, db) =>
      around(k, 'createCohort', (_c, next) => {
        const rows = [...db.cohorts];
        const names = rows.map((r) => r.name);
        rows.forEach((r) => {
          r.name = '\u0000';
        });
        try {
          return next();
        } finally {
          rows.forEach((r, i) => {
            r.name = must(names[i]);
          });
        }
      }),
  );
  bug(
    'create-cohort.duplicate-in-other-case',
    'DW',
    'createCohort',
    '409 where the cohort already exists (in any letter case)',
    'only a name in the same letter case is taken',
    (k, db) =>
      around(k, 'createCohort', (c, next) => {
        const name = inner(c, 'cohort')['name'];
        const rows = db.cohorts.filter((r) => r.name !== name);
        const names = rows.map((r) => r.name);
        rows.forEach((r) => {
          r.name = '\u0000';
        });
        try {
          return next();
        } finally {
          rows.forEach((r, i) => {
            r.name = must(names[i]);
          });
        }
      }),
  );
  bug(
    'create-cohort.next-year',
    'SW',
    'createCohort',
    'academicYearId defaults to the current year',
    'it defaults to the next year',
    (k, db) =>
      around(k, 'createCohort', (c, next) => {
        const o = inner(c, 'cohort');
        if (o['academicYearId'] === undefined)
          c.json = { cohort: { ...o, academicYearId: must(db.years[3]).academicYearId } };
        return next();
      }),
  );
  bug(
    'create-cohort.wrapped-as-class',
    'DW',
    'createCohort',
    'the answer wraps the cohort as cohort',
    'where a year is given, it is wrapped as class',
    (k) =>
      then(k, 'createCohort', (b, c, a) => {
        if (inner(c, 'cohort')['academicYearId']) a.body = { class: b.cohort };
      }),
  );
  bug(
    'create-cohort.unknown-year',
    'DW',
    'createCohort',
    '400 for an invalid request',
    'the UUID of no year is accepted: the current one is taken',
    (k, db) =>
      around(k, 'createCohort', (c, next) => {
        const o = inner(c, 'cohort');
        if (
          isUuid(o['academicYearId']) &&
          !db.years.some((y) => y.academicYearId === low(o['academicYearId']))
        ) {
          const { academicYearId: _x, ...rest } = o;
          c.json = { cohort: rest };
        }
        return next();
      }),
  );
  bug(
    'cohort-students.not-shown',
    'SW',
    'addCohortStudents',
    'assigns the students',
    'nobody is assigned',
    (k) =>
      around(k, 'addCohortStudents', (c, next) => {
        swap(c, 'userIds', (v) => (v.every(isUuid) ? [] : v));
        return next();
      }),
  );
  bug(
    'cohort-students.101',
    'DW',
    'addCohortStudents',
    'no bounds are stated',
    'more than 100 are refused',
    (k) =>
      around(k, 'addCohortStudents', (c, next) =>
        ids(c, 'userIds').length > 100 ? refuse(400, 'too many') : next(),
      ),
  );
  bug(
    'cohort-students.remove-first',
    'SW',
    'removeCohortStudents',
    'removes the students',
    'only the first is removed',
    (k) =>
      around(k, 'removeCohortStudents', (c, next) => {
        swap(c, 'userIds', (v) => v.slice(0, 1));
        return next();
      }),
  );
  bug(
    'cohort-students.remove-classes-too',
    'DW',
    'removeCohortStudents',
    'removes the students from the cohort',
    'they leave the classes of the same year as well',
    (k, db) =>
      around(k, 'removeCohortStudents', (c, next) => {
        const a = next();
        const y = must(theCohort(db, c)).academicYearId;
        for (const r of db.classes)
          if (r.academicYearId === y) for (const id of ids(c, 'userIds')) r.students.delete(id);
        return a;
      }),
  );
  bug(
    'cohort-tests.replaces',
    'DW',
    'addCohortTests',
    'assigns the tests',
    'the tests assigned before are removed',
    (k, db) =>
      around(k, 'addCohortTests', (c, next) => {
        const a = next();
        const r = must(theCohort(db, c));
        const now = ids(c, 'testIds');
        r.tests = r.tests.filter((t) => now.includes(t.testId));
        return a;
      }),
  );
  bug(
    'cohort-tests.twice',
    'DW',
    'addCohortTests',
    'testId is unique per test',
    'a test assigned again is there twice',
    (k, db) =>
      around(k, 'addCohortTests', (c, next) => {
        const r = theCohort(db, c);
        const before = r ? r.tests.map((t) => t.testId) : [];
        const a = next();
        for (const testId of ids(c, 'testIds').filter((id) => before.includes(id)))
          must(r).tests.push({ testId, activationStatus: 'ENABLED' });
        return a;
      }),
  );
  bug(
    'cohort-tests.malformed',
    'SW',
    'addCohortTests removeCohortTests',
    'testIds are UUIDs; else 400',
    'what is no UUID is left out silently',
    (k) =>
      around(k, 'addCohortTests removeCohortTests', (c, next) => {
        swap(c, 'testIds', (v) => v.filter(isUuid));
        return next();
      }),
  );
  bug(
    'cohort-tests.remove-subject',
    'DW',
    'removeCohortTests',
    'removes the tests named',
    'all tests of the same subject are removed',
    (k, db) =>
      around(k, 'removeCohortTests', (c, next) => {
        const a = next();
        const s = ids(c, 'testIds').map((id) => must(db.tests.find((t) => t.testId === id)).subject);
        const r = must(theCohort(db, c));
        r.tests = r.tests.filter(
          (t) => !s.includes(must(db.tests.find((x) => x.testId === t.testId)).subject),
        );
        return a;
      }),
  );
  bug(
    'cohort-tests.remove-200',
    'SW',
    'removeCohortTests',
    'success is 204',
    '200 with an empty object',
    (k) =>
      then(k, 'removeCohortTests', (_b, _c, a) => {
        a.status = 200;
        a.body = {};
      }),
  );

  // ---- Accounts
  bug(
    'create-student.as-teacher',
    'SW',
    'createStudent',
    'creates a student account',
    'the account has the role of teachers',
    (k, db) =>
      then(k, 'createStudent', (b) => {
        b.user.roles = ['TEACHER'];
        must(db.users.at(-1)).roles = ['TEACHER'];
      }),
  );
  bug(
    'create-student.bare',
    'SW',
    'createStudent',
    'the 201 response carries user',
    'the user stands unwrapped',
    (k) =>
      then(k, 'createStudent', (b, _c, a) => {
        a.body = b.user;
      }),
  );
  bug(
    'create-student.birth-shift',
    'DW',
    'createStudent',
    'dateOfBirth is that given',
    'dates before 1970 come out a day early',
    (k, db) =>
      then(k, 'createStudent', (b) => {
        const born = b.user.dateOfBirth;
        if (born !== undefined && born < '1970')
          b.user.dateOfBirth = must(db.users.at(-1)).dateOfBirth = new Date(Date.parse(born) - 86400000)
            .toISOString()
            .slice(0, 10);
      }),
  );
  bug(
    'create-student.created-epoch',
    'DW',
    'createStudent',
    'createdAt is when the user was created',
    'it is the start of the academic year',
    (k, db) =>
      then(k, 'createStudent', (b) => {
        const u = must(db.users.at(-1));
        u.createdAt = must(db.years[2]).start;
        b.user.createdAt = new Date(u.createdAt).toISOString();
      }),
  );
  bug(
    'create-teacher.also-student',
    'DW',
    'createTeacher',
    'roles are all roles of the user',
    'a new teacher gets the role of students as well, seen in lists',
    (k, db) =>
      then(k, 'createTeacher', () => {
        must(db.users.at(-1)).roles = ['TEACHER', 'STUDENT'];
      }),
  );
  bug('create-teacher.200', 'SW', 'createTeacher', 'success is 201', 'it is 200', (k) =>
    then(k, 'createTeacher', (_b, _c, a) => {
      a.status = 200;
    }),
  );
  bug(
    'create-teacher.external-case',
    'DW',
    'createTeacher',
    'externalId is that given',
    'it is put in capitals',
    (k, db) =>
      then(k, 'createTeacher', (b) => {
        if (b.user.externalId)
          b.user.externalId = must(db.users.at(-1)).externalId = b.user.externalId.toUpperCase();
      }),
  );
  bug(
    'details.nothing',
    'SW',
    'updateStudentDetails',
    "updates the student's date of birth or gender",
    'nothing changes',
    (k) =>
      around(k, 'updateStudentDetails', (c, next) => {
        if (/"(student)"/.test(c.text) && typeof body(c)['student'] === 'object') c.json = { student: {} };
        return next();
      }),
  );
  bug(
    'details.birth-cleared',
    'DW',
    'updateStudentDetails',
    'updates date of birth or gender',
    'a gender alone clears the date of birth',
    (k, db) =>
      around(k, 'updateStudentDetails', (c, next) => {
        const a = next();
        const o = inner(c, 'student');
        if (o['gender'] !== undefined && o['dateOfBirth'] === undefined) {
          delete must(theUser(db, c)).dateOfBirth;
          delete shown(a).user.dateOfBirth;
        }
        return a;
      }),
  );
  bug(
    'details.no-classids',
    'SW',
    'updateStudentDetails',
    'classIds are present in its response',
    'they are missing',
    (k) =>
      then(k, 'updateStudentDetails', (b) => {
        delete b.user.classIds;
      }),
  );
  bug(
    'details.updated-stays',
    'DW',
    'updateStudentDetails',
    'updatedAt says when the user was last updated',
    'it stays as it was',
    (k, db) =>
      around(k, 'updateStudentDetails', (c, next) => {
        const u = theUser(db, c);
        const at = u?.updatedAt;
        const a = next();
        must(u).updatedAt = must(at);
        shown(a).user.updatedAt = new Date(must(at)).toISOString();
        return a;
      }),
  );
  bug('name.first-only', 'SW', 'updateUserName', "updates the user's name", 'the last name stays', (k, db) =>
    around(k, 'updateUserName', (c, next) => {
      const u = theUser(db, c);
      const was = u?.lastName;
      const a = next();
      must(u).lastName = must(was);
      shown(a).user.lastName = was;
      return a;
    }),
  );
  bug(
    'name.full-stays',
    'DW',
    'updateUserName',
    "updates the user's name",
    'fullName stays as it was',
    (k, db) =>
      around(k, 'updateUserName', (c, next) => {
        const u = theUser(db, c);
        const was = u?.fullName;
        const a = next();
        must(u).fullName = must(was);
        shown(a).user.fullName = was;
        return a;
      }),
  );
  bug(
    'name.namesakes',
    'DW',
    'updateUserName',
    "updates the user's name",
    'all users of the same full name are renamed',
    (k, db) =>
      around(k, 'updateUserName', (c, next) => {
        const u = theUser(db, c);
        const was = u?.fullName;
        const a = next();
        for (const o of db.users)
          if (o.fullName === was)
            Object.assign(o, {
              firstName: must(u).firstName,
              lastName: must(u).lastName,
              fullName: must(u).fullName,
            });
        return a;
      }),
  );
  bug('password.204', 'SW', 'updateUserPassword', '200 with user', '204 without a body', (k) =>
    around(k, 'updateUserPassword', (_c, next) => {
      next();
      return nothing();
    }),
  );
  bug(
    'password.created-moves',
    'DW',
    'updateUserPassword',
    'createdAt is when the user was created',
    'it becomes the moment of the change',
    (k, db) =>
      around(k, 'updateUserPassword', (c, next) => {
        const a = next();
        const u = must(theUser(db, c));
        u.createdAt = u.updatedAt;
        shown(a).user.createdAt = shown(a).user.updatedAt;
        return a;
      }),
  );
  bug(
    'email.nothing',
    'SW',
    'updateUserPrimaryEmail',
    'updates the primary address',
    'the answer shows it, but it is not kept',
    (k, db) =>
      around(k, 'updateUserPrimaryEmail', (c, next) => {
        const u = theUser(db, c);
        const was = u ? [...u.emails] : [];
        const a = next();
        must(u).emails = was;
        return a;
      }),
  );
  bug(
    'email.last',
    'DW',
    'updateUserPrimaryEmail',
    'updates the primary address',
    'where the user has two addresses or more, the new one comes last',
    (k, db) =>
      around(k, 'updateUserPrimaryEmail', (c, next) => {
        const u = theUser(db, c);
        const was = u ? [...u.emails] : [];
        const a = next();
        if (was.length > 1) {
          must(u).emails = [...was, must(must(u).emails[0])];
          shown(a).user.emails = [...must(u).emails];
        }
        return a;
      }),
  );
  bug(
    'email.any-text',
    'SW',
    'updateUserPrimaryEmail',
    'emails are addresses; else 400',
    'any text is accepted',
    (k, db) =>
      around(k, 'updateUserPrimaryEmail', (c, next) => {
        const e = body(c)['email'];
        if (typeof e === 'string' && e && !e.includes('@')) {
          const u = found(theUser(db, c));
          c.json = { email: `${e}@x` };
          const a = next();
          u.emails[0] = e;
          shown(a).user.emails[0] = e;
          return a;
        }
        return next();
      }),
  );
  bug(
    'external.short',
    'DW',
    'setUserExternalId',
    "sets the user's external identifier",
    'it is cut after 20 characters',
    (k, db) =>
      around(k, 'setUserExternalId', (c, next) => {
        const a = next();
        const u = must(theUser(db, c));
        u.externalId = [...must(u.externalId)].slice(0, 20).join('');
        shown(a).user.externalId = u.externalId;
        return a;
      }),
  );
  bug(
    'external.old-found',
    'SW',
    'setUserExternalId listUsers',
    'externalId filters',
    'after a change the user is found by the old identifier, not the new one',
    (k, db) => {
      const old = new Map<string, string | undefined>();
      around(k, 'setUserExternalId', (c, next) => {
        const u = theUser(db, c);
        const was = u?.externalId;
        const a = next();
        if (!old.has(must(u).userId)) old.set(must(u).userId, was);
        return a;
      });
      bend(
        k,
        'matchSet',
        (f) => (op, s, r, v, w) =>
          f(
            op,
            s,
            s === 'externalId' && old.has(r.userId) ? ({ ...r, externalId: old.get(r.userId) } as Row) : r,
            v,
            w,
          ),
      );
    },
  );
  bug('enable.nothing', 'SW', 'enableUser', 'enables the user', 'nothing changes', (k, db) =>
    around(k, 'enableUser', (c, next) => {
      const u = theUser(db, c);
      const was = u?.enabled;
      const a = next();
      must(u).enabled = must(was);
      return a;
    }),
  );
  bug('disable.nothing', 'SW', 'disableUser', 'disables the user', 'nothing changes', (k, db) =>
    around(k, 'disableUser', (c, next) => {
      const u = theUser(db, c);
      const was = u?.enabled;
      const a = next();
      must(u).enabled = must(was);
      return a;
    }),
  );
  bug(
    'disable.toggles',
    'DW',
    'disableUser',
    'disables the user',
    'disabling one who is disabled enables them',
    (k, db) =>
      around(k, 'disableUser', (c, next) => {
        const u = theUser(db, c);
        const was = u?.enabled;
        const a = next();
        if (was === false) must(u).enabled = true;
        return a;
      }),
  );
  bug(
    'disable.leaves-classes',
    'DW',
    'disableUser',
    'classIds are the classes of the user (kept when disabled)',
    'who is disabled leaves all classes, for good',
    (k, db) =>
      around(k, 'disableUser', (c, next) => {
        const a = next();
        const id = low(c.params['userId']);
        for (const r of db.classes) {
          r.students.delete(id);
          r.teachers.delete(id);
        }
        return a;
      }),
  );
  bug('enable.unknown', 'SW', 'enableUser disableUser', '404 where there is no such user', '204', (k) =>
    caught(k, 'enableUser disableUser', () => nothing()),
  );

  // ---- Classes and cohorts of one user
  bug(
    'student-classes.first',
    'SW',
    'addStudentClasses',
    'assigns the student to classes',
    'only to the first',
    (k) =>
      around(k, 'addStudentClasses', (c, next) => {
        swap(c, 'classIds', (v) => v.slice(0, 1));
        return next();
      }),
  );
  bug(
    'student-classes.unknown',
    'DW',
    'addStudentClasses',
    '404 where a class is not found',
    'unknown classes are skipped where another one is known',
    (k, db) =>
      around(k, 'addStudentClasses', (c, next) => {
        const known = ids(c, 'classIds').filter((id) => db.classes.some((r) => r.classId === id));
        if (known.length && ids(c, 'classIds').every(isUuid)) swap(c, 'classIds', () => known);
        return next();
      }),
  );
  bug(
    'student-classes.replaces',
    'DW',
    'addStudentClasses',
    'assigns the student to classes',
    'those of the same year from before are lost',
    (k, db) =>
      around(k, 'addStudentClasses', (c, next) => {
        const a = next();
        const now = ids(c, 'classIds');
        const ys = db.classes.filter((r) => now.includes(r.classId)).map((r) => r.academicYearId);
        for (const r of db.classes)
          if (ys.includes(r.academicYearId) && !now.includes(r.classId))
            r.students.delete(low(c.params['userId']));
        return a;
      }),
  );
  bug(
    'student-classes.remove-nothing',
    'SW',
    'removeStudentClasses',
    'removes the classes from the student',
    'nothing is removed',
    (k) =>
      around(k, 'removeStudentClasses', (c, next) => {
        swap(c, 'classIds', (v) => (v.every(isUuid) ? [] : v));
        return next();
      }),
  );
  bug(
    'student-classes.remove-all',
    'DW',
    'removeStudentClasses',
    'removes a list of classes',
    'where two or more are named, all are removed',
    (k, db) =>
      around(k, 'removeStudentClasses', (c, next) => {
        const a = next();
        if (ids(c, 'classIds').length > 1)
          for (const r of db.classes) r.students.delete(low(c.params['userId']));
        return a;
      }),
  );
  bug(
    'student-cohorts.nothing',
    'SW',
    'addStudentCohorts',
    'assigns the student to cohorts',
    'nothing is assigned',
    (k) =>
      around(k, 'addStudentCohorts', (c, next) => {
        swap(c, 'cohortIds', (v) => (v.every(isUuid) ? [] : v));
        return next();
      }),
  );
  bug(
    'student-cohorts.unknown-400',
    'DW',
    'addStudentCohorts',
    '404 where a cohort is not found',
    '400, where the student exists',
    (k, db) =>
      caught(k, 'addStudentCohorts', (r, c) =>
        refuse(r.status === 404 && theUser(db, c) ? 400 : r.status, r.detail),
      ),
  );
  bug(
    'teacher-classes.nothing',
    'SW',
    'addTeacherClasses',
    'assigns the teacher to classes',
    'nothing is assigned',
    (k) =>
      around(k, 'addTeacherClasses', (c, next) => {
        swap(c, 'classIds', (v) => (v.every(isUuid) ? [] : v));
        return next();
      }),
  );
  bug(
    'teacher-classes.one-teacher',
    'DW',
    'addTeacherClasses',
    'assigns the teacher to classes',
    'the other teachers of these classes are removed',
    (k, db) =>
      around(k, 'addTeacherClasses', (c, next) => {
        const a = next();
        const now = ids(c, 'classIds');
        for (const r of db.classes)
          if (now.includes(r.classId)) r.teachers = new Set([low(c.params['userId'])]);
        return a;
      }),
  );
  bug(
    'teacher-classes.remove-last',
    'SW',
    'removeTeacherClasses',
    'removes a list of classes from the teacher',
    'only the last of the list is removed',
    (k) =>
      around(k, 'removeTeacherClasses', (c, next) => {
        swap(c, 'classIds', (v) => v.slice(-1));
        return next();
      }),
  );
  bug(
    'teacher-classes.remove-colleagues',
    'DW',
    'removeTeacherClasses',
    'removes the classes from the teacher',
    'their colleagues are removed from these classes too',
    (k, db) =>
      around(k, 'removeTeacherClasses', (c, next) => {
        const a = next();
        const now = ids(c, 'classIds');
        for (const r of db.classes) if (now.includes(r.classId)) r.teachers.clear();
        return a;
      }),
  );

  return all;
};
