/** The world that a server starts with: an evening school, from a fixed seed. */

import * as names from './names.ts';
import { pick, type Random, seeded, uuids, whole } from './random.ts';
import type { DataSettings, Settings } from './settings.ts';
import type { Group, RoleName, Session, Test, User, World, Year } from './types.ts';

const DAY = 86_400_000;

/** The first of September from which the school year of a moment counts. */
function yearStart(now: number): number {
  const date = new Date(now);
  const year = date.getUTCMonth() >= 8 ? date.getUTCFullYear() : date.getUTCFullYear() - 1;
  return Date.UTC(year, 8, 1);
}

function makeYears(data: DataSettings, uuid: () => string, now: number): Year[] {
  const made: Year[] = [];
  const base = new Date(yearStart(now)).getUTCFullYear();
  for (let at = 0; at < data.years; at += 1) {
    const from =
      base - at + (data.current === 'none' ? -1 : 0) + (data.years > 2 && data.current === 'dates' ? 1 : 0);
    const start = Date.UTC(from, 8, 1);
    const end = Date.UTC(from + 1, 7, 31, 23, 59, 59, 999);
    const current = data.current === 'flag' ? at === data.years - 1 : start <= now && now <= end;
    made.push({ id: uuid(), name: `${from}/${String(from + 1).slice(2)}`, start, end, current });
  }
  return data.yearsNewestFirst ? made : made.reverse();
}

function makeGroups(
  data: DataSettings,
  count: number,
  labels: readonly string[],
  years: readonly Year[],
  random: Random,
  uuid: () => string,
): Map<string, Group> {
  const groups = new Map<string, Group>();
  const current = years.find((year) => year.current);
  for (let at = 0; at < count; at += 1) {
    const round = Math.floor(at / labels.length);
    const label = labels[at % labels.length] ?? 'Group';
    let name = round === 0 ? label : `${label} ${round + 1}`;
    if (data.names === 'letters') name = String.fromCharCode(65 + (at % 26)).repeat(1 + Math.floor(at / 26));
    if (data.names === 'emails') name = `group${at}@school.example`;
    if (data.names === 'long') name = `${name} `.repeat(20).slice(0, 196 - String(at).length) + String(at);
    const other = years.length > 0 ? pick(random, years) : undefined;
    const yearId = at % 4 === 3 ? other?.id : (current ?? other)?.id;
    const description = at % 3 === 1 || (data.sparse && at % 3 !== 0) ? '' : `${label}, group ${at + 1}`;
    const id = uuid();
    groups.set(id, { id, name, description, yearId: yearId ?? '', tests: new Map() });
  }
  // The same name in two years.
  const list = [...groups.values()];
  const one = list[0];
  const two = list.find((group) => group.yearId !== one?.yearId);
  if (one !== undefined && two !== undefined && data.names === 'real') two.name = one.name;
  return groups;
}

function makeTests(count: number, uuid: () => string): Map<string, Test> {
  const tests = new Map<string, Test>();
  for (let at = 0; at < count; at += 1) {
    const row = names.tests[at % names.tests.length];
    if (row === undefined) continue;
    const id = uuid();
    const name = at < names.tests.length ? row[0] : `${row[0]} ${at}`;
    tests.set(id, { id, versionId: uuid(), name, subject: row[1], kind: row[2] });
  }
  return tests;
}

function nameOf(data: DataSettings, at: number, random: Random): [string, string] {
  if (data.names === 'letters')
    return [String.fromCharCode(65 + (at % 26)), String.fromCharCode(65 + ((at * 7) % 26))];
  if (data.names === 'same') return ['Sam', 'Smith'];
  if (data.names === 'emails')
    return [`u${(at + 1) % 200}@school.example`, `u${(at + 2) % 200}@post.example`];
  const one = pick(random, names.first);
  const two = pick(random, names.last);
  if (data.names === 'long')
    return [`${one}-`.repeat(30).slice(0, 190), `${two} ${two}-`.repeat(20).slice(0, 200).trimEnd()];
  return [one, two];
}

