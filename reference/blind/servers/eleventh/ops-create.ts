// Creating classes, cohorts, students and teachers.

import { fold } from './ground.ts';
import {
  type Answer,
  bad,
  type Ctx,
  type Doc,
  isRecord,
  isUuid,
  missing,
  type Operation,
  Refusal,
  readJson,
  strictBody,
  text,
} from './kernel.ts';
import { GENDERS } from './names.ts';
import { showClasses, showCohorts } from './show-groups.ts';
import { escapeMarkup, showUser } from './show-users.ts';
import type { Part } from './views.ts';
import type { Cohort, Klass, User } from './world.ts';

/** The payload of a body, out of its wrapping. */
export function payload(ctx: Ctx, wrap: string, names: readonly string[]): Doc {
  const body = readJson(ctx);
  const inner = body[wrap];
  if (inner === undefined) {
    if (ctx.f('bare-body') && names.some((name) => name in body)) return body;
    if (ctx.f('missing-crash'))
      throw new Refusal(500, `Cannot read properties of undefined (reading '${names[0]}')`);
    throw bad(`The body must have the property ${wrap}.`);
  }
  strictBody(ctx, body, [wrap]);
  if (!isRecord(inner)) throw bad(`${wrap} must be an object`);
  strictBody(ctx, inner, names);
  return inner;
}

const stored = (ctx: Ctx, value: string): string => (ctx.on('m-texts-trimmed') ? value.trim() : value);

function yearOf(ctx: Ctx, value: unknown): string {
  const { years, currentYearId } = ctx.world;
  let wanted = value;
  if (wanted !== undefined && !isUuid(wanted)) {
    if (!ctx.f('year-bad')) throw bad('academicYearId must be a UUID');
    wanted = undefined;
  }
  if (ctx.f('year-ignored')) wanted = undefined;
  if (typeof wanted === 'string') {
    const id = wanted.toLowerCase();
    const known = years.find((one) => one.id === id);
    if (known && ctx.f('year-past') && known.end < ctx.now) return currentYearId ?? id;
    if (known) return id;
    if (ctx.f('year-404')) throw missing('There is no such academic year.');
    if (ctx.f('year-unknown')) return id;
    throw bad('There is no such academic year.');
  }
  if (ctx.f('default-first')) return years[0]?.id ?? '';
  if (ctx.f('default-last')) return years[years.length - 1]?.id ?? '';
  if (currentYearId === undefined) throw bad('There is no current academic year.');
  return currentYearId;
}

interface Kind<T extends Klass> {
  wrap: string;
  rows: (ctx: Ctx) => T[];
  index: (ctx: Ctx) => Map<string, Set<string>>;
  make: (one: Klass) => T;
  add: (ctx: Ctx, one: T) => void;
  byId: (ctx: Ctx) => Map<string, T>;
  show: (ctx: Ctx, one: T) => Doc;
}

function conflicts<T extends Klass>(ctx: Ctx, kind: Kind<T>, one: Klass, explicit: boolean): boolean {
  if (ctx.f('dup-missed')) return false;
  if (ctx.f('dup-explicit') && explicit) return false;
  const map = kind.byId(ctx);
  for (const id of kind.index(ctx).get(fold(one.name)) ?? []) {
    const other = map.get(id);
    if (!other) continue;
    if (other.yearId !== one.yearId && !ctx.on('m-names-taken-in-all-years')) continue;
    if (ctx.f('dup-described') && other.description !== one.description) continue;
    if (ctx.f('dup-marks') && /[^ -~]/.test(one.name)) continue;
    if (ctx.f('dup-long') && one.name.length > 60) continue;
    if (ctx.f('dup-old') && !kind.rows(ctx).slice(-1).includes(other)) continue;
    return true;
  }
  return false;
}

