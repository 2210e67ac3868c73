// Who is in which class and cohort, from both sides; and the tests of cohorts.
import {
  bad,
  bodyOf,
  type Ctx,
  isUuid,
  type Json,
  knownMembers,
  later,
  personOf,
  Refusal,
  type Reply,
} from './core.ts';
import { classOf, cohortOf } from './groups.ts';
import { userView } from './views.ts';
import { type Kind, type Klass, key, type Person } from './world.ts';

function idsOf(c: Ctx, body: Json, name: string, bounds: { min: number; max: number }): string[] {
  const value = body[name];
  if (value === undefined && c.on('member-ids-missing-204') && c.op.startsWith('addCohort')) return [];
  if (!Array.isArray(value)) throw bad(c, `${name} is no array.`);
  if (value.length < bounds.min) throw bad(c, `${name} is empty.`);
  if (value.length > bounds.max) throw bad(c, `${name} takes ${bounds.max} at most.`);
  if (!value.every(isUuid)) {
    if (c.on('member-bad-id-204') && c.op === 'removeClassStudents') return value.filter(isUuid);
    throw bad(c, `${name} holds UUIDs.`);
  }
  const ids = value.map(key);
  const distinct = [...new Set(ids)];
  if (distinct.length < ids.length && c.s.duplicateIds === 'refused')
    throw bad(c, `${name} holds one id twice.`);
  return distinct;
}

function bodyIds(c: Ctx, name: string, bounds: { min: number; max: number }): string[] {
  const body = bodyOf(c);
  knownMembers(c, body, [name]);
  return idsOf(c, body, name, bounds);
}

function boundsOf(c: Ctx): { min: number; max: number } {
  switch (c.op) {
    case 'addClassStudents':
      return {
        min: 1,
        max: c.on('students-101-accepted') ? 200 : c.on('students-100-refused') ? 99 : 100,
      };
    case 'addClassTeachers':
      return {
        min: c.on('teachers-none-accepted') ? 0 : 1,
        max: c.on('teachers-50-at-most') ? 50 : 100,
      };
    case 'removeClassTeachers':
      return {
        min: c.on('remove-teachers-none-accepted') ? 0 : 1,
        max: c.on('remove-teachers-101-accepted') ? 1000 : 100,
      };
    case 'removeClassStudents':
      return { min: 0, max: c.on('remove-students-101-refused') ? 100 : Number.POSITIVE_INFINITY };
    case 'addCohortStudents':
      return { min: 0, max: c.on('cohort-students-101-refused') ? 100 : Number.POSITIVE_INFINITY };
    default:
      return { min: 0, max: Number.POSITIVE_INFINITY };
  }
}

function missing(c: Ctx, status: 400 | 404, what: string): Refusal {
  return status === 400 ? bad(c, what) : new Refusal(404, what);
}

function peopleOf(c: Ctx, ids: string[], kind: Kind, check = true): Person[] {
  const found: Person[] = [];
  for (const id of ids) {
    const p = c.w.people.get(id);
    if (!p) {
      if (c.s.unknownMember !== 'ignored') throw missing(c, c.s.unknownMember, `There is no user ${id}.`);
      continue;
    }
    if (check && !p.kinds.includes(kind)) {
      if (c.s.wrongRole !== 'ignored') throw missing(c, c.s.wrongRole, `User ${id} is no ${kind}.`);
      continue;
    }
    found.push(p);
  }
  return found;
}

type Side = 'classes' | 'cohorts';

function apply(c: Ctx, people: Person[], side: Side, groups: string[], add: boolean): void {
  let who = people;
  let where = groups;
  const refusal = add ? c.s.alreadyThere : c.s.notThere;
  if (refusal === 'refused' && who.some((p) => where.some((g) => p[side].has(g) === add))) {
    throw bad(c, add ? 'Some are there already.' : 'Some are not there.');
  }
  const op = c.op;
  const n = who.length;
  if (op === 'addClassStudents') {
    if (c.on('students-last-lost') && n > 1) who = who.slice(0, -1);
    if (c.on('students-over-fifty-lost')) who = who.slice(0, 50);
    if (c.on('students-classless-only')) who = who.filter((p) => p.classes.size === 0);
  }
  if (op === 'addClassTeachers' && c.on('teachers-one-per-class')) {
    for (const p of c.w.people.values())
      if (p.kinds.includes('teacher')) for (const g of where) p.classes.delete(g);
    who = who.slice(-1);
  }
  if (op === 'removeClassStudents' && c.on('remove-students-lost') && n > 2) who = [];
  if (op === 'removeClassTeachers' && c.on('remove-teachers-last-kept')) who = who.slice(0, -1);
  if (op === 'addCohortStudents' && c.on('cohort-students-lost-with-cohort'))
    who = who.filter((p) => p.cohorts.size === 0);
  if (op === 'removeCohortStudents' && c.on('remove-cohort-students-lost')) who = [];
  if (op === 'addStudentClasses' && c.on('student-classes-first-only')) where = where.slice(0, 1);
  if (op === 'addStudentCohorts' && c.on('student-cohorts-last-only')) where = where.slice(-1);
  if (op === 'addTeacherClasses' && c.on('teacher-classes-lost')) where = where.slice(1);
  if (op === 'removeTeacherClasses' && c.on('teacher-remove-lost') && where.length === 1) where = [];
  later(c, () => {
    for (const p of who) {
      spill(c, p, side, where, add);
      for (const g of where) {
        if (add) p[side].add(g);
        else p[side].delete(g);
      }
      if (c.s.touches && who.length > 0) p.updated = Math.max(Date.now(), p.updated + 1);
    }
  });
}

