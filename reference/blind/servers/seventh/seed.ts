/** The data of a new server, drawn once for all servers as columns; a server copies the columns it can change. */

export type Years = { id: string[]; name: string[]; start: number[]; end: number[]; current: number };
export type Groups = { id: string[]; name: string[]; description: (string | undefined)[]; year: number[] };
export type Tests = { id: string[]; version: string[]; older: string[]; name: string[]; subject: string[] };
export type Users = {
  id: string[];
  username: (string | undefined)[];
  upn: (string | undefined)[];
  roles: (readonly string[])[];
  externalId: (string | undefined)[];
  first: string[];
  last: string[];
  emails: (readonly string[])[];
  gender: (string | undefined)[];
  born: (string | undefined)[];
  created: number[];
  updated: number[];
  off: boolean[];
};
export type Attempts = {
  id: string[];
  user: number[];
  test: number[];
  version: string[];
  start: number[];
  /** NaN while in progress. */
  end: number[];
  level: (string | undefined)[];
  calculated: number[];
};
export type Studies = {
  id: string[];
  user: number[];
  classRow: (number | undefined)[];
  skill: string[];
  start: number[];
  end: number[];
};

export type Seed = {
  years: Years;
  classes: Groups;
  cohorts: Groups;
  tests: Tests;
  users: Users;
  attempts: Attempts;
  studies: Studies;
  userClasses: (readonly number[])[];
  userCohorts: (readonly number[])[];
  cohortTests: (readonly (readonly [test: number, activation: string])[])[];
};

const DAY = 86_400_000;

function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % sides;
  };
}

