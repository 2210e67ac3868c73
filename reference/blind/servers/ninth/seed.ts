import type { UserRow } from './store.ts';
import { Database } from './store.ts';

export const ROLES = ['Student', 'Teacher', 'Administrator'];
export const GENDERS = ['Female', 'Male', 'NonBinary', 'Undisclosed'];
export const LEVELS = ['E1', 'E2', 'E3', 'L1', 'L2'].flatMap((l) =>
  ['Lower', 'Middle', 'Higher'].map((s) => `${l} - ${s}`),
);
const FIRST = [
  'Aoife',
  'Zoë',
  'Bilal',
  'Chloé',
  'Dmitri',
  'Élodie',
  'Farah',
  'Grzegorz',
  'Hana',
  'Ímogen',
  'Jürgen',
  'Kofi',
  'Łucja',
  'Mei',
  'Noor',
  'Ólafur',
  'Priya',
  'Quentin',
  'Rhys',
  'Siân',
  'Tomás',
  'Ursula',
  'Viktor',
  'Wanjiru',
  'Xochitl',
  'Yusuf',
  '美玲',
  'Дарья',
];
const LAST = [
  'Abbott',
  "O'Brien",
  'Çelik',
  'Ng',
  'Müller',
  'Okafor',
  'de la Cruz',
  'Smith',
  'Smith-Jones',
  'Þórsson',
  'Novák',
  "D'Souza",
  'Khan',
  'Singh',
  'Evans',
  'Łukasik',
  'Ivanova',
  'van Dijk',
  'MacLeod',
  'Ødegård',
  '王',
  'Taylor',
  'Brown',
  'Nguyễn',
  'Papadopoulos',
];

export function makeIds(seed: number, v7: boolean): () => string {
  let a = seed >>> 0;
  const next = (): number => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
  const hex = (): string => next().toString(16).padStart(8, '0');
  return () => {
    const h = hex() + hex() + hex() + hex();
    return `${h.slice(0, 8)}-${h.slice(8, 12)}-${v7 ? 7 : 4}${h.slice(13, 16)}-a${h.slice(17, 20)}-${h.slice(20)}`;
  };
}

const at = <T>(list: readonly T[], i: number): T => list[i % list.length] as T;
const utc = (y: number, m: number, d: number, h = 0, min = 0, s = 0, ms = 0): number =>
  Date.UTC(y, m - 1, d, h, min, s, ms);

export function seed(v7: boolean): Database {
  const db = new Database();
  const id = makeIds(0x11e7, v7);
  for (let y = 2022; y <= 2029; y++) {
    db.years.insert({
      id: id(),
      name: `${y}/${String(y + 1).slice(2)}`,
      start: utc(y, 9, 1),
      end: utc(y + 1, 8, 31, 23, 59, 59, 999),
    });
  }
  const year = (i: number): string => at(db.years.rows, i).id;
  // Classes: three in each year, with some names in two years and in other letter case.
  const classNames = [
    'English 1A',
    'Maths & Numeracy',
    'ESOL_Evening',
    'Français débutant',
    'Digital Skills for Everyday Working Life',
    '100% Maths',
    'english 1a',
    'Catering+Hospitality',
    'ÉCOLE Réussite',
    'Plumbing L2',
    'ESOL Evening',
    'Catering Hospitality',
  ];
  for (let i = 0; i < 26; i++) {
    const name =
      i < 12
        ? at(classNames, i)
        : i === 20
          ? 'Francais debutant'
          : i === 21
            ? 'école réussite'
            : i % 5 === 0
              ? 'ENGLISH 1A'
              : `Group ${i} ${at(['North', 'South', 'Ålesund'], i)}`;
    db.classes.insert({
      id: id(),
      name,
      description: i % 3 === 1 ? undefined : i === 14 ? 'Plumbing L2' : `${name} <weekly>`,
      yearId: year(i),
    });
  }
  const testNames: [string, string, number][] = [
    ['English Reading', 'English', 2],
    ['English Writing', 'English', 3],
    ['Maths Initial', 'Maths', 1],
    ['Maths Non-calculator', 'Maths', 2],
    ['Digital Skills', 'Digital Skills', 2],
    ['ICT Basics', 'ICT', 1],
    ['ESOL Reading', 'ESOL', 1],
    ['ESOL Écoute', 'ESOL', 2],
    ['Français initial', 'Français', 1],
    ['Skills for Work', 'Reading, Writing', 1],
    ['Numeracy Short', 'Maths Extra', 1],
    ['Gàidhlig', 'Gàidhlig', 1],
    ['Science Taster', 'Science', 1],
    ['Legacy English', 'English', 1],
  ];
  for (const [name, subject, n] of testNames)
    db.tests.insert({ id: id(), name, subject, versions: Array.from({ length: n }, id) });
  const cohortNames = [
    'Autumn Intake',
    'Spring Intake',
    'autumn intake',
    'Level 2 (Evening)',
    'Adult Learners',
    'ESOL+',
    'Apprentices 2024',
    'Été 2025',
    'été 2025',
    'Adult  Learners',
    'Late Autumn Intake',
    'Level.2',
    'Level 2',
    'Pre-Access',
    'SPRING INTAKE',
    'LevelX2',
  ];
  cohortNames.forEach((name, i) => {
    const row = db.cohorts.insert({
      id: id(),
      name,
      description: i % 4 === 2 ? undefined : `Cohort ${i + 1}`,
      yearId: year(i),
    });
    const n = i % 8 === 4 ? 0 : 1 + (i % 6);
    for (let k = 0; k < n; k++) {
      const test = at(db.tests.rows, (i + k * 2) % 12);
      db.cohortTests.insert({
        cohortId: row.id,
        testId: test.id,
        versionId: at(test.versions, test.versions.length - 1),
        status: at(['Active', 'Active', 'Inactive', 'Draft'], i + k),
      });
    }
  });
  seedUsers(db, id);
  seedSessions(db, id);
  return db;
}

