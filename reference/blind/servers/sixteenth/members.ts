// Who is in which class and cohort, and which tests a cohort has.

import { findClass, findCohort, known, unwrap } from './classes.ts';
import { ok } from './paging.ts';
import { isUuid, refuse } from './params.ts';
import {
  at,
  type CohortRow,
  type Ctx,
  type Json,
  type Links,
  membersIn,
  must,
  type Pair,
  pathOf,
  type Reply,
  type UserRow,
} from './types.ts';
import { findUser } from './users.ts';
import { classIdsOf, cohortIdsOf } from './views.ts';

export interface Bound {
  min: number;
  max: number;
}

export function idList(c: Ctx, name: string, bound: Bound, status: number): string[] {
  const wrap = c.s.shapes[c.opId]?.wrap ?? null;
  const given = unwrap(c, wrap, status);
  known(c, given, [name], status);
  const value = given[name];
  refuse(c, `ids.list`, !Array.isArray(value), status, `${name} must be a list`, value);
  const ids = Array.isArray(value) ? (value as unknown[]) : [];
  for (const id of ids) refuse(c, 'ids.uuid', !isUuid(id), status, `${name} must be UUIDs`, id);
  refuse(c, 'ids.few', ids.length < bound.min, status, `${name} must have at least ${bound.min} item`, ids);
  refuse(c, 'ids.many', ids.length > bound.max, status, `${name} must have at most ${bound.max} items`, ids);
  const seen = new Set(ids.map((id) => String(id).toLowerCase()));
  refuse(
    c,
    'ids.twice',
    seen.size < ids.length && c.s.twiceMember === 'refuse',
    status,
    `${name} has an id twice`,
    ids,
  );
  return ids
    .map(String)
    .filter((id, n, all) => all.findIndex((one) => one.toLowerCase() === id.toLowerCase()) === n);
}

// Remembers what readers see until a change has spread.
function spread(c: Ctx, userIds: string[]): void {
  if (!c.s.delay) return;
  const now = Date.now();
  for (const userId of userIds) {
    if (c.w.lag.some((entry) => entry.userId === userId && entry.until > now)) continue;
    c.w.lag = c.w.lag.filter((entry) => entry.until > now);
    c.w.lag.push({
      until: now + c.s.delay,
      userId,
      classIds: classIdsOf(c, userId),
      cohortIds: cohortIdsOf(c, userId),
    });
  }
}

const find = (c: Ctx, id: string): UserRow | undefined =>
  c.w.users.find((row) => (c.s.uuidCase ? row.userId.toLowerCase() === id.toLowerCase() : row.userId === id));

function people(c: Ctx, ids: string[], role: string): UserRow[] {
  const users: UserRow[] = [];
  for (const id of ids) {
    const user = find(c, id);
    refuse(
      c,
      'member.known',
      !user && c.s.unknownMember !== 'ignore',
      Number(c.s.unknownMember) || 400,
      `no user ${id}`,
      id,
    );
    if (!user) continue;
    const fits = user.roles.includes(role);
    refuse(
      c,
      'member.role',
      !fits && c.s.wrongRole === 'refuse',
      400,
      `user ${id} has not the role ${role}`,
      user,
    );
    refuse(
      c,
      'member.enabled',
      !user.enabled && c.s.disabledMembers === 'refuse',
      400,
      `user ${id} is disabled`,
      user,
    );
    if (fits || c.s.wrongRole === 'accept') users.push(user);
  }
  return users;
}

function add(c: Ctx, links: Links, pairs: Pair[], kind: string): void {
  const command = c.step('write', {
    kind: `add-${kind}`,
    target: pairs[0]?.[0] ?? '',
    ids: pairs.map((pair) => pair[1]),
    patch: { links, pairs },
  });
  const chosen = command.patch.pairs ?? [];
  spread(
    c,
    chosen.map((pair) => pair[1]),
  );
  for (const [group, userId] of chosen) membersIn(links, group).add(userId);
  touch(c, chosen);
  c.step('after', command);
}

