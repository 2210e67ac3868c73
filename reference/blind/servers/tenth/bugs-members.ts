// Bugs of memberships.

import type * as k from './kit.ts';
import { CSA, CSD, CTA, CTD, deep, item, lax, on, plain, reply, turned, UL, US } from './kit.ts';
import type { Def } from './switches.ts';
import { ApiError, type Ctx } from './switches.ts';
import type { Change, Json, Obj } from './types.ts';
import { linksOf } from './writes.ts';

const ADD = 'who is assigned shows the class or cohort';
const REMOVE = 'who is removed shows the class or cohort no more';
const ONLY = 'only the members that were named change';
const BOUNDS = 'userIds has 1 to 100 items';
const NOBODY = '204 without body is the answer';
const UUIDS = 'the ids are UUIDs';
const MISSING = '404 is for a class or cohort that does not exist';

const NO409 = '409 is for the creation of classes and cohorts alone';
const BODY = 'the body is required';

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
const size = (ops: k.Ops, fn: (n: number) => void) =>
  on('body', ops, (b) => fn(Array.isArray(b['userIds']) ? b['userIds'].length : 0));
const filled = (name: string, ops: k.Ops) =>
  on('body', ops, (b) => {
    if (b[name] === undefined) b[name] = [];
  });
const ids = (json: Obj, name: string): Json[] => {
  const v = json[name];
  return Array.isArray(v) ? v : [];
};

