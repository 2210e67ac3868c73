/** Who and what is in classes and cohorts. */

import { byId, groupOf } from './groups.ts';
import { byOp, teamOf } from './operations.ts';
import { isObject, isUuid, Refusal } from './reading.ts';
import type { MemberSettings } from './settings.ts';
import type { Answer, Ctx, Group, Json, RoleName, User } from './types.ts';
import { ruleOf, statusOf, userAnswer, userOf } from './users.ts';

interface Bounds {
  min: number;
  max: number;
}
const bounded: Bounds = { min: 1, max: 100 };
const unbounded: Bounds = { min: 0, max: Number.MAX_SAFE_INTEGER };

function ids(c: Ctx, name: string, holder: Json | undefined, bounds: Bounds, status: number): string[] {
  const rules = c.s.members[teamOf(c.op)];
  const given = isObject(holder) ? holder[name] : undefined;
  if (!Array.isArray(given)) throw new Refusal(status, `${name} is not an array.`);
  const min = rules.empty === 'ok' ? bounds.min : 1;
  if (given.length < min || given.length > bounds.max)
    throw new Refusal(status, `${name} has ${given.length} items.`);
  const list = given.map((id) => {
    if (!isUuid(id)) throw new Refusal(status, `${name} has an item that is no UUID.`);
    return id;
  });
  if (rules.duplicates !== 'ok' && new Set(list.map((id) => id.toLowerCase())).size < list.length) {
    throw new Refusal(status, `${name} has an item twice.`);
  }
  return list;
}

/** One change after the other, or all checked first; seen at once or a little later. */
function change<T>(
  c: Ctx,
  list: readonly string[],
  find: (id: string) => T | undefined,
  apply: (item: T) => void,
): void {
  const rules = c.s.members[teamOf(c.op)];
  const runs: (() => void)[] = [];
  const done = (): void => {
    if (rules.delay === 0) for (const run of runs) run();
    else c.world.pending.push({ at: c.now + rules.delay, run: () => runs.map((run) => run()) });
  };
  try {
    for (const id of list) {
      const item = find(id);
      if (item !== undefined) runs.push(() => apply(item));
    }
  } catch (error) {
    if (!rules.atomic) done();
    throw error;
  }
  done();
}

type Part = 'studies' | 'teaches' | 'cohorts';

function checked<T>(
  rules: MemberSettings,
  item: T | undefined,
  fits: (item: T) => boolean,
  member: (item: T) => boolean,
  adding: boolean,
  refuse: (status: number, why: string) => never,
): T | undefined {
  if (item === undefined)
    return rules.unknown === 'skip' ? undefined : refuse(rules.unknown, 'An id is unknown.');
  if (!fits(item)) {
    if (rules.wrongRole === 'skip') return undefined;
    if (rules.wrongRole !== 'accept') return refuse(rules.wrongRole, 'A user has another role.');
  }
  if (adding && member(item) && rules.already !== 'ok')
    return refuse(rules.already, 'A member is one already.');
  if (!adding && !member(item) && rules.missing !== 'ok') return refuse(rules.missing, 'A member is none.');
  return item;
}

const fail = (status: number, why: string): never => {
  throw new Refusal(status, why);
};

function people(kind: 'class' | 'cohort', part: Part, role: RoleName, adding: boolean, bounds: Bounds) {
  return (c: Ctx): Answer => {
    if (c.s.members[teamOf(c.op)].bodyFirst) ids(c, 'userIds', c.body, bounds, 400);
    const group = groupOf(c, kind);
    const list = ids(c, 'userIds', c.body, bounds, 400);
    const rules = c.s.members[teamOf(c.op)];
    const find = (id: string): User | undefined =>
      checked(
        rules,
        byId(c, c.world.users, id),
        (user) => user.roles.includes(role),
        (user) => user[part].has(group.id),
        adding,
        fail,
      );
    change(c, list, find, (user) => void (adding ? user[part].add(group.id) : user[part].delete(group.id)));
    return { status: 204, headers: {} };
  };
}

export const addClassStudents = people('class', 'studies', 'student', true, bounded);
export const removeClassStudents = people('class', 'studies', 'student', false, unbounded);
export const addClassTeachers = people('class', 'teaches', 'teacher', true, bounded);
export const removeClassTeachers = people('class', 'teaches', 'teacher', false, bounded);
export const addCohortStudents = people('cohort', 'cohorts', 'student', true, unbounded);
export const removeCohortStudents = people('cohort', 'cohorts', 'student', false, unbounded);

function cohortTests(adding: boolean) {
  return (c: Ctx): Answer => {
    const group = groupOf(c, 'cohort');
    const list = ids(c, 'testIds', c.body, unbounded, 400);
    const rules = c.s.members.b;
    const find = (id: string) =>
      checked(
        rules,
        byId(c, c.world.tests, id),
        () => true,
        (test) => group.tests.has(test.id),
        adding,
        fail,
      );
    const [activation] = c.s.activation;
    change(c, list, find, (test) => {
      if (!adding) group.tests.delete(test.id);
      else if (!group.tests.has(test.id)) group.tests.set(test.id, activation ?? '');
    });
    return { status: 204, headers: {} };
  };
}

export const addCohortTests = cohortTests(true);
export const removeCohortTests = cohortTests(false);

function groupsOfUser(part: Part, role: RoleName, adding: boolean) {
  return (c: Ctx): Answer => {
    const status = statusOf(c);
    const rule = ruleOf(c);
    const user = userOf(c);
    if (!user.roles.includes(role)) throw new Refusal(c.s.users.unknown, `The user is no ${role}.`);
    const name = part === 'cohorts' ? 'cohortIds' : 'classIds';
    const holder = rule.wrap === undefined || !isObject(c.body) ? c.body : c.body[rule.wrap];
    const list = ids(c, outer(c, name), holder, unbounded, status);
    const rules = c.s.members.c;
    const map: ReadonlyMap<string, Group> = part === 'cohorts' ? c.world.cohorts : c.world.classes;
    const find = (id: string): Group | undefined =>
      checked(
        rules,
        byId(c, map, id),
        () => true,
        (group) => user[part].has(group.id),
        adding,
        fail,
      );
    change(c, list, find, (group) => void (adding ? user[part].add(group.id) : user[part].delete(group.id)));
    return rule.shows ? userAnswer(c, user, rule.returns) : { status: rule.returns, headers: {} };
  };
}

/** What a body calls the field of this meaning. */
function outer(c: Ctx, name: string): string {
  for (const [given, meaning] of Object.entries(c.s.fields)) if (meaning === name) return given;
  return name;
}

export const addStudentClasses = groupsOfUser('studies', 'student', true);
export const removeStudentClasses = groupsOfUser('studies', 'student', false);
export const addStudentCohorts = groupsOfUser('cohorts', 'student', true);
export const addTeacherClasses = groupsOfUser('teaches', 'teacher', true);
export const removeTeacherClasses = groupsOfUser('teaches', 'teacher', false);

export const idOf = (c: Ctx): string => byOp.get(c.op)?.id ?? '';
