// The deterministic data that every fresh server starts with.

import { hashedUuid } from './clock.ts';
import type {
  ClassMemberRow,
  ClassRow,
  CohortMemberRow,
  CohortRow,
  CohortTestRow,
  Db,
  Gender,
  Role,
  SessionRow,
  StudyRow,
  TestRow,
  UserRow,
  YearRow,
} from './types.ts';

type Dice = (below: number) => number;

const dice = (start: number): Dice => {
  let state = start >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
};

const pick = <T>(roll: Dice, values: readonly [T, ...T[]]): T => values[roll(values.length)] ?? values[0];

const at = <T>(values: readonly T[], index: number): T => {
  const value = values[index % values.length];
  if (value === undefined) throw new Error('empty table');
  return value;
};

const seedYears = (): YearRow[] =>
  [2024, 2025, 2026, 2027].map((year) => ({
    academicYearId: hashedUuid(`year ${year}`),
    name: `${year}/${String(year + 1).slice(2)}`,
    from: Date.UTC(year, 8, 1),
    to: Date.UTC(year + 1, 7, 31, 23, 59, 59, 999),
  }));

const classPlan: readonly (readonly [string, string, number])[] = [
  ['Maths 9A', 'Mathematics, first set', 0],
  ['Maths 9A', 'Mathematics, first set', 1],
  ['Maths 9A', 'Mathematics, first set', 2],
  ['Maths 9A', '', 3],
  ['Maths 9', 'All of year nine', 2],
  ['maths 9b', '', 2],
  ['École du soir', 'Cours du soir', 2],
  ['Ecole du soir', 'The same without an accent', 1],
  ['ÉLAN', 'Evening support', 2],
  ['Élan', 'Evening support', 1],
  ['Straße 7', 'Site in the seventh street', 2],
  ['Ελληνικά', 'Modern Greek', 2],
  ['Русский язык', '', 2],
  ['日本語', 'Japanese club', 1],
  ['Functional Skills: English & Maths', 'Both subjects', 2],
  ["Ms O'Brien's group", '', 2],
  ['100% attendance', 'Reward group', 1],
  ['C++ & C#', 'Coding', 2],
  ['Empty room', '', 2],
  ['Empty room', 'Nobody yet', 3],
];

const seedClasses = (years: YearRow[]): ClassRow[] => {
  const rows: ClassRow[] = classPlan.map(([name, description, year], i) => ({
    classId: hashedUuid(`class ${i}`),
    name,
    description,
    academicYearId: at(years, year).academicYearId,
  }));
  const subjects = ['English', 'Digital', 'Science', 'ESOL', 'Welsh'];
  for (let i = 0; i < 20; i += 1) {
    rows.push({
      classId: hashedUuid(`class more ${i}`),
      name: `${at(subjects, i)} ${7 + (i % 5)}${'ABCD'.charAt(Math.floor(i / 5))}`,
      description: i % 3 === 0 ? '' : `Group ${i + 1} of ${at(subjects, i)}`,
      academicYearId: at(years, i % 4).academicYearId,
    });
  }
  return rows;
};

const testPlan: readonly (readonly [string, string, TestRow['activationStatus']])[] = [
  ['English Reading', 'English', 'live'],
  ['English Writing', 'English', 'live'],
  ['English Spelling and Grammar', 'English', 'live'],
  ['Number', 'Mathematics', 'live'],
  ['Measures and Shape', 'Mathematics', 'live'],
  ['Handling Data', 'Mathematics', 'scheduled'],
  ['Digital Skills Core', 'Digital Skills', 'live'],
  ['Digital Skills Online Safety', 'Digital Skills', 'live'],
  ['ESOL Reading', 'ESOL', 'live'],
  ['ESOL Listening', 'ESOL', 'withdrawn'],
  ['Ymarfer Rhif', 'Mathematics', 'live'],
  ['English Writing (short)', 'English', 'scheduled'],
];

