import { classNames, cohortNames, firstNames, lastNames, levels, testList } from './names.ts';
import { at, makeRandom, pick, uuidFrom } from './random.ts';
import type { SessionRow, UserRow, World } from './types.ts';

export interface Plan {
  seed: number;
  students: number;
  teachers: number;
  admins: number;
  classes: number;
  cohorts: number;
  sessions: number;
  study: number;
  /** Which of the three years is the current one; none if -1. */
  current: number;
  allCompleted: boolean;
  overlap: boolean;
  uuidVersion: string;
  wholeSeconds: boolean;
}

const DAY = 86_400_000;

/** The first day of the academic year that contains the moment. */
function yearStart(now: number): number {
  const date = new Date(now);
  const year = date.getUTCMonth() >= 8 ? date.getUTCFullYear() : date.getUTCFullYear() - 1;
  return Date.UTC(year, 8, 1);
}

interface Making {
  plan: Plan;
  random: () => number;
  id: () => string;
  start: number;
  world: World;
}

function makeYears({ plan, world, start, id }: Making): void {
  const first = new Date(start).getUTCFullYear() - 2;
  for (let i = 0; i < 3; i += 1) {
    const year = first + i;
    const begins = Date.UTC(year, 8, 1) - (plan.overlap ? 20 * DAY : 0);
    world.years.push({
      id: id(),
      name: `${year}/${String(year + 1).slice(2)}`,
      start: begins,
      end: Date.UTC(year + 1, 8, 1) - 1,
      current: i === plan.current,
    });
  }
}

function makeRoster({ plan, random, world, id }: Making): void {
  for (let i = 0; i < plan.classes; i += 1) {
    const [name, description, year] = at(classNames, i);
    world.classes.push({
      seq: i,
      id: id(),
      name,
      description,
      yearId: at(world.years, year).id,
      size: 0,
      teachers: 0,
    });
  }
  for (const [name, subject] of testList) {
    world.tests.push({ id: id(), versionId: id(), oldVersionId: id(), oldId: id(), name, subject });
  }
  for (let i = 0; i < plan.cohorts; i += 1) {
    const [name, description, year, count] = at(cohortNames, i);
    const tests = [];
    for (let t = 0; t < count; t += 1) {
      const activation = t === 0 ? 'ACTIVE' : pick(random, ['ACTIVE', 'SCHEDULED', 'EXPIRED']);
      tests.push({ testId: at(world.tests, i + t * 3).id, activation });
    }
    world.cohorts.push({ seq: i, id: id(), name, description, yearId: at(world.years, year).id, tests });
  }
}

function birthday(random: () => number, i: number, teacher: boolean): string {
  const from = teacher ? 1960 : 2006;
  const span = teacher ? 35 : 7;
  const day = new Date(Date.UTC(from + Math.floor(random() * span), i % 12, 1 + (i % 28)));
  return day.toISOString().slice(0, 10);
}

function emailsOf(first: string, last: string, i: number): string[] {
  const ascii = (text: string): string => text.normalize('NFD').replace(/[^A-Za-z]/g, '');
  const local = `${ascii(first) || 'pupil'}.${ascii(last) || 'x'}${i}`.toLowerCase();
  const list = [`${local}@school.example`];
  if (i % 5 === 0) list.push(`${local}+home@mail.example`);
  if (i % 17 === 0) list.push(`${local}@home.example`);
  return list;
}

