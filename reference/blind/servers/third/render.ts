import { isoDuration, isoInstant } from './dates.ts';
import type { Store } from './store.ts';
import type {
  AcademicYearRow,
  ClassRow,
  CohortRow,
  Flags,
  Json,
  JsonObject,
  SessionRow,
  SessionStatus,
  StudyRow,
  TestRow,
  UserRow,
} from './types.ts';

/** Drops empty fields: missing values, empty strings and empty arrays. */
export function tidy(source: JsonObject): JsonObject {
  const out: JsonObject = {};
  for (const [name, value] of Object.entries(source)) {
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value) && value.length === 0) continue;
    out[name] = value;
  }
  return out;
}

export function shownId(id: string, flags: Flags): string {
  return flags.on('manner.uppercase-uuids') ? id.toUpperCase() : id;
}

export function yearJson(row: AcademicYearRow, flags: Flags): JsonObject {
  const json = tidy({
    academicYearId: shownId(row.id, flags),
    name: row.name,
    startDate: isoInstant(row.startsAt),
    endDate: isoInstant(row.endsAt),
  });
  if (flags.on('manner.extra-fields')) json['links'] = { self: `/academic-years/${row.id}` };
  return json;
}

export function classJson(row: ClassRow, flags: Flags): JsonObject {
  const json = tidy({
    classId: shownId(row.id, flags),
    name: row.name,
    description: row.description,
    academicYearId: shownId(row.yearId, flags),
  });
  if (flags.on('manner.extra-fields')) json['type'] = 'class';
  return json;
}

export function cohortTestJson(row: TestRow, flags: Flags): JsonObject {
  return tidy({
    testId: shownId(row.id, flags),
    testVersionId: shownId(row.versionId, flags),
    name: row.name,
    subject: row.subject,
    activationStatus: flags.on('manner.status-words') ? row.activation.toUpperCase() : row.activation,
  });
}

export function cohortJson(row: CohortRow, store: Store, flags: Flags): JsonObject {
  const tests: Json[] = [];
  for (const id of row.testIds) {
    const test = store.tests.get(id);
    if (test !== undefined) tests.push(cohortTestJson(test, flags));
  }
  return tidy({
    cohortId: shownId(row.id, flags),
    name: row.name,
    description: row.description,
    academicYearId: shownId(row.yearId, flags),
    tests,
  });
}

export function fullNameOf(row: UserRow): string {
  return [row.firstName, row.lastName].filter((part) => part !== undefined && part !== '').join(' ');
}

export function userJson(row: UserRow, flags: Flags): JsonObject {
  const json = tidy({
    userId: shownId(row.id, flags),
    username: row.username,
    upn: row.upn,
    roles: flags.on('manner.roles-upper') ? row.roles.map((r) => r.toUpperCase()) : [...row.roles],
    externalId: row.externalId,
    fullName: fullNameOf(row),
    firstName: row.firstName,
    lastName: row.lastName,
    emails: [...row.emails],
    gender: row.gender,
    dateOfBirth: row.birth,
    createdAt: isoInstant(row.createdAt),
    updatedAt: isoInstant(row.updatedAt),
    enabled: row.enabled,
  });
  if (flags.on('manner.no-enabled-field')) delete json['enabled'];
  if (flags.on('manner.extra-fields')) json['locale'] = 'en-GB';
  return json;
}

/** A user of the endpoints that also show the memberships. */
export function memberJson(row: UserRow, store: Store, flags: Flags): JsonObject {
  return {
    ...userJson(row, flags),
    classIds: store.classIdsOf(row.id).map((id) => shownId(id, flags)),
    cohortIds: store.cohortIdsOf(row.id).map((id) => shownId(id, flags)),
  };
}

export function statusOf(row: SessionRow): SessionStatus {
  return row.endedAt === undefined ? 'in-progress' : 'completed';
}

export function shownStatus(status: SessionStatus, flags: Flags): string {
  if (!flags.on('manner.status-words')) return status;
  return status === 'completed' ? 'COMPLETED' : 'IN_PROGRESS';
}

function sessionUser(row: UserRow | undefined, flags: Flags): Json {
  if (row === undefined) return null;
  return tidy({
    userId: shownId(row.id, flags),
    username: row.username,
    upn: row.upn,
    externalId: row.externalId,
    firstName: row.firstName,
    lastName: row.lastName,
    dateOfBirth: row.birth,
    gender: row.gender,
  });
}

function sessionTest(row: TestRow | undefined, flags: Flags): Json {
  if (row === undefined) return null;
  return tidy({
    testId: shownId(row.id, flags),
    testVersionId: shownId(row.versionId, flags),
    name: row.name,
    subject: row.subject,
  });
}

function sessionResult(row: SessionRow, flags: Flags): Json {
  if (row.result === undefined) return null;
  let level = row.result.level;
  if (flags.on('sessions-level-below-entry') && level === 'Entry - Below E3') level = 'Below E3';
  const seconds = row.result.seconds;
  let totalDuration: Json = isoDuration(seconds, flags);
  if (flags.on('sessions-duration-number')) totalDuration = seconds;
  if (flags.on('sessions-duration-clock-over-a-day') && seconds >= 86_400) {
    totalDuration = `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, '0')}:00`;
  }
  const calculatedAt: Json = isoInstant(row.result.calculatedAt);
  return { calculatedAt, level, totalDuration };
}

export function sessionJson(row: SessionRow, store: Store, flags: Flags): JsonObject {
  const status = statusOf(row);
  const json = tidy({
    [flags.on('manner.session-id-name') ? 'id' : 'sessionId']: shownId(row.id, flags),
    status: shownStatus(status, flags),
    startDate: isoInstant(row.startedAt),
    endDate: row.endedAt === undefined ? undefined : isoInstant(row.endedAt),
  });
  json['user'] = sessionUser(store.users.get(row.userId), flags);
  json['test'] = sessionTest(store.tests.get(row.testId), flags);
  json['result'] = sessionResult(row, flags);
  if (flags.on('manner.extra-fields')) json['device'] = { kind: 'browser' };
  return json;
}

export function studyJson(row: StudyRow, flags: Flags): JsonObject {
  return tidy({
    studySessionId: shownId(row.id, flags),
    userId: shownId(row.userId, flags),
    subject: row.subject,
    startDate: isoInstant(row.startedAt),
    endDate: isoInstant(row.endedAt),
    duration: isoDuration(Math.round((row.endedAt - row.startedAt) / 1000), flags),
    score: row.score,
  });
}
