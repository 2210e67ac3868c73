// Which world a server starts with. Each of the odd ones is one that the interface permits.

import { duration, type Plan, type User, type World } from './world.ts';
import { buildWorld } from './world-sessions.ts';

const DAY = 86_400_000;
type On = (id: string) => boolean;

const PLANS: Readonly<Record<string, Partial<Plan>>> = {
  'm-world-empty': { students: 0, teachers: 0, admins: 0, classes: 0, cohorts: 0, sessions: 0, studies: 0 },
  'm-world-nothing': {
    students: 0,
    teachers: 0,
    admins: 0,
    classes: 0,
    cohorts: 0,
    tests: 0,
    sessions: 0,
    studies: 0,
  },
  'm-world-2000': {
    students: 1890,
    teachers: 100,
    admins: 10,
    classes: 130,
    cohorts: 40,
    sessions: 1500,
    studies: 900,
  },
  'm-world-one-person': {
    students: 1,
    teachers: 0,
    admins: 0,
    classes: 3,
    cohorts: 2,
    sessions: 2,
    studies: 1,
  },
  'm-world-one-busy-person': { students: 1, teachers: 1, admins: 0, sessions: 3000, studies: 300 },
  'm-world-no-tests': { tests: 0, sessions: 0 },
  'm-world-exactly-100': {
    students: 90,
    teachers: 10,
    admins: 0,
    classes: 100,
    cohorts: 100,
    sessions: 100,
    studies: 100,
  },
  'm-world-101': {
    students: 91,
    teachers: 10,
    admins: 0,
    classes: 101,
    cohorts: 101,
    sessions: 101,
    studies: 101,
  },
  'm-world-other-seed': { seed: 4711 },
  'm-world-staff-only': { students: 0, teachers: 30, admins: 12, sessions: 0, studies: 0 },
};

const each = (world: World, change: (user: User, at: number) => void): void => {
  for (const [at, user] of world.users.entries()) change(user, at);
};

function rename(user: User, first: string, last: string): void {
  user.firstName = first;
  user.lastName = last;
  user.fullName = `${first} ${last}`;
}

const nth = <T>(list: readonly T[], at: number): T => {
  const found = list[at % list.length];
  if (found === undefined) throw new Error('an empty list');
  return found;
};

const ODD = [
  'null',
  'undefined',
  'NaN',
  'true',
  '<script>alert(1)</script>',
  'a&b=c',
  '+',
  '%41',
  "O''Brien",
  "Robert'); --",
  'back\\slash',
  'say "hi"',
  '[object Object]',
  '100%',
  '#1',
  'semi;colon',
  '{{name}}',
  '$&',
  '../..',
  'q?x=1',
];
const EMOJI = [
  '🦊',
  '👩🏽‍🚀 Class',
  'é',
  'क्षि',
  'ﷺ',
  '𝒜lice',
  'e\u0301',
  'Ａ',
  'İstanbul',
  'ß',
  'ﬁ',
  'Z͑ͫalgo',
];
const RIGHT_TO_LEFT = ['محمد', 'עברית', 'فارسی', 'اردو', 'سارة', 'דוד', 'עמית‏', 'نور'];

const texts =
  (list: readonly string[]) =>
  (world: World): void => {
    each(world, (user, at) => rename(user, nth(list, at), nth(list, at * 3 + 1)));
    for (const [at, one] of world.classes.entries())
      one.name = at < list.length ? nth(list, at) : `${nth(list, at)} ${at}`;
    for (const [at, one] of world.cohorts.entries()) one.name = nth(list, at);
    for (const [at, one] of world.tests.entries()) one.name = nth(list, at);
  };

const EDGES = [
  '1970-01-01T00:00:00.000Z',
  '2024-02-29T23:59:59.999Z',
  '1999-12-31T23:59:59.999Z',
  '2000-01-01T00:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
  '2023-03-26T01:30:00.000Z',
  '2023-10-29T01:30:00.000Z',
  '2038-01-19T03:14:08.000Z',
  '1900-01-01T00:00:00.000Z',
  '2100-02-28T23:59:59.000Z',
  '2016-12-31T23:59:59.500Z',
  '9999-12-31T23:59:59.999Z',
];
const EDGE_BIRTHS = [
  '2000-02-29',
  '1999-12-31',
  '1970-01-01',
  '1900-02-28',
  '2012-01-01',
  '1899-12-31',
  '2008-02-29',
];

