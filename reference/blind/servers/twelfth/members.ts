import type { Call } from './call.ts';
import { bad, missing, Refusal } from './errors.ts';
import { bodyIds, isObject, isUuid } from './params.ts';
import { at } from './random.ts';
import type { ClassRow, CohortRow, Reply, UserRow } from './types.ts';

const done: Reply = { status: 204 };

/** Slips of membership operations that come in one form at several of them: `${ep}-${kind}`. */
export const MEMBER_SLIPS: Record<string, readonly string[]> = {
  '0-ok': ['classadd', 'teachadd', 'teachdel'],
  '101-ok': ['classadd', 'teachadd', 'teachdel'],
  '100-refused': ['classadd', 'teachadd'],
  'unknown-204': ['classadd', 'teachadd', 'classdel', 'cohadd', 'testdel'],
  '200': ['classadd', 'teachdel', 'cohadd', 'testadd'],
  'not-a-list-ok': ['classadd', 'cohdel'],
  'malformed-500': ['classadd', 'teachadd'],
  'malformed-user-ok': ['classadd', 'classdel'],
  'unknown-400-as-500': ['cohdel', 'testadd'],
  'first-only': ['cohadd', 'classdel', 'testadd'],
  'last-lost': ['classadd', 'teachdel', 'cohdel'],
  noop: ['classdel', 'teachadd', 'cohdel', 'testdel'],
};

type Slip = (kind: string) => boolean;

function slips(c: Call): Slip {
  return (kind) => MEMBER_SLIPS[kind]?.includes(c.ep) === true && c.on(`${c.ep}-${kind}`);
}

function bounded(c: Call, ids: string[], slip: Slip): string[] {
  const strict = ['classadd', 'teachadd', 'teachdel'].includes(c.ep);
  const loose =
    ['classdel', 'cohadd', 'cohdel', 'testadd', 'testdel'].includes(c.ep) &&
    (ids.length < 1 || ids.length > 100);
  if (loose && c.on('m-unstated-bounds')) throw bad('One to a hundred ids, please.');
  if (!strict) return ids;
  if (ids.length === 0 && !slip('0-ok')) throw bad('One id at least.');
  if (ids.length === 100 && slip('100-refused')) throw bad('A hundred ids at most.');
  if (ids.length > 100 && !slip('101-ok')) throw bad('A hundred ids at most.');
  return ids;
}

function idsOf(c: Call, name: string, slip: Slip): string[] {
  const value = isObject(c.body) ? c.body[name] : undefined;
  if (typeof value === 'string' && isUuid(value) && slip('not-a-list-ok')) return [value];
  if (Array.isArray(value) && value.length > 0 && !value.every(isUuid) && slip('malformed-user-ok'))
    return value.filter(isUuid);
  return bounded(c, bodyIds(c, name), slip);
}

/** Path, body and existence, in the order in which this service looks at them. */
function target<T>(c: Call, what: string, find: (id: string) => T | undefined, body: string) {
  const slip = slips(c);
  const id = at(c.ids, 0);
  if (!isUuid(id)) {
    if (slip('malformed-500')) throw new Refusal(500, 'Internal error', 'invalid input syntax for type uuid');
    if (c.on('m-malformed-id-404')) throw missing(what);
    throw bad('The id in the path must be a UUID.');
  }
  const group = find(id);
  if (!group && c.on('m-404-before-body')) throw missing(what);
  const ids = [...new Set(idsOf(c, body, slip).map((one) => one.toLowerCase()))];
  if (!group && slip('unknown-204')) return undefined;
  if (!group) throw missing(what);
  return { group, ids };
}

function people(c: Call, ids: readonly string[], role: string | undefined): UserRow[] {
  const slip = slips(c);
  const removing = c.op.startsWith('DELETE');
  const found: UserRow[] = [];
  for (const id of ids) {
    const user = c.db.user(id);
    const fits = user && (role === undefined || user.roles.includes(role));
    if (fits) found.push(user);
    else if (removing && c.on('m-unknown-removed-204')) continue;
    else if (slip('unknown-400-as-500'))
      throw new Refusal(500, 'Internal error', "Cannot read properties of undefined (reading 'id')");
    else if (c.on('m-unknown-member-404')) throw missing('user');
    else throw bad('There is no such user with this role.');
  }
  if (found.length > 1 && slip('first-only')) return found.slice(0, 1);
  if (found.length > 1 && slip('last-lost')) return found.slice(0, -1);
  return slip('noop') ? [] : found;
}

