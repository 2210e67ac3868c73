/** Bugs of who is in classes and cohorts. */

import { at, body, bugsOf, crash, good, keep, kept, list, named, op, put, turn } from './bugs-kit.ts';
import type { Answer, Ctx, User } from './types.ts';

const group = (c: Ctx): string => c.params['classId'] ?? c.params['cohortId'] ?? '';
const members = (c: Ctx, part: 'studies' | 'teaches' | 'cohorts'): User[] =>
  [...c.world.users.values()].filter((user) => user[part].has(group(c)));
const unlisted = (a: Answer): void => turn(a, 204, undefined);

const TABLE = `
add-students-last-lost | d | all the students of userIds are assigned | of several students the last is not assigned
add-students-100-refused | d | userIds has 1 to 100 items | exactly 100 items are refused
add-students-101 | d | userIds has at most 100 items; more is 400 | more than 100 items are taken, the first 100 of them
add-students-none | d | userIds has at least one item; none is 400 | an empty list is 204
add-students-unknown-class | d | an unknown class is 404 | an unknown class is 204
add-students-moves | d | assigning to a class leaves the other classes alone | a student is moved: the other classes are left
drop-students-all | d | the students of userIds are removed, and no others | the whole class is emptied
drop-students-first-only | d | all the students of userIds are removed | the first one only is removed
drop-students-everywhere | d | students are removed from this class | students are removed from all their classes
add-teachers-101 | d | userIds has at most 100 items; more is 400 | more than 100 items are taken
add-teachers-one-seat | d | assigning a teacher leaves the other teachers of the class | a class has one teacher: the others leave
add-teachers-unknown-class | d | an unknown class is 404 | an unknown class is 400
drop-teachers-none | d | userIds has at least one item; none is 400 | an empty list is 204
drop-teachers-101 | d | userIds has at most 100 items; more is 400 | more than 100 items are taken
drop-teachers-students | d | teachers are removed from the class, not its students | a class without teachers is cleared of its students
drop-teachers-first-only | d | all the teachers of userIds are removed | the first one only is removed
cohort-students-first-only | d | all the students of userIds are assigned | the first one only is assigned
cohort-students-moves | d | assigning to a cohort leaves the other cohorts alone | a student is in one cohort: the others are left
cohort-students-as-class | d | the cohort is in cohortIds of the student | the cohort lands in classIds
drop-cohort-students-everywhere | d | students are removed from this cohort | students are removed from all their cohorts
drop-cohort-students-all | d | the students of userIds are removed, and no others | the whole cohort is emptied
drop-cohort-students-unknown | d | an unknown cohort is 404 | an unknown cohort is 500
`;

