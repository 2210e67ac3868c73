// Who is in which class and cohort, and which tests a cohort has: all thirteen operations that change it.
import {
  type Answer,
  bad,
  type Ctx,
  isUuid,
  missing,
  type Operation,
  Refusal,
  readJson,
  strictBody,
} from './kernel.ts';
import { pathId } from './ops-groups.ts';
import type { Cohort, User } from './world.ts';

/** The ids of a body, all of them UUIDs. */
function readIds(ctx: Ctx, name: string, least: number, most: number): string[] {
  const body = readJson(ctx);
  strictBody(ctx, body, [name]);
  let value: unknown = body[name];
  if (value === undefined && ctx.f('missing-204')) return [];
  if (typeof value === 'string' && ctx.f('text-accepted')) value = [value];
  if (!Array.isArray(value)) throw bad(`${name} must be an array`);
  let lowest = least;
  if (ctx.on('m-empty-members-refused')) lowest = Math.max(1, least);
  if (value.length < lowest && !ctx.f('none-accepted')) throw bad(`${name} must not be empty`);
  if (value.length > most && !ctx.f('over-accepted') && !(value.length === most + 1 && ctx.f('one-over'))) {
    throw bad(`${name} must have at most ${most} items`);
  }
  if (value.length === most && ctx.f('full-refused')) throw bad(`${name} must have fewer than ${most} items`);
  const ids: string[] = [];
  for (const id of value) {
    if (isUuid(id)) ids.push(id.toLowerCase());
    else if (ctx.f('bad-dropped') && value.length > 1) continue;
    else if (!ctx.f('bad-204')) throw bad(`${name} must hold UUIDs`);
  }
  return ids;
}

/** What is really done with a list of ids, where it goes wrong. */
function lossy(ctx: Ctx, ids: string[]): string[] {
  if (ctx.f('lost')) return [];
  if (ids.length < 2) return ids;
  if (ctx.f('first-only')) return ids.slice(0, 1);
  if (ctx.f('last-lost')) return ids.slice(0, -1);
  if (ctx.f('fifty')) return ids.slice(0, 50);
  return ids;
}

type Side = 'classIds' | 'cohortIds';

interface Change {
  side: Side;
  add: boolean;
}

/** Keeps what the searches go on showing of a user for a while, or for ever. */
function staleFor(ctx: Ctx, user: User): void {
  const before = { classIds: [...user.classIds], cohortIds: [...user.cohortIds] };
  for (const tag of ['users', 'usearch', 'name', 'details']) {
    if (ctx.f(`stale-${tag}`)) ctx.views.keepStale(tag, user.id, before, Number.POSITIVE_INFINITY);
  }
  if (ctx.on('m-membership-delay')) ctx.views.keepStale('', user.id, before, ctx.now + 6);
}

/** One user and one class or cohort. */
function changeOne(ctx: Ctx, user: User, groupId: string, change: Change, done: Set<string>): void {
  const ids = user[change.side];
  const mark = `${user.id} ${groupId}`;
  if (change.add) {
    if (ctx.f('disabled-lost') && user.disabled) return;
    if (ctx.f('toggle') && ids.has(groupId) && !done.has(mark)) {
      ids.delete(groupId);
      return;
    }
    if (ctx.f('twice-undone') && done.has(mark)) {
      ids.delete(groupId);
      return;
    }
    if (ctx.f('replace')) ids.clear();
    const first = [...ids][0];
    if (ctx.f('first-gone') && ids.size > 1 && first !== undefined && !ids.has(groupId)) ids.delete(first);
    ids.add(groupId);
    if (ctx.f('other-side')) {
      ids.delete(groupId);
      user[change.side === 'classIds' ? 'cohortIds' : 'classIds'].add(groupId);
    }
    if (ctx.f('other-side-emptied')) user[change.side === 'classIds' ? 'cohortIds' : 'classIds'].clear();
  } else {
    if (ctx.f('all-gone') && ids.has(groupId)) ids.clear();
    if (ctx.f('next-gone')) {
      const list = [...ids];
      const next = list[list.indexOf(groupId) + 1];
      if (list.includes(groupId) && next !== undefined) ids.delete(next);
    }
    if (ctx.f('both-sides')) user.cohortIds.clear();
    if (ctx.f('only-last') && ids.size > 1) return;
    if (ctx.f('stranger-added') && !ids.has(groupId)) {
      ids.add(groupId);
      return;
    }
    ids.delete(groupId);
  }
  done.add(mark);
}

function conflict(ctx: Ctx): Answer {
  throw new Refusal(409, `${ctx.op.tag}: already there.`);
}