function remove(c: Ctx, links: Links, pairs: Pair[], kind: string): void {
  const command = c.step('write', {
    kind: `remove-${kind}`,
    target: pairs[0]?.[0] ?? '',
    ids: pairs.map((pair) => pair[1]),
    patch: { links, pairs },
  });
  const chosen = command.patch.pairs ?? [];
  spread(
    c,
    chosen.map((pair) => pair[1]),
  );
  for (const [group, userId] of chosen) links.get(group)?.delete(userId);
  touch(c, chosen);
  c.step('after', command);
}

function touch(c: Ctx, pairs: Pair[]): void {
  if (!c.s.touchMembers) return;
  for (const [, userId] of pairs) {
    const user = c.w.users.find((row) => row.userId === userId);
    if (user) user.updatedAt = Math.max(user.updatedAt, Date.now());
  }
}

function groupOf(c: Ctx, where: 'class' | 'cohort'): { id: string } {
  return where === 'class' ? { id: findClass(c).classId } : { id: findCohort(c).cohortId };
}

function change(
  c: Ctx,
  where: 'class' | 'cohort',
  who: 'students' | 'teachers',
  adding: boolean,
  bound: Bound,
): Reply {
  const links = where === 'cohort' ? c.w.cohortStudents : c.w[who];
  let group: { id: string } | null = c.s.order === 'target' ? groupOf(c, where) : null;
  const ids = idList(c, 'userIds', bound, 400);
  group ??= groupOf(c, where);
  const { id } = group;
  const kind = `${where}-${who}`;
  if (adding) {
    const users = people(c, ids, at(c.s.roles, who === 'students' ? 0 : 1));
    for (const user of users)
      refuse(
        c,
        'member.already',
        c.s.already === 'refuse' && links.get(id)?.has(user.userId) === true,
        400,
        'is a member already',
        user,
      );
    add(
      c,
      links,
      users.map((user) => [id, user.userId]),
      kind,
    );
    return ok(c, 204);
  }
  const leaving: string[] = [];
  for (const one of ids) {
    const user = find(c, one);
    refuse(
      c,
      'member.known',
      !user && c.s.unknownMember !== 'ignore',
      Number(c.s.unknownMember) || 400,
      `no user ${one}`,
      one,
    );
    const inside = user !== undefined && links.get(id)?.has(user.userId) === true;
    refuse(
      c,
      'member.there',
      !inside && c.s.notMember !== 'accept',
      Number(c.s.notMember) || 400,
      `${one} is no member`,
      one,
    );
    if (user && inside) leaving.push(user.userId);
  }
  remove(
    c,
    links,
    leaving.map((userId) => [id, userId]),
    kind,
  );
  return ok(c, 204);
}

const least = (mode: 'accept' | 'refuse'): number => (mode === 'accept' ? 0 : 1);

export const addClassStudents = (c: Ctx): Reply => change(c, 'class', 'students', true, { min: 1, max: 100 });
export const removeClassStudents = (c: Ctx): Reply =>
  change(c, 'class', 'students', false, { min: least(c.s.emptyRemove), max: 100000 });
export const addClassTeachers = (c: Ctx): Reply => change(c, 'class', 'teachers', true, { min: 1, max: 100 });
export const removeClassTeachers = (c: Ctx): Reply =>
  change(c, 'class', 'teachers', false, { min: 1, max: 100 });
export const addCohortStudents = (c: Ctx): Reply =>
  change(c, 'cohort', 'students', true, { min: least(c.s.emptyAdd), max: 100000 });
export const removeCohortStudents = (c: Ctx): Reply =>
  change(c, 'cohort', 'students', false, { min: least(c.s.emptyRemove), max: 100000 });

