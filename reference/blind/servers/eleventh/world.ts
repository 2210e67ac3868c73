// The seeded world: what is stored. Presenting it is the business of the show-*.ts modules.
import type { Dice } from './ground.ts';
import {
  ACTIVATION,
  CLASS_NAMES,
  COHORT_NAMES,
  DESCRIPTIONS,
  FIRST,
  GENDERS,
  LAST,
  SCRIPTS,
} from './names.ts';

export interface Year {
  id: string;
  name: string;
  start: number;
  end: number;
}
export interface Klass {
  id: string;
  name: string;
  description?: string;
  yearId: string;
}
export interface CohortTest {
  testId: string;
  activation: string;
}
export interface Cohort extends Klass {
  tests: CohortTest[];
}
export interface Test {
  id: string;
  versionId: string;
  name: string;
  subject: string;
}
export interface User {
  id: string;
  username?: string;
  upn?: string;
  roles: string[];
  externalId?: string;
  fullName?: string;
  firstName?: string;
  lastName?: string;
  emails: string[];
  gender?: string;
  dob?: string;
  created: number;
  updated: number;
  disabled: boolean;
  password?: string;
  classIds: Set<string>;
  cohortIds: Set<string>;
}
export interface Result {
  calculated: number;
  level: string;
  duration: string;
}
export interface Session {
  id: string;
  userId: string;
  testId: string;
  start: number;
  end?: number;
  result?: Result;
}
export interface Study {
  id: string;
  userId: string;
  classId?: string;
  topic: string;
  start: number;
  end: number;
}
export interface World {
  dice: Dice;
  years: Year[];
  currentYearId?: string;
  classes: Klass[];
  cohorts: Cohort[];
  tests: Test[];
  users: User[];
  sessions: Session[];
  studies: Study[];
}

export interface Plan {
  seed: number;
  students: number;
  teachers: number;
  admins: number;
  classes: number;
  cohorts: number;
  tests: number;
  sessions: number;
  studies: number;
}

export const PLAN: Plan = {
  seed: 20110711,
  students: 374,
  teachers: 40,
  admins: 6,
  classes: 30,
  cohorts: 9,
  tests: 8,
  sessions: 250,
  studies: 140,
};

const DAY = 86_400_000;

const plainName = (value: string): string =>
  value
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();

/** "P0Y0M0DT1H5M9S", without the parts that are nothing. */
export function duration(ms: number): string {
  let rest = Math.floor(ms / 1000);
  const days = Math.floor(rest / 86_400);
  rest -= days * 86_400;
  const hours = Math.floor(rest / 3600);
  rest -= hours * 3600;
  const minutes = Math.floor(rest / 60);
  const seconds = rest - minutes * 60;
  const time = `${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${seconds ? `${seconds}S` : ''}`;
  if (days === 0 && time === '') return 'PT0S';
  return `P${days ? `${days}D` : ''}${time ? `T${time}` : ''}`;
}

export function makeYears(world: World, now: number): void {
  const date = new Date(now);
  const first = date.getUTCMonth() >= 8 ? date.getUTCFullYear() : date.getUTCFullYear() - 1;
  for (const shift of [-1, 0, 1]) {
    const y = first + shift;
    const year: Year = {
      id: world.dice.uuid(),
      name: shift === 0 ? `${y}/${y + 1}` : `${y}–${String(y + 1).slice(2)}`,
      start: Date.UTC(y, 8, 1),
      end: Date.UTC(y + 1, 7, 31, 23, 59, 59, 999),
    };
    world.years.push(year);
    if (shift === 0) world.currentYearId = year.id;
  }
}

const LONG =
  'A class with a long name, as long as the service takes: one hundred and twenty characters, to the very last '.padEnd(
    119,
    'x',
  );

export function makeGroups(world: World, plan: Plan): void {
  const { dice } = world;
  const yearOf = (i: number): string => {
    const order = [1, 1, 0, 1, 2, 1, 0];
    return world.years[Math.min(order[i % 7] ?? 0, world.years.length - 1)]?.id ?? '';
  };
  for (let i = 0; i < plan.classes; i++) {
    const known = CLASS_NAMES[i];
    const name = i >= 28 && i < 30 ? '7A' : (known ?? `Group ${i}`);
    const klass: Klass = { id: dice.uuid(), name, yearId: yearOf(i) };
    if (i === 28) klass.yearId = world.years[0]?.id ?? klass.yearId;
    if (i === 29) klass.yearId = world.years[2]?.id ?? klass.yearId;
    if (i === 26 && plan.classes >= 30) klass.name = `${LONG}z`;
    if (i % 3 !== 2) klass.description = DESCRIPTIONS[i % 6] ?? 'None';
    if (i === 5) klass.description = LONG;
    world.classes.push(klass);
  }
  for (let i = 0; i < plan.cohorts; i++) {
    const cohort: Cohort = {
      id: dice.uuid(),
      name: COHORT_NAMES[i] ?? 'Autumn intake',
      yearId: yearOf(i),
      tests: [],
    };
    if (i === 8) cohort.yearId = world.years[0]?.id ?? cohort.yearId;
    if (i % 2 === 0) cohort.description = DESCRIPTIONS[(i + 1) % 6] ?? 'None';
    const count = [1, 2, 4, 0, 3, 8, 2, 0][i] ?? 1 + (i % 3);
    for (let k = 0; k < count && k < world.tests.length; k++) {
      const test = world.tests[(i * 2 + k) % world.tests.length];
      if (test) cohort.tests.push({ testId: test.id, activation: ACTIVATION[(i + k) % 3] ?? 'ACTIVE' });
    }
    world.cohorts.push(cohort);
  }
}

