import { CLASS_NAMES, FIRST, LAST, LEVELS, SUBJECTS, TOPICS } from './names.ts';
import { type Random, random } from './random.ts';
import {
  type Database,
  type GroupRow,
  Link,
  ROLE,
  reindexExternalIds,
  type TestRow,
  type UserRow,
  type YearRow,
} from './tables.ts';

const DAY = 86_400_000;
const at = (text: string): number => Date.parse(text);

/** The same school group every time. */
export function seed(): { db: Database; rng: Random } {
  const rng = random(20_260_901);
  const db: Database = {
    years: new Map(),
    classes: new Map(),
    cohorts: new Map(),
    tests: new Map(),
    cohortTests: [],
    users: new Map(),
    byExternalId: new Map(),
    classStudents: new Link(),
    classTeachers: new Link(),
    cohortStudents: new Link(),
    sessions: new Map(),
    study: new Map(),
  };
  const years = seedYears(db, rng);
  seedGroups(db, rng, years);
  seedTests(db, rng);
  seedUsers(db, rng);
  seedMembers(db, rng);
  seedSessions(db, rng);
  seedStudy(db, rng);
  reindexExternalIds(db);
  return { db, rng };
}

function seedYears(db: Database, rng: Random): YearRow[] {
  const years = [2024, 2025, 2026].map(
    (start): YearRow => ({
      id: rng.uuid(),
      name: `${start}/${start + 1 - 2000}`,
      starts: at(`${start}-09-01T00:00:00.000Z`),
      ends: at(`${start + 1}-08-31T23:59:59.999Z`),
      is_current: start === 2026,
    }),
  );
  for (const year of years) db.years.set(year.id, year);
  return years;
}

function seedGroups(db: Database, rng: Random, years: readonly YearRow[]): void {
  for (let n = 0; n < 40; n += 1) {
    const name = CLASS_NAMES[n % CLASS_NAMES.length] as string;
    const year = years[Math.floor(n / CLASS_NAMES.length)] as YearRow;
    const row: GroupRow = {
      id: rng.uuid(),
      name,
      description: n % 3 === 1 ? null : `${name}, taught in room ${n + 1}`,
      academic_year_id: year.id,
    };
    db.classes.set(row.id, row);
  }
  for (let n = 0; n < 20; n += 1) {
    const year = years[n % 3] as YearRow;
    const name = [
      'Autumn intake',
      'Spring intake',
      'Autumn intake – évening',
      'Apprentices',
      "St David's",
      'Re-sit',
      'Adults',
    ][Math.floor(n / 3)] as string;
    const row: GroupRow = {
      id: rng.uuid(),
      name,
      description: n % 4 === 0 ? null : `Initial assessment, ${name}`,
      academic_year_id: year.id,
    };
    db.cohorts.set(row.id, row);
  }
}

function seedTests(db: Database, rng: Random): void {
  const names = [
    ['Reading check', 0],
    ['Writing check', 1],
    ['Maths check', 2],
    ['Maths check (large print)', 2],
    ['Digital skills check', 3],
    ['ESOL placement', 4],
    ['Reading check – Welsh borders', 0],
    ['Pilot: number sense', 2],
  ] as const;
  for (const [name, subject] of names) {
    const row: TestRow = {
      id: rng.uuid(),
      version_id: rng.uuid(),
      name,
      subject: SUBJECTS[subject] as string,
    };
    db.tests.set(row.id, row);
  }
  const tests = [...db.tests.values()].slice(0, 7);
  [...db.cohorts.values()].forEach((cohort, n) => {
    if (n % 9 === 7) return;
    for (let k = 0; k <= n % 4; k += 1) {
      const test = tests[(n + k) % tests.length] as TestRow;
      db.cohortTests.push({
        cohort_id: cohort.id,
        test_id: test.id,
        version_id: test.version_id,
        activation: (['live', 'paused', 'scheduled'] as const)[(n + k) % 3] as string,
      });
    }
  });
}

function seedUsers(db: Database, rng: Random): void {
  for (let n = 0; n < 350; n += 1) {
    const teacher = n % 9 === 4;
    const twin = n === 201 || n === 307;
    const first = twin ? 'Lily' : (FIRST[(n * 7) % FIRST.length] as string);
    const last = twin ? "O'Brien" : (LAST[(n * 11 + Math.floor(n / 35)) % LAST.length] as string);
    const batch = Math.floor(n / 25);
    // Imports come in batches that share one moment; every fifth batch is typed in by hand.
    const created =
      batch % 5 === 4
        ? at('2025-02-03T09:15:27.318Z') + n * 3_911_417
        : at('2024-09-02T08:00:00.000Z') + batch * 37 * DAY;
    const row: UserRow = {
      id: rng.uuid(),
      username: `${ascii(first)}.${ascii(last)}${n}`,
      upn:
        teacher || n % 13 === 0
          ? null
          : `${'ABCDEFGHJKLMN'[n % 13] as string}8${String(20_000_000_000 + n * 7919).slice(0, 11)}`,
      roles: teacher
        ? n % 27 === 4
          ? [ROLE.admin, ROLE.teacher]
          : [ROLE.teacher]
        : n === 100 || n === 200
          ? [ROLE.teacher, ROLE.student]
          : [ROLE.student],
      external_id: externalId(n),
      first_name: first,
      last_name: last,
      full_name: `${first} ${last}`,
      emails:
        n % 6 === 5
          ? []
          : [
              `${ascii(first)}.${ascii(last)}.${n}@school.example`,
              ...(n % 10 === 3 ? [`home${n}@mail.example`] : []),
            ],
      gender:
        n % 8 === 7 ? null : (['F', 'M', 'NB', 'NS'][(n * 3 + batch) % (n % 5 === 0 ? 4 : 2)] as string),
      born: twin ? '2010-06-14' : born(n, teacher),
      created,
      updated: created + (n % 4 === 0 ? 0 : (n + 1) * 5_000_123),
      disabled_at: n % 19 === 8 ? at('2026-07-21T15:00:00.000Z') + n : null,
      password_hash: `seed-${n}`,
    };
    db.users.set(row.id, row);
  }
}