/** What a change must not do besides. */
function spill(c: Ctx, p: Person, _side: Side, where: string[], add: boolean): void {
  const op = c.op;
  if (add) {
    if (op === 'addClassStudents' && c.on('students-leave-other-classes')) p.classes.clear();
    if (op === 'addCohortStudents' && c.on('cohort-students-leave-cohorts')) p.cohorts.clear();
    if (op === 'addCohortStudents' && c.on('cohort-students-in-class'))
      for (const g of where) p.classes.add(g);
    if (op === 'addStudentClasses' && c.on('student-classes-replaced')) p.classes.clear();
    if (op === 'addStudentCohorts' && c.on('student-cohorts-replaced')) p.cohorts.clear();
    if (op === 'addTeacherClasses' && c.on('teacher-classes-replaced')) p.classes.clear();
    if (op === 'addClassStudents' && c.on('students-twice-leaves') && p.classes.delete(where[0] ?? ''))
      where.pop();
    return;
  }
  if (op === 'removeClassStudents' && c.on('remove-students-everywhere')) p.classes.clear();
  if (op === 'removeCohortStudents' && c.on('remove-cohort-students-everywhere')) p.cohorts.clear();
  if (op === 'removeStudentClasses' && c.on('student-remove-all')) p.classes.clear();
  if (op === 'removeStudentClasses' && c.on('student-remove-cohorts-too')) p.cohorts.clear();
  if (op === 'removeTeacherClasses' && c.on('teacher-remove-all')) p.classes.clear();
}

function done(c: Ctx): Reply {
  if (c.on('membership-200') && c.op === 'addClassStudents') return { status: 200, body: {} };
  if (c.on('remove-membership-200') && c.op === 'removeCohortTests') return { status: 200, body: {} };
  return { status: 204 };
}

function classPeople(c: Ctx, kind: Kind, add: boolean): Reply {
  if (!c.w.classes.has(key(c.params['classId'] ?? '')) && isUuid(c.params['classId'])) {
    if (c.on('members-of-unknown-class-204') && !add && kind === 'student') return { status: 204 };
  }
  const k = classOf(c);
  const ids = bodyIds(c, 'userIds', boundsOf(c));
  if (ids.length === 0) return done(c);
  const people = peopleOf(c, ids, kind);
  if (!add && kind === 'student' && c.on('remove-students-empties-class')) {
    for (const p of c.w.people.values()) if (p.kinds.includes('student')) p.classes.delete(k.id);
  }
  if (add && kind === 'student' && c.on('students-replace-class')) {
    for (const p of c.w.people.values()) if (p.kinds.includes('student')) p.classes.delete(k.id);
  }
  const twin =
    c.on('students-into-first-of-name') && add
      ? [...c.w.classes.values()].find((x) => x.name === k.name)
      : undefined;
  apply(c, people, 'classes', [(twin ?? k).id], add);
  return done(c);
}

export const addClassStudents = (c: Ctx): Reply => classPeople(c, 'student', true);
export const removeClassStudents = (c: Ctx): Reply => classPeople(c, 'student', false);
export const addClassTeachers = (c: Ctx): Reply => classPeople(c, 'teacher', true);
export const removeClassTeachers = (c: Ctx): Reply => classPeople(c, 'teacher', false);

