import type { Ctx } from '../ctx.ts';
import { bad, Fault, idList, isEmail, isUuid, missing, objectBody, pathId, text, wrapped } from '../ctx.ts';
import type { Links } from '../db.ts';
import { bare, fold, uuid } from '../db.ts';
import type { Where } from '../present.ts';
import { userJson } from '../present.ts';
import type { Json, Kind, Reply, UserRow } from '../types.ts';
import { newId } from './members.ts';
import type { Route } from './route.ts';

const GENDERS = ['F', 'M', 'X', 'Undisclosed'];
const CREATE = [
  'firstName',
  'lastName',
  'username',
  'upn',
  'externalId',
  'email',
  'password',
  'dateOfBirth',
  'gender',
  'classIds',
  'cohortIds',
];

function account(ctx: Ctx, kind?: Kind): UserRow {
  const id = pathId(ctx);
  if (id === null && ctx.on('manner.malformed-user-400')) throw bad('The user identifier is no UUID.');
  const u = ctx.db.user(id ?? '');
  if (!u || (kind && u.kind !== kind)) throw missing(kind ?? 'user');
  return u;
}

const shown = (ctx: Ctx, u: UserRow, where: Where, status = 200): Reply => ({
  status,
  body: { user: userJson(ctx, u, where) },
});

function touch(ctx: Ctx, u: UserRow): void {
  const dirty = `dirty/${u.id}`;
  if (!(ctx.on('user-updated-once') && ctx.state.has(dirty))) u.updatedAt = ctx.db.now();
  ctx.state.set(dirty, true);
  // what the list keeps of a user is dropped when the account itself is written
  ctx.state.delete(`groups/${u.id}`);
}

function birthDate(ctx: Ctx, v: unknown): string | null {
  if (v === undefined || v === null) return null;
  if (typeof v !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(v))
    throw bad('"dateOfBirth" must be a date, YYYY-MM-DD.');
  const t = Date.parse(`${v}T00:00:00Z`);
  if (Number.isNaN(t) || new Date(t).toISOString().slice(0, 10) !== v || t > Date.now() || v < '1900-01-01')
    throw bad('"dateOfBirth" is no day in the past.');
  const month = Number(v.slice(5, 7));
  if (ctx.on('details-dob-summer') && month >= 4 && month <= 10)
    return new Date(t - 3_600_000).toISOString().slice(0, 10);
  return v;
}

function gender(v: unknown): string | null {
  if (v === undefined || v === null) return null;
  if (typeof v !== 'string' || !GENDERS.includes(v)) throw bad(`"gender" is one of ${GENDERS.join(', ')}.`);
  return v;
}

function groups(o: Json, name: 'classIds' | 'cohortIds', known: (id: string) => boolean): string[] {
  const v = o[name];
  if (v === undefined || v === null) return [];
  if (!Array.isArray(v)) throw bad(`"${name}" must be an array of UUIDs.`);
  return [
    ...new Set(
      (v as unknown[]).map((x) => {
        if (!isUuid(x) || !known(x.toLowerCase()))
          throw bad(`"${name}" holds an identifier that is not known.`);
        return x.toLowerCase();
      }),
    ),
  ];
}

function password(v: unknown): string {
  if (typeof v !== 'string' || v.length < 10 || v.length > 128)
    throw bad('A password has 10 to 128 characters.');
  return v;
}

function refuseTaken(
  ctx: Ctx,
  { upn, externalId, wish, email }: Record<'upn' | 'externalId' | 'wish' | 'email', string | null>,
): void {
  const { db } = ctx;
  const taken = (what: string): Fault =>
    ctx.on('manner.duplicate-user-409')
      ? new Fault(409, `This ${what} is in use.`)
      : bad(`This ${what} is in use.`);
  if (upn !== null && db.users.some((u) => u.upn === upn)) throw taken('upn');
  if (externalId !== null && db.users.some((u) => u.externalId === externalId)) throw taken('externalId');
  if (wish !== null && db.users.some((u) => fold(u.username) === fold(wish))) throw taken('username');
  if (
    email !== null &&
    ctx.on('manner.unique-email') &&
    db.users.some((u) => u.emails.some((e) => fold(e) === fold(email)))
  )
    throw taken('email');
}