const seedTests = (): TestRow[] =>
  testPlan.map(([name, subject, activationStatus], i) => ({
    testId: hashedUuid(`test ${i}`),
    testVersionId: hashedUuid(`test version ${i} b`),
    earlierVersionId: hashedUuid(`test version ${i} a`),
    name,
    subject,
    activationStatus,
  }));

const firstNames: readonly [string, ...string[]] = [
  'Amelia',
  'Noah',
  'Zoë',
  'José',
  'Søren',
  'Łucja',
  'Siân',
  'Chloé',
  'Oliver',
  'Mia',
  'Renée',
  'Björn',
  'Aoife',
  'Harry',
  'Fatima',
  'Wei',
  'Ivan',
  'Priya',
  'Muhammad',
  'Grace',
  'Anne-Marie',
  'Leo',
  'Ella',
  'Jack',
  'Ngọc',
];
const lastNames: readonly [string, ...string[]] = [
  'Smith',
  'Jones',
  "O'Brien",
  'Müller',
  'García',
  'Nguyễn',
  'Khan',
  'Davies',
  'Evans',
  'Ångström',
  'Kowalska',
  'Dubois',
  'Li',
  'Patel',
  'van der Berg',
  'Smith-Jones',
  'Ødegaard',
  'Brown',
  'Taylor',
  'Hughes',
  'Fernández',
  'Şahin',
  'D’Arcy',
  'Young',
];
const foreign: readonly (readonly [string, string])[] = [
  ['Анна', 'Иванова'],
  ['Дмитрий', 'Смирнов'],
  ['美咲', '田中'],
  ['Ελένη', 'Παπαδοπούλου'],
  ['محمد', 'الحسن'],
  ['שרה', 'כהן'],
  ['민준', '김'],
  ['伟', '王'],
];

const latin = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();

const rolesFor = (i: number): Role[] => {
  if (i < 306) return i % 75 === 40 ? ['Student', 'SupportStaff'] : ['Student'];
  if (i < 356) return i % 6 === 0 ? ['Teacher', 'CentreAdmin'] : ['Teacher'];
  if (i < 368) return ['CentreAdmin'];
  return ['SupportStaff'];
};

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const seedUsers = (): UserRow[] => {
  const roll = dice(41);
  const rows: UserRow[] = [];
  const genders: readonly [Gender | '', ...(Gender | '')[]] = ['F', 'M', 'F', 'M', 'X', 'U', ''];
  for (let i = 0; i < 376; i += 1) {
    const roles = rolesFor(i);
    const student = roles.includes('Student');
    const pair = i % 29 === 11 ? at(foreign, Math.floor(i / 29)) : null;
    const firstName = pair?.[0] ?? (i % 50 < 2 ? 'Amelia' : pick(roll, firstNames));
    const lastName = pair?.[1] ?? (i % 50 < 2 ? 'Smith' : pick(roll, lastNames));
    const username = `${latin(firstName).slice(0, 1) || 'u'}${latin(lastName).slice(0, 9) || 'user'}${1000 + i}`;
    // Imports arrive in batches: the people of one batch differ by milliseconds or not at all.
    const batch = Math.floor(i / 12);
    const created =
      Date.UTC(2023, 8, 4, 8, 15, 20) +
      batch * 36 * 86_400_000 +
      ((i * 7919) % 12) * 71 -
      (i % 12 === 5 ? ((i * 7919) % 12) * 71 : 0);
    const emails =
      i % 17 === 3
        ? []
        : i % 9 === 4
          ? [`${username}@school.example`, `${latin(firstName) || 'user'}.${i}@home.example`]
          : [`${username}@school.example`];
    rows.push({
      userId: hashedUuid(`user ${i}`),
      username,
      upn:
        student && i % 8 !== 7
          ? `${'ABCDEFGHJK'.charAt(i % 10)}${String(820000000000 + i * 137).padStart(12, '0')}`
          : '',
      roles,
      externalId: i % 7 === 5 ? '' : i % 7 === 2 ? String(500000 + i) : `MIS-${String(i).padStart(5, '0')}`,
      firstName,
      lastName,
      emails,
      gender: pick(roll, genders),
      dateOfBirth:
        !student && i % 3 !== 0
          ? ''
          : i % 23 === 9
            ? ''
            : day(Date.UTC(student ? 2007 : 1975, roll(12), 1 + roll(28)) + roll(4) * 366 * 86_400_000),
      createdAt: created,
      updatedAt: i % 3 === 0 ? created : created + (1 + roll(200)) * 86_400_000 + roll(1000),
      active: i % 26 !== 8,
      password: `secret-${i}`,
    });
  }
  const latest = Date.UTC(2026, 10, 25, 16);
  return rows.map((row) => ({ ...row, updatedAt: Math.max(row.createdAt, Math.min(row.updatedAt, latest)) }));
};