function createGroup<T extends Klass>(ctx: Ctx, kind: Kind<T>): Answer {
  const body = payload(ctx, kind.wrap, ['name', 'description', 'academicYearId']);
  const one: Klass = { id: ctx.world.dice.uuid(), name: stored(ctx, text(body['name'], 'name')), yearId: '' };
  if (body['description'] !== undefined)
    one.description = stored(ctx, text(body['description'], 'description'));
  try {
    one.yearId = yearOf(ctx, body['academicYearId']);
  } catch (error) {
    if (ctx.f('refused-creates')) kind.add(ctx, kind.make({ ...one, yearId: ctx.world.currentYearId ?? '' }));
    throw error;
  }
  if (conflicts(ctx, kind, one, body['academicYearId'] !== undefined)) {
    if (ctx.f('dup-creates')) kind.add(ctx, kind.make(one));
    if (ctx.f('dup-400')) throw bad(`The ${kind.wrap} exists already.`);
    if (ctx.f('dup-200')) return { status: 200, body: { [kind.wrap]: kind.show(ctx, kind.make(one)) } };
    throw new Refusal(409, `The ${kind.wrap} exists already.`);
  }
  const shown = kind.show(ctx, kind.make({ ...one }));
  if (ctx.f('name-cut')) one.name = one.name.slice(0, 64);
  if (ctx.f('name-stored-escaped')) one.name = String(escapeMarkup(one.name));
  if (ctx.f('name-collapsed-stored')) one.name = one.name.replace(/ +/g, ' ');
  if (ctx.f('name-ascii')) one.name = one.name.replace(/[^ -~]/g, '?');
  if (ctx.f('description-lost')) delete one.description;
  if (ctx.f('description-cut') && one.description) one.description = one.description.slice(0, 80);
  if (ctx.f('year-stored-current')) one.yearId = ctx.world.currentYearId ?? one.yearId;
  const made = kind.make(one);
  if (ctx.f('unlisted')) kind.byId(ctx).set(made.id, made);
  else if (!ctx.f('lost')) kind.add(ctx, made);
  if (ctx.f('unsearchable')) kind.index(ctx).get(fold(made.name))?.delete(made.id);
  if (ctx.f('unreadable')) kind.byId(ctx).delete(made.id);
  if (ctx.f('listed-twice')) kind.rows(ctx).push(made);
  if (ctx.f('replaces-last')) kind.rows(ctx).splice(-2, 1);
  if (ctx.f('id-other')) shown[`${kind.wrap}Id`] = ctx.world.dice.uuid();
  if (ctx.f('bare')) return { status: 201, body: shown };
  if (ctx.f('as-data')) return { status: 201, body: { data: shown } };
  const answer: Answer = { status: ctx.f('status-200') ? 200 : 201, body: { [kind.wrap]: shown } };
  if (ctx.on('m-location')) answer.headers = { location: `${ctx.path}/${made.id}` };
  return answer;
}

const CLASS: Kind<Klass> = {
  wrap: 'class',
  rows: (ctx) => ctx.world.classes,
  index: (ctx) => ctx.views.classesByName,
  make: (one) => one,
  add: (ctx, one) => {
    ctx.world.classes.push(one);
    ctx.views.addClass(one);
  },
  byId: (ctx) => ctx.views.classById,
  show: (ctx, one) => showClasses(ctx, [one])[0] ?? {},
};

const COHORT: Kind<Cohort> = {
  wrap: 'cohort',
  rows: (ctx) => ctx.world.cohorts,
  index: (ctx) => ctx.views.cohortsByName,
  make: (one) => ({ ...one, tests: [] }),
  add: (ctx, one) => {
    ctx.world.cohorts.push(one);
    ctx.views.addCohort(one);
  },
  byId: (ctx) => ctx.views.cohortById,
  show: (ctx, one) => showCohorts(ctx, [one])[0] ?? {},
};

export function readDate(value: unknown): string {
  const parts = typeof value === 'string' ? /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) : null;
  const time = parts ? Date.parse(`${parts[0]}T00:00:00.000Z`) : Number.NaN;
  if (!parts || Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== parts[0]) {
    throw bad('dateOfBirth must be a date: YYYY-MM-DD');
  }
  return parts[0];
}

export function readGender(value: unknown): string {
  if (typeof value !== 'string' || !(GENDERS as readonly string[]).includes(value)) {
    throw bad(`gender must be one of ${GENDERS.join(', ')}`);
  }
  return value;
}