function personName(i: number, dice: Dice): readonly [string, string] {
  if (i % 43 === 7) return SCRIPTS[Math.floor(i / 43) % SCRIPTS.length] ?? ['Li', 'Wu'];
  if (i % 61 === 5) return ['Mohammed', 'Khan'];
  if (i === 20) return ['X', 'Wu'];
  return [dice.pick(FIRST), dice.pick(LAST)];
}

function makeUser(world: World, i: number, role: string, used: Set<string>, now: number): User {
  const { dice } = world;
  const [first, last] = personName(i, dice);
  let stem = `${plainName(first).charAt(0) || 'u'}${plainName(last) || 'ser'}`;
  for (let n = 2; used.has(stem); n++) stem = `${stem.replace(/\d+$/, '')}${n}`;
  used.add(stem);
  const student = role === 'STUDENT';
  // imports come in batches: up to six people at one instant
  const batch = Math.floor(i / 6);
  const created = now - 900 * DAY + batch * 9 * DAY + (batch % 3) * 4_123;
  const user: User = {
    id: dice.uuid(),
    username: stem,
    roles: role === 'SCHOOL_ADMIN' && i % 2 === 0 ? ['TEACHER', 'SCHOOL_ADMIN'] : [role],
    firstName: first,
    emails: [],
    created: i % 4 === 1 ? Math.floor(created / 1000) * 1000 : created,
    updated: 0,
    disabled: i % 29 === 11,
    classIds: new Set(),
    cohortIds: new Set(),
  };
  user.updated = user.created + (i % 3 === 0 ? 0 : (1 + (i % 40)) * 3_600_000 + (i % 7) * 131);
  if (i % 53 !== 9) user.lastName = last;
  user.fullName = user.lastName === undefined ? first : `${first} ${last}`;
  if (student && i % 9 !== 4)
    user.upn = `${'ABCDEFGHJKLMNPQRTUVWXYZ'.charAt(i % 23)}${String(820_000_000_000 + i * 7919)}`;
  if (student && i % 31 === 6) user.upn = String(910_000_000_000 + i * 31);
  if (i % 4 !== 3)
    user.externalId = i % 10 === 2 ? String(10_000 + i) : `SIMS-${1000 + i}${i % 14 === 1 ? '/b' : ''}`;
  if (i % 47 === 12) user.externalId = `MIS ${i},${i}+x`;
  if (i % 5 !== 2) user.emails.push(`${stem}@${student ? 'pupils' : 'staff'}.northfield.example`);
  if (i % 13 === 3) user.emails.push(`${stem}+home@mail.example`);
  if (student && i % 25 === 8) user.emails.push(`family${Math.floor(i / 50)}@home.example`);
  if (i % 6 !== 5) user.gender = GENDERS[i % 11 === 0 ? 2 : i % 17 === 0 ? 3 : i % 2] ?? 'OTHER';
  if (i % 7 !== 6)
    user.dob = new Date(Date.UTC(student ? 2007 + (i % 6) : 1960 + (i % 40), i % 12, 1 + (i % 28)))
      .toISOString()
      .slice(0, 10);
  if (i === 30) user.dob = '2008-02-29';
  if (i === 32) user.dob = '2009-12-31';
  return user;
}

export function makeUsers(world: World, plan: Plan, now: number): void {
  const used = new Set<string>();
  const total = plan.students + plan.teachers + plan.admins;
  for (let i = 0; i < total; i++) {
    const teacher = i % 10 === 9 ? i / 10 < plan.teachers : plan.students === 0;
    const role = i >= total - plan.admins ? 'SCHOOL_ADMIN' : teacher ? 'TEACHER' : 'STUDENT';
    world.users.push(makeUser(world, i, role, used, now));
  }
  for (const [i, user] of world.users.entries()) {
    // the last two classes and one cohort stay empty, and so do some people
    const wanted = i % 8 === 5 ? 0 : 1 + (i % 3);
    for (let k = 0; k < wanted && world.classes.length > 2; k++) {
      const klass = world.classes[(i * 3 + k * 7) % (world.classes.length - 2)];
      if (klass) user.classIds.add(klass.id);
    }
    if (user.roles.includes('STUDENT') && i % 4 !== 1 && world.cohorts.length > 1) {
      for (let k = 0; k <= i % 2; k++) {
        const cohort = world.cohorts[(i + k * 3) % (world.cohorts.length - 1)];
        if (cohort) user.cohortIds.add(cohort.id);
      }
    }
  }
}
