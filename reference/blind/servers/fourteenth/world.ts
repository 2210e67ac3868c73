// The world in memory: what it is made of, and how it is seeded.
import { classNames, cohortNames, firsts, lasts, levels, type TestPlan, testPlans, topics } from './names.ts';
import { chance, int, pick, type Rng, rng, type UuidStyle, ulid, uuid } from './rng.ts';

export interface Year {
  id: string;
  name: string;
  start: number;
  end: number;
}
export interface Klass {
  id: string;
  name: string;
  description?: string;
  yearId: string;
  made: number;
}
export interface Assigned {
  testId: string;
  activation: number;
}
export interface Cohort extends Klass {
  tests: Assigned[];
}
export interface Test extends TestPlan {
  id: string;
  version: string;
}
export type Kind = 'student' | 'teacher' | 'admin';
export interface Person {
  id: string;
  kinds: Kind[];
  username?: string;
  upn?: string;
  externalId?: string;
  first?: string;
  last?: string;
  emails: string[];
  gender?: number;
  born?: string;
  created: number;
  updated: number;
  enabled: boolean;
  disabledAt?: number;
  password?: string;
  classes: Set<string>;
  cohorts: Set<string>;
}
export interface Result {
  at: number;
  level: string;
  seconds: number;
}
export interface Session {
  id: string | number;
  userId: string;
  testId: string;
  start: number;
  end?: number;
  result?: Result;
}
export interface Study {
  id: string;
  userId: string;
  classId?: string;
  topic: string;
  start: number;
  end: number;
}
export type SessionIds = 'uuid' | 'integer' | 'ulid' | 'prefixed' | 'signs';
export interface WorldPlan {
  seed: number;
  uuid: UuidStyle;
  sessionIds: SessionIds;
  students: number;
  teachers: number;
  admins: number;
  years: number;
  current: boolean;
  classes: number;
  cohorts: number;
  tests: number;
  sessions: number;
  kinds: 'mixed' | 'completed' | 'inProgress';
  studies: number;
  names: 'college' | 'letters' | 'long' | 'bare';
  edges: boolean;
  dateOnly: boolean;
}
export interface World {
  plan: WorldPlan;
  r: Rng;
  years: Map<string, Year>;
  classes: Map<string, Klass>;
  cohorts: Map<string, Cohort>;
  tests: Map<string, Test>;
  people: Map<string, Person>;
  sessions: Session[];
  studies: Study[];
}

const day = 86_400_000;
export const key = (id: string): string => id.toLowerCase();
export const newId = (w: World): string => uuid(w.r, w.plan.uuid, Date.now());

export function currentYear(w: World): Year | undefined {
  const now = Date.now();
  return [...w.years.values()].find((y) => y.start <= now && now <= y.end);
}

function seedYears(w: World, today: number): void {
  const d = new Date(today);
  const base = d.getUTCMonth() >= 8 ? d.getUTCFullYear() : d.getUTCFullYear() - 1;
  const n = w.plan.years;
  const last = w.plan.current ? (n >= 3 ? base + 1 : base) : base - 2;
  for (let y = last - n + 1; y <= last; y++) {
    const start = Date.UTC(y, 8, 1);
    const id = uuid(w.r, w.plan.uuid, start);
    w.years.set(key(id), {
      id,
      name: `${y}/${String((y + 1) % 100).padStart(2, '0')}`,
      start,
      end: Date.UTC(y + 1, 7, 31, 23, 59, 59, 999),
    });
  }
}

function label(w: World, list: readonly string[], i: number): string {
  if (w.plan.names === 'letters') return String.fromCharCode(65 + (i % 26)) + (i < 26 ? '' : `${i}`);
  const base = list[i % list.length] as string;
  const name = i < list.length ? base : `${base} ${i}`;
  return w.plan.names === 'long' ? `${name} ${'très long '.repeat(23)}`.slice(0, 254).trimEnd() : name;
}

const words = 'Meets twice a week in the main building, room 12; bring a calculator & a pen — see "notes".';
function about(w: World, i: number): { description?: string } {
  if (w.plan.names === 'bare' || i % 3 === 1) return {};
  return { description: i % 3 === 0 ? words : `Group ${i}` };
}

