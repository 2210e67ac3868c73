// Bugs of the memberships of cohorts and from the side of users.

import * as k from './kit.ts';
import {
  deep,
  HG,
  HL,
  HSA,
  HSD,
  HTA,
  HTD,
  item,
  lax,
  on,
  plain,
  reply,
  SCA,
  SCD,
  SHA,
  single,
  TCA,
  TCD,
  turned,
  US,
} from './kit.ts';
import type { Ctx, Def } from './switches.ts';
import type { Change, Json, Obj } from './types.ts';
import { linksOf } from './writes.ts';

const ADD = 'who is assigned shows the class or cohort';
const REMOVE = 'who is removed shows the class or cohort no more';
const ONLY = 'only the members that were named change';

const NOBODY = '204 without body is the answer';
const UUIDS = 'the ids are UUIDs';
const MISSING = '404 is for a class or cohort that does not exist';
const TESTS = 'tests are those assigned to the cohort';
const UNIQUE = 'a testId is unique among the tests';

const BODY = 'the body is required';
const IDS = 'classIds and cohortIds are those of the user';

const bend = (ops: k.Ops, fn: (ch: Change, c: Ctx) => void) => on('change', ops, fn);
const following = (ops: k.Ops, fn: (ch: Change, c: Ctx) => void) => on('after', ops, fn);
const cancel = (ops: k.Ops, when: (ch: Change, c: Ctx) => boolean = () => true) =>
  bend(ops, (ch, c) => {
    if (when(ch, c)) ch.cancel = true;
  });
const isMember = (ch: Change, c: Ctx): boolean =>
  linksOf(c, ch.table)
    .rightsOf(ch.left[0] ?? '')
    .includes(ch.right[0] ?? '');

const filled = (name: string, ops: k.Ops) =>
  on('body', ops, (b) => {
    if (b[name] === undefined) b[name] = [];
  });
const ids = (json: Obj, name: string): Json[] => {
  const v = json[name];
  return Array.isArray(v) ? v : [];
};

