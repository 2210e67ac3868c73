// The thirty-nine operations: a table of routes, and a handler for each.

import {
  type Answer,
  answerList,
  bodyOf,
  type Call,
  type Fields,
  isCalendarDate,
  isUuid,
  type ListPlan,
  objectOf,
  type Policy,
  refuse,
  sameFolded,
  validText,
  wishOfBody,
  wishOfQuery,
} from './engine.ts';
import {
  asRows,
  type ClassRow,
  type CohortRow,
  type Database,
  GENDERS,
  must,
  type Role,
  SESSION_SORTS,
  type SessionRow,
  STATUS,
  type StudyRow,
  USER_SORTS,
  type UserRow,
} from './model.ts';

export const ROUTES: readonly (readonly [method: string, path: string, op: string])[] = [
  ['GET', '/academic-years', 'listAcademicYears'],
  ['GET', '/academic-years/current', 'getCurrentAcademicYear'],
  ['GET', '/academic-years/:academicYearId', 'getAcademicYear'],
  ['GET', '/classes', 'listClasses'],
  ['POST', '/classes', 'createClass'],
  ['GET', '/classes/:classId', 'getClass'],
  ['POST', '/classes/:classId/students', 'addClassStudents'],
  ['DELETE', '/classes/:classId/students', 'removeClassStudents'],
  ['POST', '/classes/:classId/teachers', 'addClassTeachers'],
  ['DELETE', '/classes/:classId/teachers', 'removeClassTeachers'],
  ['GET', '/smart-ia/cohorts', 'listCohorts'],
  ['POST', '/smart-ia/cohorts', 'createCohort'],
  ['GET', '/smart-ia/cohorts/:cohortId', 'getCohort'],
  ['POST', '/smart-ia/cohorts/:cohortId/students', 'addCohortStudents'],
  ['DELETE', '/smart-ia/cohorts/:cohortId/students', 'removeCohortStudents'],
  ['POST', '/smart-ia/cohorts/:cohortId/tests', 'addCohortTests'],
  ['DELETE', '/smart-ia/cohorts/:cohortId/tests', 'removeCohortTests'],
  ['GET', '/smart-ia/tests', 'listTests'],
  ['GET', '/users', 'listUsers'],
  ['POST', '/users/search', 'searchUsers'],
  ['GET', '/smart-ia/sessions', 'listSessions'],
  ['GET', '/smart-ia/sessions/completed', 'listCompletedSessions'],
  ['GET', '/smart-ia/sessions/in-progress', 'listInProgressSessions'],
  ['POST', '/smart-ia/sessions/search', 'searchSessions'],
  ['GET', '/sessions/completed', 'listStudySessions'],
  ['POST', '/students', 'createStudent'],
  ['POST', '/students/:userId/classes', 'addStudentClasses'],
  ['DELETE', '/students/:userId/classes', 'removeStudentClasses'],
  ['POST', '/students/:userId/cohorts', 'addStudentCohorts'],
  ['PATCH', '/students/:userId/details', 'updateStudentDetails'],
  ['POST', '/teachers', 'createTeacher'],
  ['POST', '/teachers/:userId/classes', 'addTeacherClasses'],
  ['DELETE', '/teachers/:userId/classes', 'removeTeacherClasses'],
  ['PUT', '/users/:userId/name', 'updateUserName'],
  ['PUT', '/users/:userId/password', 'updateUserPassword'],
  ['PUT', '/users/:userId/emails/primary', 'updateUserPrimaryEmail'],
  ['PUT', '/users/:userId/external-id', 'setUserExternalId'],
  ['POST', '/users/:userId/enable', 'enableUser'],
  ['POST', '/users/:userId/disable', 'disableUser'],
];

/** What the restricted key may do; nothing else. */
export const RESTRICTED: readonly string[] = [
  'listAcademicYears',
  'getCurrentAcademicYear',
  'getAcademicYear',
  'listClasses',
  'getClass',
  'listCohorts',
  'getCohort',
  'listTests',
  'listUsers',
];