function makePerson(making: Making, i: number, role: 'STUDENT' | 'TEACHER' | 'ADMIN'): UserRow {
  const { random, id, start, plan } = making;
  const first = i % 41 === 40 ? undefined : at(firstNames, Math.floor(random() * 1000));
  const last = i % 53 === 52 ? undefined : at(lastNames, Math.floor(random() * 1000));
  const names = [first, last].filter((part) => part !== undefined);
  // Imports ran in bursts: many people of the same second, not in the order of their numbers.
  const burst =
    start - 700 * DAY + Math.floor(i / 6) * 11 * 3_600_000 + (i % 4) * 60_000 * (i % 6 === 5 ? 0 : 1);
  const createdAt =
    Math.floor(burst / 1000) * 1000 + (plan.wholeSeconds || i % 10 === 0 ? 0 : (997 - i * 37) & 511);
  const touched = i % 3 === 0 ? 0 : Math.floor(random() * 400 * DAY);
  const student = role === 'STUDENT';
  const row: UserRow = {
    seq: i,
    id: id(),
    username:
      i % 29 === 28
        ? undefined
        : `${(names[0] ?? 'u').normalize('NFD').replace(/[^A-Za-z]/g, '') || 'user'}_${i}`,
    upn: student && i % 7 !== 6 ? `A${String(820_432_000_000 + i * 13)}` : undefined,
    roles: role === 'TEACHER' && i % 6 === 0 ? ['TEACHER', 'ADMIN'] : [role],
    externalId: i % 4 === 3 ? undefined : `${i % 2 === 0 ? 'SIMS-' : 'ext/'}${1000 + i}`,
    firstName: first,
    lastName: last,
    fullName: names.length > 0 ? names.join(' ') : undefined,
    emails: i % 9 === 8 ? [] : emailsOf(first ?? '', last ?? '', i),
    gender: i % 8 === 7 ? undefined : pick(random, ['FEMALE', 'MALE', 'OTHER', 'UNSPECIFIED']),
    dob: i % 11 === 10 ? undefined : birthday(random, i, !student),
    createdAt,
    updatedAt: plan.wholeSeconds ? Math.floor((createdAt + touched) / 1000) * 1000 : createdAt + touched,
    enabled: i % 23 !== 22,
    classIds: new Set(),
    cohortIds: new Set(),
    formerClassIds: i % 13 === 4 ? [id()] : [],
  };
  return row;
}

function makePeople(making: Making): void {
  const { plan, world, random } = making;
  const roles = [
    ...Array.from({ length: plan.admins }, () => 'ADMIN' as const),
    ...Array.from({ length: plan.teachers }, () => 'TEACHER' as const),
    ...Array.from({ length: plan.students }, () => 'STUDENT' as const),
  ];
  roles.forEach((role, i) => {
    const row = makePerson(making, i, role);
    // The last three classes and the last two cohorts stay empty.
    const open = world.classes.slice(0, Math.max(0, world.classes.length - 3));
    const groups = world.cohorts.slice(0, Math.max(0, world.cohorts.length - 2));
    if (role !== 'ADMIN' && i % 10 !== 9 && open.length > 0) {
      const count = 1 + (i % 3);
      for (let k = 0; k < count; k += 1) {
        const found = pick(random, open);
        row.classIds.add(found.id);
        if (role === 'STUDENT') found.size += 1;
        else found.teachers += 1;
      }
    }
    if (role === 'STUDENT' && i % 3 !== 2 && groups.length > 0) {
      row.cohortIds.add(pick(random, groups).id);
      if (i % 4 === 0) row.cohortIds.add(pick(random, groups).id);
    }
    world.users.push(row);
  });
}

/** A few pairs that only a careless comparison takes for one another. */
function makeTwins({ world }: Making): void {
  const change = (i: number, part: Partial<UserRow>): void => {
    const row = world.users[i];
    if (row) Object.assign(row, part);
  };
  change(40, { externalId: '00123', username: 'j_smith' });
  change(41, { externalId: '123', username: 'jxsmith', upn: 'A820432000' });
  change(42, { externalId: '1.23e2', upn: 'A8204320009' });
  change(43, { username: 'McTavish.H', emails: ['shared.name@school.example'] });
  change(44, { username: 'mctavish', emails: ['shared.name@home.example', 'a_b@school.example'] });
  change(45, { emails: ['axb@school.example'] });
  change(46, { firstName: 'Sinéad', lastName: "O'Connor", fullName: "Sinéad O'Connor" });
  change(48, { emails: ['lena+school@mail.example'] });
  change(47, { firstName: 'Bo (Robert)', lastName: 'Ng', fullName: 'Bo (Robert) Ng' });
}