function touch(c: Call, user: UserRow): void {
  if (c.on('m-members-touched')) user.updatedAt = Math.max(Date.now(), user.updatedAt + 1);
}

function enter(c: Call, user: UserRow, group: ClassRow): void {
  if (user.classIds.has(group.id)) return;
  user.classIds.add(group.id);
  if (user.roles.includes('STUDENT')) group.size += 1;
  else group.teachers += 1;
  touch(c, user);
}

function leave(c: Call, user: UserRow, group: ClassRow): void {
  if (!user.classIds.delete(group.id)) return;
  if (user.roles.includes('STUDENT')) group.size -= 1;
  else group.teachers -= 1;
  touch(c, user);
}

export function addStudents(c: Call): Reply {
  const found = target(c, 'class', (id) => c.db.class(id), 'userIds');
  if (!found) return done;
  const { group } = found;
  const users = people(c, found.ids, 'STUDENT');
  if (users.some((user) => user.classIds.has(group.id))) {
    if (c.on('classadd-member-409')) throw new Refusal(409, 'Already exists', 'The student is in the class.');
    if (c.on('classadd-toggles')) {
      for (const user of users) if (user.classIds.has(group.id)) user.classIds.delete(group.id);
      return done;
    }
  }
  if (group.yearId !== c.db.currentYear()?.id && c.on('classadd-past-year-lost')) return done;
  for (const user of users) {
    if (user.classIds.size > 0 && c.on('classadd-one-class-each')) user.classIds.clear();
    if (user.classIds.size > 0 && c.on('classadd-search-stale')) stale(user, 'usearch');
    if (!user.enabled && c.on('classadd-disabled-skipped')) continue;
    enter(c, user, group);
  }
  if (c.on('classadd-replaces-students')) {
    const kept = new Set(users);
    for (const user of c.db.users)
      if (!kept.has(user) && user.roles.includes('STUDENT')) leave(c, user, group);
  }
  return slips(c)('200') ? { status: 200, body: { added: users.length } } : done;
}

/** The cache of one list keeps what it knew of the memberships. */
function stale(user: UserRow, ep: string): void {
  user.stale = {
    ep,
    row: { ...user.stale?.row, classIds: new Set(user.classIds), cohortIds: new Set(user.cohortIds) },
  };
}

export function removeStudents(c: Call): Reply {
  const found = target(c, 'class', (id) => c.db.class(id), 'userIds');
  if (!found) return done;
  const { group, ids } = found;
  const users = people(c, ids, 'STUDENT');
  if (users.length > 1 && c.on('classdel-list-stale')) for (const user of users) stale(user, 'users');
  for (const user of users) {
    leave(c, user, group);
    if (c.on('classdel-same-year-too')) {
      for (const id of user.classIds) if (c.db.class(id)?.yearId === group.yearId) user.classIds.delete(id);
    }
    if (user.cohortIds.size > 0 && c.on('classdel-cohorts-too')) user.cohortIds.clear();
  }
  if (c.on('classdel-everyone')) {
    for (const user of c.db.users) if (user.roles.includes('STUDENT')) leave(c, user, group);
  }
  return done;
}

export function addTeachers(c: Call): Reply {
  const found = target(c, 'class', (id) => c.db.class(id), 'userIds');
  if (!found) return done;
  const { group, ids } = found;
  const users = people(c, ids, 'TEACHER');
  for (const user of users) {
    if (user.classIds.size > 1 && c.on('teachadd-two-classes-at-most')) continue;
    if (c.on('teachadd-one-teacher-each')) {
      for (const other of c.db.users) if (!other.roles.includes('STUDENT')) leave(c, other, group);
    }
    enter(c, user, group);
    if (user.roles.length > 1 && c.on('teachadd-admins-lost')) leave(c, user, group);
  }
  return done;
}

