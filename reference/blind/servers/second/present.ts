import type { Ctx } from './ctx.ts';
import { iso } from './ctx.ts';
import type {
  ClassRow,
  CohortRow,
  Json,
  ResultRow,
  SessionRow,
  StudyRow,
  TestRow,
  UserRow,
  YearRow,
} from './types.ts';

/** Empty fields are left out. */
export function tidy(o: Json): Json {
  const out: Json = {};
  for (const [k, v] of Object.entries(o)) {
    if (v === null || v === undefined || v === '' || (Array.isArray(v) && v.length === 0)) continue;
    out[k] = v;
  }
  return out;
}

export function yearJson(ctx: Ctx, y: YearRow): Json {
  const when = (ms: number): string => (ctx.on('years-no-millis') ? iso(ms).replace(/\.\d{3}/, '') : iso(ms));
  return { academicYearId: y.id, name: y.name, startDate: when(y.start), endDate: when(y.end) };
}

export function classJson(ctx: Ctx, c: ClassRow): Json {
  return tidy({
    classId: c.id,
    name: c.name,
    description: ctx.on('manner.no-description') ? null : c.description,
    academicYearId: c.yearId,
    ...(ctx.on('manner.extra-fields') ? { _links: { self: `/classes/${c.id}` } } : {}),
  });
}

export function testsOf(ctx: Ctx, cohortId: string): TestRow[] {
  const rows = ctx.db.cohortTests
    .filter((x) => x.cohortId === cohortId)
    .flatMap((x) => ctx.db.test(x.testId) ?? []);
  return ctx.on('manner.tests-by-name') ? rows.sort((a, b) => a.name.localeCompare(b.name)) : rows;
}

export function cohortJson(ctx: Ctx, c: CohortRow, list: boolean): Json {
  const tests = testsOf(ctx, c.id).map((t) => ({
    testId: t.id,
    testVersionId: list && ctx.on('cohort-list-version') ? t.id : t.versionId,
    name: t.name,
    subject: t.subject,
    activationStatus: t.activation,
  }));
  const o = tidy({
    cohortId: c.id,
    name: c.name,
    description: ctx.on('manner.no-description') ? null : c.description,
    academicYearId: c.yearId,
    tests,
  });
  if (tests.length === 0 && ctx.on('manner.empty-arrays')) o['tests'] = [];
  return o;
}

export type Where = 'list' | 'search' | 'name' | 'password' | 'email' | 'details' | 'create' | 'plain';

export function groupsOf(ctx: Ctx, u: UserRow, where: Where): { classIds: string[]; cohortIds: string[] } {
  const { db } = ctx;
  const lists = where === 'list' || where === 'search';
  const until = lists && ctx.on('manner.eventual-members') ? Date.now() - 250 : Infinity;
  let classIds =
    u.kind === 'teacher' ? db.classTeachers.groupsOf(u.id, until) : db.classStudents.groupsOf(u.id, until);
  if (u.kind === 'teacher' && where === 'name' && ctx.on('name-teacher-classids'))
    classIds = db.classStudents.groupsOf(u.id);
  if (where === 'list' && ctx.on('users-classids-current'))
    classIds = classIds.filter((c) => db.class(c)?.yearId === db.currentYear()?.id);
  if (lists && ctx.on('users-classids-cap')) classIds = classIds.slice(0, 5);
  if (ctx.on('manner.group-order')) classIds.sort();
  return { classIds, cohortIds: db.cohortStudents.groupsOf(u.id, until) };
}

