import type { Ctx } from './context.ts';
import type {
  ClassRow,
  CohortRow,
  CohortTestRow,
  SessionRow,
  StudyRow,
  TestRow,
  UserRow,
  Year,
} from './store.ts';

export const iso = (ms: number): string => new Date(ms).toISOString();
const noMillis = (ms: number): string => iso(ms).replace(/\.\d{3}Z$/, 'Z');
const orNothing = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined);

/** The year that a moment lies in. */
export function currentYear(c: Ctx): Year | undefined {
  const { on } = c;
  const rows = c.db.years.rows;
  const now = Date.now();
  const index = rows.findIndex((y) => y.start <= now && now <= y.end);
  if (c.op === 'GET /academic-years/current') {
    if (on('current-is-first')) return rows[0];
    if (on('current-is-newest')) return rows[rows.length - 1];
    if (on('current-is-previous')) return rows[index - 1];
  }
  return rows[index];
}

export function yearView(c: Ctx, y: Year): Record<string, unknown> {
  const { on, op } = c;
  let date: (ms: number) => unknown = iso;
  if (on('years-date-only')) date = (ms) => iso(ms).slice(0, 10);
  if (on('years-no-millis')) date = (ms) => (ms % 1000 === 0 ? noMillis(ms) : iso(ms));
  if (on('years-offset-form')) date = (ms) => iso(ms).replace('Z', '+00:00');
  const view: Record<string, unknown> = {
    academicYearId: y.id,
    name: y.name,
    startDate: date(y.start),
    endDate: date(y.end),
  };
  if (op === 'GET /academic-years' && on('years-id-short')) {
    delete view['academicYearId'];
    view['id'] = y.id;
  }
  if (op === 'GET /academic-years/{academicYearId}') {
    if (on('years-epoch')) view['endDate'] = y.end;
    if (on('year-dates-swapped')) [view['startDate'], view['endDate']] = [view['endDate'], view['startDate']];
  }
  if (op === 'GET /academic-years/current') {
    if (on('year-name-missing')) delete view['name'];
    if (on('current-stale-id')) view['academicYearId'] = '0d9f9a52-7a0e-4b57-a3c1-2f6a1b1c9e77';
  }
  return view;
}

export function classView(c: Ctx, row: ClassRow): Record<string, unknown> {
  const { on, op } = c;
  const one = op === 'GET /classes/{classId}';
  const many = op === 'GET /classes';
  const view: Record<string, unknown> = {
    classId: row.id,
    name: row.name,
    description: row.description,
    academicYearId: row.yearId,
  };
  if (row.description === undefined) {
    if (on('classes-null-description')) view['description'] = null;
    if (many && on('classes-blank-description')) view['description'] = '';
    if (op === 'POST /classes' && on('create-class-empty-description')) view['description'] = null;
  }
  if (many) {
    const year = c.db.years.find((y) => y.id === row.yearId);
    if (on('classes-year-object')) view['academicYearId'] = { academicYearId: row.yearId, name: year?.name };
    if (c.query.has('academicYearId') && on('classes-year-lost')) delete view['academicYearId'];
    if (on('classes-id-short')) {
      delete view['classId'];
      view['id'] = row.id;
    }
    if (on('classes-name-escaped')) view['name'] = row.name.replaceAll('&', '&amp;');
    if (on('classes-name-cut')) view['name'] = row.name.slice(0, 24);
  }
  if (one) {
    if (on('class-description-lost')) delete view['description'];
    if (on('class-year-current')) view['academicYearId'] = currentYear(c)?.id;
    if (on('class-name-lower')) view['name'] = row.name.toLowerCase();
  }
  return view;
}

