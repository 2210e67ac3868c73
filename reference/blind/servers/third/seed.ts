import { Store } from './store.ts';
import type { Gender, Role, TestRow, UserRow } from './types.ts';

/** Small deterministic generator (mulberry32). */
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

export function uuidFrom(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16));
  hex[12] = '4';
  hex[16] = ['8', '9', 'a', 'b'][Math.floor(random() * 4)] ?? '8';
  const s = hex.join('');
  return `${s.slice(0, 8)}-${s.slice(8, 12)}-${s.slice(12, 16)}-${s.slice(16, 20)}-${s.slice(20)}`;
}

const FIRST = [
  'Amelia',
  'Zoë',
  'José',
  'Priya',
  'Oliver',
  'Chloé',
  'Łukasz',
  'Mohammed',
  'Siân',
  'Noah',
  'Ольга',
  '美咲',
  'Ελένη',
  'فاطمة',
  'Björn',
  'Grace',
  'Kwame',
  'Niamh',
  'Øyvind',
  'Jack',
  'Anne-Marie',
  'Renée',
  'Iñaki',
  'Thảo',
  'Lily',
  'George',
  'D’Arcy',
  'Ava',
  'Tomáš',
  'Ruby',
];
const LAST = [
  'Smith',
  'García',
  'Jones',
  'Müller',
  "O'Neill",
  'Patel',
  'Nguyễn',
  'Kowalska',
  'Williams',
  'Çelik',
  'Иванова',
  '田中',
  'Παπαδοπούλου',
  'حسن',
  'Åström',
  'Brown',
  'Mensah',
  'van der Berg',
  'Davies',
  'Smith-Jones',
  'Taylor',
  'Núñez',
  'Evans',
  'Thomas',
  'Roberts',
  'Walker',
  'Hughes',
  'Šimek',
  'Lewis',
  'Clarke',
];
const GENDER_CYCLE: (Gender | undefined)[] = [
  'female',
  'male',
  'female',
  'male',
  'non-binary',
  undefined,
  'female',
  'male',
  'undisclosed',
];