const create = (kind: Kind) => (ctx: Ctx) => createUser(ctx, kind);

function createUser(ctx: Ctx, kind: Kind): Reply {
  const { db } = ctx;
  const o = wrapped(ctx, kind, CREATE);
  const firstName = text(o, 'firstName', 100, true) ?? '',
    lastName = text(o, 'lastName', 100, true) ?? '';
  const upn = text(o, 'upn', 20),
    externalId = text(o, 'externalId', 100),
    wish = text(o, 'username', 100),
    email = text(o, 'email', 254);
  const dob = birthDate(ctx, o['dateOfBirth']),
    sex = gender(o['gender']);
  const secret = o['password'] === undefined ? 'to-be-set-later' : password(o['password']);
  if (email !== null && !isEmail(email)) throw bad('"email" must be an email address.');
  const classIds = groups(o, 'classIds', (id) => db.class(id) !== undefined),
    cohortIds = groups(o, 'cohortIds', (id) => db.cohort(id) !== undefined);
  if (kind === 'teacher' && cohortIds.length > 0) throw bad('Cohorts hold students only.');
  refuseTaken(ctx, { upn, externalId, wish, email });
  const slot = `made/${fold(firstName)}/${fold(lastName)}`;
  const same =
    ctx.on('student-same-name-upsert') && kind === 'student'
      ? (ctx.state.get(slot) as UserRow | undefined)
      : undefined;
  if (same) {
    same.dob = dob;
    same.gender = sex;
    touch(ctx, same);
    return shown(ctx, same, 'create', 201);
  }
  const n = db.next(),
    at = db.now();
  const roles = [kind === 'student' ? 'LEARNER' : 'EDUCATOR'];
  const stem = bare(`${firstName}.${lastName}`).replace(/[^a-z.]/g, '');
  const u: UserRow = {
    id: uuid('user', `n${n}`, newId(ctx)),
    seq: n,
    kind,
    username: wish ?? `${stem}.${n}`,
    upn,
    roles,
    roleKeys: kind === 'student' ? [...roles] : [],
    externalId,
    firstName,
    lastName,
    fullName: `${lastName}, ${firstName}`,
    emails: email === null ? [] : [email],
    gender: sex,
    dob,
    createdAt: at,
    updatedAt: at,
    open: true,
    password: secret,
  };
  db.addUser(u);
  ctx.state.set(slot, u);
  const links = kind === 'student' ? db.classStudents : db.classTeachers;
  for (const c of classIds) links.add(c, u.id);
  for (const c of cohortIds) db.cohortStudents.add(c, u.id);
  return shown(ctx, u, 'create', 201);
}

function knownIds(ctx: Ctx, name: 'classIds' | 'cohortIds'): string[] {
  const ids = idList(ctx, name, 1, 100);
  for (const id of ids)
    if (!(name === 'classIds' ? ctx.db.class(id) : ctx.db.cohort(id)))
      throw new Fault(404, `There is no ${name === 'classIds' ? 'class' : 'cohort'} ${id}.`);
  return ids;
}

const linksOf = (ctx: Ctx, kind: Kind): Links =>
  kind === 'student' ? ctx.db.classStudents : ctx.db.classTeachers;
const done = (ctx: Ctx, u: UserRow): Reply =>
  ctx.on('manner.assign-200') ? shown(ctx, u, 'plain') : { status: 204 };

