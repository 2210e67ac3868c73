import type { Hooks } from './hooks.ts';
import type { Cohort, Ctx, Json, Klass, Session, Study, Test, User, Year } from './types.ts';

export function iso(time: number): string {
  return new Date(time).toISOString();
}

export function duration(ms: number): string {
  let s = Math.round(ms / 1000);
  const d = Math.floor(s / 86_400);
  s -= d * 86_400;
  const h = Math.floor(s / 3600);
  const m = Math.floor((s % 3600) / 60);
  s %= 60;
  const time = `${h > 0 ? `${h}H` : ''}${m > 0 ? `${m}M` : ''}${s > 0 || (d === 0 && h === 0 && m === 0) ? `${s}S` : ''}`;
  return `P${d > 0 ? `${d}D` : ''}${time === '' ? '' : `T${time}`}`;
}

/** Leaves out what is empty, but not what is null. */
function full(view: Json): Json {
  const out: Json = {};
  for (const [k, v] of Object.entries(view)) {
    if (v === undefined || v === '' || (Array.isArray(v) && v.length === 0)) continue;
    out[k] = v;
  }
  return out;
}

export function yearView(y: Year): Json {
  return { academicYearId: y.id, name: y.name, startDate: iso(y.start), endDate: iso(y.end) };
}

export function testView(t: Test): Json {
  return { testId: t.id, name: t.name, subject: t.subject };
}

export function classView(h: Hooks, c: Ctx, k: Klass): Json {
  const v = full({ classId: k.id, name: k.name, description: k.description, academicYearId: k.yearId });
  for (const f of h.at('klass', c)) f(v, k, c);
  return v;
}

export function cohortView(h: Hooks, c: Ctx, k: Cohort): Json {
  const tests = k.tests.map((t) => {
    const test = c.state.seed.tests.find((x) => x.id === t.testId);
    return {
      testId: t.testId,
      testVersionId: t.versionId,
      name: test?.name,
      subject: test?.subject,
      activationStatus: t.activation,
    };
  });
  const v = full({
    cohortId: k.id,
    name: k.name,
    description: k.description,
    academicYearId: k.yearId,
    tests,
  });
  for (const f of h.at('cohort', c)) f(v, k, c);
  return v;
}

/** `groups`: whether classIds and cohortIds are shown, as only some operations do. */
export function userView(h: Hooks, c: Ctx, u: User, groups: boolean): Json {
  const v = full({
    userId: u.id,
    username: u.username,
    upn: u.upn,
    roles: [...u.roles],
    externalId: u.externalId,
    fullName: u.fullName,
    firstName: u.firstName,
    lastName: u.lastName,
    emails: [...u.emails],
    gender: u.gender,
    dateOfBirth: u.dateOfBirth,
    createdAt: iso(u.createdAt),
    updatedAt: iso(u.updatedAt),
    accountStatus: u.active ? 'active' : 'suspended',
    classIds: groups ? [...u.classIds] : undefined,
    cohortIds: groups ? [...u.cohortIds] : undefined,
  });
  for (const f of h.at('user', c)) f(v, u, c);
  return v;
}

export function sessionView(h: Hooks, c: Ctx, s: Session): Json {
  const u = c.state.people.get(s.userId);
  const t = c.state.seed.tests.find((x) => x.id === s.testId);
  const done = s.end !== undefined;
  const v = full({
    sessionId: s.id,
    status: done ? 'Completed' : 'In Progress',
    startDate: iso(s.start),
    endDate: s.end === undefined ? undefined : iso(s.end),
    user: u
      ? full({
          userId: u.id,
          username: u.username,
          upn: u.upn,
          externalId: u.externalId,
          fullName: u.fullName,
          firstName: u.firstName,
          lastName: u.lastName,
          dateOfBirth: u.dateOfBirth,
          gender: u.gender,
        })
      : null,
    test: t ? { testId: t.id, testVersionId: t.versionId, name: t.name, subject: t.subject } : null,
    result:
      s.end === undefined
        ? null
        : {
            calculatedAt: iso(s.calculated ?? s.end),
            level: s.level,
            totalDuration: duration(s.end - s.start),
          },
  });
  for (const f of h.at('session', c)) f(v, s, c);
  return v;
}

export function studyView(h: Hooks, c: Ctx, s: Study): Json {
  const v = full({
    studySessionId: s.id,
    userId: s.userId,
    classId: s.classId,
    topic: s.topic,
    startDate: iso(s.start),
    endDate: iso(s.end),
    duration: duration(s.end - s.start),
  });
  for (const f of h.at('study', c)) f(v, s, c);
  return v;
}