const LEVELS = [
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

const TESTS: [string, string | undefined][] = [
  ['Maths initial assessment A', 'Maths'],
  ['Maths initial assessment B', 'Maths'],
  ['Numeracy check', 'Maths'],
  ['English reading A', 'English Reading'],
  ['English reading B', 'English Reading'],
  ['English writing A', 'English Writing'],
  ['English writing B', 'English Writing'],
  ['Digital skills', 'Digital Skills'],
  ['Digital skills (Cymraeg)', 'Digital Skills'],
  ['ESOL listening', 'ESOL'],
  ['ESOL speaking', 'ESOL'],
  ['Français – niveau initial', 'Français'],
  ['Spelling & grammar', 'English Writing'],
  ['Unclassified pilot', undefined],
  ['Science baseline', 'Science'],
];

const CLASS_NAMES = [
  'Maths 7A',
  'Maths 7A Extra',
  'English 8B',
  'Élan 7',
  'Français 8',
  'Übungsgruppe B',
  'Science & Nature 9',
  'Form 10 (Tuesday)',
  'Art 100%',
  'Ποίηση 9',
];
const COHORT_NAMES = [
  'Autumn intake',
  'Autumn intake late',
  'Évaluation initiale',
  'Adult learners',
  'Digital starters',
  'ESOL Стартовая',
  'Summer catch-up',
];

const NOT_IN_ASCII = /[^\x20-\x7e]/;

/** Builds the same data on every call. */
export function seedStore(): Store {
  const store = new Store();
  const random = generator(20261127);
  const nextId = (): string => uuidFrom(random);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;

  seedYears(store, nextId);
  seedTests(store, nextId);
  seedUsers(store, nextId, random);
  seedClasses(store, nextId, pick);
  seedCohorts(store, nextId, pick, random);
  seedSessions(store, nextId, pick, random);
  seedStudy(store, nextId, pick, random);
  return store;
}

function seedYears(store: Store, nextId: () => string): void {
  for (let start = 2023; start <= 2026; start += 1) {
    store.years.push({
      id: nextId(),
      name: `${start}/${start + 1}`,
      startsAt: Date.UTC(start, 7, 1),
      endsAt: Date.UTC(start + 1, 6, 31, 23, 59, 59, 999),
    });
  }
}

function seedTests(store: Store, nextId: () => string): void {
  TESTS.forEach(([name, subject], i) => {
    const row: TestRow = {
      id: nextId(),
      versionId: nextId(),
      name,
      subject,
      activation: i % 5 === 4 ? 'inactive' : 'active',
    };
    store.tests.set(row.id, row);
  });
}

function asciiName(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
}

function seedUsers(store: Store, nextId: () => string, random: () => number): void {
  const count = 424;
  const firstDay = Date.UTC(2023, 8, 4, 8, 0, 0);
  let createdAt = firstDay;
  for (let i = 0; i < count; i += 1) {
    // Batches of imports: five users of the same instant, then some a few milliseconds apart.
    if (i % 11 < 5) createdAt += i % 11 === 0 ? 86_400_000 * 2 + 3_600_000 : 0;
    else if (i % 11 < 8) createdAt += 137;
    else createdAt += 5_000_000 + Math.floor(random() * 9_000_000);
    const kind = i % 9;
    let roles: Role[] = ['student'];
    if (kind === 4) roles = i % 36 === 4 ? ['admin', 'teacher'] : ['teacher'];
    if (i % 40 === 7) roles = ['admin'];
    const staff = roles[0] !== 'student';
    const first = FIRST[(i * 7 + Math.floor(i / 30)) % FIRST.length] ?? 'Ann';
    const last = LAST[(i * 11 + Math.floor(i / 17)) % LAST.length] ?? 'Lee';
    const base = `${asciiName(first)}.${asciiName(last)}`;
    const plain = /^[a-z]+\.[a-z]+$/.test(base) && !NOT_IN_ASCII.test(base);
    const username = plain ? `${base}${i}` : `user${String(i).padStart(4, '0')}`;
    const emails: string[] = [];
    if (i % 6 !== 1) emails.push(`${username}@${staff ? 'staff' : 'pupil'}.example.org`);
    if (i % 10 === 3) emails.push(`${username}+home@mail.example.net`);
    const touched = i % 4 === 0 ? createdAt + 86_400_000 * (1 + (i % 50)) + (i % 7) * 111 : createdAt;
    const row: UserRow = {
      id: nextId(),
      username,
      upn:
        staff || i % 8 === 2
          ? undefined
          : `${'ABCDEFGHJK'[i % 10] ?? 'A'}${String(820_000_000_000 + i * 7919)}`,
      roles,
      externalId: i % 5 === 3 ? undefined : i % 25 === 4 ? `MIS/${i} é` : `ext-${String(i).padStart(5, '0')}`,
      firstName: first,
      lastName: i % 53 === 20 ? undefined : last,
      emails,
      gender: GENDER_CYCLE[i % GENDER_CYCLE.length],
      birth:
        staff || i % 7 === 5
          ? undefined
          : `20${String(8 + (i % 6)).padStart(2, '0')}-${String(1 + (i % 12)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')}`,
      createdAt,
      updatedAt: touched,
      enabled: i % 19 !== 6,
      password: undefined,
    };
    // Ids are lower-case; some people share the whole name.
    if (i % 60 === 31) {
      row.firstName = 'José';
      row.lastName = 'García';
    }
    store.addUser(row);
  }
}

function ofRole(store: Store, role: Role): UserRow[] {
  return [...store.users.values()].filter((u) => u.roles.includes(role));
}

function seedClasses(store: Store, nextId: () => string, pick: <T>(items: readonly T[]) => T): void {
  const students = ofRole(store, 'student').filter((_, i) => i % 6 !== 0);
  const teachers = ofRole(store, 'teacher').filter((_, i) => i % 5 !== 0);
  store.years.forEach((year, y) => {
    CLASS_NAMES.forEach((name, n) => {
      const id = nextId();
      const description = n % 3 === 0 ? `${name}, set of ${year.name}` : n % 3 === 1 ? undefined : '';
      store.classes.set(id, { id, name, description, yearId: year.id });
      if ((n + y) % 7 === 5) return;
      for (let i = 0; i < 8 + n * 2; i += 1) store.classStudents.link(id, pick(students).id);
      for (let i = 0; i < 1 + (n % 3); i += 1) store.classTeachers.link(id, pick(teachers).id);
    });
  });
}

function seedCohorts(
  store: Store,
  nextId: () => string,
  pick: <T>(items: readonly T[]) => T,
  random: () => number,
): void {
  const students = ofRole(store, 'student').filter((_, i) => i % 4 !== 1);
  const tests = [...store.tests.values()];
  store.years.forEach((year, y) => {
    const names = y === 3 ? COHORT_NAMES : COHORT_NAMES.slice(0, 6);
    names.forEach((name, n) => {
      const id = nextId();
      const from = Math.floor(random() * tests.length);
      const count = (n + y) % 6 === 4 ? 0 : 1 + ((n * 2 + y) % 4);
      const testIds = Array.from(
        { length: count },
        (_, i) => (tests[(from + i * 4) % tests.length] as TestRow).id,
      );
      const description = n % 2 === 0 ? `Initial assessment, ${year.name}` : undefined;
      store.cohorts.set(id, { id, name, description, yearId: year.id, testIds });
      if ((n + y) % 5 === 3) return;
      for (let i = 0; i < 6 + n * 3; i += 1) store.cohortStudents.link(id, pick(students).id);
    });
  });
}

function levelFor(test: TestRow, i: number): string {
  if (test.subject === 'English Writing' && i % 4 === 1) return 'NA';
  if (test.subject === 'Digital Skills' && i % 3 === 1) return 'Entry - Below E3';
  return LEVELS[(i * 7) % LEVELS.length] ?? 'E1 - Lower';
}

function seedSessions(
  store: Store,
  nextId: () => string,
  pick: <T>(items: readonly T[]) => T,
  random: () => number,
): void {
  const students = ofRole(store, 'student');
  const few = students.slice(0, 12);
  const tests = [...store.tests.values()];
  let startedAt = Date.UTC(2023, 8, 18, 9, 0, 0);
  for (let i = 0; i < 510; i += 1) {
    // Groups sit a test together: the same instant, a few milliseconds apart, or on another day.
    const place = i % 12;
    if (place === 0) startedAt += 86_400_000 * 20 + 3_600_000 * (i % 5) - (startedAt % 1000);
    else if (place >= 6 && place < 9) startedAt += 250;
    else if (place >= 9) startedAt += 60_000 * (3 + Math.floor(random() * 40));
    const test = pick(tests);
    const user = i % 5 === 0 ? pick(few) : pick(students);
    const open = i % 9 === 4 || (i > 470 && i % 3 === 0);
    if (open) {
      store.addSession({
        id: nextId(),
        userId: user.id,
        testId: test.id,
        startedAt,
        endedAt: undefined,
        result: undefined,
      });
      continue;
    }
    const seconds = i % 97 === 50 ? 93_784 : i % 31 === 0 ? 3600 : 900 + Math.floor(random() * 4000);
    const endedAt = startedAt + seconds * 1000 + (i % 4) * 125;
    store.addSession({
      id: nextId(),
      userId: user.id,
      testId: test.id,
      startedAt,
      endedAt,
      result: { calculatedAt: endedAt + 2_000 + (i % 5) * 100, level: levelFor(test, i), seconds },
    });
  }
}

function seedStudy(
  store: Store,
  nextId: () => string,
  pick: <T>(items: readonly T[]) => T,
  random: () => number,
): void {
  const students = ofRole(store, 'student').slice(0, 90);
  const subjects = ['Maths', 'English Reading', 'Digital Skills', undefined, 'ESOL'];
  for (let i = 0; i < 210; i += 1) {
    const startedAt =
      Date.UTC(2024, 0, 8, 10, 0, 0) + Math.floor(i / 3) * 86_400_000 * 4 + (i % 3 === 2 ? 500 : 0);
    store.study.push({
      id: nextId(),
      userId: pick(students).id,
      subject: subjects[i % subjects.length],
      startedAt,
      endedAt: startedAt + 1000 * (300 + Math.floor(random() * 3000)),
      score: i % 6 === 1 ? undefined : i % 11 === 0 ? 0 : Math.floor(random() * 100),
    });
  }
}