function cohortTestView(c: Ctx, link: CohortTestRow): Record<string, unknown> {
  const { on, op } = c;
  const one = op === 'GET /smart-ia/cohorts/{cohortId}';
  const test = c.db.tests.find((t) => t.id === link.testId) as TestRow;
  const view: Record<string, unknown> = {
    testId: test.id,
    testVersionId: link.versionId,
    name: test.name,
    subject: test.subject,
    activationStatus: link.status,
  };
  if (one && on('cohort-test-version-lost')) delete view['testVersionId'];
  if (!one && on('cohort-test-version-is-test')) view['testVersionId'] = test.id;
  if (on('cohort-test-version-number')) view['testVersionId'] = test.versions.indexOf(link.versionId) + 1;
  if (on('cohort-test-status-boolean')) view['activationStatus'] = link.status === 'Active';
  if (link.status === 'Inactive' && on('cohort-test-status-lost')) delete view['activationStatus'];
  if (one && on('cohort-test-name-subject')) view['name'] = test.subject;
  if (!one && on('cohort-test-subject-object')) view['subject'] = { name: test.subject };
  return view;
}

export function cohortView(c: Ctx, row: CohortRow): Record<string, unknown> {
  const { on, op } = c;
  const one = op === 'GET /smart-ia/cohorts/{cohortId}';
  const many = op === 'GET /smart-ia/cohorts';
  const stale = many && on('cohort-tests-add-not-listed') && !c.created.has(row.id);
  let links = (stale ? c.old : c.db).cohortTests.rows.filter((l) => l.cohortId === row.id);
  if (on('m-cohort-tests-order')) links.reverse();
  if (many && on('cohort-tests-inactive-dropped')) links = links.filter((l) => l.status !== 'Inactive');
  if (many && on('cohorts-tests-first-only')) links = links.slice(0, 1);
  if (one && on('cohort-tests-three')) links = links.slice(0, 3);
  if (one && on('cohort-tests-repeated'))
    links = links.flatMap((l) =>
      (c.db.tests.find((t) => t.id === l.testId)?.versions ?? []).map((v) => ({ ...l, versionId: v })),
    );
  const tests = links.map((l) => cohortTestView(c, l));
  const view: Record<string, unknown> = {
    cohortId: row.id,
    name: row.name,
    description: row.description,
    academicYearId: row.yearId === '' ? undefined : row.yearId,
    tests: orNothing(tests),
  };
  if (many && on('cohorts-tests-missing')) delete view['tests'];
  if (tests.length === 0 && on('cohort-tests-null')) view['tests'] = null;
  if (one) {
    if (tests.length > 0 && on('cohort-tests-ids')) view['tests'] = tests.map((t) => t['testId']);
    if (tests.length > 0 && on('cohort-tests-map'))
      view['tests'] = Object.fromEntries(tests.map((t) => [t['testId'], t]));
    if (on('cohort-year-lost')) delete view['academicYearId'];
    if (row.description === undefined && on('cohort-null-description')) view['description'] = null;
    if (row.description !== undefined && on('cohort-description-other')) view['description'] = row.name;
  }
  return view;
}

export function testView(c: Ctx, row: TestRow): Record<string, unknown> {
  const { on } = c;
  const view: Record<string, unknown> = {
    testId: on('tests-version-id') ? row.versions[0] : row.id,
    name: row.name,
    subject: row.subject,
  };
  if (on('tests-subject-lost')) delete view['subject'];
  if (row.subject.includes(',') && on('tests-subject-list')) view['subject'] = row.subject.split(', ');
  if (/[\u0080-\uffff]/.test(row.name) && on('tests-name-null')) view['name'] = null;
  return view;
}

export const fullName = (u: UserRow): string =>
  u.lastName === undefined ? u.firstName : `${u.firstName} ${u.lastName}`;
const shiftDay = (day: string, by: number): string =>
  iso(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).slice(0, 10);
const latin = (text: string): string => text.replace(/[\u0100-\uffff]/g, '?');