function seedGroups(w: World, today: number): void {
  const years = [...w.years.values()];
  const now = currentYear(w);
  const p = w.plan;
  for (let i = 0; i < p.tests; i++) {
    const plan = testPlans[i % testPlans.length] as TestPlan;
    const name = i < testPlans.length ? plan.name : `${plan.name} ${i}`;
    const id = uuid(w.r, p.uuid, today);
    w.tests.set(key(id), { ...plan, name, id, version: uuid(w.r, p.uuid, today) });
  }
  const yearOf = (i: number): string => ((i % 2 ? now : undefined) ?? (years[i % years.length] as Year)).id;
  for (let i = 0; i < p.classes && years.length > 0; i++) {
    const id = uuid(w.r, p.uuid, today - 400 * day + i);
    // the last two have the names of the first two, in other years
    const twin = p.classes > 10 && years.length > 3 && i >= p.classes - 2 ? i - p.classes + 2 : i;
    w.classes.set(key(id), {
      id,
      name: label(w, classNames, twin),
      ...about(w, i),
      yearId: twin === i ? yearOf(i) : (years[(i + 3) % years.length] as Year).id,
      made: i,
    });
  }
  const tests = [...w.tests.values()];
  for (let i = 0; i < p.cohorts && years.length > 0; i++) {
    const id = uuid(w.r, p.uuid, today - 300 * day + i);
    const n = tests.length === 0 || i % 5 === 4 ? 0 : 1 + (i % 6);
    const own = tests.slice(i % 4, (i % 4) + n).map((t, k) => ({ testId: t.id, activation: (i + k) % 7 }));
    w.cohorts.set(key(id), {
      id,
      name: label(w, cohortNames, i),
      ...about(w, i + 1),
      yearId: yearOf(i),
      made: i,
      tests: own,
    });
  }
}

function names(w: World, i: number): { first?: string; last?: string } {
  if (w.plan.names === 'letters')
    return { first: pick(w.r, 'ABCDEFGÉ王'.split('')), last: pick(w.r, 'XYZÖ'.split('')) };
  const first = pick(w.r, firsts);
  const last = pick(w.r, lasts);
  if (w.plan.names === 'long')
    return { first: `${first} ${'Wilhelmina '.repeat(22)}`.slice(0, 240).trimEnd(), last };
  if (i % 41 === 7) return { first: 'Thomas', last: 'Smith' };
  if (i % 53 === 9) return { first };
  return { first, last: i % 17 === 3 ? last.toUpperCase() : last };
}

const ascii = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase() || 'learner';

function person(w: World, i: number, kinds: Kind[], today: number): Person {
  const r = w.r;
  const bare = w.plan.names === 'bare';
  const who = names(w, i);
  const batch = i % 10 === 0 ? today - 500 * day : today - int(r, 700) * day - int(r, day);
  const created = w.plan.edges && i % 9 === 0 ? 0 : i % 4 === 0 ? Math.floor(batch / 1000) * 1000 : batch;
  const username = `${ascii(who.first ?? 'x').slice(0, 12)}.${ascii(who.last ?? 'y').slice(0, 12)}${i}`;
  const emails = [`${username}@college.example`];
  if (i % 6 === 1) emails.push(`${username}+home@Mail.Example`);
  if (i % 18 === 1) emails.push(`X.${username}@elsewhere.example`);
  const ext = ['SIS-', 'SIS/', 'SIS, ', 'sis '][i % 4] as string;
  const edge = ['1900-02-28', '2004-02-29', '1999-12-31', '2000-01-01'];
  const born = w.plan.edges
    ? (edge[i % 4] as string)
    : new Date(today - (16 * 365 + int(r, 9000)) * day).toISOString().slice(0, 10);
  const p: Person = {
    id: uuid(r, w.plan.uuid, created),
    kinds,
    emails: bare || i % 11 === 5 ? [] : emails,
    created,
    updated: i % 5 === 0 ? created : Math.max(created, today - int(r, 300) * day - int(r, day)),
    enabled: i % 23 !== 11,
    classes: new Set(),
    cohorts: new Set(),
    ...who,
  };
  if (!p.enabled) p.disabledAt = p.updated;
  if (!bare && i % 13 !== 6) p.username = username;
  if (!bare && kinds.includes('student') && i % 3 !== 0)
    p.upn = `A${String(100000000 + i * 7919)}${i % 2 ? '' : 'x'}`;
  if (!bare && i % 4 !== 3) p.externalId = `${ext}${1000 + i}`;
  if (!bare && i % 5 !== 2) p.gender = i % 3;
  if (!bare && kinds.includes('student') && i % 7 !== 4) p.born = born;
  return p;
}

