// The data of a fresh server: the same for the same plan, with dates that follow the clock.

import { awkwardNames, levels, pool, subjects } from './names.ts';
import type { DataPlan, Settings } from './settings.ts';
import {
  at,
  type ClassRow,
  type CohortRow,
  type Links,
  membersIn,
  type SessionRow,
  type StudyRow,
  type TestRow,
  type UserRow,
  type World,
  type Year,
} from './types.ts';

const DAY = 86400000;

function randomOf(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function ids(kind: DataPlan['uuid'], random: () => number): () => string {
  let count = 0;
  const hex = (n: number) => Array.from({ length: n }, () => Math.floor(random() * 16).toString(16)).join('');
  return () => {
    count++;
    if (kind === 'low') return `00000000-0000-4000-8000-${count.toString(16).padStart(12, '0')}`;
    if (kind === 'v7') {
      const time = (1.7e12 + count * 1000).toString(16).padStart(12, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(12)}`;
    }
    const id = `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
    return kind === 'upper' ? id.toUpperCase() : id;
  };
}

function yearsOf(plan: DataPlan, newId: () => string): Year[] {
  const now = new Date(Date.now());
  const thisYear = now.getUTCMonth() >= 8 ? now.getUTCFullYear() : now.getUTCFullYear() - 1;
  const make = (year: number, name = `${year}/${String((year + 1) % 100).padStart(2, '0')}`): Year => ({
    academicYearId: newId(),
    name,
    startDate: Date.UTC(year, 8, 1),
    endDate: Date.UTC(year + 1, 7, 31, 23, 59, 59, 999),
  });
  const calendar = (year: number): Year => ({
    academicYearId: newId(),
    name: String(year),
    startDate: Date.UTC(year, 0, 1),
    endDate: Date.UTC(year, 11, 31, 23, 59, 59, 999),
  });
  if (plan.years === 'none-current') return [make(thisYear - 4), make(thisYear - 3), make(thisYear - 2)];
  if (plan.years === 'single') return [make(thisYear)];
  if (plan.years === 'many') return Array.from({ length: 140 }, (_, n) => make(thisYear + 1 - n));
  if (plan.years === 'calendar') {
    const y = now.getUTCFullYear();
    return [calendar(y), calendar(y - 1), calendar(y + 1)];
  }
  if (plan.years === 'unnamed-gap')
    return [make(thisYear - 3), make(thisYear, 'This year'), make(thisYear + 3)];
  const list = [
    make(thisYear - 3),
    make(thisYear - 2),
    make(thisYear - 1),
    make(thisYear),
    make(thisYear + 1),
  ];
  if (plan.years === 'overlap')
    list.push({
      academicYearId: newId(),
      name: 'Summer school',
      startDate: Date.UTC(thisYear, 5, 1),
      endDate: Date.UTC(thisYear, 8, 20),
    });
  return list;
}

export function currentYear(years: Year[], now: number): Year | undefined {
  return years.find((year) => year.startDate <= now && now <= year.endDate);
}

function groupNames(plan: DataPlan, count: number): string[] {
  const words = pool(plan.script).groups;
  const plainOnes = Array.from(
    { length: count },
    (_, n) =>
      `${at(words, n % words.length)} ${String.fromCharCode(65 + (n % 26))}${Math.floor(n / words.length) + 1}`,
  );
  const awkward = plan.script === 'mixed' ? awkwardNames : [];
  return [...awkward, ...plainOnes].slice(0, count);
}

function classesOf(plan: DataPlan, years: Year[], newId: () => string): ClassRow[] {
  const base = currentYear(years, Date.now()) ?? at(years, years.length - 1);
  return groupNames(plan, plan.classes).map((name, n) => {
    const year = n % 3 === 2 ? at(years, n % years.length) : base;
    // Every ninth class has the name of another one, of another year.
    const row: ClassRow = {
      classId: newId(),
      name,
      academicYearId: year.academicYearId,
      createdAt: Date.now() - (400 - n) * DAY,
    };
    if (n % 9 === 8 && years.length > 1) {
      row.name = at(groupNames(plan, 8), n % 8);
      const next = (years.indexOf(base) + 1 + Math.floor(n / 9)) % years.length;
      row.academicYearId = at(years, next).academicYearId;
    }
    if ((n * 7) % 10 >= plan.sparse * 10) row.description = `About ${name} – group ${n + 1}`;
    return row;
  });
}

function unique<T extends { name: string; academicYearId: string }>(rows: T[], fold: boolean): T[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const key = `${fold ? row.name.toLowerCase() : row.name}|${row.academicYearId}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function testsOf(plan: DataPlan, newId: () => string): TestRow[] {
  return Array.from({ length: plan.tests }, (_, n) => ({
    testId: newId(),
    testVersionId: newId(),
    name: `${at(subjects, n % subjects.length)} assessment ${n + 1}`,
    subject: at(subjects, n % subjects.length),
  }));
}

function cohortsOf(
  plan: DataPlan,
  settings: Settings,
  years: Year[],
  tests: TestRow[],
  newId: () => string,
): CohortRow[] {
  const base = currentYear(years, Date.now()) ?? at(years, years.length - 1);
  const rows = groupNames(plan, plan.cohorts).map((name, n) => {
    const year = n % 4 === 3 ? at(years, n % years.length) : base;
    const mine = tests.length
      ? Array.from({ length: n % 4 }, (_, k) => at(tests, (n + k * 2) % tests.length))
      : [];
    const row: CohortRow = {
      cohortId: newId(),
      name,
      academicYearId: year.academicYearId,
      createdAt: Date.now() - (300 - n) * DAY,
      tests: [...new Set(mine)].map((test, k) => ({
        testId: test.testId,
        testVersionId: settings.cohortTestVersion === 'own' ? newId() : test.testVersionId,
        activationStatus: at(settings.activation, (n + k) % settings.activation.length),
      })),
    };
    if ((n * 3) % 10 >= plan.sparse * 10) row.description = `Assessed together: ${name}`;
    return row;
  });
  // Two cohorts whose names differ in case alone, where that makes two names.
  if (settings.sameCohort === 'exact-case' && rows.length > 40 && plan.script === 'mixed') {
    const like = at(rows, 31);
    rows[30] = { ...at(rows, 30), name: like.name.toUpperCase(), academicYearId: like.academicYearId };
  }
  return rows;
}

function usersOf(plan: DataPlan, settings: Settings, newId: () => string, random: () => number): UserRow[] {
  const { first, last } = pool(plan.script);
  const total = plan.students + plan.teachers + plan.both;
  const now = Date.now();
  const [student, teacher, other] = settings.roles as [string, string, string?];
  return Array.from({ length: total }, (_, n) => {
    const isStudent = n < plan.students + plan.both;
    const isTeacher = n >= plan.students;
    const has = () => random() >= plan.sparse;
    const firstName = at(first, (n * 5 + Math.floor(n / 7)) % first.length);
    const lastName = at(last, (n * 3 + Math.floor(n / 5)) % last.length);
    // People of one import share a moment.
    const batch = plan.equalTimes ? 0 : n % 6 < 4 ? Math.floor(n / 6) * 6 : n;
    const back = plan.wholeSeconds
      ? Math.round(((total - batch) * 5.3 * DAY) / 1000) * 1000
      : Math.round((total - batch) * 5.3 * DAY) + (batch % 7) * 137;
    const createdAt = (plan.wholeSeconds ? Math.floor(now / 1000) * 1000 : now) - back;
    const changed = plan.equalTimes ? createdAt : createdAt + ((n * 37) % 11) * Math.floor(DAY / 3);
    const row: UserRow = {
      userId: newId(),
      username: `${isTeacher ? 't' : 's'}${(n * 7919) % 1009}.user${n}`,
      roles: [],
      emails: [],
      createdAt,
      updatedAt: changed,
      enabled: n % 29 !== 28,
      stamped: !(plan.unstamped && n % 4 === 1),
    };
    if (isStudent && student) row.roles.push(student);
    if (isTeacher && teacher) row.roles.push(teacher);
    if (other && n % 17 === 16 && isTeacher) row.roles.push(other);
    row.firstName = firstName;
    if (!(plan.aloneFields && n % 3 === 0)) row.lastName = lastName;
    if (isStudent && has()) row.upn = `A${String(100000000000 + n * 7777).slice(1)}${n % 2}`;
    if (has()) row.externalId = n % 5 === 4 ? `EXT-${n}/é` : `ext-${1000 + n}`;
    if (has())
      row.emails = [`user${n}@school${n % 3}.example`, ...(n % 4 === 0 ? [`alt.${n}@home.example`] : [])];
    if (has()) row.gender = at(settings.genders, n % settings.genders.length);
    if (has())
      row.dateOfBirth = new Date(
        plan.ancient
          ? Date.UTC(1899, 11, 31) + n * 40 * DAY
          : Date.UTC(plan.leap && n % 10 === 0 ? 2008 : 2006, 1, plan.leap && n % 10 === 0 ? 29 : 1 + n),
      )
        .toISOString()
        .slice(0, 10);
    return row;
  });
}

function sessionId(plan: DataPlan, newId: () => string, n: number, random: () => number): string {
  if (plan.sessionIds === 'objectid')
    return Array.from({ length: 24 }, () => Math.floor(random() * 16).toString(16)).join('');
  if (plan.sessionIds === 'number') return String(48000 + n * 3);
  if (plan.sessionIds === 'text') return `ses_${Math.floor(random() * 1e12).toString(36)}${n}`;
  return newId();
}

const edges = [
  Date.UTC(2026, 2, 29, 0, 59, 59, 999),
  Date.UTC(2026, 2, 29, 1),
  Date.UTC(2025, 9, 26, 1, 30),
  Date.UTC(2025, 11, 31, 23, 59, 59, 999),
  Date.UTC(2026, 0, 1),
  Date.UTC(2024, 1, 29, 12),
];

function sessionsOf(
  plan: DataPlan,
  users: UserRow[],
  tests: TestRow[],
  newId: () => string,
  random: () => number,
  student: string,
  days: boolean,
): SessionRow[] {
  const learners = users.filter((user) => user.roles.includes(student));
  if (!learners.length || !tests.length) return [];
  return Array.from({ length: plan.open + plan.completed }, (_, n) => {
    const done =
      plan.open === 0 || (plan.completed > 0 && (n * 31) % (plan.open + plan.completed) >= plan.open);
    const user = at(learners, (n * 3) % Math.min(learners.length, 41));
    const test = at(tests, (n * 5 + Math.floor(n / 4)) % tests.length);
    const tied = n % 5 < 2 ? Math.floor(n / 5) * 5 : n;
    let start = plan.ancient
      ? Date.UTC(1970, 0, 1) + tied * DAY
      : Date.now() - Math.round((200 - tied) * 1.37 * DAY) - (tied % 9) * 111;
    if (plan.wholeSeconds) start = Math.floor(start / 1000) * 1000;
    if (n >= 20 && n - 20 < edges.length && !plan.ancient) start = at(edges, n - 20);
    if (plan.equalTimes) start = Date.UTC(2025, 0, 15, 9);
    if (days) start = Math.floor(start / DAY) * DAY;
    const row: SessionRow = {
      sessionId: sessionId(plan, newId, n, random),
      userId: user.userId,
      testId: test.testId,
      testVersionId: test.testVersionId,
      startDate: start,
    };
    if (!done) return row;
    const seconds = 600 + ((n * 997) % 9000) + (n % 11 === 0 ? 90000 : 0);
    row.endDate = days ? Math.floor((start + seconds * 1000) / DAY) * DAY : start + seconds * 1000;
    let level = at(levels, (n * 2 + 1) % levels.length);
    if (test.subject === 'English Writing' && n % 2) level = 'NA';
    if (test.subject === 'Digital Skills' && n % 2) level = 'Entry - Below E3';
    row.result = { calculatedAt: row.endDate + 1500, level, seconds };
    return row;
  });
}

function studyOf(plan: DataPlan, users: UserRow[], newId: () => string): StudyRow[] {
  return Array.from({ length: Math.min(plan.study, users.length * 2) }, (_, n) => ({
    sessionId: newId(),
    userId: at(users, (n * 2) % users.length).userId,
    startDate: Date.now() - (n + 1) * DAY,
    endDate: Date.now() - (n + 1) * DAY + 1800000,
  }));
}

function place(world: World, plan: DataPlan, settings: Settings): void {
  const [student, teacher] = settings.roles as [string, string];
  const put = (map: Links, id: string, userId: string) => membersIn(map, id).add(userId);
  world.users.forEach((user, n) => {
    const many = plan.manyClasses ? 60 : n % 4;
    for (let k = 0; k < many && world.classes.length; k++) {
      const id = at(world.classes, (n * 3 + k * 7) % world.classes.length).classId;
      if (user.roles.includes(teacher) && !plan.noTeachers && (k % 2 === 0 || !user.roles.includes(student)))
        put(world.teachers, id, user.userId);
      else if (user.roles.includes(student)) put(world.students, id, user.userId);
    }
    for (let k = 0; k < n % 3 && world.cohorts.length; k++) {
      if (user.roles.includes(student))
        put(
          world.cohortStudents,
          at(world.cohorts, (n + k * 5) % world.cohorts.length).cohortId,
          user.userId,
        );
    }
  });
}

export function seed(settings: Settings): World {
  const plan = settings.data;
  const random = randomOf(plan.seed);
  const newId = ids(plan.uuid, random);
  const years = yearsOf(plan, newId);
  const tests = testsOf(plan, newId);
  const users = usersOf(plan, settings, newId, random);
  const world: World = {
    years,
    tests,
    users,
    classes: unique(classesOf(plan, years, newId), true),
    cohorts: unique(cohortsOf(plan, settings, years, tests, newId), settings.sameCohort === 'any-case'),
    sessions: sessionsOf(plan, users, tests, newId, random, at(settings.roles, 0), settings.dates === 'date'),
    study: studyOf(plan, users, newId),
    students: new Map(),
    teachers: new Map(),
    cohortStudents: new Map(),
    lag: [],
    tokens: new Map(),
    newId,
    random,
  };
  place(world, plan, settings);
  return world;
}