function changeAll(ctx: Ctx, pairs: [User, string][], change: Change): Answer {
  if (change.add && ctx.f('again-409') && pairs.some(([user, id]) => user[change.side].has(id))) {
    return conflict(ctx);
  }
  for (const [user] of pairs) staleFor(ctx, user);
  const done = new Set<string>();
  const touches = ctx.on('m-membership-touches');
  for (const [user, groupId] of pairs) {
    changeOne(ctx, user, groupId, change, done);
    if (touches) {
      user.updated = ctx.now;
      ctx.views.orders.clear();
    }
  }
  const groups = new Set(pairs.map(([, groupId]) => groupId));
  const users = new Set(pairs.map(([user]) => user));
  const sameName = ctx.f('same-name');
  const everybody = ctx.f('everybody');
  if (sameName || everybody) {
    const names = new Set([...users].map((user) => user.fullName));
    for (const user of ctx.world.users) {
      if (users.has(user) || (sameName && !names.has(user.fullName))) continue;
      for (const id of groups) {
        if (change.add && sameName) user[change.side].add(id);
        else user[change.side].delete(id);
      }
    }
  }
  if (ctx.f('body-200')) return { status: 200, body: { status: 'ok' } };
  if (ctx.f('body-201')) return { status: 201, body: { data: [...groups] } };
  return { status: 204 };
}

interface Spec {
  id: string;
  tag: string;
  form: 'basic' | 'problem';
  restricted?: boolean;
  side: Side;
  add: boolean;
  role: 'STUDENT' | 'TEACHER';
}

/** Users named by a body; those that are none of ours are refused, or passed over. */
function membersOf(ctx: Ctx, ids: string[], role: string, add: boolean): User[] {
  const users: User[] = [];
  for (const id of ids) {
    const user = ctx.views.userById.get(id);
    if (user?.roles.includes(role)) users.push(user);
    else if (user && !add) continue;
    else if (!user && !ctx.on('m-unknown-members-ignored')) throw bad(`There is no user ${id}.`);
    else if (user && !ctx.on('m-any-role-member')) throw bad(`User ${id} is no ${role.toLowerCase()}.`);
    else if (user) users.push(user);
  }
  return users;
}

/** POST and DELETE below a class or a cohort. */
const ofGroup = (spec: Spec, least: number, most: number): Operation => ({
  ...spec,
  run: (ctx) => {
    const name = spec.side === 'classIds' ? 'classId' : 'cohortId';
    const groupId = pathId(ctx, name);
    const known =
      spec.side === 'classIds' ? ctx.views.classById.has(groupId) : ctx.views.cohortById.has(groupId);
    if (!known && ctx.on('m-not-found-first')) throw missing('There is no such group.');
    const asked = readIds(ctx, 'userIds', least, most);
    if (!known) {
      if (ctx.f('unknown-204')) return { status: 204 };
      if (ctx.f('unknown-409')) return conflict(ctx);
      throw missing('There is no such group.');
    }
    const users = membersOf(ctx, asked, spec.role, spec.add);
    const kept = new Set(lossy(ctx, asked));
    const pairs = asked
      .filter((id) => kept.has(id))
      .flatMap((id): [User, string][] => {
        const user = users.find((one) => one.id === id);
        return user ? [[user, groupId]] : [];
      });
    return changeAll(ctx, pairs, spec);
  },
});

/** POST and DELETE below a student or a teacher. */
const ofUser = (spec: Spec): Operation => ({
  ...spec,
  run: (ctx) => {
    const userId = pathId(ctx, 'userId');
    const user = ctx.views.userById.get(userId);
    const asked = readIds(ctx, spec.side, 1, 1000);
    if (!user?.roles.includes(spec.role)) {
      if (ctx.f('unknown-204')) return { status: 204 };
      throw missing(`There is no such ${spec.role.toLowerCase()}.`);
    }
    const groups = spec.side === 'classIds' ? ctx.views.classById : ctx.views.cohortById;
    for (const id of asked)
      if (!groups.has(id) && !ctx.on('m-unknown-members-ignored')) throw bad(`There is no ${id}.`);
    const kept = new Set(lossy(ctx, asked));
    const pairs = asked
      .filter((id) => groups.has(id) && kept.has(id))
      .map((id): [User, string] => [user, id]);
    return changeAll(ctx, pairs, spec);
  },
});

const UNBOUNDED = 1_000_000;
const C = 'classIds';
const G = 'cohortIds';

