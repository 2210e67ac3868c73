import type {
  AssignedTest,
  ClassRow,
  CohortRow,
  Role,
  SessionRow,
  Store,
  StudyRow,
  TestRow,
  UserRow,
  YearRow,
} from './types.ts';

/** A small repeatable generator (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function idMaker(next: () => number): () => string {
  return () => {
    let hex = '';
    for (let i = 0; i < 32; i += 1) {
      let digit = Math.floor(next() * 16);
      if (i === 12) digit = 4;
      if (i === 16) digit = 8 + (digit % 4);
      hex += digit.toString(16);
    }
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  };
}

const FIRST = [
  'Zoë',
  'Łukasz',
  'Siân',
  'José',
  'Émilie',
  'Amara',
  'Ben',
  'Chloe',
  'Dev',
  'Ella',
  'Farid',
  'Grace',
  'Hugo',
  'Isla',
  'Jack',
  'Keira',
  'Liam',
  'Maya',
  'Noah',
  'Órla',
  'Priya',
  'Quinn',
  'Rhys',
  'Søren',
];
const LAST = [
  'Ahmed',
  'Brontë',
  'Cole',
  "D'Arcy",
  'Evans',
  'Fraser',
  'García',
  "O'Neill",
  'Hughes',
  'Ivanov',
  'Jones',
  'Smith-Jones',
  'Kowalski',
  'Lee',
  'Müller',
  'Ní Bhriain',
  'Okafor',
  'Patel',
  '李',
];
const SUBJECTS = [
  'English',
  'Maths',
  'Maths (Set 1)',
  'Français',
  'Digital Skills',
  'ÉTUDES Sociales',
  'C++ Club',
  'Science',
];
const LEVELS = ['E1', 'E2', 'E3', 'L1', 'L2'].flatMap((level) =>
  ['Lower', 'Middle', 'Higher'].map((sub) => `${level} - ${sub}`),
);
const LONG =
  'A long description that a head of department once wrote at length, so that every later reader would know exactly which room, which day and which syllabus are meant.';
const FRACTIONS = [0, 1, 500, 999, 250, 0, 120];
const DAY = 86400000;

export function seedStore(): Store {
  const next = generator(20261128);
  const id = idMaker(next);
  const below = (n: number): number => Math.floor(next() * n);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;

  const years: YearRow[] = [2024, 2025, 2026, 2027].map((y) => ({
    academicYearId: id(),
    name: `${y}/${y + 1}`,
    startDate: Date.UTC(y, 8, 1),
    endDate: Date.UTC(y + 1, 7, 31, 23, 59, 59),
  }));
  const yearId = (i: number): string => (years[i] as YearRow).academicYearId;

  const plain = (s: string): string =>
    s
      .normalize('NFD')
      .replace(/[^A-Za-z]/g, '')
      .toLowerCase();
  const users: UserRow[] = [];
  for (let i = 0; i < 156; i += 1) {
    const student = i < 120;
    const first = i === 0 || i === 1 ? 'Sam' : pick(FIRST);
    const last = i === 0 || i === 1 ? 'Hill' : pick(LAST);
    const base = `${plain(first) || 'x'}.${plain(last) || 'li'}`;
    const username = i === 0 ? 'sam.hill' : i === 1 ? 'sam.hill2' : `${base}.${i}`;
    let emails: string[] = [];
    if (student) {
      if (i % 4 !== 3) emails = [`${username}@pupils.example.org`];
      if (i % 10 === 1) emails.push(`${base}+home${i}@mail.example.com`);
      if (i % 30 === 2) emails.push(`Family.${i}@Example.net`, `second.${i}@example.net`);
    } else {
      emails = [`${username}@staff.example.org`];
      if (i % 5 === 0) emails.push(`${base}+t${i}@mail.example.com`);
    }
    let roles: Role[] = student ? ['student'] : ['teacher'];
    if (!student && i % 6 === 0) roles = ['teacher', 'admin'];
    const created =
      i % 13 === 5 && i > 20
        ? (users[i - 3] as UserRow).createdAt
        : Date.UTC(2024, 8, 2) + below(780) * DAY + below(43200) * 1000 + (FRACTIONS[i % 7] as number);
    users.push({
      userId: id(),
      username,
      upn:
        student && i % 5 !== 4 ? `${'ABCDEFGH'[i % 8]}82${String(3000000000 + i * 7919).slice(0, 10)}` : '',
      roles,
      externalId:
        i % 7 === 6
          ? ''
          : i % 25 === 8
            ? `MIS,${i}`
            : i < 3
              ? (['MIS-10', 'MIS-101', 'mis-10x'][i] as string)
              : `MIS-${1000 + i}`,
      firstName: first,
      lastName: last,
      fullName: `${first} ${last}`,
      emails,
      gender: i % 6 === 5 ? '' : pick(['female', 'male', 'other']),
      dateOfBirth:
        student && i % 9 !== 4
          ? `${2006 + below(9)}-${String(1 + below(12)).padStart(2, '0')}-${String(1 + below(28)).padStart(2, '0')}`
          : '',
      createdAt: created,
      updatedAt:
        i % 3 === 0
          ? created
          : Math.min(created + below(200) * DAY + below(86400) * 1000 + below(1000), Date.UTC(2026, 10, 27)),
      enabled: i % 17 !== 3,
      password: `seed-${i}`,
    });
  }
  const students = users.filter((u) => u.roles.includes('student'));
  const teachers = users.filter((u) => u.roles.includes('teacher'));

  const classNames: string[] = ['Élite Écriture', 'Maths (Set 1)', 'Maths (Set 10)', 'English'];
  for (const letter of 'ABC')
    for (let y = 7; y <= 11; y += 1)
      for (const subject of SUBJECTS) classNames.push(`${y}${letter} ${subject}`);
  const classes: ClassRow[] = [];
  [20, 25, 110].forEach((count, yearIndex) => {
    for (let i = 0; i < count; i += 1) {
      const members = new Set<string>();
      const size = i % 11 === 10 ? 0 : 3 + below(9);
      // The last eight students are in no class at all.
      for (let k = 0; k < size; k += 1) members.add((students[below(students.length - 8)] as UserRow).userId);
      const staff = new Set<string>();
      for (let k = 0; k < i % 3; k += 1) staff.add(pick(teachers).userId);
      classes.push({
        classId: id(),
        name: classNames[i] as string,
        description:
          i % 10 === 4 ? LONG : i % 3 === 2 ? '' : `Group ${i + 1} of ${years[yearIndex]?.name ?? ''}`,
        academicYearId: yearId(yearIndex),
        studentIds: members,
        teacherIds: staff,
        addedLater: false,
      });
    }
  });

  const tests: TestRow[] = [
    ['English Reading', 'English'],
    ['English Writing', 'English Writing'],
    ['Spelling, Punctuation & Grammar', 'English'],
    ['Maths Number', 'Maths'],
    ['Maths Measures', 'Maths'],
    ['Digital Skills', 'Digital Skills'],
    ['ESOL Listening', 'ESOL'],
    ['Científico básico', 'Science'],
  ].map(([name, subject], i) => ({
    testId: id(),
    name: name as string,
    subject: subject as string,
    versions: Array.from({ length: 1 + (i % 3) }, () => id()),
  }));

  const cohortNames: string[] = ['Été Intensif', 'Intake', 'Intake 2', 'Adult (Evening)'];
  for (const term of ['Autumn', 'Spring', 'Summer'])
    for (let n = 1; n <= 29; n += 1) cohortNames.push(`${term} – Cohort ${n}`);
  const cohorts: CohortRow[] = [];
  [15, 20, 85].forEach((count, yearIndex) => {
    for (let i = 0; i < count; i += 1) {
      const members = new Set<string>();
      for (let k = 0; k < below(6); k += 1)
        members.add((students[below(students.length - 15)] as UserRow).userId);
      const assigned: AssignedTest[] = [];
      for (let k = 0; k < i % 5; k += 1) {
        const test = tests[(i + k * 3) % tests.length] as TestRow;
        assigned.push({
          testId: test.testId,
          testVersionId: pick(test.versions),
          activationStatus: (i + k) % 3 === 0 ? 'Inactive' : 'Active',
        });
      }
      cohorts.push({
        cohortId: id(),
        name: cohortNames[i] as string,
        description: i % 4 === 1 ? '' : i % 9 === 3 ? LONG : `Initial assessment group ${i + 1}`,
        academicYearId: yearId(yearIndex),
        studentIds: members,
        tests: assigned,
      });
    }
  });

  const sessions: SessionRow[] = [];
  for (let i = 0; i < 330; i += 1) {
    const test = tests[below(tests.length)] as TestRow;
    const user = students[below(90)] as UserRow;
    let start =
      Date.UTC(2025, 8, 8) +
      below(440) * DAY +
      (8 * 3600 + below(36000)) * 1000 +
      (FRACTIONS[i % 7] as number);
    if (i % 40 === 7) start = Date.UTC(2026, below(11), 1);
    if (i % 16 === 9) start = (sessions[i - 1] as SessionRow).startDate;
    const done = i % 3 !== 1;
    const seconds = i % 20 === 0 ? 3600 : 300 + below(7200);
    const end = start + seconds * 1000 + (i % 2 === 0 ? 0 : below(1000));
    let level = pick(LEVELS);
    if (test.subject === 'English Writing' && i % 2 === 0) level = 'NA';
    if (test.subject === 'Digital Skills' && i % 3 === 0) level = 'Entry - Below E3';
    sessions.push({
      sessionId: id(),
      userId: user.userId,
      testId: test.testId,
      testVersionId: pick(test.versions),
      startDate: start,
      endDate: done ? end : null,
      result: done ? { calculatedDate: end + 2000, level, durationSeconds: seconds } : null,
    });
  }

  const studies: StudyRow[] = [];
  for (let i = 0; i < 58; i += 1) {
    const start =
      Date.UTC(2026, 8, 7) +
      below(80) * DAY +
      (9 * 3600 + below(20000)) * 1000 +
      (FRACTIONS[i % 7] as number);
    studies.push({
      studySessionId: id(),
      userId: (students[below(30)] as UserRow).userId,
      subject: pick(['English', 'Maths', 'Digital Skills']),
      activity: `Unit ${1 + below(12)}`,
      startDate: start,
      endDate: i % 6 === 5 ? null : start + (120 + below(3000)) * 1000,
      score: below(101),
    });
  }

  return { years, classes, cohorts, tests, users, sessions, studies };
}
