import { Db, fold, uuid } from './db.ts';
import type { Kind } from './types.ts';

const DAY = 86400000;
const FIRST = [
  'Amélie',
  'Oluwaseun',
  "D'Arcy",
  'Zoë',
  'Łukasz',
  'Priya',
  'Mohammed',
  'Siân',
  'José',
  'Anna-Lena',
  'Chidi',
  'Freya',
  'Noël',
  'Aoife',
  'Björn',
  'Mei',
  'Tariq',
  'Jade',
  'Oscar',
  'Ines',
];
const LAST = [
  "O'Brien",
  'Nguyễn',
  'Smith',
  'García',
  'Müller',
  'Patel',
  "N'Diaye",
  'Okafor',
  'Kowalski',
  'Jones',
  'St John',
  'Çelik',
  'Fitzgerald',
  'Van der Berg',
  'Åberg',
  'Li',
  'Ó Súilleabháin',
];
const GENDERS = ['F', 'M', 'X', 'Undisclosed'];
export const LEVELS = ['E1', 'E2', 'E3', 'L1', 'L2'].flatMap((l) =>
  ['Lower', 'Middle', 'Higher'].map((s) => `${l} - ${s}`),
);

export function startYearOf(now: Date): number {
  return now.getUTCMonth() >= 7 ? now.getUTCFullYear() : now.getUTCFullYear() - 1;
}

const CLASSES: [string, number, string | null][] = [
  ['English 7A', 0, 'Mixed ability'],
  ['English 7B', 0, null],
  ['Maths 7A', 0, 'Set one'],
  ['Français Équipe A', 0, null],
  ['English 7A', 1, 'Mixed ability, second year'],
  ['English 8A', 1, null],
  ['Maths 8A', 1, 'Set one'],
  ['Maths 8B', 1, null],
  ['100% Digital', 1, 'Digital skills'],
  ['Français Équipe A', 1, 'Élèves avancés'],
  ['ESOL_Evening', 1, null],
  ["Ms O'Brien's group", 1, 'Afternoons'],
  ['English 9A', 2, null],
  ['Maths 9A', 2, 'To be staffed'],
  ['Français Équipe A', 2, null],
];
const COHORTS: [string, number, string | null][] = [
  ['Autumn intake', 0, 'All new learners'],
  ['Spring intake', 0, null],
  ['Apprentices', 0, 'Day release'],
  ['Autumn intake', 1, 'All new learners'],
  ['Spring intake', 1, null],
  ['Évaluation Étape 1', 1, 'Première'],
  ['Apprentices', 1, null],
  ['Autumn intake', 2, null],
  ['Empty cohort', 2, 'Nothing yet'],
];
const TESTS: [string, string, string][] = [
  ['English Reading IA', 'English', 'Live'],
  ['English Writing IA', 'English', 'Live'],
  ['Maths IA', 'Maths', 'Live'],
  ['Digital Skills IA', 'Digital skills', 'Pilot'],
  ['Talking and Listening IA', 'Speaking, Listening and Communication', 'Live'],
  ['Maths IA (legacy)', 'Maths', 'Retired'],
];

export function seed(): Db {
  const db = new Db();
  const y0 = startYearOf(new Date(Date.now()));
  for (const d of [-1, 0, 1]) {
    db.years.push({
      id: uuid('year', d),
      name: `${y0 + d}/${String(y0 + d + 1).slice(2)}`,
      start: Date.UTC(y0 + d, 7, 1),
      end: Date.UTC(y0 + d + 1, 7, 1) - 1,
      current: d === 0,
    });
  }
  const yearOf = (i: number): string => db.years[i]?.id ?? '';
  for (const [i, [name, y, description]] of CLASSES.entries()) {
    db.addClass({
      id: uuid('class', i),
      seq: db.next(),
      name,
      nameKey: fold(name),
      description,
      yearId: yearOf(y),
      yearKey: yearOf(y),
      visibleAt: 0,
    });
  }
  for (const [i, [name, y, description]] of COHORTS.entries()) {
    db.addCohort({
      id: uuid('cohort', i),
      seq: db.next(),
      name,
      nameKey: fold(name),
      description,
      yearId: yearOf(y),
      yearKey: yearOf(y),
      visibleAt: 0,
    });
  }
  for (const [i, [name, subject, activation]] of TESTS.entries()) {
    db.tests.push({ id: uuid('test', i), versionId: uuid('testVersion', i), name, subject, activation });
  }
  const testOf = (i: number): { id: string; versionId: string } => db.tests[i] ?? { id: '', versionId: '' };
  [[0, 1, 2], [0, 2], [3], [0, 1, 2, 3], [2], [], [3, 4], [5], []].forEach((list, c) => {
    for (const t of list) db.cohortTests.push({ cohortId: uuid('cohort', c), testId: testOf(t).id });
  });
  seedUsers(db, y0);
  seedSessions(db, y0, testOf);
  return db;
}