function emailsOf(at: number, random: Random, sparse: boolean): string[] {
  if (random() < (sparse ? 0.7 : 0.12)) return [];
  const emails = [`u${at}@school.example`];
  if (at % 5 === 0) emails.push(`U.${at}+home@Post.example`);
  if (at % 11 === 0) emails.push(`u${at}@work.example`);
  return emails;
}

function makeUsers(s: Settings, random: Random, uuid: () => string, now: number): Map<string, User> {
  const { data } = s;
  const users = new Map<string, User>();
  const base = yearStart(now) - 2 * 365 * DAY;
  const total = data.students + data.teachers + data.admins;
  const gap = Math.max(1, Math.floor((now - base - 20 * DAY) / Math.max(1, total)));
  for (let at = 0; at < total; at += 1) {
    const role: RoleName =
      at < data.admins ? 'admin' : at < data.admins + data.teachers ? 'teacher' : 'student';
    const [firstName, lastName] = nameOf(data, at, random);
    const created =
      data.created === 'instant'
        ? base
        : data.created === 'edges'
          ? edge(at, base)
          : base + at * gap - (at % 9 === 4 ? gap : 0);
    const missing = data.sparse ? 0.7 : 0.2;
    const student = role === 'student';
    const later =
      random() < 0.4 && created < now - DAY
        ? created + whole(random, 1000, Math.min(40 * DAY, now - created - 1))
        : created;
    const off =
      data.disabled === 'all-but-one' ? at !== total - 1 : data.disabled === 'few' && at % 23 === 11;
    const id = uuid();
    users.set(id, {
      id,
      username: data.sparse && at % 4 === 1 ? '' : `${student ? 's' : 't'}.${at}${at % 7 === 0 ? '.É' : ''}`,
      upn: student && random() > missing ? `A${String(800_200_000_000 + at * 7919)}` : '',
      roles: role === 'teacher' && at % 6 === 0 ? ['teacher', 'admin'] : [role],
      externalId: random() > missing ? `EXT-${at}${at % 13 === 0 ? ' /&' : ''}` : '',
      firstName: data.sparse && at % 10 === 3 ? '' : firstName,
      lastName,
      emails: emailsOf(at, random, data.sparse),
      gender: random() > missing && s.users.genders.length > 0 ? pick(random, s.users.genders) : '',
      birth: random() > missing ? birthOf(data, at, random) : '',
      created,
      updated: s.users.updatedAtFirst || later !== created ? later : 0,
      disabled: off ? Math.max(created, later) : 0,
      studies: new Set(),
      teaches: new Set(),
      cohorts: new Set(),
      password: '',
    });
  }
  return users;
}

function edge(at: number, base: number): number {
  const edges = [
    Date.UTC(1999, 11, 31, 23, 59, 59, 999),
    Date.UTC(2000, 1, 29),
    Date.UTC(2024, 1, 29, 0, 0, 0, 1),
    base,
    0,
  ];
  return edges[at % edges.length] ?? base;
}

function birthOf(data: DataSettings, at: number, random: Random): string {
  if (data.created === 'edges')
    return ['2000-02-29', '1970-01-01', '1900-01-01', '2008-12-31'][at % 4] ?? '2000-02-29';
  const day = Date.UTC(whole(random, 1950, 2007), whole(random, 0, 11), whole(random, 1, 28));
  return new Date(day).toISOString().slice(0, 10);
}

function join(data: DataSettings, world: World, random: Random): void {
  if (data.joined === 'nobody') return;
  const classes = [...world.classes.keys()];
  const cohorts = [...world.cohorts.keys()];
  // The last class and the last cohort stay empty.
  const openClasses = classes.length > 2 ? classes.slice(0, -1) : classes;
  const openCohorts = cohorts.length > 2 ? cohorts.slice(0, -1) : cohorts;
  for (const user of world.users.values()) {
    const set = user.roles.includes('student')
      ? user.studies
      : user.roles.includes('teacher')
        ? user.teaches
        : undefined;
    if (set === undefined || classes.length === 0) continue;
    const many = data.joined === 'one-class' ? 1 : whole(random, 0, 3);
    for (let at = 0; at < many; at += 1)
      set.add(data.joined === 'one-class' ? (classes[0] ?? '') : pick(random, openClasses));
    if (!user.roles.includes('student') || cohorts.length === 0) continue;
    const groups = data.joined === 'one-class' ? 1 : whole(random, 0, 2);
    for (let at = 0; at < groups; at += 1) user.cohorts.add(pick(random, openCohorts));
  }
}