const iso = (ms: number) => new Date(ms).toISOString();
const ok = (body: unknown, status = 200): Answer => ({ status, body, headers: {} });
const done = (): Answer => ({ status: 204, headers: {} });
/** Leaves out what is empty. */
const lean = (o: Fields): Fields =>
  Object.fromEntries(
    Object.entries(o).filter(([, v]) => v !== undefined && v !== '' && !(Array.isArray(v) && v.length === 0)),
  );

export function duration(seconds: number): string {
  const h = Math.floor(seconds / 3600),
    m = Math.floor((seconds % 3600) / 60),
    s = seconds % 60;
  return `PT${h ? `${h}H` : ''}${m ? `${m}M` : ''}${s || !(h || m) ? `${s}S` : ''}`;
}

export function views(db: Database) {
  const tests = new Map(db.tests.map((t) => [t.testId, t]));
  const people = new Map<string, UserRow>();
  const person = (id: string): UserRow => {
    if (people.size !== db.users.length) for (const u of db.users) people.set(u.userId, u);
    return must(people.get(id));
  };
  return {
    year: (y: Database['years'][number]) => ({
      academicYearId: y.academicYearId,
      name: y.name,
      startDate: iso(y.start),
      endDate: iso(y.end),
    }),
    class: (r: ClassRow) =>
      lean({
        classId: r.classId,
        name: r.name,
        description: r.description,
        academicYearId: r.academicYearId,
      }),
    cohort: (r: CohortRow) =>
      lean({
        cohortId: r.cohortId,
        name: r.name,
        description: r.description,
        academicYearId: r.academicYearId,
        tests: r.tests.map(({ testId, activationStatus }) => {
          const t = must(tests.get(testId));
          return {
            testId,
            testVersionId: t.testVersionId,
            name: t.name,
            subject: t.subject,
            activationStatus,
          };
        }),
      }),
    user: (u: UserRow, memberships = true) =>
      lean({
        userId: u.userId,
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
        enabled: u.enabled,
        ...(memberships
          ? {
              classIds: db.classes
                .filter((r) => r.students.has(u.userId) || r.teachers.has(u.userId))
                .map((r) => r.classId),
              cohortIds: db.cohorts.filter((r) => r.students.has(u.userId)).map((r) => r.cohortId),
            }
          : {}),
      }),
    session: (s: SessionRow) => {
      const u = person(s.userId);
      const t = must(tests.get(s.testId));
      return {
        id: s.id,
        status: s.end === undefined ? STATUS.open : STATUS.done,
        startDate: iso(s.start),
        ...(s.end === undefined ? {} : { endDate: iso(s.end) }),
        learner: lean({
          userId: u.userId,
          fullName: u.fullName,
          firstName: u.firstName,
          lastName: u.lastName,
          username: u.username,
          upn: u.upn,
          externalId: u.externalId,
          dateOfBirth: u.dateOfBirth,
          gender: u.gender,
        }),
        assessment: { testId: t.testId, testVersionId: t.testVersionId, name: t.name, subject: t.subject },
        result: s.result
          ? { calculatedOn: iso(s.result.at), level: s.result.level, timeTaken: duration(s.result.seconds) }
          : null,
      };
    },
    study: (s: StudyRow) => ({
      studyId: s.studyId,
      userId: s.userId,
      title: s.title,
      startDate: iso(s.start),
      endDate: iso(s.end),
    }),
  };
}

