// How stored rows look from outside.
import {
  type ClassRow,
  type CohortRow,
  type Ctx,
  type Json,
  type Links,
  must,
  type SessionRow,
  type StudyRow,
  type UserRow,
  type Year,
} from './types.ts';

export const moment = (time: number): string => new Date(time).toISOString();

export function duration(seconds: number): string {
  const days = Math.floor(seconds / 86400);
  const hours = Math.floor((seconds % 86400) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = seconds % 60;
  const clock = `${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest || !(hours || minutes || days) ? `${rest}S` : ''}`;
  return `P${days ? `${days}D` : ''}${clock ? `T${clock}` : ''}`;
}

// Leaves out what is empty: absent values and empty texts; empty lists where this deployment leaves them out.
export function compact(out: Json): Json {
  return Object.fromEntries(Object.entries(out).filter(([, value]) => value !== undefined && value !== ''));
}

export function viewYear(c: Ctx, row: Year, list = false): Json {
  const out = compact({
    academicYearId: row.academicYearId,
    name: row.name,
    startDate: moment(row.startDate),
    endDate: moment(row.endDate),
    ...(c.s.extraFields ? { type: 'academicYear' } : {}),
  });
  return c.step('item', { row, out, kind: 'year', list }).out;
}

export function viewClass(c: Ctx, row: ClassRow, list = false): Json {
  const out = compact({
    classId: row.classId,
    name: row.name,
    description: row.description,
    academicYearId: row.academicYearId,
    ...(c.s.extraFields
      ? { createdAt: moment(row.createdAt), links: { self: `/classes/${row.classId}` } }
      : {}),
  });
  return c.step('item', { row, out, kind: 'class', list }).out;
}

export function viewCohort(c: Ctx, row: CohortRow, list = false): Json {
  const tests = row.tests.map((link) => {
    const test = must(c.w.tests.find((one) => one.testId === link.testId));
    return compact({
      testId: link.testId,
      testVersionId: link.testVersionId,
      name: test.name,
      subject: test.subject,
      activationStatus: link.activationStatus,
    });
  });
  const out = compact({
    cohortId: row.cohortId,
    name: row.name,
    description: row.description,
    academicYearId: row.academicYearId,
    tests: tests.length ? tests : undefined,
    ...(c.s.extraFields ? { createdAt: moment(row.createdAt) } : {}),
  });
  return c.step('item', { row, out, kind: 'cohort', list }).out;
}

export function membersOf(map: Links, userId: string): string[] {
  return [...map].filter(([, set]) => set.has(userId)).map(([id]) => id);
}

export function classIdsOf(c: Ctx, userId: string): string[] {
  const lagging = c.w.lag.find((entry) => entry.userId === userId && entry.until > Date.now());
  if (lagging) return lagging.classIds;
  return [...new Set([...membersOf(c.w.students, userId), ...membersOf(c.w.teachers, userId)])];
}

export function cohortIdsOf(c: Ctx, userId: string): string[] {
  const lagging = c.w.lag.find((entry) => entry.userId === userId && entry.until > Date.now());
  return lagging ? lagging.cohortIds : membersOf(c.w.cohortStudents, userId);
}

export function fullName(c: Ctx, row: UserRow): string | undefined {
  if (row.fullName !== undefined) return row.fullName;
  const parts = [row.firstName, row.lastName].filter((part) => part !== undefined);
  if (c.s.fullOrder === 'last-first') return parts.reverse().join(' ');
  return c.s.fullOrder === 'comma' ? parts.reverse().join(', ') : parts.join(' ');
}

function stateOf(c: Ctx, row: UserRow): Json {
  if (c.s.stateForm === 'boolean') return { [c.s.stateField]: row.enabled };
  if (c.s.stateForm === 'word') return { [c.s.stateField]: c.s.stateWords[row.enabled ? 0 : 1] };
  if (c.s.stateForm === 'moment' && !row.enabled) return { [c.s.stateField]: moment(row.updatedAt) };
  return {};
}

export function viewUser(c: Ctx, row: UserRow, list = false): Json {
  const keep = (values: string[]) => (values.length || c.s.emptyLists ? values : undefined);
  const out = compact({
    userId: row.userId,
    username: row.username,
    upn: row.upn,
    roles: row.roles,
    externalId: row.externalId,
    fullName: fullName(c, row),
    firstName: row.firstName,
    lastName: row.lastName,
    emails: row.emails.length ? row.emails : undefined,
    gender: row.gender,
    dateOfBirth: row.dateOfBirth,
    createdAt: row.stamped ? moment(row.createdAt) : undefined,
    updatedAt: row.stamped ? moment(row.updatedAt) : undefined,
    ...stateOf(c, row),
    classIds: keep(classIdsOf(c, row.userId)),
    cohortIds: keep(cohortIdsOf(c, row.userId)),
    ...(c.s.extraFields ? { locale: 'en-GB', lastSeen: null } : {}),
  });
  if (c.s.extraFields) delete out['lastSeen'];
  return c.step('item', { row, out, kind: 'user', list }).out;
}

export function viewSession(c: Ctx, row: SessionRow, list = true): Json {
  const user = must(c.w.users.find((one) => one.userId === row.userId));
  const test = must(c.w.tests.find((one) => one.testId === row.testId));
  const day = (time: number) => (c.s.dates === 'date' ? moment(time).slice(0, 10) : moment(time));
  const ended = row.endDate;
  const out = compact({
    [c.s.sessionId]: row.sessionId,
    status: ended !== undefined ? c.s.status.done : c.s.status.open,
    startDate: day(row.startDate),
    endDate: ended !== undefined ? day(ended) : undefined,
    [c.s.sessionUser]: compact({
      userId: user.userId,
      username: user.username,
      upn: user.upn,
      externalId: user.externalId,
      ...(c.s.sessionNames
        ? { firstName: user.firstName, lastName: user.lastName, dateOfBirth: user.dateOfBirth }
        : {}),
    }),
    [c.s.sessionTest]: compact({
      testId: row.testId,
      testVersionId: row.testVersionId,
      ...(c.s.sessionNames ? { name: test.name, subject: test.subject } : {}),
    }),
    result: row.result
      ? {
          [c.s.calculated]: day(row.result.calculatedAt),
          [c.s.level]: row.result.level,
          [c.s.duration]: duration(row.result.seconds),
        }
      : null,
  });
  return c.step('item', { row, out, kind: 'session', list }).out;
}

export function viewStudy(c: Ctx, row: StudyRow): Json {
  const out: Json = {
    sessionId: row.sessionId,
    userId: row.userId,
    startDate: moment(row.startDate),
    endDate: moment(row.endDate),
  };
  return c.step('item', { row, out, kind: 'study', list: true }).out;
}