function seedUsers(db: Db, y0: number): void {
  const start = Date.UTC(y0 - 2, 8, 3, 8, 15, 0, 0);
  for (let i = 0; i < 130; i++) {
    const kind: Kind = i % 7 === 3 ? 'teacher' : 'student';
    let firstName = FIRST[(i * 7) % FIRST.length] ?? '';
    let lastName = LAST[(i * 5) % LAST.length] ?? '';
    if (i === 20 || i === 41 || i === 90) {
      firstName = 'Sam';
      lastName = 'Smith';
    }
    if (i === 53) {
      firstName = 'Renée';
      lastName = "D'Souza";
    }
    // every third import was a bulk load: twelve rows with one instant
    const createdAt =
      Math.floor(i / 12) % 3 === 1 ? start + Math.floor(i / 12) * 12 * DAY : start + i * DAY + i * 61_017;
    const stem = `${firstName}.${lastName}`
      .normalize('NFD')
      .replace(/[^A-Za-z.]/g, '')
      .toLowerCase();
    const roles =
      kind === 'student' ? ['LEARNER'] : i % 21 === 3 ? ['EDUCATOR', 'COORDINATOR'] : ['EDUCATOR'];
    const emails = i % 9 === 4 ? [] : [`${stem}${i}@school.example`];
    if (i % 10 === 1) emails.push(`${stem}+home${i}@mail.example`);
    if (i === 53) emails.unshift('renee+school@school.example');
    db.addUser({
      id: uuid('user', i),
      seq: db.next(),
      kind,
      username: `${stem}${i}`,
      upn: kind === 'student' && i % 8 !== 5 ? `H${801200000000 + i * 37}` : null,
      roles,
      roleKeys: [...roles],
      externalId: i % 4 === 2 ? null : `MIS-${String(i * 13 + 1000)}`,
      firstName,
      lastName,
      fullName: `${lastName}, ${firstName}`,
      emails,
      gender: i % 6 === 5 ? null : (GENDERS[i % 4] ?? null),
      dob: kind === 'teacher' ? null : i % 11 === 7 ? null : birthday(y0, i),
      createdAt,
      updatedAt: createdAt + (i % 3) * DAY,
      open: i % 13 !== 6,
      password: 'initial-password',
    });
    const id = uuid('user', i);
    if (kind === 'student') {
      const n = i === 53 || i === 28 ? 9 : i % 5 === 0 ? 0 : (i % 3) + 1;
      for (let k = 0; k < n; k++) db.classStudents.add(uuid('class', (i + k * 4) % 14), id);
      const m = i === 53 || i === 28 ? 4 : i % 4 === 0 ? 0 : (i % 2) + 1;
      for (let k = 0; k < m; k++) db.cohortStudents.add(uuid('cohort', (i + k * 3) % 8), id);
    } else {
      const n = i === 10 ? 7 : i % 4 === 0 ? 0 : 2;
      for (let k = 0; k < n; k++) db.classTeachers.add(uuid('class', (i + k * 2) % 14), id);
    }
  }
}

function birthday(y0: number, i: number): string {
  const n = i === 20 || i === 41 ? 33 : i;
  return new Date(Date.UTC(y0 - 17 + (n % 4), (n * 5) % 12, ((n * 3) % 28) + 1)).toISOString().slice(0, 10);
}

function seedSessions(db: Db, y0: number, testOf: (i: number) => { id: string; versionId: string }): void {
  const begin = Date.UTC(y0 - 1, 8, 10, 9, 0, 0, 0);
  const students = db.users.filter((u) => u.kind === 'student');
  for (let i = 0; i < 90; i++) {
    const user = students[(i * i + 7 * (i % 13)) % 60];
    const t = i % 6;
    const startedAt =
      begin + i * 3 * DAY + (i % 8) * 3_600_000 + ((i * 137) % 1000) - (i % 10 === 9 ? 3 * DAY : 0);
    const open = i % 4 === 1;
    const seconds = 600 + ((i * 947) % 9000) + (i % 30 === 2 ? 2 * 86400 : 0);
    const endedAt = open ? null : startedAt + seconds * 1000 + (i % 5) * 100;
    const level =
      t === 1 && i % 18 === 7
        ? 'NA'
        : t === 3 && i % 12 === 3
          ? 'Entry - Below E3'
          : (LEVELS[(i * 4) % 15] ?? 'NA');
    db.sessions.push({
      id: uuid('session', i),
      seq: i,
      userId: user?.id ?? '',
      testId: testOf(t).id,
      versionId: testOf(t).versionId,
      startedAt,
      endedAt,
      lastSeen: startedAt + 300_000,
      result: endedAt === null ? null : { calculatedAt: endedAt + 2500, level, seconds },
    });
  }
  // two English writing scripts that did not meet the marking criteria
  for (const s of db.sessions.filter((x) => x.testId === testOf(1).id && x.result).slice(0, 2))
    if (s.result) s.result.level = 'NA';
  for (let i = 0; i < 25; i++) {
    const startedAt = begin + i * 5 * DAY;
    db.studies.push({
      id: uuid('study', i),
      userId: students[(i * 3) % 30]?.id ?? '',
      topic: ['Fractions', 'Commas', 'Spreadsheets'][i % 3] ?? '',
      startedAt,
      endedAt: startedAt + 1_500_000,
    });
  }
}
