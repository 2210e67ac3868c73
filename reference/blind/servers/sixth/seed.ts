import {
  ACTIVATION,
  type CohortTestRow,
  type Database,
  GENDERS,
  must,
  type Role,
  type UserRow,
} from './model.ts';

/** A small generator of its own (splitmix32), so that every server starts out the same. */
export function generator(seed: number) {
  let s = seed >>> 0;
  const next = () => {
    s = (s + 0x9e3779b9) >>> 0;
    let z = s;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b) >>> 0;
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35) >>> 0;
    return ((z ^ (z >>> 16)) >>> 0) / 4294967296;
  };
  const int = (below: number) => Math.floor(next() * below);
  const pick = <T>(from: readonly T[]): T => must(from[int(from.length)]);
  const chance = (p: number) => next() < p;
  const uuid = () => {
    const hex = Array.from({ length: 32 }, () => int(16).toString(16));
    hex[12] = '4';
    hex[16] = must('89ab'[int(4)]);
    const t = hex.join('');
    return `${t.slice(0, 8)}-${t.slice(8, 12)}-${t.slice(12, 16)}-${t.slice(16, 20)}-${t.slice(20)}`;
  };
  const some = <T>(from: readonly T[], n: number): T[] => {
    const left = [...from];
    const out: T[] = [];
    while (out.length < n && left.length) out.push(must(left.splice(int(left.length), 1)[0]));
    return out;
  };
  return { next, int, pick, chance, uuid, some };
}

export const LEVELS = ['E1', 'E2', 'E3', 'L1', 'L2'].flatMap((l) =>
  ['Lower', 'Middle', 'Higher'].map((s) => `${l} - ${s}`),
);

const FIRST = [
  'Amira',
  'Zoë',
  'José',
  'Łukasz',
  'Anne-Marie',
  'Siân',
  'Oisín',
  'Björn',
  'Chloé',
  'Noah',
  'Grace',
  'Tariq',
  'Mei',
  'Øystein',
  'Priya',
  'Jack',
  'Ottilie',
  'Dwayne',
  'Françoise',
  'Ivan',
  'Ruth',
  'Kofi',
  'Yasmin',
  'Señán',
];
const LAST = [
  "O'Brien",
  'Smith',
  'Nuñez',
  'Smith-Jones',
  'Müller',
  'Ångström',
  'Okafor',
  'Khan',
  'de la Cruz',
  'Žižek',
  'Patel',
  'McDonald',
  'Li',
  'Évreux',
  'Ødegård',
  'D’Arcy',
  'Taylor',
  'Wójcik',
  'St. John',
  'Ng',
  'Ibsen',
  'Quartey',
  'van Dijk',
];

const CLASS_SPECIALS = [
  'Café Français',
  'CAFÉ MUSIC',
  'École & Études',
  '9B Maths + Further',
  '100% Attendance',
  'Art / Design (Evening)',
  "Women's Studies",
  'Ñandú Español',
  'Übung A',
  'ØRE Økonomi',
  'Is it science?',
  'C# Beginners',
  'a_b catch-up',
  'Set 1; Set 2',
  'English: “Stage” 2',
  'Řeč a Čeština',
  'ALL CAPITALS',
  'all small',
  'x.y dotted',
];
const COHORT_SPECIALS = [
  'Autumn Intake É',
  'AUTUMN starters',
  "Principal's group",
  'Zürich Exchange',
  'Adults (19+)',
  'Maths & English',
  '50% Bursary',
  'Año Nuevo',
  'łódź visitors',
  'ESOL / Pre-Entry',
  'b2 Bridge',
  'GROUP ΣΟΦΙΑ',
  'Late joiners #2',
  'R.E. re-sit',
  'Why not?',
];