export function removeTeachers(c: Call): Reply {
  const found = target(c, 'class', (id) => c.db.class(id), 'userIds');
  if (!found) return done;
  const { group, ids } = found;
  const users = people(c, ids, 'TEACHER');
  for (const user of users) {
    if (user.classIds.size === 1 && c.on('teachdel-only-class-kept')) continue;
    leave(c, user, group);
  }
  if (c.on('teachdel-students-too')) for (const user of c.db.users) leave(c, user, group);
  if (users.length > 0 && c.on('teachdel-other-teachers')) {
    for (const user of c.db.users) if (!user.roles.includes('STUDENT')) leave(c, user, group);
  }
  return slips(c)('200') ? { status: 200, body: {} } : done;
}

export function addToCohort(c: Call): Reply {
  const found = target(c, 'cohort', (id) => c.db.cohort(id), 'userIds');
  if (!found) return done;
  const { group, ids } = found;
  let users = people(c, ids, 'STUDENT');
  if (users.length > 20 && c.on('cohadd-twenty-at-most')) users = users.slice(0, 20);
  for (const user of users) {
    if (user.cohortIds.size > 0 && c.on('cohadd-one-cohort-each')) user.cohortIds.clear();
    if (c.on('cohadd-as-class')) user.classIds.add(group.id);
    else user.cohortIds.add(group.id);
    if (user.cohortIds.size > 1 && c.on('cohadd-list-stale')) {
      user.cohortIds.delete(group.id);
      stale(user, 'users');
      user.cohortIds.add(group.id);
    }
    touch(c, user);
  }
  if (group.tests.length === 0 && c.on('cohadd-testless-lost'))
    for (const user of users) user.cohortIds.delete(group.id);
  return slips(c)('200') ? { status: 200, body: null } : done;
}

export function removeFromCohort(c: Call): Reply {
  const found = target(c, 'cohort', (id) => c.db.cohort(id), 'userIds');
  if (!found) return done;
  const { group, ids } = found;
  const users = people(c, ids, 'STUDENT');
  for (const user of users) {
    user.cohortIds.delete(group.id);
    if (c.on('cohdel-all-cohorts')) user.cohortIds.clear();
    if (user.classIds.size > 0 && c.on('cohdel-classes-too')) user.classIds.clear();
    touch(c, user);
  }
  if (group.tests.length > 0 && c.on('cohdel-tests-too')) group.tests = [];
  if (c.on('cohdel-everyone')) for (const user of c.db.users) user.cohortIds.delete(group.id);
  return done;
}

function testIds(c: Call, ids: readonly string[]): string[] {
  const slip = slips(c);
  const removing = c.op.startsWith('DELETE');
  const found: string[] = [];
  for (const id of ids) {
    if (c.db.test(id)) found.push(id);
    else if (removing && c.on('m-unknown-removed-204')) continue;
    else if (slip('unknown-400-as-500')) throw new Refusal(500, 'Internal error', 'foreign key violation');
    else throw bad('There is no such test.');
  }
  if (found.length > 1 && slip('first-only')) return found.slice(0, 1);
  return slip('noop') ? [] : found;
}

function keepOld(c: Call, group: CohortRow, ep: string): void {
  if (!c.on(`${c.ep}-stale-in-${ep}`)) return;
  group.oldTests = [...group.tests];
  group.marks = new Set([...(group.marks ?? []), `tests-${ep}`]);
}

export function addTests(c: Call): Reply {
  const found = target(c, 'cohort', (id) => c.db.cohort(id), 'testIds');
  if (!found) return done;
  const { group, ids } = found;
  const tests = testIds(c, ids);
  keepOld(c, group, 'cohorts');
  const present = tests.some((id) => group.tests.some((link) => link.testId === id));
  const twice = present && c.on('testadd-again-twice');
  if (tests.length > 0 && group.tests.length > 0 && c.on('testadd-replaces')) group.tests = [];
  for (const testId of tests) {
    if (twice || !group.tests.some((link) => link.testId === testId))
      group.tests.push({ testId, activation: 'ACTIVE' });
  }
  if (group.tests.length > 5 && c.on('testadd-five-at-most')) group.tests = group.tests.slice(0, 5);
  if (c.on('testadd-namesakes-too')) {
    for (const other of c.db.cohortsNamed(group.name)) other.tests = [...group.tests];
  }
  return slips(c)('200') ? { status: 200, body: { cohort: { cohortId: group.id } } } : done;
}