const seedClassMembers = (classes: ClassRow[], users: UserRow[]): ClassMemberRow[] => {
  const roll = dice(77);
  const rows: ClassMemberRow[] = [];
  const students = users.filter((u) => u.roles.includes('Student'));
  const teachers = users.filter((u) => u.roles.includes('Teacher'));
  for (const [i, row] of classes.entries()) {
    if (row.name === 'Empty room' || i % 13 === 12) continue;
    const first = roll(students.length);
    for (let k = 0; k < 8 + roll(16); k += 1)
      rows.push({ classId: row.classId, userId: at(students, first + k * 3).userId, as: 'student' });
    for (let k = 0; k < 1 + (i % 3); k += 1)
      rows.push({ classId: row.classId, userId: at(teachers, i + k * 7).userId, as: 'teacher' });
  }
  return rows;
};

const cohortPlan: readonly (readonly [string, string, number])[] = [
  ['Autumn intake', 'Everybody who started in autumn', 2],
  ['Autumn intake', 'Everybody who started in autumn', 1],
  ['Autumn intake 2', '', 2],
  ['Spring intake', '', 2],
  ['SPRING INTAKE', 'Late starters', 1],
  ['Élèves', 'Nouveaux élèves', 2],
  ['Eleves', '', 1],
  ['Apprentices', 'Work-based learners', 2],
  ['Взрослые', 'Adult learners', 2],
  ['No tests yet', '', 2],
  ['Nobody yet', 'No learners', 3],
];

const seedCohorts = (years: YearRow[]): CohortRow[] => {
  const rows: CohortRow[] = cohortPlan.map(([name, description, year], i) => ({
    cohortId: hashedUuid(`cohort ${i}`),
    name,
    description,
    academicYearId: at(years, year).academicYearId,
  }));
  for (let i = 0; i < 23; i += 1) {
    rows.push({
      cohortId: hashedUuid(`cohort more ${i}`),
      name: `Cohort ${String(i + 1).padStart(2, '0')}`,
      description: i % 4 === 1 ? '' : `Initial assessment group ${i + 1}`,
      academicYearId: at(years, (i * 3) % 4).academicYearId,
    });
  }
  return rows;
};

const seedCohortMembers = (cohorts: CohortRow[], users: UserRow[]): CohortMemberRow[] => {
  const roll = dice(13);
  const students = users.filter((u) => u.roles.includes('Student'));
  const rows: CohortMemberRow[] = [];
  for (const [i, row] of cohorts.entries()) {
    if (row.name === 'Nobody yet' || i % 11 === 10) continue;
    const first = roll(students.length);
    for (let k = 0; k < 5 + roll(20); k += 1)
      rows.push({ cohortId: row.cohortId, userId: at(students, first + k * 2).userId });
  }
  return rows;
};

const seedCohortTests = (cohorts: CohortRow[], tests: TestRow[]): CohortTestRow[] =>
  cohorts.flatMap((row, i) =>
    row.name === 'No tests yet' || i % 8 === 6
      ? []
      : Array.from({ length: 1 + (i % 4) }, (_, k) => ({
          cohortId: row.cohortId,
          testId: at(tests, i + k * 5).testId,
        })),
  );