function seedUsers(db: Database, id: () => string): void {
  for (let i = 0; i < 184; i++) {
    const roles =
      i % 23 === 7
        ? ['Teacher', 'Administrator']
        : i % 29 === 11
          ? ['Student', 'Teacher']
          : i === 50
            ? ['Administrator', 'Student']
            : i % 6 === 5
              ? ['Teacher']
              : ['Student'];
    const student = roles.includes('Student');
    const firstName = at(FIRST, i * 5 + Math.floor(i / 28));
    const lastName = i % 60 === 17 ? undefined : at(LAST, i * 7 + Math.floor(i / 25));
    const username =
      i === 40 ? 'u10' : `u${String(i + 1).padStart(3, '0')}.${i % 9 === 4 ? 'o_brien' : 'learner'}`;
    // Groups of users were imported in the same millisecond.
    const created = utc(
      2024,
      1 + (Math.floor(i / 8) % 12),
      i % 4 === 0 ? 5 : i % 4 === 1 ? 9 : 1 + ((i * 11) % 27),
      i % 4 === 0 ? 9 : (i * 7) % 24,
      0,
      0,
      i % 4 === 0 ? 120 : (i * 37) % 1000,
    );
    const mails =
      i % 8 === 6
        ? []
        : [
            `${i === 12 ? 'sam+tag' : `person${i + 1}`}@${at(['mail.example', 'college.example', 'post.example'], i)}`,
          ];
    if (mails.length > 0 && i % 5 === 0) mails.push(`second${i + 1}@home.example`);
    const row: UserRow = {
      id: id(),
      username,
      upn: student && i % 9 !== 3 ? `A${String(820_000_000_000 + i * 97)}` : undefined,
      externalId:
        i % 5 === 2
          ? undefined
          : i === 8
            ? '0042'
            : i === 9
              ? '42'
              : i === 13
                ? 'A,7'
                : i === 14
                  ? 'A'
                  : i % 13 === 1
                    ? String(700_000 + i)
                    : `EXT-${i + 1}`,
      roles,
      firstName,
      lastName,
      emails: mails,
      gender: i % 6 === 1 ? undefined : at(GENDERS, i * 3 + Math.floor(i / 7)),
      born:
        i % 7 === 3
          ? undefined
          : `${1968 + (i % 40)}-${String(1 + (i % 12)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')}`,
      createdAt: created,
      updatedAt: i % 3 === 0 ? created : created + (1 + ((i * 53) % 300)) * 86_400_000 + i,
      enabled: i % 17 !== 16,
      password: 'x',
    };
    db.users.insert(row);
    if (student) {
      for (let k = 0; k < i % 4; k++)
        db.classStudents.insert({ ownerId: at(db.classes.rows, i * 3 + k * 7).id, userId: row.id });
      for (let k = 0; k < (i + 2) % 3; k++)
        db.cohortStudents.insert({ ownerId: at(db.cohorts.rows, i * 5 + k * 3).id, userId: row.id });
    }
    if (roles.includes('Teacher')) {
      for (let k = 0; k < 1 + (i % 3); k++)
        db.classTeachers.insert({ ownerId: at(db.classes.rows, i + 1 + k * 5).id, userId: row.id });
    }
  }
}

function seedSessions(db: Database, id: () => string): void {
  const learners = db.users.rows.filter((u) => u.roles.includes('Student'));
  for (let i = 0; i < 260; i++) {
    const user = at(learners, i * 17 + Math.floor(i / 31));
    const test = at(db.tests.rows, (i * 5 + Math.floor(i / 12)) % 13);
    // Some start at a whole second, some at the same moment as others.
    const start =
      i % 10 === 0
        ? utc(2024, 3 + (Math.floor(i / 50) % 5), 10, 9, 30)
        : utc(
            2023,
            9 + ((i * 7) % 24),
            1 + (i % 28),
            8 + (i % 11),
            (i * 13) % 60,
            (i * 29) % 60,
            i % 4 === 1 ? 0 : (i * 191) % 1000,
          );
    const seconds = 600 + ((i * 397) % 7000);
    const open = i % 3 === 2 && i % 10 !== 0;
    const end = start + seconds * 1000;
    const level =
      test.name === 'English Writing' && i % 2 === 0
        ? 'NA'
        : test.subject === 'Digital Skills' && i % 3 === 0
          ? 'Entry - Below E3'
          : at(LEVELS, i * 4 + Math.floor(i / 15));
    db.sessions.insert({
      id: id(),
      userId: user.id,
      testId: test.id,
      versionId: at(test.versions, i % 2 === 0 ? test.versions.length - 1 : i),
      start,
      end: open ? undefined : end,
      result: open ? undefined : { calculated: end + 1500, level, seconds },
    });
  }
  for (let i = 0; i < 134; i++) {
    const user = at(learners, i * 11 + 3);
    const start = utc(
      2024,
      1 + ((i * 5) % 20),
      1 + (i % 27),
      10 + (i % 8),
      (i * 17) % 60,
      i % 60,
      i % 5 === 0 ? 0 : (i * 83) % 1000,
    );
    const seconds = 300 + ((i * 211) % 5400);
    db.study.insert({
      id: id(),
      userId: user.id,
      lesson:
        i % 6 === 4
          ? undefined
          : `Unit ${1 + (i % 9)}: ${at(['Fractions', 'Commas', 'Déjà vu', 'Spreadsheets'], i)}`,
      start,
      end: i % 8 === 5 ? undefined : start + seconds * 1000,
      seconds,
    });
  }
}
