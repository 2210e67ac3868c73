import type { App } from './app.ts';
import type { GroupRow, SessionRow, StudyRow, TestRow, UserRow, YearRow } from './db/tables.ts';

type Out = Record<string, unknown>;

/** Empty fields are omitted. */
export function tidy(fields: Out): Out {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== undefined &&
        value !== null &&
        value !== '' &&
        !(Array.isArray(value) && value.length === 0),
    ),
  );
}

export const dateTime = (time: number): string => new Date(time).toISOString();

export function duration(seconds: number): string {
  const h = Math.floor(seconds / 3600);
  const m = Math.floor((seconds % 3600) / 60);
  const s = seconds % 60;
  return `PT${h > 0 ? `${h}H` : ''}${m > 0 ? `${m}M` : ''}${s > 0 || (h === 0 && m === 0) ? `${s}S` : ''}`;
}

/** British summer time, near enough for what uses it (planted bugs only). */
function summer(iso: string): boolean {
  const month = Number(iso.slice(5, 7));
  return month >= 4 && month <= 10;
}

export function toYear(row: YearRow): Out {
  return tidy({
    academicYearId: row.id,
    name: row.name,
    startDate: dateTime(row.starts),
    endDate: dateTime(row.ends),
  });
}

export function toClass(app: App, row: GroupRow, one: boolean): Out {
  const out = tidy({
    classId: row.id,
    name: row.name,
    description: row.description,
    academicYearId: row.academic_year_id,
  });
  if (app.bugs.has('class-description-null') && one && row.description === null) out['description'] = null;
  if (app.bugs.has('manner.extra-fields')) out['createdBy'] = 'roster-import';
  return out;
}

export function toCohort(app: App, row: GroupRow): Out {
  const rows = app.db.cohortTests.filter((link) => link.cohort_id === row.id);
  const tests = rows.map((link) => {
    const test = app.db.tests.get(link.test_id);
    return tidy({
      testId: link.test_id,
      testVersionId: link.version_id,
      name: test?.name,
      subject: test?.subject,
      activationStatus: link.activation,
    });
  });
  if (app.bugs.has('manner.reversed-lists')) tests.reverse();
  return tidy({
    cohortId: row.id,
    name: row.name,
    description: row.description,
    academicYearId: row.academic_year_id,
    tests,
  });
}

export function toTest(app: App, row: TestRow): Out {
  if (app.bugs.has('tests-wrong-name-field'))
    return { testId: row.id, title: row.name, subject: row.subject };
  return tidy({ testId: row.id, name: row.name, subject: row.subject });
}

export function roleNames(app: App, roles: readonly string[]): string[] {
  return app.bugs.has('manner.role-names')
    ? roles.map((role) => role.replace('ROLE_', '').toLowerCase())
    : [...roles];
}

export interface Groups {
  classIds: string[];
  cohortIds: string[];
}

export function groupsOf(app: App, userId: string): Groups {
  const { db } = app;
  const classIds = [...new Set([...db.classStudents.groupsOf(userId), ...db.classTeachers.groupsOf(userId)])];
  const cohortIds = db.cohortStudents.groupsOf(userId);
  if (app.bugs.has('manner.reversed-lists')) {
    classIds.reverse();
    cohortIds.reverse();
  }
  return { classIds, cohortIds };
}

function birthday(app: App, born: string | null): string | null {
  if (born === null) return null;
  if (app.bugs.has('dob-datetime')) return `${born}T00:00:00.000Z`;
  if (app.bugs.has('dob-summer') && summer(born))
    return dateTime(Date.parse(`${born}T00:00:00.000Z`) - 3_600_000).slice(0, 10);
  return born;
}

export function toUser(app: App, row: UserRow, groups: Groups | null): Out {
  const { bugs } = app;
  const roles = roleNames(app, row.roles);
  const created = dateTime(row.created);
  const out = tidy({
    userId: row.id,
    username: row.username,
    upn: row.upn,
    roles,
    externalId: row.external_id,
    fullName: row.full_name,
    firstName: row.first_name,
    lastName: row.last_name,
    emails: row.emails,
    gender: row.gender,
    dateOfBirth: birthday(app, row.born),
    createdAt:
      bugs.has('created-no-millis') && row.created % 1000 === 0 ? created.replace('.000Z', 'Z') : created,
    updatedAt: dateTime(row.updated),
    disabledAt: row.disabled_at === null ? null : dateTime(row.disabled_at),
  });
  if (groups !== null) {
    out['classIds'] = groups.classIds;
    out['cohortIds'] = groups.cohortIds;
    if (bugs.has('manner.no-empty-groups')) return tidy(out);
  }
  return out;
}

export type SessionRoute = 'all' | 'completed' | 'in-progress' | 'search';

export const STATUS = { open: 'InProgress', done: 'Completed' } as const;

export function statusName(app: App, row: SessionRow): string {
  if (app.bugs.has('manner.status-words')) return row.result === null ? 'in_progress' : 'completed';
  return row.result === null ? STATUS.open : STATUS.done;
}

export function toSession(app: App, row: SessionRow, route: SessionRoute): Out {
  const { bugs, db } = app;
  const user = db.users.get(row.user_id);
  const test = db.tests.get(row.test_id);
  let result: Out | null = null;
  if (row.result !== null) {
    const { level } = row.result;
    let total = duration(row.result.seconds);
    if (bugs.has('session-duration-clock') && row.result.seconds >= 3600)
      total = dateTime(row.result.seconds * 1000).slice(11, 19);
    result = { calculatedAt: dateTime(row.result.calculated), level, totalDuration: total };
  }
  const out = tidy({
    sessionId: row.id,
    startDate: dateTime(row.started),
    endDate: row.ended === null ? null : dateTime(row.ended),
    status: statusName(app, row),
    user:
      user === undefined
        ? undefined
        : tidy({
            userId: user.id,
            username: user.username,
            upn: user.upn,
            externalId: user.external_id,
            fullName: user.full_name,
            firstName: user.first_name,
            lastName: user.last_name,
            gender: user.gender,
            dateOfBirth: user.born,
          }),
    test:
      test === undefined
        ? undefined
        : tidy({ testId: test.id, testVersionId: row.version_id, name: test.name, subject: test.subject }),
  });
  if (bugs.has('session-search-enddate-null') && route === 'search' && row.ended === null)
    out['endDate'] = null;
  if (bugs.has('manner.session-thin')) {
    out['user'] = { userId: row.user_id };
    out['test'] = { testId: row.test_id, testVersionId: row.version_id };
  }
  if (result === null && bugs.has('session-result-missing')) return out;
  out['result'] = result;
  return out;
}

export function toStudy(row: StudyRow): Out {
  return tidy({
    studySessionId: row.id,
    userId: row.user_id,
    classId: row.class_id,
    topic: row.topic,
    startDate: dateTime(row.started),
    endDate: row.ended === null ? null : dateTime(row.ended),
    duration: row.seconds === null ? null : duration(row.seconds),
  });
}
