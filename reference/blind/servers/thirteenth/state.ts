import { numbers, sow, uuid } from './seed.ts';
import type { Cohort, Event, Projection, Seed, State, User } from './types.ts';

/** The clock, which a test may hold. */
export const clock = { now: (): number => Date.now() };

const sown = new Map<string, Seed>();

function copyUser(u: User): User {
  return {
    ...u,
    roles: [...u.roles],
    emails: [...u.emails],
    classIds: [...u.classIds],
    cohortIds: [...u.cohortIds],
  };
}

function byId<T extends { id: string }>(list: readonly T[], copy: (item: T) => T): Map<string, T> {
  return new Map(list.map((item) => [item.id, copy(item)]));
}

export function freshState(seedNumber: number): State {
  const day = Math.floor(clock.now() / 86_400_000);
  const key = `${seedNumber}/${day}`;
  let seed = sown.get(key);
  if (!seed) {
    seed = sow(clock.now(), seedNumber);
    sown.set(key, seed);
  }
  const copyCohort = (c: Cohort): Cohort => ({ ...c, tests: [...c.tests] });
  return {
    seed,
    people: byId(seed.users, copyUser),
    directory: byId(seed.users, copyUser),
    finder: byId(seed.users, copyUser),
    class: byId(seed.classes, (c) => ({ ...c })),
    classList: byId(seed.classes, (c) => ({ ...c })),
    cohort: byId(seed.cohorts, copyCohort),
    cohortList: byId(seed.cohorts, copyCohort),
    log: [],
    count: 0,
  };
}

export function newId(state: State): string {
  state.count += 1;
  return uuid(numbers(990_000 + state.count * 7919));
}

function foldUsers(users: Map<string, User>, e: Event): void {
  if (e.type === 'userCreated') users.set(e.user.id, copyUser(e.user));
  if (e.type === 'userChanged') {
    const u = users.get(e.userId);
    if (u) users.set(u.id, copyUser({ ...u, ...e.set }));
  }
  if (e.type !== 'joined' && e.type !== 'left') return;
  for (const id of e.userIds) {
    const u = users.get(id);
    if (!u) continue;
    const name = e.kind === 'class' ? 'classIds' : 'cohortIds';
    const has = u[name].includes(e.groupId);
    if (e.type === 'joined' && !has) u[name] = [...u[name], e.groupId];
    if (e.type === 'left' && has) u[name] = u[name].filter((g) => g !== e.groupId);
  }
}

function foldCohorts(cohorts: Map<string, Cohort>, e: Event, state: State): void {
  if (e.type === 'cohortCreated') cohorts.set(e.cohort.id, { ...e.cohort, tests: [...e.cohort.tests] });
  if (e.type !== 'testsAdded' && e.type !== 'testsRemoved') return;
  const c = cohorts.get(e.cohortId);
  if (!c) return;
  const gone = new Set(e.testIds);
  if (e.type === 'testsRemoved') c.tests = c.tests.filter((t) => !gone.has(t.testId));
  else {
    for (const id of e.testIds) {
      const test = state.seed.tests.find((t) => t.id === id);
      if (test && !c.tests.some((t) => t.testId === id)) {
        c.tests = [...c.tests, { testId: id, versionId: test.versionId, activation: 'active' }];
      }
    }
  }
}

/** Folds one event into one projection. */
export function fold(state: State, p: Projection, e: Event): void {
  if (p === 'people' || p === 'directory' || p === 'finder') foldUsers(state[p], e);
  else if (p === 'cohort' || p === 'cohortList') foldCohorts(state[p], e, state);
  else if (e.type === 'classCreated') state[p].set(e.klass.id, { ...e.klass });
}

export const projections: readonly Projection[] = [
  'people',
  'directory',
  'finder',
  'class',
  'classList',
  'cohort',
  'cohortList',
];