/** Tests of a cohort. */
const ofCohortTests = (id: string, tag: string, add: boolean): Operation => ({
  id,
  tag,
  form: add ? 'basic' : 'problem',
  run: (ctx) => {
    const cohort = ctx.views.cohortById.get(pathId(ctx, 'cohortId'));
    if (!cohort && ctx.on('m-not-found-first')) throw missing('There is no such cohort.');
    const asked = readIds(ctx, 'testIds', 0, UNBOUNDED);
    if (!cohort) {
      if (ctx.f('unknown-204')) return { status: 204 };
      throw missing('There is no such cohort.');
    }
    for (const testId of asked) {
      if (!ctx.views.testById.has(testId) && !ctx.on('m-unknown-members-ignored'))
        throw bad(`There is no test ${testId}.`);
    }
    const known = asked.filter((testId) => ctx.views.testById.has(testId));
    if (
      add &&
      ctx.f('again-409') &&
      known.some((testId) => cohort.tests.some((one) => one.testId === testId))
    ) {
      return conflict(ctx);
    }
    changeTests(ctx, cohort, lossy(ctx, known), add);
    return ctx.f('body-200') ? { status: 200, body: { cohort: { cohortId: cohort.id } } } : { status: 204 };
  },
});

function changeTests(ctx: Ctx, cohort: Cohort, ids: string[], add: boolean): void {
  if (!add) {
    const subjects = new Set(ids.map((id) => ctx.views.testById.get(id)?.subject));
    const subjectToo = ctx.f('subject-gone');
    const gone = (testId: string): boolean =>
      ids.includes(testId) || (subjectToo && subjects.has(ctx.views.testById.get(testId)?.subject));
    const left = cohort.tests.filter((one) => !gone(one.testId));
    const hit = left.length < cohort.tests.length;
    if (ctx.f('only-last') && cohort.tests.length > 1) return;
    cohort.tests = ctx.f('all-gone') && hit ? [] : left;
    if (ctx.f('all-cohorts')) {
      for (const other of ctx.world.cohorts)
        other.tests = other.tests.filter((one) => !ids.includes(one.testId));
    }
    return;
  }
  const twice = ctx.f('again-twice');
  const toggle = ctx.f('toggle');
  if (ctx.f('replace')) cohort.tests = [];
  for (const testId of ids) {
    const there = cohort.tests.some((one) => one.testId === testId);
    if (there && toggle) cohort.tests = cohort.tests.filter((one) => one.testId !== testId);
    else if (!there || twice) cohort.tests = [...cohort.tests, { testId, activation: 'ACTIVE' }];
  }
  if (ctx.f('all-cohorts')) {
    const year = cohort.yearId;
    for (const other of ctx.world.cohorts) if (other.yearId === year) other.tests = [...cohort.tests];
  }
  if (ctx.f('first-gone') && cohort.tests.length > 3) cohort.tests = cohort.tests.slice(1);
}

const spec = (
  id: string,
  tag: string,
  side: Side,
  add: boolean,
  role: Spec['role'],
  form: Spec['form'],
  restricted = false,
): Spec => ({ id, tag, side, add, role, form, restricted });

export const memberOperations: Operation[] = [
  ofGroup(spec('POST /classes/{classId}/students', 'cls-stu-add', C, true, 'STUDENT', 'basic'), 1, 100),
  ofGroup(
    spec('DELETE /classes/{classId}/students', 'cls-stu-del', C, false, 'STUDENT', 'problem'),
    0,
    UNBOUNDED,
  ),
  ofGroup(spec('POST /classes/{classId}/teachers', 'cls-tea-add', C, true, 'TEACHER', 'problem'), 1, 100),
  ofGroup(spec('DELETE /classes/{classId}/teachers', 'cls-tea-del', C, false, 'TEACHER', 'basic'), 1, 100),
  ofGroup(
    spec('POST /smart-ia/cohorts/{cohortId}/students', 'coh-stu-add', G, true, 'STUDENT', 'problem'),
    0,
    UNBOUNDED,
  ),
  ofGroup(
    spec('DELETE /smart-ia/cohorts/{cohortId}/students', 'coh-stu-del', G, false, 'STUDENT', 'basic'),
    0,
    UNBOUNDED,
  ),
  ofCohortTests('POST /smart-ia/cohorts/{cohortId}/tests', 'coh-test-add', true),
  ofCohortTests('DELETE /smart-ia/cohorts/{cohortId}/tests', 'coh-test-del', false),
  ofUser(spec('POST /students/{userId}/classes', 'stu-cls-add', C, true, 'STUDENT', 'basic')),
  ofUser(spec('DELETE /students/{userId}/classes', 'stu-cls-del', C, false, 'STUDENT', 'problem')),
  ofUser(spec('POST /students/{userId}/cohorts', 'stu-coh-add', G, true, 'STUDENT', 'problem')),
  ofUser(spec('POST /teachers/{userId}/classes', 'tea-cls-add', C, true, 'TEACHER', 'basic')),
  ofUser(spec('DELETE /teachers/{userId}/classes', 'tea-cls-del', C, false, 'TEACHER', 'problem')),
];
