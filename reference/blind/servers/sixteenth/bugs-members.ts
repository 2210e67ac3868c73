// Bugs of memberships: students and teachers of classes, students and tests of cohorts.
import {
  adds,
  after,
  bad,
  bounds,
  CS,
  CT,
  DS,
  DT,
  once,
  pairs,
  removeIn,
  takes,
} from './bugs-members-kit.ts';
import { caches, own } from './bugs-members-three.ts';
import { cohortMembers, cohortTests } from './bugs-members-two.ts';
import { type Bug, D, fail, M, memo, P, relax, restatus, strict } from './hooks.ts';
import { listOf, membersIn, pathOf, textOf } from './types.ts';

const classAdds: Bug[] = [
  P(
    'ma-noop-students',
    'w',
    CS,
    adds,
    'nothing is stored',
    pairs(() => []),
  ),
  P(
    'ma-first-students',
    'w',
    CS,
    adds,
    'the first one alone',
    pairs((p) => p.slice(0, 1)),
  ),
  M(
    'ma-last-students',
    'w',
    CS,
    adds,
    'the last one is left out (off by one)',
    pairs((p) => (p.length > 1 ? p.slice(0, -1) : p)),
  ),
  P('ma-200-students', 'w', CS, 'the answer is 204', '200 with an empty object', once(204, 200)),
  P('ma-none-students', 'w', CS, bounds, 'an empty list is taken', { rule: relax('ids.few') }),
  P('ma-101-students', 'w', CS, bounds, '101 are taken', { rule: relax('ids.many') }),
  M('ma-100-students', 'w', CS, bounds, '100 are refused', {
    rule: strict('ids.many', (v) => listOf(v).length === 100),
  }),
  D('ma-101-stored-students', 'w', CS, bad, 'the refusal of 101 comes after the first 100 were stored', {
    rule: (v, c) => {
      if (v.code === 'ids.many' && v.fails)
        for (const id of listOf(v.value).slice(0, 100))
          membersIn(c.w.students, pathOf(c, 'classId')).add(textOf(id));
      return v;
    },
  }),
  D('ma-replaces-students', 'w', CS, takes, 'the list replaces who was there', {
    write: (v, c) => {
      c.w.students.get(v.target)?.clear();
      return v;
    },
  }),
  D('ma-moves-students', 'w', CS, takes, 'students leave all their other classes', {
    write: (v, c) => {
      for (const id of v.ids) removeIn(c.w.students, id);
      return v;
    },
  }),
  D(
    'ma-batch-students',
    'w',
    CS,
    adds,
    'if one is a member already, the rest is not stored',
    pairs((p, _v, c) => (p.some(([g, u]) => c.w.students.get(g)?.has(u)) ? [] : p)),
  ),
  D(
    'ma-partial-students',
    'w',
    CS,
    bad,
    'who stands before an unknown user is stored though the answer is 400',
    {
      rule: (v, c) => {
        if (v.code === 'member.known' && !v.fails) c.bag.ids = [...(c.bag.ids ?? []), v.value];
        if (v.code === 'member.known' && v.fails)
          for (const id of c.bag.ids ?? []) membersIn(c.w.students, pathOf(c, 'classId')).add(textOf(id));
        return v;
      },
    },
    'whether an unknown user is refused is open, but this server refuses with 400 and then nothing may change',
  ),
  P('ma-unknown-class-students', 'w', CS, 'an unknown class gets 404', '500', {
    rule: restatus(500, 'class.there'),
  }),
  M('ma-form-students', 'w', CS, bad, 'what is no UUID throws', { rule: restatus(500, 'ids.uuid') }),
  P(
    'ma-noop-teachers',
    'w',
    CT,
    adds,
    'nothing is stored',
    pairs(() => []),
  ),
  M(
    'ma-first-teachers',
    'w',
    CT,
    adds,
    'the last one alone (await in a loop that returns)',
    pairs((p) => p.slice(-1)),
  ),
  P('ma-none-teachers', 'w', CT, bounds, 'an empty list is taken', { rule: relax('ids.few') }),
  M('ma-101-teachers', 'w', CT, bounds, '101 are taken', { rule: relax('ids.many') }),
  M('ma-100-teachers', 'w', CT, bounds, '100 are refused', {
    rule: strict('ids.many', (v) => listOf(v).length === 100),
  }),
  D(
    'ma-students-teachers',
    'w',
    [CT],
    adds,
    'teachers are stored among the students, so that removing them as teachers does nothing',
    {
      write: (v, c) => {
        for (const [g, u] of v.patch.pairs ?? []) membersIn(c.w.students, g).add(u);
        return { ...v, patch: { ...v.patch, pairs: [] } };
      },
    },
  ),
  D('ma-one-teacher', 'w', CT, takes, 'a class has one teacher: the new ones push out the old ones', {
    write: (v, c) => {
      c.w.teachers.get(v.target)?.clear();
      return v;
    },
  }),
  D('ma-clears-students', 'w', CT, takes, 'assigning teachers takes the students out', {
    write: (v, c) => {
      c.w.students.get(v.target)?.clear();
      return v;
    },
  }),
  P('ma-201-teachers', 'w', CT, 'the answer is 204', '201 with an empty object', once(204, 201)),
  M(
    'ma-unknown-class-teachers',
    'w',
    CT,
    'an unknown class gets 404',
    '400',
    { rule: restatus(400, 'class.there') },
    '400 is listed too, but 404 is the status of a class that is not found',
  ),
  M('ma-missing-teachers', 'w', CT, bad, 'a body without userIds throws', {
    rule: restatus(500, 'ids.list'),
  }),
];