export const memberBugs: readonly Def[] = [
  // Into a class
  plain('member.class-students.lost', ADD, 'students are not assigned, though 204', cancel(CSA)),
  deep(
    'member.class-students.last-lost',
    ADD,
    'of several students the last is not assigned',
    bend(CSA, (ch) => {
      if (ch.right.length > 1) ch.right.pop();
    }),
  ),
  deep(
    'member.class-students.fifty',
    ADD,
    'only the first 50 students are assigned',
    bend(CSA, (ch) => {
      ch.right = ch.right.slice(0, 50);
    }),
  ),
  deep(
    'member.class-students.replaced',
    ONLY,
    'students who were in the class leave it',
    bend(CSA, (ch, c) => {
      for (const id of c.world.classStudents.rightsOf(ch.left[0] ?? ''))
        c.world.classStudents.remove(ch.left[0] ?? '', id);
    }),
  ),
  deep(
    'member.class-students.one-class',
    ONLY,
    'a student leaves all other classes',
    bend(CSA, (ch, c) => {
      for (const id of ch.right)
        for (const g of c.world.classStudents.leftsOf(id)) c.world.classStudents.remove(g, id);
    }),
  ),
  deep(
    'member.class-students.next-class',
    ONLY,
    'students come into the next class as well',
    bend(CSA, (ch, c) => {
      const row = c.world.classes.get(ch.left[0] ?? '');
      const next = c.world.classes.rows[(row?.seq ?? 0) + 1];
      if (next) ch.left.push(next.id);
    }),
  ),
  deep(
    'member.class-students.toggled',
    ADD,
    'who is in the class already leaves it',
    bend(CSA, (ch, c) => {
      if (isMember(ch, c)) ch.kind = 'remove';
    }),
  ),
  deep(
    'member.class-students.again-409',
    NO409,
    'who is in the class already gives 409',
    bend(CSA, (ch, c) => {
      if (isMember(ch, c)) throw new ApiError(409, 'member', 'Already a member');
    }),
  ),
  plain('member.class-students.none', BOUNDS, 'no userIds are let through', lax(CSA, 'few.userIds')),
  deep('member.class-students.101', BOUNDS, '101 userIds are let through', lax(CSA, 'many.userIds')),
  deep(
    'member.class-students.100-refused',
    BOUNDS,
    '100 userIds are refused',
    size(CSA, (n) => {
      if (n === 100) throw new ApiError(400, 'many', 'Too many');
    }),
  ),
  deep(
    'member.class-students.body',
    NOBODY,
    'several students give 200 and a body',
    reply(CSA, (r, c) => {
      if (r.status === 204 && ids(c.body, 'userIds').length > 1) {
        r.status = 200;
        r.body = { assigned: true };
      }
    }),
  ),
  deep(
    'member.class-students.unknown-class',
    MISSING,
    'an unknown class gives 204',
    reply(CSA, (r, c) => {
      if (r.status === 404 && c.code === 'missing') {
        r.status = 204;
        r.body = undefined;
      }
    }),
  ),
  deep(
    'member.class-students.body-missing',
    BODY,
    'a body without userIds is let through',
    filled('userIds', [CSA, CTA]),
    lax([CSA, CTA], 'few.userIds', (c) => ids(c.body, 'userIds').length === 0),
  ),
  deep(
    'member.class-students.any-text',
    UUIDS,
    'ids that are no UUIDs are passed over',
    lax(CSA, 'uuid.userIds'),
    on('body', CSA, (b) => {
      const v = ids(b, 'userIds');
      const good = v.filter((x) => typeof x === 'string' && x.length === 36);
      if (good.length > 0) b['userIds'] = good;
    }),
  ),
  deep(
    'member.class-students.stale',
    ADD,
    'a user who was read before shows no new classes',
    item(UL, (j, row, c) => {
      const key = `classes|${row.id}`;
      const was = c.world.memo.get(key);
      const now = ids(j, 'classIds');
      if (Array.isArray(was)) j['classIds'] = now.filter((id) => was.includes(id));
      else c.world.memo.set(key, [...now]);
    }),
  ),
  deep(
    'member.class-teachers.second-class',
    ADD,
    'a teacher of a class is not assigned to another',
    cancel(CTA, (ch, c) => c.world.classTeachers.leftsOf(ch.right[0] ?? '').length > 0),
  ),
  deep(
    'member.class-teachers.replaced',
    ONLY,
    'the teacher who was in the class leaves it',
    bend(CTA, (ch, c) => {
      for (const id of c.world.classTeachers.rightsOf(ch.left[0] ?? ''))
        c.world.classTeachers.remove(ch.left[0] ?? '', id);
    }),
  ),
  deep(
    'member.class-teachers.20-refused',
    BOUNDS,
    'more than 20 userIds are refused',
    size(CTA, (n) => {
      if (n > 20) throw new ApiError(400, 'many', 'Too many');
    }),
  ),
  plain(
    'member.class-teachers.200',
    NOBODY,
    '200 and a body is the answer',
    reply(CTA, (r) => {
      if (r.status === 204) {
        r.status = 200;
        r.body = {};
      }
    }),
  ),
  deep(
    'member.class-teachers.unlisted',
    ADD,
    'the search does not show new classes of teachers',
    item(US, (j, row, c) => {
      if (c.world.memo.get(`taught|${row.id}`) === true)
        j['classIds'] = c.world.classStudents.leftsOf(row.id);
    }),
    following(CTA, (ch, c) => {
      for (const id of ch.right) c.world.memo.set(`taught|${id}`, true);
    }),
  ),
  deep(
    'member.class-teachers.id-500',
    UUIDS,
    'an id that is no UUID gives 500',
    turned(CTA, 400, 500, (c) => c.code === 'uuid.userIds'),
  ),
  // Out of a class
  plain('member.class-students.stay', REMOVE, 'students stay, though 204', cancel(CSD)),
  deep(
    'member.class-students.first-leaves',
    REMOVE,
    'only the first student is removed',
    bend(CSD, (ch) => {
      ch.right = ch.right.slice(0, 1);
    }),
  ),
  deep(
    'member.class-students.all-leave',
    ONLY,
    'all students are removed',
    bend(CSD, (ch, c) => {
      ch.right = c.world.classStudents.rightsOf(ch.left[0] ?? '');
    }),
  ),
  deep(
    'member.class-students.leave-everywhere',
    ONLY,
    'a student is removed from all classes',
    bend(CSD, (ch, c) => {
      ch.left = c.world.classes.rows.map((g) => g.id);
    }),
  ),
  deep(
    'member.class-students.leave-cohorts',
    ONLY,
    'a student leaves the cohorts as well',
    following(CSD, (ch, c) => {
      for (const id of ch.right)
        for (const h of c.world.cohortStudents.leftsOf(id)) c.world.cohortStudents.remove(h, id);
    }),
  ),
  deep(
    'member.class-students.stay-if-many',
    REMOVE,
    'where more than 10 are named nobody is removed',
    cancel(CSD, (ch) => ch.right.length > 10),
  ),
  deep(
    'member.class-students.removal-unknown',
    MISSING,
    'an unknown class gives 204',
    reply([CSD, CTD], (r, c) => {
      if (r.status === 404 && c.code === 'missing') {
        r.status = 204;
        r.body = undefined;
      }
    }),
  ),
  deep(
    'member.class-teachers.stay',
    REMOVE,
    'a teacher who is alone in the class stays',
    cancel(CTD, (ch, c) => c.world.classTeachers.rightsOf(ch.left[0] ?? '').length === 1),
  ),
  deep(
    'member.class-teachers.all-leave',
    ONLY,
    'all teachers are removed',
    bend(CTD, (ch, c) => {
      ch.right = c.world.classTeachers.rightsOf(ch.left[0] ?? '');
    }),
  ),
  deep('member.class-teachers.removal-none', BOUNDS, 'no userIds are let through', lax(CTD, 'few.userIds')),
  deep('member.class-teachers.removal-101', BOUNDS, '101 userIds are let through', lax(CTD, 'many.userIds')),
  deep(
    'member.class-teachers.removal-refused',
    BOUNDS,
    'more than one userId is refused',
    size(CTD, (n) => {
      if (n > 1) throw new ApiError(400, 'many', 'Too many');
    }),
  ),
];