function assign(kind: Kind): (ctx: Ctx) => Reply {
  return (ctx) => {
    const { db } = ctx;
    const u = account(ctx, kind);
    let ids = knownIds(ctx, 'classIds');
    if (kind === 'teacher' && ctx.on('teacher-classes-chunk')) ids = ids.slice(0, 10);
    const links = linksOf(ctx, kind);
    if (kind === 'student' && ctx.on('student-classes-other-year')) {
      const years = new Set(ids.map((c) => db.class(c)?.yearId));
      for (const c of links.groupsOf(u.id)) if (!years.has(db.class(c)?.yearId)) links.remove(c, u.id);
    }
    for (const c of ids) links.add(c, u.id, Date.now());
    ctx.state.delete(`groups/${u.id}`);
    return done(ctx, u);
  };
}

function unassign(kind: Kind): (ctx: Ctx) => Reply {
  return (ctx) => {
    const u = account(ctx, kind);
    const ids = knownIds(ctx, 'classIds');
    const links = linksOf(ctx, kind);
    const all = kind === 'student' && ctx.on('student-classes-delete-all');
    for (const c of all ? links.groupsOf(u.id) : ids) {
      if (kind === 'student' && ctx.on('student-unassign-stops') && !links.has(c, u.id)) break;
      links.remove(c, u.id);
    }
    if (kind === 'teacher' && ctx.on('teacher-unassign-class-wide') && ids.length > 1)
      for (const c of ids) for (const x of links.users()) links.remove(c, x);
    ctx.state.delete(`groups/${u.id}`);
    return done(ctx, u);
  };
}

function assignCohorts(ctx: Ctx): Reply {
  const u = account(ctx, 'student');
  const ids = knownIds(ctx, 'cohortIds');
  if (ctx.on('student-cohorts-one-a-year')) {
    const years = new Set(ids.map((k) => ctx.db.cohort(k)?.yearId));
    for (const k of ctx.db.cohortStudents.groupsOf(u.id))
      if (years.has(ctx.db.cohort(k)?.yearId)) ctx.db.cohortStudents.remove(k, u.id);
  }
  for (const c of ctx.on('student-cohorts-first') ? ids.slice(0, 1) : ids)
    ctx.db.cohortStudents.add(c, u.id, Date.now());
  return done(ctx, u);
}

function details(ctx: Ctx): Reply {
  const u = account(ctx, 'student');
  const o = wrapped(ctx, 'details', ['dateOfBirth', 'gender']);
  if (o['dateOfBirth'] === undefined && o['gender'] === undefined)
    throw bad('"details" must hold dateOfBirth or gender.');
  if (ctx.on('details-refused-applied') && o['gender'] !== undefined) u.gender = gender(o['gender']);
  const dob = birthDate(ctx, o['dateOfBirth']),
    sex = gender(o['gender']);
  if (o['dateOfBirth'] !== undefined || ctx.on('details-gender-clears-dob')) u.dob = dob;
  if (o['gender'] !== undefined) u.gender = sex;
  if (!ctx.on('details-stale-updated')) touch(ctx, u);
  return shown(ctx, u, 'details');
}

function rename(ctx: Ctx): Reply {
  const u = account(ctx);
  const o = wrapped(ctx, 'name', ['firstName', 'lastName']);
  const firstName = text(o, 'firstName', 100, true) ?? '',
    lastName = text(o, 'lastName', 100, true) ?? '';
  const rows = ctx.on('name-namesakes') ? ctx.db.users.filter((x) => x.fullName === u.fullName) : [u];
  for (const r of rows) {
    const cased = (s: string): string =>
      ctx.on('name-titlecase')
        ? s.replace(/\p{L}+/gu, (w) => w.charAt(0).toUpperCase() + w.slice(1).toLowerCase())
        : s;
    r.firstName = cased(firstName);
    r.lastName = cased(lastName);
    if (!ctx.on('name-stale-full')) r.fullName = `${lastName}, ${firstName}`;
    touch(ctx, r);
  }
  return shown(ctx, u, 'name');
}