/** A user with classIds and cohortIds, as the endpoints under Versioning show it; `links` false: as the others do. */
export function userView(c: Ctx, u: UserRow, links = true): Record<string, unknown> {
  const { on, op } = c;
  const list = op === 'GET /users';
  const search = op === 'POST /users/search';
  const view: Record<string, unknown> = {
    userId: u.id,
    username: u.username,
    upn: u.upn,
    roles: orNothing(u.roles),
    externalId: u.externalId,
    fullName: fullName(u),
    firstName: u.firstName,
    lastName: u.lastName,
    emails: orNothing(u.emails),
    gender: u.gender,
    dateOfBirth: u.born,
    createdAt: iso(u.createdAt),
    updatedAt: iso(u.updatedAt),
    accountStatus: u.enabled ? 'active' : 'disabled',
  };
  if (links) {
    const classes = on('class-students-not-shown') ? c.old.classStudents : c.db.classStudents;
    const ids = new Set(classes.rows.filter((m) => m.userId === u.id).map((m) => m.ownerId));
    if (!on('users-classids-no-teaching'))
      for (const m of c.db.classTeachers.rows) if (m.userId === u.id) ids.add(m.ownerId);
    let classIds: string[] = [...ids];
    if (on('class-students-twice-row')) {
      const rows = classes.rows.filter((m) => m.userId === u.id).map((m) => m.ownerId);
      if (rows.length > new Set(rows).size) classIds = rows;
    }
    const cohorts =
      on('cohort-students-remove-kept-cache') && c.old.users.find((o) => o.id === u.id)
        ? c.old.cohortStudents
        : c.db.cohortStudents;
    const cohortIds = [...new Set(cohorts.rows.filter((m) => m.userId === u.id).map((m) => m.ownerId))];
    if (on('m-membership-order')) {
      classIds.reverse();
      cohortIds.reverse();
    }
    view['classIds'] = classIds;
    view['cohortIds'] = cohortIds;
    if (on('users-cohortids-are-classids')) view['cohortIds'] = classIds;
    if (search && on('users-classids-objects')) view['classIds'] = classIds.map((classId) => ({ classId }));
    if (classIds.length === 1 && on('users-classids-text')) view['classIds'] = classIds[0];
    if (on('users-cohortids-map')) view['cohortIds'] = { ...cohortIds };
    if (list && on('users-no-classids')) delete view['classIds'];
    if (search && on('users-no-cohortids-search')) delete view['cohortIds'];
    if (op === 'POST /students' && on('create-student-no-classids')) delete view['classIds'];
    if (op === 'POST /teachers' && on('create-teacher-no-cohortids')) delete view['cohortIds'];
    if (op === 'PATCH /students/{userId}/details' && on('details-no-classids')) delete view['classIds'];
    if (op === 'PUT /users/{userId}/password' && on('password-no-cohortids')) delete view['cohortIds'];
    if (op === 'PUT /users/{userId}/emails/primary' && on('email-no-classids')) delete view['classIds'];
  }
  if (u.upn === undefined && on('users-null-upn')) view['upn'] = null;
  if (search && u.gender === undefined && on('users-null-gender-search')) view['gender'] = null;
  if (u.externalId === undefined && on('users-blank-external')) view['externalId'] = '';
  if (search && on('users-no-roles')) delete view['roles'];
  if (on('users-one-role')) view['roles'] = u.roles.slice(0, 1);
  if (u.roles.length === 1 && on('users-roles-text')) view['roles'] = u.roles[0];
  if (list && on('users-no-created')) delete view['createdAt'];
  if (search && on('users-no-updated-search')) delete view['updatedAt'];
  if (on('users-created-seconds')) view['createdAt'] = noMillis(u.createdAt);
  if (on('users-updated-epoch')) view['updatedAt'] = u.updatedAt;
  if (u.updatedAt === u.createdAt && on('users-updated-before-created'))
    view['updatedAt'] = iso(u.updatedAt - 365 * 86_400_000);
  if (
    u.updatedAt === u.createdAt &&
    op !== 'POST /students' &&
    on('create-teacher-updated-missing') &&
    u.roles[0] === 'Teacher'
  )
    delete view['updatedAt'];
  if (u.born !== undefined) {
    if (on('users-born-datetime')) view['dateOfBirth'] = `${u.born}T00:00:00.000Z`;
    if (search && on('users-born-local')) view['dateOfBirth'] = shiftDay(u.born, -1);
    if (on('users-born-unpadded')) view['dateOfBirth'] = u.born.replaceAll('-0', '-');
  }
  if (u.emails.length > 0) {
    if (on('users-emails-text')) view['emails'] = u.emails.join(';');
    if (list && on('users-emails-objects'))
      view['emails'] = u.emails.map((address, i) => ({ address, primary: i === 0 }));
    if (search && on('users-emails-first')) view['emails'] = u.emails.slice(0, 1);
    if (op === 'PUT /users/{userId}/emails/primary' && on('email-text')) view['emails'] = u.emails[0];
  }
  if (u.lastName === undefined && on('users-fullname-undefined'))
    view['fullName'] = `${u.firstName} undefined`;
  if (search && on('users-names-swapped'))
    [view['firstName'], view['lastName']] = [view['lastName'], view['firstName']];
  if (on('users-name-latin'))
    for (const k of ['fullName', 'firstName', 'lastName'])
      if (typeof view[k] === 'string') view[k] = latin(view[k]);
  if (on('users-name-escaped'))
    for (const k of ['fullName', 'lastName'])
      if (typeof view[k] === 'string') view[k] = view[k].replaceAll("'", '&#39;');
  if (u.externalId !== undefined && /^\d+$/.test(u.externalId) && on('users-external-number'))
    view['externalId'] = Number(u.externalId);
  if (u.gender !== undefined && on('users-gender-code')) view['gender'] = u.gender.length;
  if (u.roles.length > 1 && on('users-username-lost')) delete view['username'];
  if (list && on('users-id-short')) {
    delete view['userId'];
    view['id'] = u.id;
  }
  if (op === 'POST /students') {
    if (on('create-student-no-fullname')) delete view['fullName'];
    if (on('create-student-created-epoch')) view['createdAt'] = u.createdAt;
    if (on('create-student-null-fields'))
      for (const k of ['upn', 'externalId', 'gender', 'dateOfBirth']) view[k] ??= null;
  }
  return view;
}