export const memberBugs2: readonly Def[] = [
  // Cohorts
  deep(
    'member.cohort-students.first',
    ADD,
    'only the first student is assigned',
    bend(HSA, (ch) => {
      ch.right = ch.right.slice(0, 1);
    }),
  ),
  deep(
    'member.cohort-students.one-cohort',
    ONLY,
    'a student leaves the other cohorts',
    bend(HSA, (ch, c) => {
      for (const id of ch.right)
        for (const h of c.world.cohortStudents.leftsOf(id)) c.world.cohortStudents.remove(h, id);
    }),
  ),
  deep(
    'member.cohort-students.status',
    NOBODY,
    '201 is the answer',
    reply(HSA, (r) => {
      if (r.status === 204) {
        r.status = 201;
        r.body = {};
      }
    }),
  ),
  deep(
    'member.cohort-students.stay',
    REMOVE,
    'only the last student is removed',
    bend(HSD, (ch) => {
      ch.right = ch.right.slice(-1);
    }),
  ),
  deep(
    'member.cohort-students.added',
    REMOVE,
    'who is not in the cohort is assigned',
    bend(HSD, (ch, c) => {
      if (!isMember(ch, c)) ch.kind = 'add';
    }),
  ),
  deep(
    'member.cohort-students.removal-unknown',
    MISSING,
    'an unknown cohort gives 400',
    turned([HSA, HSD], 404, 400),
  ),
  deep(
    'member.cohort-students.body-missing',
    BODY,
    'a body without userIds is let through',
    filled('userIds', [HSA, HSD]),
  ),
  // Tests of cohorts
  deep(
    'member.cohort-tests.last-lost',
    TESTS,
    'of several tests the last is not assigned',
    bend(HTA, (ch) => {
      if (ch.right.length > 1) ch.right.pop();
    }),
  ),
  deep(
    'member.cohort-tests.replaced',
    ONLY,
    'the tests of before are lost',
    bend(HTA, (ch, c) => {
      const row = c.world.cohorts.get(ch.left[0] ?? '');
      if (row) row.tests = [];
    }),
  ),
  deep(
    'member.cohort-tests.twice',
    UNIQUE,
    'a test that is assigned again is there twice',
    following(HTA, (ch, c) => {
      const row = c.world.cohorts.get(ch.left[0] ?? '');
      if (!row) return;
      for (const id of ch.right) {
        const key = `had|${row.id}|${id}`;
        if (c.world.memo.get(key) === true) row.tests = [...row.tests, { testId: id, activation: 'OPEN' }];
        c.world.memo.set(key, true);
      }
    }),
  ),
  deep(
    'member.cohort-tests.everywhere',
    ONLY,
    'a cohort of the same year gets the tests as well',
    bend(HTA, (ch, c) => {
      const row = c.world.cohorts.get(ch.left[0] ?? '');
      const other = c.world.cohorts.rows.find((h) => h.yearId === row?.yearId && h.id !== row?.id);
      if (other) ch.left.push(other.id);
    }),
  ),
  deep(
    'member.cohort-tests.one-of-subject',
    ONLY,
    'a test takes the place of others of its subject',
    bend(HTA, (ch, c) => {
      const row = c.world.cohorts.get(ch.left[0] ?? '');
      const subjects = ch.right.map((id) => c.world.tests.get(id)?.subject);
      if (row) row.tests = row.tests.filter((t) => !subjects.includes(c.world.tests.get(t.testId)?.subject));
    }),
  ),
  deep(
    'member.cohort-tests.stale',
    TESTS,
    'a cohort that was read alone before shows its tests of then',
    single(HG, (j, row, c) => {
      const key = `tests|${row.id}`;
      const was = c.world.memo.get(key);
      if (Array.isArray(was)) j['tests'] = structuredClone(was);
      else c.world.memo.set(key, structuredClone(ids(j, 'tests')));
      if (ids(j, 'tests').length === 0) k.drop(j, 'tests');
    }),
  ),
  deep(
    'cohorts.tests-three-in-list',
    TESTS,
    'the list shows three tests at most',
    item(HL, (j) => {
      if (ids(j, 'tests').length > 3) j['tests'] = ids(j, 'tests').slice(0, 3);
    }),
  ),
  deep(
    'member.cohort-tests.stay',
    TESTS,
    'tests that were there from the start are not removed',
    bend(HTD, (ch, c) => {
      const row = c.world.cohorts.get(ch.left[0] ?? '');
      if ((row?.seq ?? 0) < 12) ch.right = ch.right.filter((id) => c.world.memo.get(`mine|${id}`) === true);
    }),
    following(HTA, (ch, c) => {
      for (const id of ch.right) c.world.memo.set(`mine|${id}`, true);
    }),
  ),
  deep(
    'member.cohort-tests.subject-leaves',
    ONLY,
    'all tests of the subject are removed',
    bend(HTD, (ch, c) => {
      const subjects = ch.right.map((id) => c.world.tests.get(id)?.subject);
      ch.right = c.world.tests.rows.filter((t) => subjects.includes(t.subject)).map((t) => t.id);
    }),
  ),
  deep(
    'member.cohort-tests.all-leave',
    ONLY,
    'all tests are removed where several are named',
    bend(HTD, (ch, c) => {
      if (ch.right.length > 1) ch.right = c.world.tests.rows.map((t) => t.id);
    }),
  ),
  deep(
    'member.cohort-tests.everywhere-leave',
    ONLY,
    'a test is removed from all cohorts',
    bend(HTD, (ch, c) => {
      ch.left = c.world.cohorts.rows.map((h) => h.id);
    }),
  ),
  deep(
    'member.cohort-tests.any-text',
    UUIDS,
    'ids that are no UUIDs are passed over',
    lax([HTA, HTD], 'uuid.testIds'),
    on(
      'lax',
      [HTA, HTD],
      (c) => ids(c.body, 'testIds').some((v) => typeof v !== 'string' || v.length !== 36),
      'test.unknown',
    ),
  ),
  // From the side of the user
  plain('member.student-classes.lost', ADD, 'classes are not assigned', cancel(SCA)),
  deep(
    'member.student-classes.replaced',
    ONLY,
    'the student leaves the classes of before',
    bend(SCA, (ch, c) => {
      const id = ch.right[0] ?? '';
      for (const g of c.world.classStudents.leftsOf(id)) c.world.classStudents.remove(g, id);
    }),
  ),
  deep(
    'member.student-classes.second-time',
    ADD,
    'from the third class on nothing is assigned',
    cancel(SCA, (ch, c) => c.world.classStudents.leftsOf(ch.right[0] ?? '').length >= 2),
  ),
  plain('member.student-classes.stay', REMOVE, 'classes are not removed', cancel(SCD)),
  deep(
    'member.student-classes.first-leaves',
    REMOVE,
    'only the first class is removed',
    bend(SCD, (ch) => {
      ch.left = ch.left.slice(0, 1);
    }),
  ),
  deep(
    'member.student-classes.all-leave',
    ONLY,
    'all classes are removed',
    bend(SCD, (ch, c) => {
      ch.left = c.world.classStudents.leftsOf(ch.right[0] ?? '');
    }),
  ),
  deep(
    'member.student-classes.mates-leave',
    ONLY,
    'everybody leaves the class',
    bend(SCD, (ch, c) => {
      ch.right = ch.left.flatMap((g) => c.world.classStudents.rightsOf(g));
    }),
  ),
  deep(
    'member.student-cohorts.lost',
    ADD,
    'a student who has a cohort gets no other',
    cancel(SHA, (ch, c) => c.world.cohortStudents.leftsOf(ch.right[0] ?? '').length > 0),
  ),
  deep(
    'member.student-cohorts.replaced',
    ONLY,
    'the student leaves the cohorts of before',
    bend(SHA, (ch, c) => {
      const id = ch.right[0] ?? '';
      for (const h of c.world.cohortStudents.leftsOf(id)) c.world.cohortStudents.remove(h, id);
    }),
  ),
  deep(
    'member.student-cohorts.classes-leave',
    ONLY,
    'the student leaves the classes',
    following(SHA, (ch, c) => {
      for (const id of ch.right)
        for (const g of c.world.classStudents.leftsOf(id)) c.world.classStudents.remove(g, id);
    }),
  ),
  deep(
    'member.teacher-classes.as-student',
    IDS,
    'the search does not show classes of a teacher who was assigned here',
    item(US, (j, row, c) => {
      const was = c.world.memo.get(`tca|${row.id}`);
      if (Array.isArray(was)) j['classIds'] = ids(j, 'classIds').filter((id) => !was.includes(id));
    }),
    following(TCA, (ch, c) => c.world.memo.set(`tca|${ch.right[0]}`, [...ch.left])),
  ),
  deep(
    'member.teacher-classes.colleagues-leave',
    ONLY,
    'other teachers of the class leave it',
    bend(TCA, (ch, c) => {
      for (const g of ch.left)
        for (const id of c.world.classTeachers.rightsOf(g)) c.world.classTeachers.remove(g, id);
    }),
  ),
  deep(
    'member.teacher-classes.last-stays',
    REMOVE,
    'the last class of a teacher is not removed',
    cancel(TCD, (ch, c) => c.world.classTeachers.leftsOf(ch.right[0] ?? '').length === 1),
  ),
];