function testsOf(c: Ctx, cohort: CohortRow, ids: string[], adding: boolean): string[] {
  const found: string[] = [];
  for (const id of ids) {
    const test = c.w.tests.find((row) =>
      c.s.uuidCase ? row.testId.toLowerCase() === id.toLowerCase() : row.testId === id,
    );
    refuse(
      c,
      'test.known',
      !test && c.s.unknownMember !== 'ignore',
      Number(c.s.unknownMember) || 400,
      `no test ${id}`,
      id,
    );
    if (!test) continue;
    const inside = cohort.tests.some((one) => one.testId === test.testId);
    refuse(c, 'test.already', adding && inside && c.s.already === 'refuse', 400, 'has that test already', id);
    refuse(
      c,
      'test.there',
      !adding && !inside && c.s.notMember !== 'accept',
      Number(c.s.notMember) || 400,
      'has not that test',
      id,
    );
    if (inside !== adding) found.push(test.testId);
  }
  return found;
}

function changeTests(c: Ctx, adding: boolean): Reply {
  const early = c.s.order === 'target' ? findCohort(c) : null;
  const ids = idList(c, 'testIds', { min: least(adding ? c.s.emptyAdd : c.s.emptyRemove), max: 100000 }, 400);
  const cohort = early ?? findCohort(c);
  const command = c.step('write', {
    kind: adding ? 'add-tests' : 'remove-tests',
    target: cohort.cohortId,
    ids: testsOf(c, cohort, ids, adding),
    patch: { cohort },
  });
  if (adding) {
    for (const id of command.ids) {
      const test = must(c.w.tests.find((row) => row.testId === id));
      cohort.tests.push({
        testId: id,
        testVersionId: c.s.cohortTestVersion === 'own' ? c.w.newId() : test.testVersionId,
        activationStatus: at(c.s.activation, c.s.testState % c.s.activation.length),
      });
    }
  } else cohort.tests = cohort.tests.filter((one) => !command.ids.includes(one.testId));
  c.step('after', command);
  return ok(c, 204);
}
export const addCohortTests = (c: Ctx): Reply => changeTests(c, true);
export const removeCohortTests = (c: Ctx): Reply => changeTests(c, false);

// The same memberships from the side of the person.
export function linkReply(c: Ctx, view: () => Json): Reply {
  const shape = must(c.s.shapes[c.opId]);
  return shape.shows
    ? ok(c, shape.status, { user: view() })
    : ok(c, shape.status, shape.status === 204 ? undefined : {});
}

export function changeOwn(
  c: Ctx,
  where: 'class' | 'cohort',
  who: 'students' | 'teachers',
  adding: boolean,
  view: (user: UserRow) => Json,
): Reply {
  const early = c.s.order === 'target' ? findUser(c, pathOf(c, 'userId')) : null;
  const ids = idList(c, where === 'class' ? 'classIds' : 'cohortIds', { min: 1, max: 100 }, c.s.bad);
  const user = early ?? findUser(c, pathOf(c, 'userId'));
  const role = at(c.s.roles, who === 'students' ? 0 : 1);
  refuse(c, 'user.role', !user.roles.includes(role), c.s.noUser, `not a ${role}`, user);
  const rows = (where === 'class' ? c.w.classes : c.w.cohorts).map((row) =>
    'classId' in row ? row.classId : row.cohortId,
  );
  const links = where === 'cohort' ? c.w.cohortStudents : c.w[who];
  const pairs: Pair[] = [];
  for (const id of ids) {
    const found = rows.find((one) => (c.s.uuidCase ? one.toLowerCase() === id.toLowerCase() : one === id));
    refuse(
      c,
      'group.known',
      !found && c.s.unknownMember !== 'ignore',
      c.s.unknownMember === '404' ? 404 : c.s.bad,
      `nothing has the id ${id}`,
      id,
    );
    if (found) pairs.push([found, user.userId]);
  }
  if (adding) add(c, links, pairs, `${where}-${who}`);
  else remove(c, links, pairs, `${where}-${who}`);
  return linkReply(c, () => view(user));
}