function duration(c: Ctx, seconds: number): string {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (c.on('m-duration-full')) return `P0Y0M0DT${h}H${m}M${s}S`;
  return `PT${h ? `${h}H` : ''}${m ? `${m}M` : ''}${s || seconds === 0 ? `${s}S` : ''}`;
}

export function sessionView(c: Ctx, row: SessionRow, shown: SessionRow = row): Record<string, unknown> {
  const { on, op } = c;
  const list = op === 'GET /smart-ia/sessions';
  const done = op === 'GET /smart-ia/sessions/completed';
  const open = op === 'GET /smart-ia/sessions/in-progress';
  const search = op === 'POST /smart-ia/sessions/search';
  const owner = done && on('sessions-user-shifted') ? shown.userId : row.userId;
  const u = c.db.users.find((x) => x.id === owner) as UserRow;
  const old = on('external-id-sessions-stale') ? c.old.users.find((x) => x.id === owner) : undefined;
  const test = c.db.tests.find((t) => t.id === row.testId) as TestRow;
  const learner: Record<string, unknown> = {
    userId: u.id,
    username: u.username,
    upn: u.upn,
    externalId: old ? old.externalId : u.externalId,
    fullName: fullName(u),
    firstName: u.firstName,
    lastName: u.lastName,
    dateOfBirth: u.born,
    gender: u.gender,
  };
  if (u.upn === undefined && on('sessions-user-null-fields')) learner['upn'] = null;
  if (u.born !== undefined && on('sessions-born-datetime'))
    learner['dateOfBirth'] = `${u.born}T00:00:00.000Z`;
  const link: Record<string, unknown> = {
    testId: row.testId,
    testVersionId: row.versionId,
    name: test.name,
    subject: test.subject,
  };
  if (on('sessions-test-no-version')) delete link['testVersionId'];
  if (open && on('sessions-test-version-same')) link['testVersionId'] = row.testId;
  if (done && on('sessions-test-swapped'))
    [link['testId'], link['testVersionId']] = [row.versionId, row.testId];
  let start = iso(row.start);
  if (on('sessions-start-no-millis')) start = noMillis(row.start);
  if (on('sessions-start-local')) {
    const month = new Date(row.start).getUTCMonth();
    if (month > 2 && month < 9) start = iso(row.start + 3_600_000);
  }
  const view: Record<string, unknown> = {
    id: row.id,
    status: row.end === undefined ? 'in_progress' : 'completed',
    startDate: start,
    endDate: row.end === undefined ? undefined : iso(row.end),
    learner,
    test: link,
    result: row.result ? resultView(c, row.result) : null,
  };
  if (on('m-attempt-number'))
    view['attempt'] = c.db.sessions.rows.filter(
      (s) => s.userId === row.userId && s.testId === row.testId && s.start <= row.start,
    ).length;
  if (row.end === undefined) {
    if (on('sessions-open-end-null')) view['endDate'] = null;
    if (on('sessions-open-end-start')) view['endDate'] = iso(row.start + 60_000);
    if (on('sessions-open-result-missing')) delete view['result'];
    if (on('sessions-open-result-object')) view['result'] = {};
    if (on('sessions-open-result-early')) view['result'] = { level: 'E3 - Lower' };
  } else {
    if (list && on('sessions-result-missing')) delete view['result'];
    if (search && on('sessions-result-null-search')) view['result'] = null;
    if (done && on('sessions-result-list')) view['result'] = [view['result']];
    if (done && on('sessions-end-missing')) delete view['endDate'];
    if (search && on('sessions-dates-swapped'))
      [view['startDate'], view['endDate']] = [view['endDate'], view['startDate']];
  }
  if (search && on('sessions-id-missing')) delete view['id'];
  if (list && on('sessions-id-of-user')) view['id'] = row.userId;
  if (open && on('sessions-status-missing')) delete view['status'];
  if (done && on('sessions-status-literal')) view['status'] = 'COMPLETE';
  if (search && on('sessions-status-number')) view['status'] = row.end === undefined ? 0 : 1;
  if (on('sessions-user-missing')) delete view['learner'];
  if (open && on('sessions-user-id-only')) view['learner'] = row.userId;
  if (search && on('sessions-test-missing')) delete view['test'];
  return view;
}