export function seed(): Database {
  const g = generator(0x51f7);
  const today = new Date(Date.now());
  const Y = today.getUTCMonth() >= 8 ? today.getUTCFullYear() : today.getUTCFullYear() - 1;
  const at = (y: number, m: number, d: number, h = 0, mi = 0, s = 0, ms = 0) =>
    Date.UTC(y, m - 1, d, h, mi, s, ms);
  const short = (y: number) => `${y}/${String((y + 1) % 100).padStart(2, '0')}`;

  const years = [Y - 2, Y - 1, Y, Y + 1].map((y) => ({
    academicYearId: g.uuid(),
    name: `Academic year ${short(y)}`,
    start: at(y, 9, 1),
    end: at(y + 1, 8, 31, 23, 59, 59, 999),
  }));
  const currentYearId = must(years[2]).academicYearId;
  const yearOf = (i: number, n: number) =>
    must(years[i < n * 0.24 ? 0 : i < n * 0.52 ? 1 : i < n * 0.95 ? 2 : 3]).academicYearId;

  const tests = [
    ['Reading and spelling', 'English'],
    ['Grammar check', 'English'],
    ['Free writing', 'English Writing'],
    ['Letter writing', 'English Writing'],
    ['Number', 'Maths'],
    ['Measure & shape', 'Maths'],
    ['Handling data', 'Maths'],
    ['Online basics', 'Digital Skills'],
    ['Staying safe online', 'Digital Skills'],
    ['Listening', 'ESOL'],
    ['Conversation', 'ESOL'],
    ['Mecánica básica', 'Science'],
    ['Living things', 'Science'],
    ['Money matters', 'Personal Finance'],
    ['Budgeting', 'Personal Finance'],
  ].map(([name, subject]) => ({
    testId: g.uuid(),
    testVersionId: g.uuid(),
    name: must(name),
    subject: must(subject),
  }));

  // People.
  const users: UserRow[] = [];
  const N = 276;
  for (let i = 0; i < N; i++) {
    let roles: Role[] = i < 206 ? ['STUDENT'] : i < 262 ? ['TEACHER'] : ['ADMIN'];
    if (i >= 200 && i < 206) roles = ['STUDENT', 'TEACHER'];
    if (i >= 254 && i < 260) roles = ['TEACHER', 'ADMIN'];
    if (i === 261) roles = ['TEACHER', 'STUDENT', 'ADMIN'];
    const firstName = g.pick(FIRST);
    const lastName = g.pick(LAST);
    const plain = (t: string) =>
      t
        .normalize('NFD')
        .replace(/[^A-Za-z]/g, '')
        .toLowerCase() || 'x';
    const username = `${plain(firstName)}.${plain(lastName)}${i % 9 === 4 ? '+' : i % 7 === 3 ? '_' : ''}${i}`;
    const emails: string[] = [];
    if (!g.chance(0.12)) emails.push(`${username}@college.example`);
    if (emails.length && g.chance(0.3)) emails.push(`${plain(firstName)}${i}@home.example`);
    if (emails.length === 2 && g.chance(0.3)) emails.push(`${plain(lastName)}-${i}@mail.example`);
    const student = roles.includes('STUDENT');
    const createdAt =
      i % 23 === 0
        ? at(Y - 1, 9, 1, 8)
        : at(Y - 2, 9, 1) + Math.floor(g.next() * (at(Y, 8, 30) - at(Y - 2, 9, 1)));
    const external =
      i % 11 === 0
        ? `MIS/${i}+a`
        : i % 13 === 0
          ? `REF,${i}`
          : i % 17 === 0
            ? `${'0'.repeat(1 + (i % 3))}${1000 + i}`
            : `X-${10000 + i}`;
    users.push({
      seq: i,
      userId: g.uuid(),
      username,
      roles,
      firstName,
      lastName,
      fullName: `${firstName} ${lastName}`,
      emails,
      ...(student && !g.chance(0.1)
        ? { upn: i % 4 === 1 ? String(9900000000 + i) : `H${String(801200001 + i * 7)}${'ABCDEFGH'[i % 8]}` }
        : {}),
      ...(g.chance(0.8) || i % 11 === 0 || i % 13 === 0 || i % 17 === 0 ? { externalId: external } : {}),
      ...(g.chance(0.7) ? { gender: g.pick(GENDERS) } : {}),
      ...(student && !g.chance(0.15)
        ? {
            dateOfBirth: new Date(at(Y - 45 + g.int(28), 1 + g.int(12), 1 + g.int(28)))
              .toISOString()
              .slice(0, 10),
          }
        : {}),
      createdAt,
      updatedAt: g.chance(0.4) ? createdAt : createdAt + Math.floor(g.next() * (at(Y, 8, 31) - createdAt)),
      enabled: i % 19 !== 7,
      password: 'unset',
    });
  }
  // Records are kept in another order than that of their creation.
  users
    .sort((a, b) => (a.userId < b.userId ? -1 : 1))
    .forEach((u, i) => {
      u.seq = i;
    });
  const students = users.filter((u) => u.roles.includes('STUDENT'));
  const teachers = users.filter((u) => u.roles.includes('TEACHER'));

  const subjects = ['Maths', 'English', 'Science', 'ESOL', 'History', 'Welding', 'Bricklaying', 'Childcare'];
  const classes = Array.from({ length: 146 }, (_, i) => {
    const special = i % 7 === 3 ? CLASS_SPECIALS[Math.floor(i / 7)] : undefined;
    const name = special ?? `${subjects[i % 8]} ${'ABCDEFGHJK'[Math.floor(i / 8) % 10]}${1 + (i % 5)}`;
    return {
      seq: i,
      classId: g.uuid(),
      name,
      academicYearId: yearOf(i, 146),
      ...(g.chance(0.6) ? { description: `${name} with ${g.pick(LAST)}, room ${100 + i}` } : {}),
      students: new Set(g.some(students, 1 + g.int(6)).map((u) => u.userId)),
      teachers: new Set(g.some(teachers, g.int(3)).map((u) => u.userId)),
    };
  });
  // Names that two classes share: in two years, and in two letter cases.
  must(classes[12]).name = 'Shared Über Class';
  must(classes[90]).name = 'Shared Über Class';
  must(classes[30]).name = 'Evening Cookery';
  must(classes[110]).name = 'Evening Cookery';
  must(classes[95]).name = 'Tutor Group Éa';
  must(classes[101]).name = 'tutor group éA';

  const cohorts = Array.from({ length: 131 }, (_, i) => {
    const special = i % 8 === 2 ? COHORT_SPECIALS[Math.floor(i / 8)] : undefined;
    const name = special ?? `${['Intake', 'Wave', 'Start', 'Phase'][i % 4]} ${100 + i}${'xYz'[i % 3]}`;
    const own: CohortTestRow[] = g
      .some(tests, i % 9 === 5 ? 0 : 1 + g.int(4))
      .map((t) => ({ testId: t.testId, activationStatus: g.pick(ACTIVATION) }));
    return {
      seq: i,
      cohortId: g.uuid(),
      name,
      academicYearId: yearOf(i, 131),
      ...(g.chance(0.5)
        ? { description: `For ${g.pick(['day', 'evening', 'distance'])} learners: ${name}` }
        : {}),
      students: new Set(g.some(students, 1 + g.int(5)).map((u) => u.userId)),
      tests: own,
    };
  });
  must(cohorts[7]).name = 'Joint Évening Cohort';
  must(cohorts[85]).name = 'Joint Évening Cohort';
  must(cohorts[20]).name = 'Returners';
  must(cohorts[100]).name = 'Returners';

  // Sessions of initial assessments: over the years, some at the same moment, some on the edge of a year.
  const same = at(Y - 1, 10, 6, 9, 30);
  const sameToo = at(Y, 3, 3, 13, 0, 0, 250);
  const edges = [
    at(Y - 1, 1, 1),
    at(Y, 1, 1),
    at(Y - 1, 12, 31, 23, 59, 59, 999),
    at(Y - 2, 12, 31, 23, 59, 59, 999),
    at(Y - 1, 9, 1),
    at(Y, 9, 1),
    at(Y - 1, 8, 31, 23, 59, 59, 999),
    at(Y, 8, 31, 23, 59, 59),
    at(Y - 2, 9, 1),
  ];
  const sessions = Array.from({ length: 436 }, (_, i) => {
    const test = g.pick(tests);
    const user = g.pick(students);
    let start = at(Y - 2, 9, 2) + Math.floor(g.next() * ((at(Y, 8, 30) - at(Y - 2, 9, 2)) / 1000)) * 1000;
    if (i % 5 === 1) start += 1 + g.int(999);
    if (i % 31 === 9) start = same;
    if (i % 37 === 11) start = sameToo;
    if (i >= 60 && i < 60 + edges.length * 2) start = must(edges[(i - 60) % edges.length]);
    const row = { seq: i, id: g.uuid(), userId: user.userId, testId: test.testId, start };
    if (i % 3 === 0 && i % 31 !== 9) return row;
    const seconds = i % 41 === 2 ? 3600 : i % 4 === 0 ? 3600 + g.int(5400) : 240 + g.int(3300);
    let level = g.pick(LEVELS);
    if (test.subject === 'English Writing' && g.chance(0.4)) level = 'NA';
    if (test.subject === 'Digital Skills' && g.chance(0.4)) level = 'Entry - Below E3';
    const end = start + seconds * 1000;
    return { ...row, end, result: { at: end + g.int(20000), level, seconds } };
  });

  const studies = Array.from({ length: 164 }, (_, i) => {
    const start =
      i % 29 === 5
        ? at(Y - 1, 11, 3, 10)
        : at(Y - 1, 9, 3) + g.int(340 * 86400) * 1000 + (i % 6 === 0 ? g.int(1000) : 0);
    return {
      seq: i,
      studyId: g.uuid(),
      userId: g.pick(students).userId,
      title: g.pick(['Fractions', 'Apostrophes', 'Ratio', 'Häufige Wörter', 'Spreadsheets']),
      start,
      end: start + (60 + g.int(5000)) * 1000,
    };
  });

  let last = 0;
  return {
    years,
    currentYearId,
    classes,
    cohorts,
    tests,
    users,
    sessions,
    studies,
    uuid: g.uuid,
    now: () => (last = Math.max(Date.now(), last + 1)),
  };
}