const classRemoves: Bug[] = [
  P(
    'mr-noop-students',
    'w',
    DS,
    takes,
    'nothing is removed',
    pairs(() => []),
  ),
  P(
    'mr-first-students',
    'w',
    DS,
    takes,
    'the first one alone',
    pairs((p) => p.slice(0, 1)),
  ),
  D(
    'mr-all-students',
    'w',
    DS,
    takes,
    'all students leave',
    after((_v, c) => c.w.students.get(pathOf(c, 'classId'))?.clear()),
  ),
  D(
    'mr-everywhere-students',
    'w',
    DS,
    takes,
    'they leave all classes',
    after((v, c) => {
      for (const id of v.ids) removeIn(c.w.students, id);
    }),
  ),
  D(
    'mr-teachers-too',
    'w',
    DS,
    takes,
    'the teachers leave as well',
    after((_v, c) => c.w.teachers.get(pathOf(c, 'classId'))?.clear()),
  ),
  P('mr-body-students', 'w', DS, 'DELETE takes a body', 'the body of a DELETE is dropped: 400', {
    incoming: (v) => ({ ...v, text: '' }),
  }),
  M('mr-200-students', 'w', DS, 'the answer is 204', '200', once(204, 200)),
  D('mr-again-students', 'w', [DS, CS], adds, 'who was removed cannot come back (soft delete)', {
    write: (v, c) => {
      const gone = memo(c, 'gone', () => new Set<string>());
      if (v.kind.startsWith('remove')) {
        for (const [g, u] of v.patch.pairs ?? []) gone.add(g + u);
        return v;
      }
      return {
        ...v,
        patch: { ...v.patch, pairs: (v.patch.pairs ?? []).filter(([g, u]) => !gone.has(g + u)) },
      };
    },
  }),
  D(
    'mr-cohorts-students',
    'w',
    DS,
    takes,
    'they leave their cohorts as well',
    after((v, c) => {
      for (const id of v.ids) removeIn(c.w.cohortStudents, id);
    }),
  ),
  P('mr-unknown-class-students', 'w', DS, 'an unknown class gets 404', '500', {
    rule: (v) => (v.code === 'class.there' && v.fails ? fail(500) : v),
  }),
  P(
    'mr-noop-teachers',
    'w',
    DT,
    takes,
    'nothing is removed',
    pairs(() => []),
  ),
  M(
    'mr-last-teachers',
    'w',
    DT,
    takes,
    'the last one stays',
    pairs((p) => (p.length > 1 ? p.slice(0, -1) : p)),
  ),
  P('mr-none-teachers', 'w', DT, bounds, 'an empty list is taken', { rule: relax('ids.few') }),
  M('mr-101-teachers', 'w', DT, bounds, '101 are taken', { rule: relax('ids.many') }),
  M('mr-100-teachers', 'w', DT, bounds, '100 are refused', {
    rule: strict('ids.many', (v) => listOf(v).length === 100),
  }),
  D(
    'mr-all-teachers',
    'w',
    DT,
    takes,
    'all teachers leave',
    after((_v, c) => c.w.teachers.get(pathOf(c, 'classId'))?.clear()),
  ),
  D(
    'mr-everywhere-teachers',
    'w',
    DT,
    takes,
    'they leave all classes',
    after((v, c) => {
      for (const id of v.ids) removeIn(c.w.teachers, id);
    }),
  ),
  D(
    'mr-students-too',
    'w',
    DT,
    takes,
    'the students leave as well',
    after((_v, c) => c.w.students.get(pathOf(c, 'classId'))?.clear()),
  ),
  P('mr-body-teachers', 'w', DT, 'DELETE takes a body', 'the body of a DELETE is dropped: 400', {
    incoming: (v) => ({ ...v, text: '' }),
  }),
  M('mr-unknown-class-teachers', 'w', DT, 'an unknown class gets 404', '500', {
    rule: restatus(500, 'class.there'),
  }),
];

export const memberBugs: Bug[] = [
  ...classAdds,
  ...classRemoves,
  ...cohortMembers,
  ...cohortTests,
  ...own,
  ...caches,
];