function setPassword(ctx: Ctx): Reply {
  const u = account(ctx);
  if (ctx.on('password-reopens')) u.open = true;
  u.password = password(wrapped(ctx, 'credentials', ['password'])['password']);
  touch(ctx, u);
  return shown(ctx, u, 'password');
}

function primaryEmail(ctx: Ctx): Reply {
  const u = account(ctx);
  const v = wrapped(ctx, 'email', ['address'])['address'];
  if (!isEmail(v)) throw bad('"address" must be an email address.');
  if (
    ctx.on('manner.unique-email') &&
    ctx.db.users.some((x) => x !== u && x.emails.some((e) => fold(e) === fold(v)))
  )
    throw bad('This email is in use.');
  if (ctx.on('email-stolen'))
    for (const x of ctx.db.users) if (x !== u) x.emails = x.emails.filter((e) => fold(e) !== fold(v));
  const rest = u.emails.slice(1).filter((e) => fold(e) !== fold(v));
  const known = u.emails.slice(1).some((e) => fold(e) === fold(v));
  u.emails = known && ctx.on('email-secondary-lost') ? [...u.emails.slice(0, 1), ...rest] : [v, ...rest];
  touch(ctx, u);
  if (ctx.on('email-created-reset')) u.createdAt = u.updatedAt;
  return shown(ctx, u, 'email');
}

function setExternalId(ctx: Ctx): Reply {
  const u = account(ctx);
  const o = wrapped(ctx, 'user', ['externalId']);
  if (o['externalId'] === undefined) throw bad('"externalId" is required.');
  const v = text(o, 'externalId', 100);
  if (v !== null && ctx.db.users.some((x) => x !== u && x.externalId === v))
    throw bad('This externalId is in use.');
  if (u.externalId !== null)
    ctx.state.set(`old/${u.id}`, [
      ...((ctx.state.get(`old/${u.id}`) as string[] | undefined) ?? []),
      u.externalId,
    ]);
  u.externalId = v;
  touch(ctx, u);
  return ctx.on('manner.external-204') ? { status: 204 } : shown(ctx, u, 'plain');
}

function open(to: boolean): (ctx: Ctx) => Reply {
  return (ctx) => {
    const u = account(ctx);
    if (u.open === to && ctx.on('manner.enable-409'))
      throw new Fault(409, 'The user is in this state already.');
    const was = u.open;
    u.open = !to && !u.open && ctx.on('disable-toggle') ? true : to;
    if (to && u.kind === 'teacher' && ctx.on('enable-teacher-noop')) u.open = was;
    if (u.open !== was) touch(ctx, u);
    return ctx.on('manner.enable-200') ? shown(ctx, u, 'plain') : { status: 204 };
  };
}

const write = (method: string, path: string, run: (ctx: Ctx) => Reply): Route => ({
  method,
  path,
  need: 'write',
  body: true,
  run: (ctx) => {
    objectBody(ctx);
    return run(ctx);
  },
});

export const accountRoutes: Route[] = [
  write('POST', '/students', create('student')),
  write('POST', '/students/{userId}/classes', assign('student')),
  write('DELETE', '/students/{userId}/classes', unassign('student')),
  write('POST', '/students/{userId}/cohorts', assignCohorts),
  write('PATCH', '/students/{userId}/details', details),
  write('POST', '/teachers', create('teacher')),
  write('POST', '/teachers/{userId}/classes', assign('teacher')),
  write('DELETE', '/teachers/{userId}/classes', unassign('teacher')),
  write('PUT', '/users/{userId}/name', rename),
  write('PUT', '/users/{userId}/password', setPassword),
  write('PUT', '/users/{userId}/emails/primary', primaryEmail),
  write('PUT', '/users/{userId}/external-id', setExternalId),
  { method: 'POST', path: '/users/{userId}/enable', need: 'write', run: open(true) },
  { method: 'POST', path: '/users/{userId}/disable', need: 'write', run: open(false) },
];
