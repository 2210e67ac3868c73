import type { Class, Cohort, Db, Session, StudySession, Test, User, Year } from './types.ts';

// The same data for each server: numbers come from a generator with a fixed seed.
function generator(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const firstNames = [
  'Amélie',
  'Noah',
  'Zoë',
  'Siân',
  'Oluwaseun',
  'Mei-Ling',
  'José',
  'Łukasz',
  'Aoife',
  'D’Arcy',
  'Jean-Luc',
  'Håkon',
  'Müge',
  'Ivan',
  'Priya',
  'Tom',
  'Anne Marie',
  'Björn',
  'Chloé',
  'Ítalo',
  '明',
  'Дмитрий',
  'فاطمة',
  'Rhys',
  'Ruby',
  'Max',
  'Eva',
  'Eve',
  'Ann',
  'Anna',
  'Annabel',
  'Ned',
  'Kwame',
  'Nia',
  'Ola',
];
const lastNames = [
  "O'Brien",
  'Smith',
  'Smith-Jones',
  'García López',
  'Nowak',
  'van der Berg',
  'Ó Súilleabháin',
  'Đặng',
  'McDonald',
  'de la Cruz',
  'Ångström',
  'Kaya',
  'Ivanov',
  'Patel',
  'Øster',
  'Li',
  'Lee',
  'Leeson',
  "D'Souza",
  'Brown',
  'Browne',
  'Şahin',
  '王',
  'Петрова',
  'حسن',
  'Evans',
  'Ng',
  'Adeyemi',
  'Schröder',
  'Müller',
  'Jones',
];

const H = 3_600_000;
const DAY = 24 * H;

export function seed(): Db {
  const random = generator(20261129);
  const int = (n: number): number => Math.floor(random() * n);
  const pick = <T>(list: readonly T[]): T => list[int(list.length)] as T;
  const chance = (p: number): boolean => random() < p;
  const uuid = (): string => {
    const hex = Array.from({ length: 32 }, () => int(16).toString(16));
    hex[12] = '4';
    hex[16] = pick(['8', '9', 'a', 'b']);
    const s = hex.join('');
    return `${s.slice(0, 8)}-${s.slice(8, 12)}-${s.slice(12, 16)}-${s.slice(16, 20)}-${s.slice(20)}`;
  };
  const at = (text: string): number => Date.parse(text);

  const years: Year[] = [2024, 2025, 2026, 2027].map((y) => ({
    academicYearId: uuid(),
    name: `${y}/${y + 1}`,
    start: at(`${y}-09-01T00:00:00.000Z`),
    end: at(`${y + 1}-08-31T23:59:59.999Z`),
  }));

  // --- users
  const users = new Map<string, User>();
  const students: User[] = [];
  const teachers: User[] = [];
  const plain = (text: string): string =>
    text
      .normalize('NFD')
      .replace(/[^A-Za-z]/g, '')
      .toLowerCase();
  const imports = [
    at('2024-09-03T08:15:30.125Z'),
    at('2025-09-02T07:45:00.000Z'),
    at('2025-09-02T07:45:00.500Z'),
    at('2026-09-04T09:00:00.001Z'),
  ];
  const taken = new Set<string>();
  const person = (index: number, roles: string[]): User => {
    const firstName = index % 40 === 11 ? 'Ann' : pick(firstNames);
    const lastName = index % 40 === 12 ? 'Lee' : pick(lastNames);
    const stem = `${plain(firstName).slice(0, 1) || 'x'}${plain(lastName).slice(0, 8) || 'user'}`;
    let username = stem;
    for (let n = 1; taken.has(username); n++) username = `${stem}${n}`;
    taken.add(username);
    const second = chance(0.3);
    const emails: string[] = [];
    if (!chance(0.12)) emails.push(`${username}@oak-hill.example`);
    if (emails.length && second) emails.push(`${username}.${index}@mail.example`);
    if (emails.length === 2 && chance(0.3)) emails.push(`parent+${username}@family.example`);
    const createdAt = chance(0.4)
      ? pick(imports)
      : at('2024-08-20T00:00:00Z') + int(800 * 86_400) * 1000 + (chance(0.2) ? 0 : int(1000));
    const updatedAt = chance(0.35)
      ? createdAt
      : Math.min(
          createdAt + int(90 * 86_400) * 1000 + int(1000),
          at('2026-11-20T00:00:00Z') + int(86_400_000),
        );
    const user: User = {
      userId: uuid(),
      roles,
      firstName,
      lastName,
      fullName: `${firstName} ${lastName}`,
      emails,
      createdAt,
      updatedAt: Math.max(createdAt, updatedAt),
      isActive: !chance(0.06),
    };
    if (!chance(0.05)) user.username = username;
    if (!chance(0.1))
      user.externalId =
        index % 9 === 4 ? `${1000 + index}` : index % 17 === 5 ? `MIS, ${index}` : `EXT-${index}`;
    return user;
  };
  for (let i = 1; i <= 210; i++) {
    const user = person(i, ['Student']);
    if (!chance(0.1))
      user.upn =
        i % 10 === 3
          ? `A${(820432001000 + Math.floor(i / 10)).toString()}`
          : `${pick(['B', 'H', 'K', 'T'])}${820_000_000_000 + i * 7919}`;
    if (!chance(0.08)) user.gender = pick(['Female', 'Male', 'Female', 'Male', 'Non-binary', 'Undisclosed']);
    if (!chance(0.1)) {
      user.dateOfBirth = new Date(Date.UTC(2006 + int(9), int(12), 1 + int(28))).toISOString().slice(0, 10);
      if (i % 35 === 7) user.dateOfBirth = '2008-02-29';
    }
    students.push(user);
    users.set(user.userId, user);
  }
  for (let i = 1; i <= 22; i++) {
    const user = person(
      300 + i,
      i % 5 === 0
        ? ['Administrator', 'Teacher']
        : i % 5 === 3
          ? ['Teacher', 'Administrator']
          : i > 20
            ? ['Administrator']
            : ['Teacher'],
    );
    if (chance(0.5)) user.gender = pick(['Female', 'Male']);
    if (i <= 20) teachers.push(user);
    users.set(user.userId, user);
  }
  // an upn that begins another, a user name that is another one's external id
  const [a, b, c, d] = students as [User, User, User, User];
  a.upn = 'K99000000001';
  b.upn = 'K990000000012';
  c.externalId = 'SHARED-77';
  d.username = 'SHARED-77';
  d.externalId = 'EXT-4';
  const e = students[4] as User;
  e.externalId = a.upn;
  const f = students[5] as User;
  f.username = 'jo.berry';
  f.emails = ['jo.berry@oak-hill.example'];
  const g = students[6] as User;
  g.username = 'bjo.berry';
  g.emails = ['bjo.berry@oak-hill.example', 'jo.berry@mail.example'];

  // --- classes
  const classes = new Map<string, Class>();
  const classNames: [string, string?][] = [
    ['7A Maths', 'Set A, year 7'],
    ['7B Maths'],
    ['8C English', 'Reading & writing'],
    ['Français – Élèves avancés', 'Groupe du matin'],
    ["Mr O'Neil's Form"],
    ['C++ Club', 'Programming at lunch; 50% practice'],
    ['Année_10'],
    ['Sixth Form Mathematics and Further Mathematics (Block B, afternoon)', 'Long'],
  ];
  const extra: [number, string, string?][] = [
    [1, '7a maths', 'Retakes'],
    [2, 'Chess', '7B Maths'],
    [2, 'Annéex10', 'Not the other one'],
    [0, '数学', 'Mandarin group'],
    [2, 'Empty class'],
    [3, '8C ENGLISH', 'Planned'],
    [2, 'C   Club', 'Three blanks'],
    [1, 'Maths', 'All sets'],
    [2, '7A Maths 2'],
  ];
  const addClass = (year: Year, name: string, description?: string): Class => {
    const item: Class = {
      classId: uuid(),
      name,
      academicYearId: year.academicYearId,
      students: new Set(),
      teachers: new Set(),
    };
    if (description !== undefined) item.description = description;
    classes.set(item.classId, item);
    return item;
  };
  for (const year of years.slice(0, 3))
    for (const [name, description] of classNames)
      addClass(year, name, chance(0.85) ? description : undefined);
  for (const [y, name, description] of extra) addClass(years[y] as Year, name, description);
  const inNone = new Set(students.filter((_, i) => i % 14 === 9).map((s) => s.userId));
  const many = new Set(students.filter((_, i) => i % 30 === 2).map((s) => s.userId));
  for (const item of classes.values()) {
    if (item.name === 'Empty class') continue;
    for (const s of students) {
      if (inNone.has(s.userId)) continue;
      if (many.has(s.userId) || chance(0.1)) item.students.add(s.userId);
    }
    for (const t of teachers) if (chance(0.1)) item.teachers.add(t.userId);
  }

  // --- tests
  const tests = new Map<string, Test>();
  const testNames: [string, string, Test['activationStatus']][] = [
    ['English Reading', 'English', 'Active'],
    ['English Writing', 'English', 'Active'],
    ['English SPaG', 'English', 'Inactive'],
    ['Maths Calculator', 'Maths', 'Active'],
    ['Maths Non-calculator', 'Maths', 'Active'],
    ['Maths Entry', 'Maths', 'Inactive'],
    ['Further Maths', 'Maths - Further', 'Active'],
    ['Digital Skills', 'Digital Skills', 'Active'],
    ['Digital Skills (pilot)', 'Digital Skills', 'Draft'],
    ['ESOL Listening', 'ESOL', 'Active'],
    ['ESOL Speaking & Listening', 'ESOL', 'Active'],
    ['Français', 'Langues & littérature', 'Active'],
    ['ICT', 'Digital', 'Inactive'],
    ['Numeracy', 'Maths', 'Active'],
    ['Literacy', 'English', 'Active'],
  ];
  for (const [name, subject, activationStatus] of testNames) {
    const test: Test = { testId: uuid(), testVersionId: uuid(), name, subject, activationStatus };
    if (chance(0.5)) test.oldVersionId = uuid();
    tests.set(test.testId, test);
  }
  const allTests = [...tests.values()];

  // --- cohorts
  const cohorts = new Map<string, Cohort>();
  const cohortNames: [string, string?][] = [
    ['Autumn intake', 'All who begin in autumn'],
    ['autumn intake 2'],
    ['GCSE Resit – Été', 'Août'],
    ['16-18 Study Programme', "Learners' first week"],
    ['ESOL 100%', 'Entry'],
    ['Apprentices & Adults'],
    ['Year 12 / Block_A', 'Block A'],
    ['Ω Group', 'Greek'],
  ];
  const addCohort = (year: Year, name: string, description?: string): Cohort => {
    const item: Cohort = {
      cohortId: uuid(),
      name,
      academicYearId: year.academicYearId,
      students: new Set(),
      tests: [],
    };
    if (description !== undefined) item.description = description;
    cohorts.set(item.cohortId, item);
    return item;
  };
  for (const year of years.slice(0, 3))
    for (const [name, description] of cohortNames)
      addCohort(year, name, chance(0.85) ? description : undefined);
  addCohort(years[1] as Year, 'AUTUMN INTAKE 2', 'Second round');
  addCohort(years[3] as Year, 'Autumn intake', 'Next year');
  addCohort(years[2] as Year, 'Without tests');
  addCohort(years[2] as Year, 'Year 12 / BlockxA');
  let n = 0;
  for (const item of cohorts.values()) {
    n++;
    if (item.name !== 'Without tests' && n % 11 !== 5) {
      const count = 1 + int(5);
      while (item.tests.length < count) {
        const test = pick(allTests);
        if (!item.tests.includes(test.testId)) item.tests.push(test.testId);
      }
    }
    for (const s of students) {
      if (s.userId !== (students[9] as User).userId && (many.has(s.userId) || chance(0.07)))
        item.students.add(s.userId);
    }
  }

  // --- sessions
  const levels = ['E1', 'E2', 'E3', 'L1', 'L2'].flatMap((l) =>
    ['Lower', 'Middle', 'Higher'].map((s) => `${l} - ${s}`),
  );
  const sessions: Session[] = [];
  const takers = students.filter((_, i) => i % 3 !== 1);
  for (let i = 0; i < 345; i++) {
    const user = i % 23 === 0 ? (students[2] as User) : pick(takers);
    const test = pick(allTests);
    const day = at('2024-09-10T08:00:00Z') + int(800) * DAY;
    let start = day + int(8 * 3600) * 1000 + (i % 5 === 0 ? 0 : int(1000));
    if (i % 29 === 3) start = at('2026-03-02T09:30:00.000Z');
    if (i % 31 === 4) start = at('2026-03-02T09:30:00.000Z') + int(1000);
    if (i % 37 === 5) start = at('2025-06-10T00:00:00.000Z') + int(3) * DAY + int(2) * 23 * H;
    const session: Session = {
      sessionId: uuid(),
      userId: user.userId,
      testId: test.testId,
      testVersionId:
        test.oldVersionId !== undefined && start < at('2025-12-01T00:00:00Z')
          ? test.oldVersionId
          : test.testVersionId,
      start,
    };
    if (i % 3 !== 2) {
      const seconds =
        i % 13 === 1
          ? 3600
          : i % 13 === 2
            ? 5400 + int(3000)
            : i % 41 === 7
              ? DAY / 1000 + 61
              : 240 + int(3000);
      session.end = start + seconds * 1000 + (i % 5 === 0 ? 0 : int(1000));
      session.seconds = seconds;
      session.calculated = session.end + (i % 4 === 0 ? 0 : int(90_000));
      session.level =
        test.name === 'English Writing' && i % 2 === 0
          ? 'NA'
          : test.subject.startsWith('Digital') && i % 3 === 0
            ? 'Entry - Below E3'
            : (levels[(i * 7) % 15] as string);
    }
    sessions.push(session);
  }
  // two that end at the same moment
  const done = sessions.filter((s) => s.end !== undefined);
  for (let i = 0; i + 40 < done.length; i += 60) {
    const one = done[i] as Session,
      two = done[i + 40] as Session;
    two.start = one.start + 1000;
    two.end = one.end as number;
    two.seconds = Math.max(60, Math.floor((two.end - two.start) / 1000));
    two.calculated = two.end + 5;
  }

  // --- study sessions
  const studySessions: StudySession[] = [];
  const topics = ['Fractions', 'Apostrophes', 'L’accord du participe', 'Ratio & proportion', 'Spelling'];
  const ofClass = [...classes.values()];
  for (let i = 0; i < 170; i++) {
    const user = i % 19 === 0 ? (students[2] as User) : pick(students);
    const start =
      i % 17 === 0
        ? at('2026-04-15T10:00:00.000Z') + (i % 2) * 400
        : at('2025-01-08T07:30:00Z') + int(600) * DAY + int(36_000_000);
    const seconds = i % 11 === 3 ? 3600 : i % 11 === 4 ? 7200 + int(2000) : 30 + int(2400);
    const item: StudySession = { studySessionId: uuid(), userId: user.userId, start, seconds };
    if (i % 9 !== 8) item.end = start + seconds * 1000 + (i % 4 === 0 ? 0 : int(1000));
    const room = ofClass.find((k) => k.students.has(user.userId));
    if (room && chance(0.7)) item.classId = room.classId;
    if (chance(0.8)) item.topic = pick(topics);
    studySessions.push(item);
  }
  return { years, classes, cohorts, tests, users, sessions, studySessions };
}