export function userJson(ctx: Ctx, u: UserRow, where: Where): Json {
  let roles = [...u.roles];
  if (where === 'search' && ctx.on('search-roles-first')) roles = roles.slice(0, 1);
  if (ctx.on('manner.roles-order')) roles.reverse();
  const created =
    where === 'create' && u.kind === 'teacher' && ctx.on('teacher-createdat-seconds')
      ? iso(u.createdAt).replace(/\.\d{3}/, '')
      : iso(u.createdAt);
  let open = u.open;
  if (where === 'search' && ctx.on('search-state-cached')) {
    const seen = ctx.state.get(`open/${u.id}`);
    if (typeof seen === 'boolean') open = seen;
    else ctx.state.set(`open/${u.id}`, open);
  }
  const coarse = (ms: number): string =>
    ctx.on('manner.coarse-updated') ? iso(Math.floor(ms / 1000) * 1000) : iso(ms);
  const o = tidy({
    userId: u.id,
    username: u.username,
    upn: u.upn,
    roles,
    externalId: u.externalId,
    fullName: ctx.on('manner.full-name') ? `${u.firstName} ${u.lastName}` : u.fullName,
    firstName: u.firstName,
    lastName: u.lastName,
    emails: u.emails,
    gender: ctx.on('manner.no-gender') ? null : u.gender,
    dateOfBirth: u.dob,
    createdAt: created,
    updatedAt: coarse(where === 'search' && ctx.on('search-updated-created') ? u.createdAt : u.updatedAt),
    accessState: open ? 'open' : 'closed',
    ...(ctx.on('manner.extra-fields') ? { school: { name: 'Northgate' }, mfa: false } : {}),
  });
  if (u.externalId === null && where === 'list' && ctx.on('users-null-external')) o['externalId'] = null;
  if (where !== 'plain' && !(where === 'password' && ctx.on('password-no-groups'))) {
    const g = groupsOf(ctx, u, where);
    if (where === 'search' && u.kind === 'teacher' && ctx.on('search-teacher-groups')) g.classIds = [];
    if (where === 'create' && u.kind === 'student' && ctx.on('student-cohortids-missing')) g.cohortIds = [];
    Object.assign(o, ctx.on('manner.empty-arrays') ? g : tidy(g));
  }
  return o;
}

/** Rows of a page of users, their groups loaded in one go. */
export function usersJson(ctx: Ctx, rows: readonly UserRow[], where: Where): Json[] {
  let last: unknown;
  return rows.map((u) => {
    const o = userJson(ctx, u, where);
    if (ctx.on('users-cohort-leak') && u.kind === 'student') {
      if (o['cohortIds'] === undefined && last !== undefined) o['cohortIds'] = last;
      last = o['cohortIds'];
    }
    return o;
  });
}

export function duration(ctx: Ctx, s: number): string {
  const d = Math.floor(s / 86400),
    h = Math.floor(s / 3600) % 24,
    m = Math.floor(s / 60) % 60,
    sec = s % 60;
  if (ctx.on('sessions-duration-clock') && s >= 3600)
    return [Math.floor(s / 3600), m, sec].map((x) => String(x).padStart(2, '0')).join(':');
  const time = `${h ? `${h}H` : ''}${m ? `${m}M` : ''}${sec ? `${sec}S` : ''}`;
  return `P${d ? `${d}D` : ''}${time ? `T${time}` : d ? '' : 'T0S'}`;
}

function resultJson(ctx: Ctx, r: ResultRow): Json | null {
  if (ctx.on('sessions-na-null') && r.level === 'NA') return null;
  const level =
    ctx.on('sessions-level-dash') && r.level.startsWith('L2') ? r.level.replace(' - ', '-') : r.level;
  return { calculatedAt: iso(r.calculatedAt), level, totalDuration: duration(ctx, r.seconds) };
}

export function sessionJson(
  ctx: Ctx,
  s: SessionRow,
  user: UserRow | undefined,
  kind: 'all' | 'completed' | 'open',
): Json {
  const t = ctx.db.test(s.testId);
  const thin = ctx.on('manner.thin-session-user');
  const o = tidy({
    sessionId: s.id,
    status: s.endedAt === null ? 'InProgress' : 'Completed',
    startDate:
      ctx.on('sessions-round-seconds') && kind === 'completed'
        ? iso(s.startedAt).replace('.000Z', 'Z')
        : iso(s.startedAt),
    endDate: s.endedAt !== null ? iso(s.endedAt) : ctx.on('inprogress-enddate') ? iso(s.lastSeen) : null,
    user: user
      ? tidy({
          userId: user.id,
          username: user.username,
          upn: user.upn,
          externalId: user.externalId,
          firstName: user.firstName,
          lastName: user.lastName,
          fullName: user.fullName,
          dateOfBirth: thin ? null : user.dob,
          gender: thin ? null : user.gender,
        })
      : null,
    test: { testId: s.testId, testVersionId: s.versionId, name: t?.name, subject: t?.subject },
  });
  o['result'] = s.result ? resultJson(ctx, s.result) : null;
  if (kind === 'open' && ctx.on('inprogress-result-omitted')) delete o['result'];
  return o;
}

export function studyJson(ctx: Ctx, s: StudyRow): Json {
  const when = (ms: number): string =>
    ctx.on('studies-offset-dates') ? iso(ms).replace('Z', '+00:00') : iso(ms);
  return {
    studySessionId: s.id,
    userId: s.userId,
    topic: s.topic,
    startDate: when(s.startedAt),
    endDate: when(s.endedAt),
    totalDuration: duration(ctx, 1500),
  };
}