function cohortPeople(c: Ctx, add: boolean): Reply {
  if (!c.w.cohorts.has(key(c.params['cohortId'] ?? '')) && isUuid(c.params['cohortId'])) {
    if (c.on('members-of-unknown-cohort-400') && !add) throw new Refusal(400, 'There is no such cohort.');
  }
  const h = cohortOf(c);
  const ids = bodyIds(c, 'userIds', boundsOf(c));
  apply(c, peopleOf(c, ids, 'student'), 'cohorts', [h.id], add);
  return done(c);
}

export const addCohortStudents = (c: Ctx): Reply => cohortPeople(c, true);
export const removeCohortStudents = (c: Ctx): Reply => cohortPeople(c, false);

function testsOf(c: Ctx, ids: string[]): string[] {
  return ids.flatMap((id) => {
    const t = c.w.tests.get(id);
    if (t) return [t.id];
    if (c.s.unknownMember === 'ignored') return [];
    throw missing(c, c.s.unknownMember, `There is no test ${id}.`);
  });
}

export function addCohortTests(c: Ctx): Reply {
  const h = cohortOf(c);
  const ids = testsOf(c, bodyIds(c, 'testIds', boundsOf(c)));
  const has = (id: string): boolean => h.tests.some((a) => a.testId === id);
  if (c.s.alreadyThere === 'refused' && ids.some(has)) throw bad(c, 'Some are there already.');
  later(c, () => {
    if (c.on('cohort-tests-replaced')) h.tests = [];
    const next = ids
      .filter((id) => c.on('cohort-tests-twice') || !has(id))
      .map((testId) => ({ testId, activation: 0 }));
    if (c.on('cohort-tests-described-lost') && h.description !== undefined) next.pop();
    h.tests = [...h.tests, ...next];
    if (c.on('cohort-tests-of-all'))
      for (const o of c.w.cohorts.values()) if (o.yearId === h.yearId) o.tests = h.tests;
  });
  return done(c);
}

export function removeCohortTests(c: Ctx): Reply {
  const h = cohortOf(c);
  let ids = testsOf(c, bodyIds(c, 'testIds', boundsOf(c)));
  if (c.s.notThere === 'refused' && ids.some((id) => !h.tests.some((a) => a.testId === id)))
    throw bad(c, 'Some are not there.');
  if (c.on('remove-cohort-tests-lost') && ids.length > 1) ids = ids.slice(1);
  if (c.on('remove-cohort-tests-same-subject')) {
    const gone = new Set(ids.map((id) => c.w.tests.get(key(id))?.subject));
    ids = [...c.w.tests.values()].filter((t) => gone.has(t.subject)).map((t) => t.id);
  }
  later(c, () => {
    h.tests = h.tests.filter((a) => !ids.includes(a.testId));
    if (c.on('remove-cohort-tests-last-kept') && h.tests.length === 0 && ids[0])
      h.tests = [{ testId: ids[0], activation: 0 }];
  });
  return done(c);
}

function ofKind(c: Ctx, kind: Kind): Person {
  const p = personOf(c);
  if (!p.kinds.includes(kind)) throw new Refusal(404, `There is no such ${kind}.`);
  return p;
}

function groupsOf<T extends Klass>(c: Ctx, groups: Map<string, T>, name: string): string[] {
  const ids = bodyIds(c, c.s.fieldNames[name] ?? name, { min: 0, max: Number.POSITIVE_INFINITY });
  return ids.flatMap((id) => {
    const g = groups.get(id);
    if (g) return [g.id];
    if (c.s.unknownMember === 'ignored') return [];
    throw missing(c, c.s.unknownMember, `${name}: there is no ${id}.`);
  });
}

function ownGroups(c: Ctx, kind: Kind, side: Side, add: boolean): Reply {
  const p = ofKind(c, kind);
  const ids =
    side === 'classes' ? groupsOf(c, c.w.classes, 'classIds') : groupsOf(c, c.w.cohorts, 'cohortIds');
  if (ids.length > 0) apply(c, [p], side, ids, add);
  const plan = c.s.bodies[c.op as 'addStudentClasses'];
  if (plan.returns === 204) return { status: 204 };
  return { status: plan.returns, body: plan.shows ? { user: userView(c, p) } : {} };
}

export const addStudentClasses = (c: Ctx): Reply => ownGroups(c, 'student', 'classes', true);
export const removeStudentClasses = (c: Ctx): Reply => ownGroups(c, 'student', 'classes', false);
export const addStudentCohorts = (c: Ctx): Reply => ownGroups(c, 'student', 'cohorts', true);
export const addTeacherClasses = (c: Ctx): Reply => ownGroups(c, 'teacher', 'classes', true);
export const removeTeacherClasses = (c: Ctx): Reply => ownGroups(c, 'teacher', 'classes', false);

export { ofKind };