export function operations(k: Policy) {
  const db = k.db;
  const view = views(db);
  const h = k.handlers;

  // Repositories.
  const byId = <T>(rows: T[], field: keyof T, id: string): T | undefined =>
    rows.find((r) => (r[field] as string) === id.toLowerCase());
  const need = <T>(rows: T[], field: keyof T, id: string, what: string, strict = true): T => {
    if (strict && !isUuid(id)) refuse(400, `the id of the ${what} is not a UUID`);
    return byId(rows, field, id) ?? refuse(404, `there is no such ${what}`);
  };
  const needClass = (c: Call) => need(db.classes, 'classId', must(c.params['classId']), 'class');
  const needCohort = (c: Call) => need(db.cohorts, 'cohortId', must(c.params['cohortId']), 'cohort');
  const needUser = (c: Call, role?: Role, strict = true): UserRow => {
    const u = need(db.users, 'userId', must(c.params['userId']), 'user', strict);
    return role && !u.roles.includes(role) ? refuse(404, `there is no such ${role.toLowerCase()}`) : u;
  };
  const idList = (c: Call, name: string, bounds?: readonly [number, number]): string[] => {
    const v = bodyOf(c)[name];
    if (!Array.isArray(v) || !v.every(isUuid)) refuse(400, `'${name}' must be a list of UUIDs`);
    if (bounds && (v.length < bounds[0] || v.length > bounds[1]))
      refuse(400, `'${name}' takes ${bounds[0]} to ${bounds[1]} ids`);
    return v.map((x) => x.toLowerCase());
  };
  const people = (ids: string[], role: Role | null): string[] => {
    for (const id of ids) {
      const u = byId(db.users, 'userId', id);
      if (!u || (role && !u.roles.includes(role)))
        refuse(400, `one of the ids is that of no ${(role ?? 'user').toLowerCase()}`);
    }
    return ids;
  };

  // Academic years.
  h['listAcademicYears'] = () => ok({ data: db.years.map(view.year) });
  h['getCurrentAcademicYear'] = () =>
    ok({ academicYear: view.year(must(db.years.find((y) => y.academicYearId === db.currentYearId))) });
  h['getAcademicYear'] = (c) =>
    ok({
      academicYear: view.year(
        need(db.years, 'academicYearId', must(c.params['academicYearId']), 'academic year', false),
      ),
    });

  // Lists.
  const users: ListPlan = {
    op: '',
    sets: ['userId', 'upn', 'externalId', 'username'],
    ones: ['email', 'name', 'role'],
    dates: [],
    sorts: USER_SORTS,
    order: { field: 'createdAt', dir: 'desc' },
    rows: () => asRows(db.users),
    show: (u) => view.user(u),
  };
  const assess: ListPlan = {
    op: '',
    sets: ['userId', 'testId', 'subject'],
    ones: [],
    dates: ['startDate', 'endDate'],
    sorts: SESSION_SORTS,
    order: { field: 'startDate', dir: 'asc' },
    rows: () => asRows(db.sessions),
    show: (s) => view.session(s),
  };
  const named: ListPlan = {
    op: '',
    sets: [],
    ones: ['search', 'academicYearId'],
    dates: [],
    sorts: null,
    order: { field: '', dir: 'asc' },
    rows: () => [],
    show: () => null,
  };
  const plans: Record<string, ListPlan> = {
    listClasses: { ...named, rows: () => asRows(db.classes), show: view.class },
    listCohorts: { ...named, rows: () => asRows(db.cohorts), show: view.cohort },
    listUsers: users,
    searchUsers: users,
    listSessions: { ...assess, ones: ['status'] },
    searchSessions: { ...assess, ones: ['status'] },
    listCompletedSessions: { ...assess, rows: () => asRows(db.sessions.filter((s) => s.end !== undefined)) },
    listInProgressSessions: {
      ...assess,
      dates: ['startDate'],
      rows: () => asRows(db.sessions.filter((s) => s.end === undefined)),
    },
    listStudySessions: {
      ...assess,
      sets: ['userId'],
      sorts: null,
      order: { field: 'startDate', dir: 'asc' },
      rows: () => asRows(db.studies),
      show: (s) => view.study(s as StudyRow),
    },
  };
  for (const [op, given] of Object.entries(plans)) {
    const plan = { ...given, op };
    const read = op.startsWith('search') ? wishOfBody : wishOfQuery;
    h[op] = (c) => answerList(k, plan, read(k, c, plan));
  }
  h['listTests'] = () =>
    ok({ data: db.tests.map(({ testId, name, subject }) => ({ testId, name, subject })) });

  // Classes and cohorts.
  h['getClass'] = (c) => ok({ class: view.class(needClass(c)) });
  h['getCohort'] = (c) => ok({ cohort: view.cohort(needCohort(c)) });
  const creation = (c: Call, wrap: string) => {
    const o = objectOf(bodyOf(c)[wrap], `'${wrap}'`);
    const { name, description, academicYearId: given } = o;
    if (!validText(name)) refuse(400, "'name' must be a text");
    if (description !== undefined && !validText(description)) refuse(400, "'description' must be a text");
    if (given !== undefined && !isUuid(given)) refuse(400, "'academicYearId' is not a UUID");
    const academicYearId = given?.toLowerCase() ?? db.currentYearId;
    if (!byId(db.years, 'academicYearId', academicYearId)) refuse(400, 'there is no such academic year');
    return { name, ...(description === undefined ? {} : { description }), academicYearId };
  };
  h['createClass'] = (c) => {
    const o = creation(c, 'class');
    if (db.classes.some((r) => r.academicYearId === o.academicYearId && r.name === o.name))
      refuse(409, 'the class already exists');
    const row: ClassRow = {
      seq: db.classes.length,
      classId: db.uuid(),
      ...o,
      students: new Set(),
      teachers: new Set(),
    };
    db.classes.push(row);
    return ok({ class: view.class(row) }, 201);
  };
  h['createCohort'] = (c) => {
    const o = creation(c, 'cohort');
    if (db.cohorts.some((r) => r.academicYearId === o.academicYearId && sameFolded(r.name, o.name)))
      refuse(409, 'the cohort already exists');
    const row: CohortRow = {
      seq: db.cohorts.length,
      cohortId: db.uuid(),
      ...o,
      students: new Set(),
      tests: [],
    };
    db.cohorts.push(row);
    return ok({ cohort: view.cohort(row) }, 201);
  };
  const BOUNDS = [1, 100] as const;
  h['addClassStudents'] = (c) => {
    const row = needClass(c);
    for (const id of people(idList(c, 'userIds', BOUNDS), 'STUDENT')) row.students.add(id);
    return done();
  };
  h['removeClassStudents'] = (c) => {
    const row = needClass(c);
    for (const id of people(idList(c, 'userIds'), null)) row.students.delete(id);
    return done();
  };
  h['addClassTeachers'] = (c) => {
    const row = needClass(c);
    for (const id of people(idList(c, 'userIds', BOUNDS), 'TEACHER')) row.teachers.add(id);
    return done();
  };
  h['removeClassTeachers'] = (c) => {
    const row = needClass(c);
    for (const id of people(idList(c, 'userIds', BOUNDS), null)) row.teachers.delete(id);
    return done();
  };
  h['addCohortStudents'] = (c) => {
    const row = needCohort(c);
    for (const id of people(idList(c, 'userIds'), 'STUDENT')) row.students.add(id);
    return done();
  };
  h['removeCohortStudents'] = (c) => {
    const row = needCohort(c);
    for (const id of people(idList(c, 'userIds'), null)) row.students.delete(id);
    return done();
  };
  const testIds = (c: Call) => {
    const ids = idList(c, 'testIds');
    for (const id of ids) if (!byId(db.tests, 'testId', id)) refuse(400, 'one of the ids is that of no test');
    return ids;
  };
  h['addCohortTests'] = (c) => {
    const row = needCohort(c);
    for (const testId of testIds(c))
      if (!row.tests.some((t) => t.testId === testId))
        row.tests.push({ testId, activationStatus: 'ENABLED' });
    return done();
  };
  h['removeCohortTests'] = (c) => {
    const row = needCohort(c);
    const gone = testIds(c);
    row.tests = row.tests.filter((t) => !gone.includes(t.testId));
    return done();
  };

  // People.
  const text = (o: Fields, name: string): string => {
    const v = o[name];
    return validText(v) ? v : refuse(400, `'${name}' must be a text`);
  };
  const textIfAny = (o: Fields, name: string): string | undefined =>
    o[name] === undefined ? undefined : text(o, name);
  const isGender = (v: unknown): v is string => (GENDERS as readonly unknown[]).includes(v);
  const details = ({ dateOfBirth, gender }: Fields) => {
    if (dateOfBirth !== undefined && !(typeof dateOfBirth === 'string' && isCalendarDate(dateOfBirth)))
      refuse(400, "'dateOfBirth' is not a date");
    if (gender !== undefined && !isGender(gender)) refuse(400, "'gender' has a value that is not allowed");
    return {
      ...(dateOfBirth === undefined ? {} : { dateOfBirth }),
      ...(gender === undefined ? {} : { gender }),
    };
  };
  const address = ({ email }: Fields): string =>
    typeof email === 'string' && email.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(email)
      ? email
      : refuse(400, "'email' is not an address");
  const create =
    (role: Role) =>
    (c: Call): Answer => {
      const o = objectOf(bodyOf(c)['account'], "'account'");
      const firstName = text(o, 'firstName'),
        lastName = text(o, 'lastName');
      const username = textIfAny(o, 'username'),
        upn = textIfAny(o, 'upn'),
        externalId = textIfAny(o, 'externalId');
      const email = o['email'] === undefined ? undefined : address(o);
      const rest = details(o);
      if (username !== undefined && db.users.some((u) => u.username === username))
        refuse(400, 'the username is taken');
      const at = db.now();
      const row: UserRow = {
        seq: db.users.length,
        userId: db.uuid(),
        username: username ?? `user${10000 + db.users.length}`,
        roles: [role],
        firstName,
        lastName,
        fullName: `${firstName} ${lastName}`,
        emails: email === undefined ? [] : [email],
        ...(upn === undefined ? {} : { upn }),
        ...(externalId === undefined ? {} : { externalId }),
        ...rest,
        createdAt: at,
        updatedAt: at,
        enabled: true,
        password: 'unset',
      };
      db.users.push(row);
      return ok({ user: view.user(row) }, 201);
    };
  h['createStudent'] = create('STUDENT');
  h['createTeacher'] = create('TEACHER');
  const touch = (u: UserRow) => {
    u.updatedAt = db.now();
  };
  h['updateStudentDetails'] = (c) => {
    const u = needUser(c, 'STUDENT');
    const change = details(objectOf(bodyOf(c)['student'], "'student'"));
    Object.assign(u, change);
    if (Object.keys(change).length) touch(u);
    return ok({ user: view.user(u) });
  };
  h['updateUserName'] = (c) => {
    const u = needUser(c);
    const o = objectOf(bodyOf(c)['name'], "'name'");
    const firstName = text(o, 'firstName'),
      lastName = text(o, 'lastName');
    Object.assign(u, { firstName, lastName, fullName: `${firstName} ${lastName}` });
    touch(u);
    return ok({ user: view.user(u) });
  };
  h['updateUserPassword'] = (c) => {
    const u = needUser(c);
    u.password = text(bodyOf(c), 'password');
    touch(u);
    return ok({ user: view.user(u) });
  };
  h['updateUserPrimaryEmail'] = (c) => {
    const u = needUser(c);
    const email = address(bodyOf(c));
    u.emails = [email, ...u.emails.slice(1).filter((e) => e !== email)];
    touch(u);
    return ok({ user: view.user(u) });
  };
  h['setUserExternalId'] = (c) => {
    const u = needUser(c);
    u.externalId = text(bodyOf(c), 'externalId');
    touch(u);
    return ok({ user: view.user(u, false) });
  };
  const able =
    (enabled: boolean) =>
    (c: Call): Answer => {
      const u = needUser(c, undefined, false);
      if (u.enabled !== enabled) {
        u.enabled = enabled;
        touch(u);
      }
      return done();
    };
  h['enableUser'] = able(true);
  h['disableUser'] = able(false);
  const enrol =
    (role: Role, change: (row: ClassRow, id: string) => void) =>
    (c: Call): Answer => {
      const u = needUser(c, role);
      const rows = idList(c, 'classIds').map((id) => need(db.classes, 'classId', id, 'class'));
      for (const row of rows) change(row, u.userId);
      return done();
    };
  h['addStudentClasses'] = enrol('STUDENT', (row, id) => row.students.add(id));
  h['removeStudentClasses'] = enrol('STUDENT', (row, id) => row.students.delete(id));
  h['addTeacherClasses'] = enrol('TEACHER', (row, id) => row.teachers.add(id));
  h['removeTeacherClasses'] = enrol('TEACHER', (row, id) => row.teachers.delete(id));
  h['addStudentCohorts'] = (c) => {
    const u = needUser(c, 'STUDENT');
    const rows = idList(c, 'cohortIds').map((id) => need(db.cohorts, 'cohortId', id, 'cohort'));
    for (const row of rows) row.students.add(u.userId);
    return done();
  };
}