export function uuidFrom(roll: (sides: number) => number): string {
  let hex = '';
  for (let i = 0; i < 8; i++) hex += roll(65536).toString(16).padStart(4, '0');
  const variant = '89ab'[roll(4)] ?? '8';
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

const rowOf = <T>(list: readonly T[], index: number): T => {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('an empty list');
  return item;
};

const GIVEN =
  'Amélie|Björn|Chloé|Dariusz|Efua|Fiona|George|Hülya|Imran|José|Kwame|Léa|Mohammed|Niamh|Olga|Priya|Quentin|Røgnvald|Siân|Tomás|Ulrika|Vítor|Wren|Ximena|Yusuf|Zoë|Анна|Дмитрий|Ελένη|ليلى|小明|さくら|anne-marie|JAMES'.split(
    '|',
  );
const FAMILY =
  "O'Connor|Smith|Smyth|Smithson|Müller|Muller|Nowak|Ångström|García López|de la Cruz|van Dijk|Ó Briain|Çelik|Ivanova|Иванов|Παπαδόπουλος|حداد|王|田中|Mensah|Begum|Khan|Nguyễn|Łukasiewicz|Jones|JONES|jones|Taylor-Reed|Ōta|Evans|Zabłocki|ben Ali".split(
    '|',
  );
const CLASS_NAMES =
  '7A Mathematics|7A Maths|7a maths set 1|7B Mathematics|8C English|8C English Literature|8C English (mixed)|9D Science|9D Science + Support|10E History|10E Histoire & Géographie|Français – Débutants|FRANÇAIS – Avancés|Élèves allophones|ÉCOLE du soir|Русский язык|Ελληνικά Α|数学 基礎|Maths|Maths Set 1|Maths Set 2|maths club|100% Attendance|50% Club|C++ Beginners|A*|A* Group|A/B Mixed|Reading? Yes!|Form 11Ä|Form 11B|Form 11C|Form 12_A|Form 12XA|Drama #1|Music|Æsthetics|Physics = Fun|Tutor Group, Red|Tutor Group; Blue|Tutor Group Green|Night “Owls”|Œuvre collective|Straße|Ďalší|Geography|GCSE Resit|Year 10 – Ñandú|PE|P.E.|Sixth form'.split(
    '|',
  );
const COHORT_NAMES =
  'Intake A|Intake A2|Intake AB|Intake B|Intake É|Autumn starters|Autumn Starters Evening|Spring starters|ESOL Entry|ESOL Entry 1|Digital|Digital skills|Functional Maths|Functional maths L1|Adult return|Adult Return 19+|Überprüfung|Évaluation initiale|Ημερήσιο|Вечерняя группа|入門|Apprentices|Apprentices (day)|Day release|Distance|Distance & blended|New joiners 5%|Supported learning|Pre-entry|Level 1 bridge|Level 2 bridge|Taster|Trial *'.split(
    '|',
  );
const SKILLS = ['Fractions', 'Punctuation', 'Phishing', 'Inference', 'Ratio', 'Spelling: -ough'];
const LEVELS = ['E1', 'E2', 'E3', 'L1', 'L2'].flatMap((level) =>
  ['Lower', 'Middle', 'Higher'].map((part) => `${level} - ${part}`),
);
const TESTS: readonly (readonly [string, string])[] = [
  ['English Reading', 'English'],
  ['English Writing', 'English'],
  ['English Spelling, Punctuation & Grammar', 'English'],
  ['Maths Initial Assessment', 'Maths'],
  ['Maths – Number', 'Maths'],
  ['Maths – Data', 'Maths'],
  ['Digital Skills', 'Digital Skills'],
  ['Digital Skills: Safety', 'Digital Skills'],
  ['ESOL Listening', 'ESOL'],
  ['ESOL Speaking', 'ESOL'],
  ['Gaeilge – Tástáil', 'Gaeilge'],
];

function drawYears(): Years {
  // The day on which this was judged first: its data stay what they were.
  const now = new Date(Date.UTC(2026, 10, 28));
  const begun = now.getUTCMonth() >= 8 ? now.getUTCFullYear() : now.getUTCFullYear() - 1;
  const roll = dice(11);
  const years: Years = { id: [], name: [], start: [], end: [], current: 3 };
  for (let step = -3; step <= 1; step++) {
    const from = begun + step;
    years.id.push(uuidFrom(roll));
    years.name.push(`${from}/${String((from + 1) % 100).padStart(2, '0')}`);
    years.start.push(Date.UTC(from, 8, 1));
    years.end.push(Date.UTC(from + 1, 8, 1) - 1);
  }
  return years;
}

function drawGroups(seed: number, names: readonly string[], counts: readonly number[]): Groups {
  const roll = dice(seed);
  const groups: Groups = { id: [], name: [], description: [], year: [] };
  counts.forEach((count, year) => {
    for (let i = 0; i < count; i++) {
      const round = Math.floor(i / names.length);
      const name = rowOf(names, i + year * 7);
      groups.id.push(uuidFrom(roll));
      groups.name.push(round === 0 ? name : `${name} (${round + 1})`);
      groups.description.push(
        roll(5) < 2 ? undefined : `${name}, ${rowOf(['room Ä12', 'evenings', 'with «support»'], roll(3))}`,
      );
      groups.year.push(year);
    }
  });
  return groups;
}

function drawTests(): Tests {
  const roll = dice(31);
  const tests: Tests = { id: [], version: [], older: [], name: [], subject: [] };
  for (const [name, subject] of TESTS) {
    tests.id.push(uuidFrom(roll));
    tests.version.push(uuidFrom(roll));
    tests.older.push(uuidFrom(roll));
    tests.name.push(name);
    tests.subject.push(subject);
  }
  return tests;
}

const PEOPLE = 186;
const isTeacherRow = (row: number): boolean => row % 9 === 4 || row % 9 === 7;

function rolesOf(row: number): readonly string[] {
  if (row % 61 === 60) return ['administrator'];
  if (!isTeacherRow(row)) return ['student'];
  return row % 18 === 4 ? ['teacher', 'administrator'] : ['teacher'];
}

function drawUsers(first: number): Users {
  const roll = dice(47);
  const none = <T>(): T[] => [];
  const users: Users = {
    id: [],
    username: [],
    upn: none(),
    roles: [],
    externalId: none(),
    first: [],
    last: [],
    emails: [],
    gender: none(),
    born: none(),
    created: [],
    updated: [],
    off: [],
  };
  for (let row = 0; row < PEOPLE; row++) {
    const roles = rolesOf(row);
    const learner = roles[0] === 'student';
    const twin = row % 23 === 22;
    const given = twin ? (users.first[row - 20] ?? '') : rowOf(GIVEN, row * 5 + roll(3));
    const family = twin ? (users.last[row - 20] ?? '') : rowOf(FAMILY, row * 7 + roll(2));
    const created =
      first + Math.floor(row / 4) * 9 * DAY + (row % 12 === 0 ? 0 : Math.floor(row / 4) * 61_337);
    users.id.push(uuidFrom(roll));
    users.roles.push(roles);
    users.first.push(given);
    users.last.push(family);
    users.username.push(roll(10) === 0 ? undefined : `${row % 3 === 0 ? 'U' : 'u'}ser.${(row * 37) % 1000}`);
    users.upn.push(learner && roll(4) > 0 ? `A${String(801_200_000_000 + row * 7919)}` : undefined);
    users.externalId.push(
      roll(3) > 0 ? rowOf([`MIS-${1000 + row}`, `ext+${row}&b`, `№ ${row}/é`], row) : undefined,
    );
    const mails = [`person${row}@school.example`, `p${row}+home@mail.example`, `P${row}.Alt@Example.org`];
    users.emails.push(mails.slice(0, rowOf([1, 0, 2, 1, 3], row)));
    users.gender.push(
      rowOf(['female', 'male', '', 'female', 'nonbinary', 'male', 'undisclosed'], row) || undefined,
    );
    users.born.push(
      learner && row % 5 !== 3
        ? new Date(Date.UTC(2003 + (row % 7), row % 12, 1 + (row % 28))).toISOString().slice(0, 10)
        : undefined,
    );
    users.created.push(created);
    users.updated.push(row % 3 === 1 ? created + (row % 7) * 3 * DAY + 4_321 : created);
    users.off.push(row % 29 === 28);
  }
  return users;
}

function levelOf(name: string, subject: string, turn: number): string {
  if (name === 'English Writing' && turn % 4 === 1) return 'NA';
  if (subject === 'Digital Skills' && turn % 5 === 2) return 'Entry - Below E3';
  return rowOf(LEVELS, turn * 4 + 1);
}

function drawAttempts(from: number, users: Users, tests: Tests): Attempts {
  const roll = dice(83);
  const learners = users.id.map((_, row) => row).filter((row) => users.roles[row]?.[0] === 'student');
  const all: Attempts = {
    id: [],
    user: [],
    test: [],
    version: [],
    start: [],
    end: [],
    level: [],
    calculated: [],
  };
  for (let row = 0; row < 472; row++) {
    const slot = Math.floor(((row * 101) % 472) / 3);
    const start = from + slot * 14 * 3_600_000 + (slot % 4 === 0 ? 0 : (slot * 977_431) % 3_600_000);
    const test = roll(tests.id.length);
    const open = row % 3 === 1;
    const spent = row % 6 === 0 ? 3_600_000 : 300_000 + roll(9000) * 1000;
    all.id.push(uuidFrom(roll));
    all.user.push(rowOf(learners, roll(learners.length)));
    all.test.push(test);
    all.version.push((roll(5) === 0 ? tests.older[test] : tests.version[test]) ?? '');
    all.start.push(start);
    all.end.push(open ? Number.NaN : start + spent);
    all.level.push(open ? undefined : levelOf(tests.name[test] ?? '', tests.subject[test] ?? '', row));
    all.calculated.push(open ? Number.NaN : start + spent + roll(60_000));
  }
  return all;
}

function drawStudies(from: number, users: Users): Studies {
  const roll = dice(97);
  const learners = users.id.map((_, row) => row).filter((row) => users.roles[row]?.[0] === 'student');
  const all: Studies = { id: [], user: [], classRow: [], skill: [], start: [], end: [] };
  for (let row = 0; row < 164; row++) {
    const start =
      from + Math.floor(row / 2) * 17 * 3_600_000 + (row % 8 < 2 ? 0 : Math.floor(row / 2) * 1_234_567);
    all.id.push(uuidFrom(roll));
    all.user.push(rowOf(learners, roll(60)));
    all.classRow.push(roll(3) === 0 ? undefined : 60 + roll(80));
    all.skill.push(rowOf(SKILLS, roll(6)));
    all.start.push(start);
    all.end.push(row % 13 === 12 ? Number.NaN : start + 60_000 * (5 + roll(90)) + (row % 4) * 1000);
  }
  return all;
}

function spread(
  count: number,
  most: number,
  range: number,
  seed: number,
  skip: (row: number) => boolean,
): number[][] {
  const roll = dice(seed);
  return Array.from({ length: count }, (_, row) => {
    const size = skip(row) ? 0 : roll(most + 1);
    const chosen = new Set<number>();
    for (let i = 0; i < size; i++) chosen.add(roll(range));
    return [...chosen].sort((a, b) => a - b);
  });
}

function draw(): Seed {
  const years = drawYears();
  const tests = drawTests();
  const users = drawUsers(rowOf(years.start, 0) + 12 * DAY);
  const classes = drawGroups(21, CLASS_NAMES, [18, 26, 36, 58, 16]);
  const cohorts = drawGroups(22, COHORT_NAMES, [14, 22, 31, 47, 12]);
  const statuses = ['active', 'inactive', 'pending'];
  return {
    years,
    classes,
    cohorts,
    tests,
    users,
    attempts: drawAttempts(rowOf(years.start, 2) + 3 * DAY, users, tests),
    studies: drawStudies(rowOf(years.start, 2) + 20 * DAY, users),
    userClasses: spread(PEOPLE, 4, classes.id.length, 61, (row) => row % 61 === 60),
    userCohorts: spread(PEOPLE, 2, cohorts.id.length, 62, (row) => users.roles[row]?.[0] !== 'student'),
    cohortTests: spread(cohorts.id.length, 4, tests.id.length, 63, (row) => row % 6 === 0).map((list, row) =>
      list.map((test, turn) => [test, rowOf(statuses, row + turn)] as const),
    ),
  };
}

export const SEED: Seed = draw();