function levelOf(subject: string, i: number): string {
  if (subject === 'English Writing' && i % 4 === 1) return 'NA';
  if (subject === 'Digital Skills' && i % 4 === 2) return 'Entry - Below E3';
  return at(levels, i * 7);
}

function makeSessions({ plan, random, world, id, start }: Making): void {
  const students = world.users.filter((row) => row.roles.includes('STUDENT'));
  if (students.length === 0) return;
  let shared = 0;
  for (let i = 0; i < plan.sessions; i += 1) {
    const taken = at(students, i % 3 === 0 ? i : Math.floor(random() * students.length));
    const test = at(world.tests, Math.floor(random() * 10));
    let begins =
      start - Math.floor(random() * 730) * DAY + (8 + (i % 9)) * 3_600_000 + Math.floor(random() * 3_599_000);
    if (begins >= start) begins -= 2 * DAY;
    if (plan.wholeSeconds || i % 12 === 0) begins = Math.floor(begins / 1000) * 1000;
    // Whole rooms start at one moment, or within one second.
    if (i % 10 === 1) shared = begins;
    if (i % 10 === 2 || i % 10 === 3) begins = shared;
    if (i % 10 === 4) begins = Math.floor(shared / 1000) * 1000 + (((shared % 1000) + 481) % 1000);
    const seconds = i % 14 === 0 ? 3600 * (1 + (i % 3)) + 65 : 300 + Math.floor(random() * 6800);
    const over = begins + seconds * 1000 + (plan.wholeSeconds || i % 15 === 0 ? 0 : 137);
    const done = plan.allCompleted || i % 4 !== 3;
    const row: SessionRow = {
      seq: i,
      id: id(),
      userId: taken.id,
      testId: test.id,
      versionId: i % 5 === 0 ? test.oldVersionId : test.versionId,
      start: begins,
      touched: begins + 60_000 * (i % 51),
    };
    if (done) {
      row.end = over;
      row.result = { calculated: over + 2000 + (i % 700), level: levelOf(test.subject, i), seconds };
    }
    world.sessions.push(row);
  }
}

function makeStudy({ plan, random, world, id, start }: Making): void {
  const students = world.users.filter((row) => row.roles.includes('STUDENT'));
  if (students.length === 0) return;
  for (let i = 0; i < plan.study; i += 1) {
    const begins = start - Math.floor(random() * 400) * DAY - Math.floor(random() * DAY);
    const whole = i % 6 === 0 ? Math.floor(begins / 1000) * 1000 : begins;
    world.study.push({
      seq: i,
      id: id(),
      userId: pick(random, students).id,
      classId: i % 3 === 2 || world.classes.length === 0 ? undefined : pick(random, world.classes).id,
      topic:
        i % 5 === 4 ? undefined : at(['Fractions', 'Spelling & grammar', 'Perímetro', "Newton's laws"], i),
      start: whole,
      end: whole + 60_000 * (5 + (i % 90)) + (i % 6 === 0 ? 0 : 7),
    });
  }
}

export function seedWorld(plan: Plan, now: number): World {
  const random = makeRandom(plan.seed);
  const world: World = { years: [], classes: [], cohorts: [], tests: [], users: [], sessions: [], study: [] };
  const making: Making = {
    plan,
    random,
    id: () => uuidFrom(random, plan.uuidVersion),
    start: yearStart(now),
    world,
  };
  makeYears(making);
  makeRoster(making);
  makePeople(making);
  makeTwins(making);
  makeSessions(making);
  makeStudy(making);
  return world;
}