export const memberBugs = bugsOf(TABLE, {
  'add-students-last-lost': at(op.addStudents, {
    before: (c) => {
      if (list(c, 'userIds').length > 1) put(body(c), 'userIds', list(c, 'userIds').slice(0, -1));
    },
  }),
  'add-students-100-refused': at(op.addStudents, {
    after: (c, a) => {
      if (good(a) && list(c, 'userIds').length === 100)
        turn(a, 400, { status: 400, message: 'Too many users.' });
    },
  }),
  'add-students-101': at(op.addStudents, {
    before: (c) => {
      if (list(c, 'userIds').length > 100) put(body(c), 'userIds', list(c, 'userIds').slice(0, 100));
    },
  }),
  'add-students-none': at(op.addStudents, {
    after: (c, a) => {
      if (a.status === 400 && Array.isArray(body(c)['userIds']) && list(c, 'userIds').length === 0)
        unlisted(a);
    },
  }),
  'add-students-unknown-class': at(op.addStudents, {
    after: (_c, a) => {
      if (a.status === 404 && JSON.stringify(a.body).includes('class')) unlisted(a);
    },
  }),
  'add-students-moves': at(op.addStudents, {
    after: (c, a) => {
      if (!good(a)) return;
      for (const user of named(c, list(c, 'userIds')))
        for (const id of [...user.studies]) if (id !== group(c)) user.studies.delete(id);
    },
  }),
  'drop-students-all': at(op.dropStudents, {
    after: (c, a) => {
      if (good(a)) for (const user of members(c, 'studies')) user.studies.delete(group(c));
    },
  }),
  'drop-students-first-only': at(op.dropStudents, {
    before: (c) =>
      put(body(c), 'userIds', Array.isArray(body(c)['userIds']) ? list(c, 'userIds').slice(0, 1) : null),
  }),
  'drop-students-everywhere': at(op.dropStudents, {
    after: (c, a) => {
      if (good(a)) for (const user of named(c, list(c, 'userIds'))) user.studies.clear();
    },
  }),
  'add-teachers-101': at(op.addTeachers, {
    before: (c) => {
      if (list(c, 'userIds').length > 100) put(body(c), 'userIds', list(c, 'userIds').slice(0, 100));
    },
  }),
  'add-teachers-one-seat': at(op.addTeachers, {
    before: (c) => keep(c, 'before', members(c, 'teaches')),
    after: (c, a) => {
      if (!good(a)) return;
      const fresh = new Set(named(c, list(c, 'userIds')));
      for (const user of kept<User[]>(c, 'before') ?? []) if (!fresh.has(user)) user.teaches.delete(group(c));
    },
  }),
  'add-teachers-unknown-class': at(op.addTeachers, {
    after: (_c, a) => {
      if (a.status === 404 && JSON.stringify(a.body).includes('class'))
        turn(a, 400, { status: 400, message: 'No such class.' });
    },
  }),
  'drop-teachers-none': at(op.dropTeachers, {
    after: (c, a) => {
      if (a.status === 400 && Array.isArray(body(c)['userIds']) && list(c, 'userIds').length === 0)
        unlisted(a);
    },
  }),
  'drop-teachers-101': at(op.dropTeachers, {
    before: (c) => {
      if (list(c, 'userIds').length > 100) put(body(c), 'userIds', list(c, 'userIds').slice(0, 100));
    },
  }),
  'drop-teachers-students': at(op.dropTeachers, {
    after: (c, a) => {
      if (good(a) && members(c, 'teaches').length === 0)
        for (const user of members(c, 'studies')) user.studies.delete(group(c));
    },
  }),
  'drop-teachers-first-only': at(op.dropTeachers, {
    before: (c) => {
      if (list(c, 'userIds').length > 1 && list(c, 'userIds').length < 101)
        put(body(c), 'userIds', list(c, 'userIds').slice(0, 1));
    },
  }),
  'cohort-students-first-only': at(op.addCohortStudents, {
    before: (c) => {
      if (list(c, 'userIds').length > 1) put(body(c), 'userIds', list(c, 'userIds').slice(0, 1));
    },
  }),
  'cohort-students-moves': at(op.addCohortStudents, {
    after: (c, a) => {
      if (!good(a)) return;
      for (const user of named(c, list(c, 'userIds')))
        for (const id of [...user.cohorts]) if (id !== group(c)) user.cohorts.delete(id);
    },
  }),
  'cohort-students-as-class': at(op.addCohortStudents, {
    after: (c, a) => {
      if (!good(a)) return;
      for (const user of named(c, list(c, 'userIds'))) {
        user.cohorts.delete(group(c));
        user.studies.add(group(c));
      }
    },
  }),
  'drop-cohort-students-everywhere': at(op.dropCohortStudents, {
    after: (c, a) => {
      if (good(a)) for (const user of named(c, list(c, 'userIds'))) user.cohorts.clear();
    },
  }),
  'drop-cohort-students-all': at(op.dropCohortStudents, {
    after: (c, a) => {
      if (good(a)) for (const user of members(c, 'cohorts')) user.cohorts.delete(group(c));
    },
  }),
  'drop-cohort-students-unknown': at(op.dropCohortStudents, {
    after: (_c, a) => {
      if (a.status === 404 && JSON.stringify(a.body).includes('such cohort')) crash(a);
    },
  }),
});