function levelOf(test: Test, at: number, random: Random): string {
  if (test.kind === 'writing' && at % 3 === 0) return 'NA';
  if (test.kind === 'digital' && at % 3 === 1) return 'Entry - Below E3';
  return pick(random, names.levels);
}

function makeSessions(s: Settings, world: World, random: Random, uuid: () => string, now: number): void {
  const { data } = s;
  const students = [...world.users.values()].filter((user) => user.roles.includes('student'));
  const people = data.hog
    ? students.slice(0, 1)
    : students.filter((_, at) => at % 3 !== 2 || students.length < 3);
  const tests = [...world.tests.values()];
  if (people.length === 0 || tests.length === 0) return;
  const whole0 = (time: number): number =>
    s.sessions.dates === 'date' ? Math.floor(time / DAY) * DAY : time;
  const from = Math.floor(now / DAY) * DAY - 700 * DAY;
  let previous = from;
  for (let at = 0; at < data.sessions; at += 1) {
    const user = pick(random, people);
    const test = pick(random, tests);
    const time = from + Math.floor((at * 690 * DAY) / Math.max(1, data.sessions)) + whole(random, 0, DAY - 1);
    const start = whole0(
      at % 10 === 7
        ? previous
        : at % 17 === 9
          ? previous + 2 * 3_600_000
          : at % 13 === 5
            ? Math.floor(time / DAY) * DAY
            : at % 6 === 0
              ? Math.floor(time / 1000) * 1000
              : time,
    );
    previous = start;
    const done = data.states === 'mixed' ? at % 10 < 7 : data.states === 'completed';
    const seconds = whole(random, 0, 9) === 0 ? 0 : whole(random, 5, 2 * 3600);
    const end = done ? whole0(start + seconds * 1000 + whole(random, 0, 3) * 3_600_000) : 0;
    const session: Session = {
      id: uuid(),
      userId: user.id,
      testId: test.id,
      start,
      end,
      calculated: done ? whole0(end + whole(random, 0, 90_000)) : 0,
      level: done ? levelOf(test, at, random) : '',
      seconds: done ? seconds : 0,
    };
    world.sessions.set(session.id, session);
  }
  for (let at = 0; at < data.studies; at += 1) {
    const start = from + at * 4 * DAY + whole(random, 0, DAY - 1);
    world.studies.push({
      id: uuid(),
      userId: pick(random, people).id,
      topic: pick(random, names.topics),
      start,
      end: start + whole(random, 60, 7200) * 1000,
    });
  }
}

export function makeWorld(s: Settings, clock: number): World {
  const now = Math.floor(clock / DAY) * DAY;
  const { data } = s;
  const random = seeded(data.seed);
  const uuid = uuids(seeded(data.seed * 7 + 3), data.uuid);
  const years = makeYears(data, uuid, now);
  const classes = makeGroups(data, data.classes, names.classNames, years, random, uuid);
  const cohorts = makeGroups(data, data.cohorts, names.cohortNames, years, random, uuid);
  const tests = makeTests(data.tests, uuid);
  let at = 0;
  for (const cohort of cohorts.values()) {
    at += 1;
    if (at % 5 === 0) continue;
    for (const test of tests.values())
      if (random() < 0.35) cohort.tests.set(test.id, pick(random, s.activation));
  }
  const users = makeUsers(s, random, uuid, now);
  const world: World = {
    years,
    classes,
    cohorts,
    tests,
    users,
    sessions: new Map(),
    studies: [],
    uuid,
    random,
    pending: [],
    requests: 0,
    notes: new Map(),
  };
  join(data, world, random);
  makeSessions(s, world, random, uuid, now);
  return world;
}