export function removeTests(c: Call): Reply {
  const found = target(c, 'cohort', (id) => c.db.cohort(id), 'testIds');
  if (!found) return done;
  const { group, ids } = found;
  const gone = new Set(testIds(c, ids));
  keepOld(c, group, 'cohort');
  const left = group.tests.filter((link) => !gone.has(link.testId));
  if (left.length === 0 && group.tests.length > 0 && c.on('testdel-last-kept')) left.push(at(group.tests, 0));
  if (gone.size > 0 && c.on('testdel-all')) left.length = 0;
  if (c.on('testdel-every-cohort')) {
    for (const other of c.db.cohorts) other.tests = other.tests.filter((link) => !gone.has(link.testId));
  }
  const subjects = new Set([...gone].map((id) => c.db.test(id)?.subject));
  group.tests = left;
  if (c.on('testdel-same-subject-too'))
    group.tests = left.filter((link) => !subjects.has(c.db.test(link.testId)?.subject));
  return done;
}

/** The person in the path of an operation on one student or teacher. */
export function person(c: Call, role: string | undefined): UserRow {
  const id = at(c.ids, 0);
  if (!isUuid(id)) {
    if (c.on('m-malformed-id-404')) throw missing('user');
    throw bad('"userId" must be a UUID.');
  }
  const user = c.db.user(id);
  if (!user || (role !== undefined && !user.roles.includes(role))) throw missing('user');
  return user;
}

function classesOf(c: Call): ClassRow[] {
  return [...new Set(bodyIds(c, 'classIds'))].map((id) => {
    const found = c.db.class(id);
    if (!found) throw bad('There is no such class.');
    return found;
  });
}

export function addPersonClasses(c: Call): Reply {
  const user = person(c, c.ep === 'stclassadd' ? 'STUDENT' : 'TEACHER');
  let classes = classesOf(c);
  if (classes.length > 1 && c.on(`${c.ep}-first-only`)) classes = classes.slice(0, 1);
  if (c.ep === 'stclassadd') {
    if (user.classIds.size > 0 && c.on('stclassadd-replaces')) user.classIds.clear();
    if (c.on('stclassadd-search-stale')) stale(user, 'usearch');
    if (c.on('stclassadd-as-cohorts')) {
      for (const one of classes) user.cohortIds.add(one.id);
      return done;
    }
  } else {
    const current = c.db.currentYear()?.id;
    if (classes.some((one) => one.yearId !== current) && c.on('tclassadd-past-year-lost'))
      classes = classes.filter((one) => one.yearId === current);
    if (c.on('tclassadd-takes-over')) {
      for (const one of classes)
        for (const other of c.db.users) if (!other.roles.includes('STUDENT')) leave(c, other, one);
    }
  }
  for (const one of classes) enter(c, user, one);
  return done;
}

export function removePersonClasses(c: Call): Reply {
  const student = c.ep === 'stclassdel';
  const user = person(c, student ? 'STUDENT' : 'TEACHER');
  const classes = classesOf(c);
  if (c.on(`${c.ep}-noop`)) return done;
  for (const one of classes) {
    leave(c, user, one);
    if (student && c.on('stclassdel-classmates-too')) {
      for (const other of c.db.users) if (other.roles.includes('STUDENT')) leave(c, other, one);
    }
    if (!student && c.on('tclassdel-colleagues-too')) {
      for (const other of c.db.users) if (!other.roles.includes('STUDENT')) leave(c, other, one);
    }
  }
  if (classes.length > 1 && c.on(`${c.ep}-last-kept`)) enter(c, user, at(classes, -1));
  if (classes.length > 0 && user.classIds.size > 0 && c.on(`${c.ep}-all`)) user.classIds.clear();
  return done;
}

export function addPersonCohorts(c: Call): Reply {
  const user = person(c, 'STUDENT');
  const ids = [...new Set(bodyIds(c, 'cohortIds'))];
  let cohorts = ids.map((id) => {
    const found = c.db.cohort(id);
    if (!found) throw bad('There is no such cohort.');
    return found;
  });
  if (cohorts.length > 1 && c.on('stcohadd-first-only')) cohorts = cohorts.slice(0, 1);
  if (user.cohortIds.size > 0 && c.on('stcohadd-replaces')) user.cohortIds.clear();
  if (user.classIds.size > 0 && c.on('stcohadd-classes-lost')) user.classIds.clear();
  if (c.on('stcohadd-list-stale')) stale(user, 'users');
  for (const cohort of cohorts) user.cohortIds.add(cohort.id);
  touch(c, user);
  return done;
}