function externalId(n: number): string | null {
  if (n % 7 === 6) return null;
  if (n % 31 === 3) return `MIS,${n}`;
  return n % 3 === 0 ? String(n).padStart(6, '0') : n % 50 === 20 ? String(n - 20 + 3) : `SIMS-${n}`;
}

function born(n: number, teacher: boolean): string | null {
  if (n % 17 === 5) return null;
  if (n % 23 === 0) return '2008-02-29';
  const month = String(1 + ((n * 5) % 12)).padStart(2, '0');
  return `${teacher ? 1968 + (n % 30) : 2006 + (n % 9)}-${month}-${String(1 + ((n * 3) % 28)).padStart(2, '0')}`;
}

function ascii(text: string): string {
  return (
    text
      .normalize('NFD')
      .replaceAll(/[^A-Za-z]/gu, '')
      .toLowerCase() || 'user'
  );
}

function seedMembers(db: Database, rng: Random): void {
  const classes = [...db.classes.keys()];
  const cohorts = [...db.cohorts.keys()];
  [...db.users.values()].forEach((user, n) => {
    if (n % 29 === 11) return; // in no group
    const teaches = user.roles.includes(ROLE.teacher);
    const many = n % 70 === 6 || n === 13;
    for (let k = 0; k < (many ? 14 : 1 + (n % 3)); k += 1) {
      const classId = classes[(n * 3 + k * (many ? 1 : 13)) % classes.length] as string;
      if (teaches) db.classTeachers.add(classId, user.id);
      else db.classStudents.add(classId, user.id);
    }
    if (user.roles.includes(ROLE.student)) {
      for (let k = 0; k < (many ? 5 : n % 3); k += 1)
        db.cohortStudents.add(cohorts[(n + k * 3) % cohorts.length] as string, user.id);
    }
  });
  rng.next();
}

function seedSessions(db: Database, rng: Random): void {
  const students = [...db.users.values()].filter((user) => user.roles.includes(ROLE.student));
  const tests = [...db.tests.values()];
  for (let n = 0; n < 300; n += 1) {
    const user = students[(n * 13) % 180] as UserRow;
    const test = tests[n % 7] as TestRow;
    // Whole classes start at once: the same moment for three in a row.
    const started =
      at('2024-09-16T09:00:00.000Z') +
      Math.floor(n / 3) * 8 * DAY -
      (n % 2 === 0 && n > 200 ? 250 : 0) +
      (n % 5) * 3_600_000 * (n % 4 === 0 ? 1 : 0);
    const open = n % 4 === 3 || n % 50 === 49;
    const seconds = [1_512, 2_705, 3_600, 4_527, 59, 5_400][n % 6] as number;
    const ended = started + seconds * 1000;
    const level =
      test.subject === 'English Writing' && n % 3 === 1
        ? 'NA'
        : test.subject === 'Digital Skills' && n % 2 === 0
          ? 'Entry - Below E3'
          : (LEVELS[(n * 7) % 15] as string);
    const id = rng.uuid();
    db.sessions.set(id, {
      id,
      user_id: user.id,
      test_id: test.id,
      version_id: test.version_id,
      started,
      ended: open ? null : ended,
      result: open ? null : { calculated: ended + 90_000 + n, level, seconds },
    });
  }
}

function seedStudy(db: Database, rng: Random): void {
  const classes = [...db.classes.keys()];
  [...classes].forEach((classId, n) => {
    db.classStudents
      .usersOf(classId)
      .slice(0, 3)
      .forEach((userId, k) => {
        const id = rng.uuid();
        const started = at('2025-09-08T10:30:00.000Z') + n * 5 * DAY + k * 600_000;
        const seconds = 600 + n * 31 + k;
        const open = (n + k) % 5 === 0;
        db.study.set(id, {
          id,
          user_id: userId,
          class_id: classId,
          topic: TOPICS[(n + k) % TOPICS.length] as string,
          started,
          ended: open ? null : started + seconds * 1000,
          seconds: open ? null : seconds,
        });
      });
  });
}