const CHANGES: Readonly<Record<string, (world: World, now: number) => void>> = {
  'm-world-nothing': (world) => {
    world.years = [];
    delete world.currentYearId;
  },
  'm-world-no-current-year': (world) => {
    delete world.currentYearId;
  },
  'm-world-all-completed': (world) => {
    for (const one of world.sessions) {
      one.end ??= one.start + 3_600_000;
      one.result ??= { calculated: one.end, level: 'E2 - Middle', duration: 'PT1H' };
    }
  },
  'm-world-all-in-progress': (world) => {
    for (const one of world.sessions) {
      delete one.end;
      delete one.result;
    }
  },
  'm-world-one-letter-names': texts(['A', 'b', 'É', '李', 'Ø', 'a', "'", 'Z', 'ש']),
  'm-world-odd-texts': texts(ODD),
  'm-world-emoji': texts(EMOJI),
  'm-world-right-to-left': texts(RIGHT_TO_LEFT),
  'm-world-namesakes': (world) => each(world, (user) => rename(user, 'Mohammed', 'Khan')),
  'm-world-long-values': (world) => {
    each(world, (user, at) =>
      rename(user, `${'Wolfeschlegelstein-'.repeat(6)}${at}`, `${"O'".repeat(50)}Brien ${at}`),
    );
    for (const [at, one] of world.classes.entries()) {
      one.name = `${at} `.padEnd(120, 'long name ').trimEnd();
      one.description = 'A very long description. '.repeat(150).trim();
    }
  },
  'm-world-edge-dates': (world) => {
    each(world, (user, at) => {
      user.created = Date.parse(nth(EDGES.slice(0, 6), at));
      user.updated = Math.max(user.created, Date.parse(nth(EDGES.slice(0, 7), at + 1)));
      user.dob = nth(EDGE_BIRTHS, at);
    });
    for (const [at, one] of world.sessions.entries()) {
      const length = one.end === undefined ? 0 : one.end - one.start;
      one.start = Date.parse(nth(EDGES.slice(0, 11), at));
      if (one.end !== undefined) one.end = one.start + length;
    }
  },
  'm-world-one-instant': (world, now) => {
    each(world, (user) => {
      user.created = now - 30 * DAY;
      user.updated = user.created;
    });
    for (const one of world.sessions) {
      if (one.end !== undefined) one.end = now - 20 * DAY + 1_800_000;
      one.start = now - 20 * DAY;
    }
  },
  'm-world-bare-people': (world) =>
    each(world, (user) => {
      for (const name of [
        'username',
        'upn',
        'externalId',
        'fullName',
        'firstName',
        'lastName',
        'gender',
        'dob',
      ] as const) {
        delete user[name];
      }
      user.emails = [];
    }),
  'm-world-full-people': (world) =>
    each(world, (user, at) => {
      user.upn ??= `Z${String(100_000_000_000 + at)}`;
      user.externalId ??= `X-${at}`;
      user.lastName ??= 'Nguyễn';
      user.gender ??= 'OTHER';
      user.dob ??= '2010-05-05';
      user.emails = [1, 2, 3].map((n) => `person${at}.${n}@mail.example`);
    }),
  'm-world-roleless': (world) =>
    each(world, (user, at) => {
      if (at % 3 === 1) user.roles = [];
      if (at % 11 === 2) user.roles = ['STUDENT', 'TEACHER', 'SCHOOL_ADMIN'];
    }),
  'm-world-many-years': (world) => {
    const base = world.years[1] ?? world.years[0];
    for (let i = 0; base && i < 120; i++) {
      world.years.push({
        id: world.dice.uuid(),
        name: base.name,
        start: base.start - i * 90 * DAY,
        end: base.end - i * 7 * DAY,
      });
    }
  },
  'm-world-current-year-over': (world) => {
    world.currentYearId = world.years[0]?.id ?? '';
  },
  'm-world-shared-address': (world) =>
    each(world, (user) => {
      user.emails = ['office@northfield.example'];
    }),
  'm-world-odd-identifiers': (world) =>
    each(world, (user, at) => {
      user.username = nth([`${at}`, `0${at}`, `User ${at}`, `UPPER.${at}`, `${at}@school`, `ü${at}`], at);
      user.externalId = nth(
        [`00${at}`, `a,b,${at}`, world.dice.uuid(), `${at}/2 & 3`, ` ${at}`, `+${at}`],
        at,
      );
      if (user.upn) user.upn = nth([`${at}`, `00${at}`, `a-${at}`], at);
    }),
  'm-world-shared-identifiers': (world) =>
    each(world, (user, at) => {
      user.externalId = `FAMILY-${at % 20}`;
    }),
  'm-world-same-group-names': (world) => {
    for (const one of [...world.classes, ...world.cohorts]) one.name = 'Form';
  },
  'm-world-in-the-future': (world, now) => {
    each(world, (user, at) => {
      user.created = now + at * DAY;
      user.updated = user.created;
    });
    for (const one of world.sessions) {
      const shift = 400 * DAY;
      one.start += shift;
      if (one.end !== undefined) one.end += shift;
      if (one.result) one.result.calculated += shift;
    }
  },
  'm-world-sessions-of-no-length': (world) => {
    for (const one of world.sessions) {
      if (one.end !== undefined) one.end = one.start;
      if (one.result) one.result.duration = 'PT0S';
    }
  },
  'm-world-special-levels': (world) => {
    for (const one of world.sessions) {
      const test = world.tests.find((candidate) => candidate.id === one.testId);
      if (one.result && test?.name.includes('writing')) one.result.level = 'NA';
      if (one.result && test?.subject === 'Digital Skills') one.result.level = 'Entry - Below E3';
    }
  },
  'm-world-durations': (world) => {
    const forms = [
      'P1Y2M3DT4H5M6S',
      'PT5400S',
      'P0Y0M0DT0H0M0S',
      'PT90M',
      'P2D',
      'P0DT1H0M0S',
      duration(1000),
    ];
    for (const [at, one] of world.sessions.entries()) if (one.result) one.result.duration = nth(forms, at);
  },
  'm-world-unassigned': (world) =>
    each(world, (user) => {
      user.classIds.clear();
      user.cohortIds.clear();
    }),
  'm-world-everyone-everywhere': (world) =>
    each(world, (user) => {
      for (const one of world.classes) user.classIds.add(one.id);
      for (const one of world.cohorts) user.cohortIds.add(one.id);
    }),
  'm-world-numbered-ids': (world) => {
    let n = 0;
    const next = (): string => `00000000-0000-0000-0000-${String(++n).padStart(12, '0')}`;
    const map = new Map<string, string>();
    const groups = [
      world.classes,
      world.cohorts,
      world.users,
      world.sessions,
      world.studies,
      world.tests,
      world.years,
    ];
    for (const one of groups.flat()) {
      const id = next();
      map.set(one.id, id);
      one.id = id;
    }
    const to = (id: string): string => map.get(id) ?? id;
    for (const one of [...world.classes, ...world.cohorts]) one.yearId = to(one.yearId);
    for (const one of world.cohorts) for (const test of one.tests) test.testId = to(test.testId);
    for (const user of world.users) {
      user.classIds = new Set([...user.classIds].map(to));
      user.cohortIds = new Set([...user.cohortIds].map(to));
    }
    for (const one of world.sessions) [one.userId, one.testId] = [to(one.userId), to(one.testId)];
    for (const one of world.studies) {
      one.userId = to(one.userId);
      if (one.classId) one.classId = to(one.classId);
    }
    if (world.currentYearId) world.currentYearId = to(world.currentYearId);
  },
  'm-world-all-disabled': (world) =>
    each(world, (user) => {
      user.disabled = true;
    }),
  'm-world-mixed-case': (world) =>
    each(world, (user, at) => {
      if (user.username && at % 2 === 0) user.username = user.username.toUpperCase();
      user.emails = user.emails.map((one) => (at % 3 === 0 ? one.toUpperCase() : one));
      if (user.lastName && at % 4 === 0) user.lastName = user.lastName.toLowerCase();
      if (user.firstName && at % 5 === 0) user.firstName = user.firstName.toUpperCase();
    }),
};

export function worldFor(on: On, now: number): World {
  const anchor = Math.floor(now / DAY) * DAY;
  let plan: Partial<Plan> = {};
  for (const [id, changes] of Object.entries(PLANS)) if (on(id)) plan = { ...plan, ...changes };
  const world = buildWorld(anchor, plan);
  for (const [id, change] of Object.entries(CHANGES)) if (on(id)) change(world, anchor);
  return world;
}