function resultView(
  c: Ctx,
  r: { calculated: number; level: string; seconds: number },
): Record<string, unknown> {
  const { on, op } = c;
  const done = op === 'GET /smart-ia/sessions/completed';
  const search = op === 'POST /smart-ia/sessions/search';
  let level: unknown = r.level;
  const [a, b] = r.level.split(' - ') as [string, string | undefined];
  if (b !== undefined && a !== 'Entry') {
    if (on('sessions-level-tight')) level = `${a}-${b}`;
    if (a === 'L2' && on('sessions-level-dash')) level = `${a} – ${b}`;
    if (search && on('sessions-level-medium')) level = r.level.replace('Middle', 'Medium');
    if (done && on('sessions-level-order')) level = `${b} - ${a}`;
    if (on('sessions-level-object')) level = { level: a, subLevel: b };
  }
  if (r.level === 'NA' && on('sessions-level-n-a')) level = 'N/A';
  if (r.level.startsWith('Entry') && on('sessions-level-below')) level = 'Below E3';
  let length: unknown = duration(c, r.seconds);
  if (on('sessions-duration-seconds')) length = r.seconds;
  if (done && on('sessions-duration-clock')) length = iso(r.seconds * 1000).slice(11, 19);
  if (on('sessions-duration-no-t')) length = duration(c, r.seconds).replace('T', '');
  if (r.seconds < 3600 && on('sessions-duration-lost')) length = undefined;
  let calculated: string | undefined = iso(r.calculated);
  if (on('sessions-calculated-day'))
    calculated = iso(r.calculated).slice(0, 10).split('-').reverse().join('/');
  if (search && on('sessions-calculated-lost')) calculated = undefined;
  return { calculatedDate: calculated, level, duration: length };
}

export function studyView(c: Ctx, row: StudyRow): Record<string, unknown> {
  const { on } = c;
  const date = (ms: number): string => (on('study-dates-blank') ? iso(ms).replace('T', ' ') : iso(ms));
  const view: Record<string, unknown> = {
    sessionId: row.id,
    userId: row.userId,
    lessonName: row.lesson,
    startDate: date(row.start),
    endDate: row.end === undefined ? undefined : date(row.end),
    duration: duration(c, row.seconds),
  };
  if (on('study-duration-minutes')) view['duration'] = Math.round(row.seconds / 60);
  if (row.end !== undefined && on('study-end-date')) view['endDate'] = iso(row.end).slice(0, 10);
  if (row.lesson === undefined && on('study-null-lesson')) view['lessonName'] = null;
  return view;
}