const steps: readonly [string, ...string[]] = [
  'E1 - Lower',
  'E1 - Middle',
  'E1 - Higher',
  'E2 - Lower',
  'E2 - Middle',
  'E2 - Higher',
  'E3 - Lower',
  'E3 - Middle',
  'E3 - Higher',
  'L1 - Lower',
  'L1 - Middle',
  'L1 - Higher',
  'L2 - Lower',
  'L2 - Middle',
  'L2 - Higher',
];

const levelFor = (roll: Dice, test: TestRow): string => {
  const special = roll(4) === 0;
  if (special && test.name.startsWith('English Writing')) return 'NA';
  if (special && test.subject === 'Digital Skills') return 'Entry - Below E3';
  return pick(roll, steps);
};

const seedSessions = (users: UserRow[], tests: TestRow[]): SessionRow[] => {
  const roll = dice(2026);
  const students = users.filter((u) => u.roles.includes('Student'));
  const rows: SessionRow[] = [];
  for (let i = 0; i < 472; i += 1) {
    // Every eighth learner takes the same test again later.
    const again = i % 8 === 7 ? rows[i - 7] : undefined;
    const user =
      again === undefined
        ? at(students, (i * 37) % 211)
        : at(
            students,
            students.findIndex((s) => s.userId === again.userId),
          );
    const test =
      again === undefined
        ? at(tests, roll(11))
        : at(
            tests,
            tests.findIndex((t) => t.testId === again.testId),
          );
    const sitting = Math.floor(i / 4);
    // Four sessions of a sitting: two start in the same millisecond, the others within the second.
    const base =
      Date.UTC(2024, 8, 16, 9, 0, 0) +
      sitting * 6 * 86_400_000 +
      (sitting % 9) * 3_723_000 +
      (sitting % 5 === 0 ? 0 : 120);
    const start = base + at([640, 0, 0, 215], i);
    const open = (i + sitting) % 4 === 1;
    const seconds = i % 31 === 0 ? 3600 : 240 + roll(5400);
    rows.push({
      sessionId: hashedUuid(`session ${i}`),
      userId: user.userId,
      testId: test.testId,
      testVersionId: start < Date.UTC(2025, 8, 1) ? test.earlierVersionId : test.testVersionId,
      start,
      done: open
        ? null
        : {
            end: start + seconds * 1000 + (i % 3 === 0 ? 0 : roll(1000)),
            calculated: start + seconds * 1000 + 5000 + roll(60_000),
            level: levelFor(roll, test),
            seconds,
          },
    });
  }
  return rows;
};

const seedStudies = (users: UserRow[]): StudyRow[] => {
  const roll = dice(5);
  const subjects: readonly [string, ...string[]] = ['English', 'Mathematics', 'Digital Skills'];
  return Array.from({ length: 184 }, (_, i) => {
    const start =
      Date.UTC(2025, 8, 8, 10) + Math.floor(i / 2) * 4 * 86_400_000 + roll(7) * 600_000 + roll(1000);
    const seconds = 60 + roll(4200);
    return {
      studySessionId: hashedUuid(`study ${i}`),
      userId: at(users, (i * 11) % 300).userId,
      subject: pick(roll, subjects),
      activity: `Unit ${1 + (i % 14)}`,
      start,
      end: i % 9 === 4 ? null : start + seconds * 1000,
      seconds,
    };
  });
};

export const seed = (): Db => {
  const years = seedYears();
  const classes = seedClasses(years);
  const tests = seedTests();
  const users = seedUsers();
  const cohorts = seedCohorts(years);
  return {
    years,
    classes,
    tests,
    users,
    cohorts,
    classMembers: seedClassMembers(classes, users),
    cohortMembers: seedCohortMembers(cohorts, users),
    cohortTests: seedCohortTests(cohorts, tests),
    sessions: seedSessions(users, tests),
    studies: seedStudies(users),
    revision: 0,
    lastWrite: 0,
    made: 0,
    memo: new Map(),
  };
};
