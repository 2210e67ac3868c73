// Bugs of memberships: students and teachers of classes, students and tests of cohorts – part three.
import {
  adds,
  after,
  CS,
  CT,
  DH,
  DS,
  DSC,
  DT,
  DTC,
  HS,
  once,
  pairs,
  removeIn,
  SC,
  SH,
  SU,
  TC,
  takes,
  US,
} from './bugs-members-kit.ts';
import { type Bug, D, edit, fieldOf, M, memo, P, restatus } from './hooks.ts';
import { type Ctx, type Item, pathOf, textOf, type UserRow } from './types.ts';

export const own: Bug[] = [
  P(
    'mo-noop-sc',
    'w',
    SC,
    adds,
    'nothing is stored',
    pairs(() => []),
  ),
  M(
    'mo-first-sc',
    'w',
    SC,
    adds,
    'the first one alone',
    pairs((p) => p.slice(0, 1)),
  ),
  D('mo-replaces-sc', 'w', SC, takes, "the list replaces the student's classes", {
    write: (v, c) => {
      for (const id of v.ids) removeIn(c.w.students, id);
      return v;
    },
  }),
  D('mo-class-cleared-sc', 'w', SC, takes, 'the other students leave the class', {
    write: (v, c) => {
      for (const [g] of v.patch.pairs ?? []) c.w.students.get(g)?.clear();
      return v;
    },
  }),
  P(
    'mo-noop-dsc',
    'w',
    DSC,
    takes,
    'nothing is removed',
    pairs(() => []),
  ),
  D(
    'mo-all-dsc',
    'w',
    DSC,
    takes,
    'the student leaves all classes',
    after((_v, c) => removeIn(c.w.students, pathOf(c, 'userId'))),
  ),
  D(
    'mo-members-dsc',
    'w',
    DSC,
    takes,
    'all students leave those classes',
    after((v, c) => {
      for (const [g] of v.patch.pairs ?? []) c.w.students.get(g)?.clear();
    }),
  ),
  M('mo-body-dsc', 'w', DSC, takes, 'the body of a DELETE is dropped, and a missing list means all', {
    incoming: (v) => ({ ...v, text: v.text === '' ? v.text : JSON.stringify({ classIds: [] }) }),
  }),
  P(
    'mo-noop-sh',
    'w',
    SH,
    adds,
    'nothing is stored',
    pairs(() => []),
  ),
  D('mo-replaces-sh', 'w', SH, takes, 'the student leaves the other cohorts', {
    write: (v, c) => {
      for (const id of v.ids) removeIn(c.w.cohortStudents, id);
      return v;
    },
  }),
  M(
    'mo-first-sh',
    'w',
    SH,
    adds,
    'the first one alone',
    pairs((p) => p.slice(0, 1)),
  ),
  M('mo-200-sh', 'w', SH, 'the owner says that the answer is 204', '200', once(204, 200)),
  P(
    'mo-noop-tc',
    'w',
    TC,
    adds,
    'nothing is stored',
    pairs(() => []),
  ),
  D('mo-pushes-tc', 'w', TC, takes, 'the other teachers leave those classes', {
    write: (v, c) => {
      for (const [g] of v.patch.pairs ?? []) c.w.teachers.get(g)?.clear();
      return v;
    },
  }),
  M(
    'mo-last-tc',
    'w',
    TC,
    adds,
    'the last one is left out',
    pairs((p) => (p.length > 1 ? p.slice(0, -1) : p)),
  ),
  P(
    'mo-noop-dtc',
    'w',
    DTC,
    takes,
    'nothing is removed',
    pairs(() => []),
  ),
  D(
    'mo-all-dtc',
    'w',
    DTC,
    takes,
    'the teacher leaves all classes',
    after((_v, c) => removeIn(c.w.teachers, pathOf(c, 'userId'))),
  ),
  D(
    'mo-students-dtc',
    'w',
    DTC,
    takes,
    'the students leave those classes as well',
    after((v, c) => {
      for (const [g] of v.patch.pairs ?? []) c.w.students.get(g)?.clear();
    }),
  ),
  M('mo-user-500-tc', 'w', TC, 'no server errors', 'an unknown user throws', {
    rule: restatus(500, 'user.there'),
  }),
  M('mo-class-500-sc', 'w', SC, 'no server errors', 'an unknown class throws', {
    rule: restatus(500, 'group.known'),
  }),
];

const stale =
  (op: string) =>
  (v: Item, c: Ctx): Item => {
    if (c.op !== op || v.kind !== 'user') return v;
    const kept = memo(c, `u-${textOf(fieldOf(v.row, 'userId'))}`, () => ({
      a: v.out['classIds'],
      b: v.out['cohortIds'],
    }));
    return { ...v, out: { ...v.out, classIds: kept.a, cohortIds: kept.b } };
  };
export const caches: Bug[] = [
  D(
    'mc-users-stale',
    'w',
    [US, CS, DS, CT, DT],
    'classIds are the classes of the user',
    'GET /users keeps the memberships that it showed first',
    { item: stale(US) },
  ),
  D(
    'mc-search-stale',
    'w',
    [SU, HS, DH, SH, SC],
    'cohortIds are the cohorts of the user',
    'the search keeps the memberships that it showed first',
    { item: stale(SU) },
  ),
  D(
    'mc-twice',
    'w',
    [US, CS],
    'classIds are the classes of the user',
    'assigning twice shows the class twice',
    {
      after: (v, c) => {
        const n = memo(c, 'twice', () => new Map<string, number>());
        for (const [g, u] of v.patch.pairs ?? []) n.set(g + u, (n.get(g + u) ?? 0) + 1);
        return v;
      },
      item: (v, c) =>
        v.kind !== 'user'
          ? v
          : edit((o, row: UserRow) => {
              const n = memo(c, 'twice', () => new Map<string, number>());
              o['classIds'] = (o['classIds'] as string[]).flatMap((g) =>
                (n.get(g + row.userId) ?? 0) > 1 ? [g, g] : [g],
              );
            })(v, c),
    },
  ),
  D(
    'mc-search-half',
    'w',
    [SU, CT, TC],
    'classIds are the classes of the user',
    'the search knows nothing of classes taught since the start',
    {
      after: (v, c) => {
        const n = memo(c, 'taught', () => new Set<string>());
        for (const [g, u] of v.patch.pairs ?? []) n.add(g + u);
        return v;
      },
      item: (v, c) =>
        v.kind !== 'user'
          ? v
          : edit((o, row: UserRow) => {
              o['classIds'] = (o['classIds'] as string[]).filter(
                (g) => !memo(c, 'taught', () => new Set<string>()).has(g + row.userId),
              );
            })(v, c),
    },
  ),
];