export const dayBefore = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00.000Z`) - 86_400_000).toISOString().slice(0, 10);

export const fullName = (user: User): string =>
  [user.firstName, user.lastName].filter((one) => one).join(' ');

function freeUsername(ctx: Ctx, user: User): string {
  const letters = (value: string): string =>
    value
      .normalize('NFD')
      .replace(/[^A-Za-z]/g, '')
      .toLowerCase()
      .slice(0, 40);
  const stem = `${letters(user.firstName ?? '').charAt(0)}${letters(user.lastName ?? '')}` || 'user';
  let n = ctx.world.users.length;
  while (ctx.views.byUsername.get(`${stem}${n}`)?.size) n++;
  return `${stem}${n}`;
}

/** A new account as its body has it. */
function readAccount(ctx: Ctx, role: string): User {
  const names = ['firstName', 'lastName', 'username', 'upn', 'externalId', 'dateOfBirth', 'gender'];
  const body = payload(ctx, 'user', names);
  const now = ctx.on('m-clock-coarse') ? Math.floor(ctx.now / 1000) * 1000 : ctx.now;
  const user: User = {
    id: ctx.world.dice.uuid(),
    roles: [ctx.f('role-other') ? 'SCHOOL_ADMIN' : role],
    firstName: stored(ctx, text(body['firstName'], 'firstName')),
    lastName: stored(ctx, text(body['lastName'], 'lastName')),
    emails: [],
    created: now,
    updated: now,
    disabled: false,
    classIds: new Set(),
    cohortIds: new Set(),
  };
  user.fullName = fullName(user);
  for (const name of ['username', 'upn', 'externalId'] as const) {
    if (body[name] !== undefined) user[name] = stored(ctx, text(body[name], name));
  }
  if (body['dateOfBirth'] !== undefined) user.dob = readDate(body['dateOfBirth']);
  if (body['gender'] !== undefined) user.gender = readGender(body['gender']);
  const taken = !ctx.on('m-duplicates-accepted');
  if (user.username && taken && ctx.views.byUsername.get(user.username)?.size) throw bad('username is taken');
  if (user.upn && ctx.views.byUpn.get(user.upn)?.size) throw bad('upn is taken');
  user.username ??= freeUsername(ctx, user);
  return user;
}

/** What is stored is not what was shown. */
function spoil(ctx: Ctx, user: User): void {
  if (ctx.f('lost-upn')) delete user.upn;
  if (ctx.f('lost-external')) delete user.externalId;
  if (ctx.f('lost-dob')) delete user.dob;
  if (ctx.f('lost-gender') && user.dob) delete user.gender;
  if (ctx.f('dob-shift') && user.dob) user.dob = dayBefore(user.dob);
  if (ctx.f('leap-lost') && user.dob?.endsWith('-02-29')) user.dob = `${user.dob.slice(0, 4)}-03-01`;
  if (ctx.f('stored-escaped')) {
    user.lastName = String(escapeMarkup(user.lastName));
    user.fullName = fullName(user);
  }
  if (ctx.f('stored-disabled')) user.disabled = true;
  if (ctx.f('stored-in-class')) {
    const first = ctx.world.classes[0];
    if (first) user.classIds.add(first.id);
  }
  if (ctx.f('created-day')) user.created = Math.floor(user.created / 86_400_000) * 86_400_000;
  if (ctx.f('created-zero')) user.created = 0;
}

const PARTS: readonly Part[] = ['name', 'username', 'upn', 'externalId', 'role', 'order'];

function createAccount(ctx: Ctx, role: string): Answer {
  const user = readAccount(ctx, role);
  const twin = ctx.world.users.find((one) => one.fullName === user.fullName);
  if (twin && ctx.f('twin')) return { status: 201, body: { user: showUser(ctx, twin, true) } };
  const shown = showUser(ctx, user, true);
  spoil(ctx, user);
  if (!ctx.f('lost')) {
    ctx.world.users.push(user);
    const without = PARTS.filter((part) => ctx.f(`unfound-${part}`));
    ctx.views.addUser(user, without);
  }
  if (ctx.f('twin-renamed') && twin) twin.updated = ctx.now;
  if (ctx.f('id-other')) shown['userId'] = ctx.world.dice.uuid();
  if (ctx.f('bare')) return { status: 201, body: shown };
  if (ctx.f('as-data')) return { status: 201, body: { data: shown } };
  const answer: Answer = { status: ctx.f('status-200') ? 200 : 201, body: { user: shown } };
  if (ctx.on('m-location')) answer.headers = { location: `/api/v1/users?userId=${user.id}` };
  return answer;
}

export const createOperations: Operation[] = [
  { id: 'POST /classes', tag: 'class-new', form: 'basic', run: (ctx) => createGroup(ctx, CLASS) },
  {
    id: 'POST /smart-ia/cohorts',
    tag: 'cohort-new',
    form: 'problem',
    run: (ctx) => createGroup(ctx, COHORT),
  },
  { id: 'POST /students', tag: 'student-new', form: 'basic', run: (ctx) => createAccount(ctx, 'STUDENT') },
  { id: 'POST /teachers', tag: 'teacher-new', form: 'problem', run: (ctx) => createAccount(ctx, 'TEACHER') },
];