function seedPeople(w: World, today: number): void {
  const { students, teachers, admins } = w.plan;
  const classes = [...w.classes.values()];
  const cohorts = [...w.cohorts.values()];
  for (let i = 0; i < students + teachers + admins; i++) {
    const kinds: Kind[] =
      i < students
        ? ['student']
        : i < students + teachers
          ? i % 7 === 1
            ? ['teacher', 'admin']
            : ['teacher']
          : ['admin'];
    const p = person(w, i, kinds, today);
    w.people.set(key(p.id), p);
    const n = kinds.includes('admin') && kinds.length === 1 ? 0 : ([1, 0, 2, 1, 3, 1][i % 6] as number);
    for (let k = 0; k < n && classes.length > 2; k++) p.classes.add(pick(w.r, classes.slice(0, -2)).id);
    if (i < students && i % 3 !== 2 && cohorts.length > 1) p.cohorts.add(pick(w.r, cohorts.slice(0, -1)).id);
    if (i < students && i % 9 === 1 && cohorts.length > 1) p.cohorts.add(pick(w.r, cohorts.slice(0, -1)).id);
  }
}

function sessionId(w: World, i: number, time: number): string | number {
  const id = uuid(w.r, w.plan.uuid, time);
  switch (w.plan.sessionIds) {
    case 'integer':
      return 70_000 + i;
    case 'ulid':
      return ulid(w.r, time);
    case 'prefixed':
      return `ses_${id.replaceAll('-', '').slice(0, 20)}`;
    case 'signs':
      return `s/${i}+${id.slice(0, 6)}=é?`;
    default:
      return id;
  }
}

export function levelOf(r: Rng, kind: TestPlan['kind']): string {
  if (kind === 'writing' && chance(r, 0.25)) return 'NA';
  if (kind === 'digital' && chance(r, 0.25)) return 'Entry - Below E3';
  return pick(r, levels);
}

export function complete(w: World, s: Session, seconds: number): void {
  const kind = w.tests.get(key(s.testId))?.kind ?? 'maths';
  s.end = w.plan.dateOnly ? s.start : s.start + seconds * 1000;
  s.result = { at: w.plan.dateOnly ? s.start : s.end + 1500, level: levelOf(w.r, kind), seconds };
}

export function addSession(w: World, userId: string, start: number): Session {
  const test = pick(w.r, [...w.tests.values()]);
  const s: Session = { id: sessionId(w, w.sessions.length, start), userId, testId: test.id, start };
  w.sessions.push(s);
  return s;
}

function seedSessions(w: World, today: number): void {
  const people = [...w.people.values()].filter((p) => p.kinds.includes('student'));
  if (people.length === 0 || w.tests.size === 0) return;
  const some = people.slice(0, Math.max(1, Math.floor(people.length * 0.6)));
  let start = today;
  for (let i = 0; i < w.plan.sessions; i++) {
    const span = w.plan.edges ? 20_000 * day : 700 * day;
    if (i % 12 !== 5) start = today - 3 * day - Math.floor(w.r() * span);
    if (i % 4 === 0) start = Math.floor(start / 1000) * 1000;
    if (w.plan.dateOnly || (w.plan.edges && i % 5 === 0)) start = Math.floor(start / day) * day;
    if (w.plan.edges && i % 50 === 1)
      start = [0, -86_400_000, Date.UTC(2024, 1, 29), Date.UTC(2023, 11, 31, 23, 59, 59, 999)][i % 4] ?? 0;
    const s = addSession(w, pick(w.r, some).id, start);
    const open = w.plan.kinds === 'inProgress' || (w.plan.kinds === 'mixed' && i % 3 === 0);
    const seconds = i % 29 === 4 ? day / 1000 + 3723 : i % 5 === 0 ? 1800 : 120 + int(w.r, 5400);
    if (!open) complete(w, s, seconds);
  }
  const classes = [...w.classes.values()];
  for (let i = 0; i < w.plan.studies; i++) {
    const begin = today - 3 * day - int(w.r, 600) * day - int(w.r, day);
    const s: Study = {
      id: uuid(w.r, w.plan.uuid, begin),
      userId: pick(w.r, some).id,
      topic: pick(w.r, topics),
      start: begin,
      end: begin + 60_000 * (5 + int(w.r, 60)),
    };
    if (classes.length > 0 && i % 3 !== 0) s.classId = pick(w.r, classes).id;
    w.studies.push(s);
  }
}

export function buildWorld(plan: WorldPlan): World {
  const today = Math.floor(Date.now() / day) * day;
  const w: World = {
    plan,
    r: rng(plan.seed),
    years: new Map(),
    classes: new Map(),
    cohorts: new Map(),
    tests: new Map(),
    people: new Map(),
    sessions: [],
    studies: [],
  };
  seedYears(w, today);
  seedGroups(w, today);
  seedPeople(w, today);
  seedSessions(w, today);
  return w;
}
