import {
  activations,
  classNames,
  cohortNames,
  firstNames,
  genders,
  lastNames,
  levels,
  testNames,
} from './names.ts';
import type { Cohort, Klass, Seed, Session, Study, Test, User, Year } from './types.ts';

const day = 86_400_000;

/** A small generator of numbers: the same for the same seed. */
export function numbers(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function uuid(next: () => number): string {
  let hex = '';
  for (let i = 0; i < 32; i++) hex += Math.floor(next() * 16).toString(16);
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

export function at<T>(list: readonly T[], index: number): T {
  const item = list[((Math.floor(index) % list.length) + list.length) % list.length];
  if (item === undefined) throw new Error('empty list');
  return item;
}

function ascii(text: string): string {
  const plain = text
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase();
  return plain === '' ? 'user' : plain;
}

function years(now: number, next: () => number): Year[] {
  const d = new Date(now);
  const first = d.getUTCMonth() >= 8 ? d.getUTCFullYear() : d.getUTCFullYear() - 1;
  return [first - 1, first, first + 1].map((y) => ({
    id: uuid(next),
    name: `${y}/${String((y + 1) % 100).padStart(2, '0')}`,
    start: Date.UTC(y, 8, 1),
    end: Date.UTC(y + 1, 8, 1) - 1,
  }));
}

function person(i: number, role: string, next: () => number, today: number): User {
  const firstName = at(firstNames, i * 7 + Math.floor(i / 35) + (role === 'student' ? 0 : 3));
  const lastName = at(lastNames, i * 11 + Math.floor(i / 30) * 3 + (role === 'student' ? 0 : 5));
  const student = role === 'student';
  const school = i % 2 === 0 ? 'northgate.example' : 'st-marys.example';
  const username = `${ascii(firstName).slice(0, 6)}.${ascii(lastName).slice(0, 8)}${student ? i : 900 + i}`;
  const emails: string[] = [];
  if (!student || i % 4 !== 1) emails.push(`${username}@${school}`);
  if (i % 9 === 0) emails.push(`${ascii(lastName)}+${i}@mail.example`);
  if (i % 27 === 0) emails.push(`Family.${i}@Home.example`);
  const created = today - Math.floor(next() * 700 + 3) * day + Math.floor(next() * day);
  const user: User = {
    id: uuid(next),
    username,
    roles: [role],
    firstName,
    lastName,
    fullName: `${firstName} ${lastName}`,
    emails,
    createdAt: created,
    updatedAt: i % 3 === 0 ? created : created + Math.floor(next() * 2 * day),
    active: i % 17 !== 5,
    classIds: [],
    cohortIds: [],
  };
  if (student && i % 8 !== 3) user.upn = `${at(['A', 'H', 'T'], i)}${String(820432100000 + i * 7919)}`;
  if (i % 5 !== 2) user.externalId = i % 6 === 0 ? `MIS/${1000 + i}` : `${i < 100 ? '0' : ''}${4200 + i}`;
  if (student ? i % 7 !== 4 : i % 7 === 1) user.gender = at(genders, i);
  if (student && i % 6 !== 5) {
    user.dateOfBirth = new Date(Date.UTC(2005 + (i % 7), (i * 5) % 12, 1 + ((i * 13) % 28)))
      .toISOString()
      .slice(0, 10);
  }
  if (i % 40 === 12) user.dateOfBirth = '2008-02-29';
  if (role === 'administrator' && i % 2 === 1) user.roles = ['teacher', 'administrator'];
  return user;
}

function groups(
  names: readonly string[],
  ys: Year[],
  next: () => number,
  spread: readonly number[],
): Klass[] {
  return names.map((name, i) => {
    const g: Klass = { id: uuid(next), name, yearId: at(ys, at(spread, i)).id };
    if (i % 4 !== 2)
      g.description = `${name}: ${at(['Room 4, "Annex"', 'mornings & evenings', 'see <notes>', 'Größe 20'], i)}`;
    return g;
  });
}

function sessions(users: User[], tests: Test[], today: number, next: () => number): Session[] {
  const list: Session[] = [];
  const students = users.filter((u) => u.roles.includes('student'));
  for (let i = 0; i < 260; i++) {
    const who = at(students, i < 200 ? (i * 3) % 150 : i % 12);
    const t = at(tests, (i * 5 + Math.floor(i / 9)) % 9);
    const start =
      i % 26 === 25
        ? at(list, i - 1).start
        : today - Math.floor(next() * 720 + 2) * day + Math.floor(next() * 36_000) * 1000;
    const s: Session = {
      id: uuid(next),
      userId: who.id,
      testId: t.id,
      start: i % 3 === 0 ? start + (i % 1000) : start,
    };
    if (i % 4 !== 3) {
      const long = i % 31 === 0 ? day + 3_600_000 + 120_000 : (600 + Math.floor(next() * 4200)) * 1000;
      s.end = s.start + long;
      s.calculated = s.end + 2000 + (i % 5) * 61_000;
      s.level = at(levels, i * 4 + Math.floor(i / 15));
      if (t.name === 'English Writing' && i % 2 === 0) s.level = 'NA';
      if (t.subject === 'Digital Skills' && i % 3 !== 1) s.level = 'Entry - Below E3';
    }
    list.push(s);
  }
  return list;
}

export function sow(now: number, seed: number): Seed {
  const next = numbers(seed);
  const today = Math.floor(now / day) * day;
  const ys = years(now, next);
  const tests = testNames.map(
    ([name, subject]): Test => ({ id: uuid(next), versionId: uuid(next), name, subject }),
  );
  const classes = groups(classNames, ys, next, [1, 1, 1, 0, 1, 2]);
  const old = classes[0];
  if (old) classes.push({ id: uuid(next), name: old.name, yearId: at(ys, 0).id });
  const cohorts = groups(cohortNames, ys, next, [1, 0, 1, 1, 2]).map(
    (g, i): Cohort => ({
      ...g,
      tests:
        i === 8
          ? []
          : tests.slice(i % 5, (i % 5) + 1 + (i % 4)).map((t, j) => ({
              testId: t.id,
              versionId: t.versionId,
              activation: at(activations, i + j),
            })),
    }),
  );
  const users: User[] = [];
  for (let i = 0; i < 222; i++) users.push(person(i, 'student', next, today));
  for (let i = 0; i < 24; i++) users.push(person(i, 'teacher', next, today));
  for (let i = 0; i < 4; i++) users.push(person(i + 30, 'administrator', next, today));
  // Two who were created in the same moment, as by an import.
  for (const [a, b] of [
    [10, 11],
    [11, 12],
    [60, 61],
  ] as const)
    at(users, b).createdAt = at(users, a).createdAt;
  for (const u of users) if (u.updatedAt < u.createdAt) u.updatedAt = u.createdAt;
  users.forEach((u, i) => {
    if (i % 10 === 9) return;
    const many = i % 13 === 0 ? 4 : i % 3 === 0 ? 2 : 1;
    for (let j = 0; j < many; j++) {
      const c = at(classes, i * 5 + j * 3);
      if (c.name !== 'Empty Room' && !u.classIds.includes(c.id)) u.classIds.push(c.id);
    }
    if (!u.roles.includes('student') || i % 3 === 1) return;
    for (let j = 0; j < (i % 11 === 0 ? 3 : 1); j++) {
      const c = at(cohorts, i + j * 2);
      if (c.name !== 'Empty Cohort' && !u.cohortIds.includes(c.id)) u.cohortIds.push(c.id);
    }
  });
  const studies: Study[] = [];
  for (let i = 0; i < 140; i++) {
    const u = at(users, (i * 3) % 90);
    const start = today - Math.floor(next() * 500 + 2) * day + Math.floor(next() * 40_000) * 1000;
    studies.push({
      id: uuid(next),
      userId: u.id,
      classId: u.classIds[0],
      topic: i % 6 === 0 ? undefined : `Topic ${i % 14}`,
      start,
      end: start + (300 + i * 17) * 1000,
    });
  }
  studies.sort((a, b) => a.start - b.start);
  return {
    years: ys,
    classes,
    cohorts,
    tests,
    users,
    sessions: sessions(users, tests, today, next),
    studies,
  };
}
