import type { Context, Handler } from './core.ts';
import { bad, fold, isEmail, missing, nothing, pathId, reply } from './core.ts';
import { ids, wrapped } from './rosters.ts';
import type { Class, Cohort, Row, User } from './types.ts';
import { genders, showUser } from './users.ts';
import { currentYear } from './years.ts';

function word(given: Record<string, unknown>, name: string, required: boolean): string | undefined {
  const value = given[name];
  if (value === undefined || value === null) return required ? bad(`${name} is missing.`) : undefined;
  if (typeof value !== 'string') return bad(`${name} is not a string.`);
  if (value.trim() === '') bad(`${name} is blank.`);
  if (value.length > 200) bad(`${name} is longer than 200 characters.`);
  return value;
}

function date(value: string): string {
  const m = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value);
  const [y, mo, d] = m ? [Number(m[1]), Number(m[2]), Number(m[3])] : [0, 0, 0];
  if (!m || mo < 1 || mo > 12 || d < 1 || d > new Date(Date.UTC(y, mo, 0)).getUTCDate())
    bad('dateOfBirth is not a date YYYY-MM-DD.');
  return value;
}

function details(given: Record<string, unknown>): { dateOfBirth?: string; gender?: string } {
  const out: { dateOfBirth?: string; gender?: string } = {};
  const born = word(given, 'dateOfBirth', false),
    gender = word(given, 'gender', false);
  if (born !== undefined) out.dateOfBirth = date(born);
  if (gender !== undefined)
    out.gender = genders.includes(gender) ? gender : bad(`gender is none of ${genders.join(', ')}.`);
  return out;
}

function free(c: Context, key: 'username' | 'upn', value: string | undefined, except?: User): void {
  if (value === undefined) return;
  for (const other of c.db.users.values())
    if (other !== except && other[key] !== undefined && fold(other[key]) === fold(value))
      bad(`This ${key} is taken.`);
}

const update = (user: User): void => {
  user.updatedAt = Math.max(Date.now(), user.updatedAt + 1);
};

function create(c: Context, role: string): User {
  const given = wrapped(c, 'user');
  const firstName = word(given, 'firstName', true) as string,
    lastName = word(given, 'lastName', true) as string;
  const username = word(given, 'username', false),
    upn = word(given, 'upn', false),
    externalId = word(given, 'externalId', false),
    email = word(given, 'email', false);
  if (email !== undefined && !isEmail(email)) bad('email is not an email address.');
  const rest = details(given);
  free(c, 'username', username);
  free(c, 'upn', upn);
  const now = Date.now();
  const user: User = {
    userId: crypto.randomUUID(),
    roles: [role],
    firstName,
    lastName,
    fullName: `${firstName} ${lastName}`,
    emails: email === undefined ? [] : [email],
    createdAt: now,
    updatedAt: now,
    isActive: true,
    ...rest,
  };
  if (username !== undefined) user.username = username;
  if (upn !== undefined) user.upn = upn;
  if (externalId !== undefined) user.externalId = externalId;
  return user;
}

function created(c: Context, user: User, change: (row: Row) => Row = (row) => row): Response {
  const response = reply(201, { user: change(showUser(c, user)) });
  if (c.on('m-location-of-created')) response.headers.set('location', `/api/v1/users/${user.userId}`);
  return response;
}

const createStudent: Handler = (c) => {
  const user = create(c, 'Student');
  if (c.on('create-student-external-id-lost')) delete user.externalId;
  if (c.on('create-student-external-id-taken-over') && user.externalId !== undefined) {
    for (const other of c.db.users.values())
      if (other.externalId === user.externalId) delete other.externalId;
  }
  if (c.on('create-student-namesake-overwritten')) {
    const same = [...c.db.users.values()].find((u) => u.fullName === user.fullName);
    if (same) user.userId = same.userId;
  }
  if (c.on('create-student-in-first-class'))
    [...c.db.classes.values()]
      .find((x) => x.academicYearId === currentYear(c)?.academicYearId)
      ?.students.add(user.userId);
  if (c.on('create-student-ascii-names')) {
    user.firstName = user.firstName.normalize('NFD').replace(/[^\x20-\x7e]/g, '');
    user.lastName = user.lastName.normalize('NFD').replace(/[^\x20-\x7e]/g, '');
  }
  if (c.on('create-student-created-in-past'))
    user.createdAt = Math.floor(user.createdAt / 86_400_000) * 86_400_000;
  if (c.on('create-student-teacher-role')) user.roles = ['Student', 'Teacher'];
  c.db.users.set(user.userId, user);
  if (c.on('create-student-200')) return reply(200, { user: showUser(c, user) });
  if (c.on('create-student-wrapped-as-student')) return reply(201, { student: showUser(c, user) });
  return created(c, user, (row) => {
    if (c.on('create-student-memberships-missing')) {
      delete row['classIds'];
      delete row['cohortIds'];
    }
    if (c.on('create-student-null-fields'))
      for (const key of ['upn', 'gender', 'dateOfBirth']) row[key] ??= null;
    return row;
  });
};

const createTeacher: Handler = (c) => {
  const user = create(c, 'Teacher');
  if (c.on('create-teacher-as-student')) user.roles = ['Student'];
  if (c.on('create-teacher-username-lowered') && user.username !== undefined)
    user.username = user.username.toLowerCase();
  if (c.on('create-teacher-full-name-first-only')) user.fullName = user.firstName;
  if (c.on('create-teacher-updated-before-created')) user.updatedAt = user.createdAt - 3_600_000;
  if (!c.on('create-teacher-not-stored')) c.db.users.set(user.userId, user);
  if (c.on('create-teacher-stored-twice')) {
    const twin = crypto.randomUUID();
    c.db.users.set(twin, { ...user, userId: twin });
  }
  return created(c, user, (row) => {
    if (c.on('create-teacher-memberships-null')) {
      row['classIds'] = null;
      row['cohortIds'] = null;
    }
    if (c.on('create-teacher-other-id')) row['userId'] = crypto.randomUUID();
    return row;
  });
};

function userAt(c: Context, role?: string): User {
  const id = pathId(c, 'userId');
  const user = c.db.users.get(id);
  if (!user || (role !== undefined && !user.roles.includes(role))) return missing(role ?? 'User');
  return user;
}

function found<T>(list: readonly string[], all: Map<string, T>, what: string): T[] {
  return list.map((id) => all.get(id) ?? missing(`${what} ${id}`));
}
const touch = (c: Context, user: User): void => {
  if (c.on('m-membership-updates-user')) update(user);
};

const addStudentClasses: Handler = (c) => {
  const user = userAt(c, 'Student');
  const list = ids(c, 'classIds', 1, 100);
  if (c.on('student-classes-half-done'))
    for (const id of list) (c.db.classes.get(id) ?? missing('Class')).students.add(user.userId);
  const classes = found(list, c.db.classes, 'Class');
  if (c.on('student-classes-replace')) for (const x of c.db.classes.values()) x.students.delete(user.userId);
  if (c.on('student-classes-first-only')) classes.splice(1);
  if (c.on('student-classes-past-years-skipped'))
    for (const x of [...classes])
      if (x.academicYearId !== currentYear(c)?.academicYearId) classes.splice(classes.indexOf(x), 1);
  for (const x of classes) (c.on('student-classes-as-teacher') ? x.teachers : x.students).add(user.userId);
  if (c.on('student-classes-rename') && user.fullName !== fold(user.fullName))
    user.fullName = fold(user.fullName);
  touch(c, user);
  return nothing();
};

const removeStudentClasses: Handler = (c) => {
  const user = userAt(c, 'Student');
  const list = ids(c, 'classIds', 1, 100);
  if (c.on('student-classes-removal-half-done'))
    for (const id of list) (c.db.classes.get(id) ?? missing('Class')).students.delete(user.userId);
  const classes: Class[] = found(list, c.db.classes, 'Class');
  if (c.on('student-classes-removal-all'))
    for (const x of c.db.classes.values()) x.students.delete(user.userId);
  if (c.on('student-classes-removal-cohorts-too'))
    for (const x of c.db.cohorts.values()) x.students.delete(user.userId);
  if (c.on('student-classes-removal-clears-class')) for (const x of classes) x.students.clear();
  if (c.on('student-classes-removal-last-id-lost') && classes.length > 1) classes.pop();
  for (const x of classes) x.students.delete(user.userId);
  touch(c, user);
  return nothing();
};

const addStudentCohorts: Handler = (c) => {
  const user = userAt(c, 'Student');
  const list = ids(c, 'cohortIds', 1, 100);
  if (c.on('student-cohorts-half-done'))
    for (const id of list) (c.db.cohorts.get(id) ?? missing('Cohort')).students.add(user.userId);
  const cohorts: Cohort[] = found(list, c.db.cohorts, 'Cohort');
  if (c.on('student-cohorts-one-per-year'))
    for (const x of c.db.cohorts.values())
      if (cohorts.some((y) => y.academicYearId === x.academicYearId)) x.students.delete(user.userId);
  if (c.on('student-cohorts-leave-classes'))
    for (const x of c.db.classes.values()) x.students.delete(user.userId);
  if (c.on('student-cohorts-nothing')) return nothing();
  for (const x of cohorts) x.students.add(user.userId);
  touch(c, user);
  return nothing();
};

const addTeacherClasses: Handler = (c) => {
  const user = c.on('teacher-classes-any-user') ? userAt(c) : userAt(c, 'Teacher');
  const list = ids(c, 'classIds', 1, 100);
  if (c.on('teacher-classes-half-done'))
    for (const id of list) (c.db.classes.get(id) ?? missing('Class')).teachers.add(user.userId);
  const classes = found(list, c.db.classes, 'Class');
  if (c.on('teacher-classes-displace')) for (const x of classes) x.teachers.clear();
  if (c.on('teacher-classes-students-leave')) for (const x of classes) x.students.clear();
  if (c.on('teacher-classes-nothing-if-one-is-known') && classes.some((x) => x.teachers.has(user.userId)))
    return nothing();
  for (const x of classes) x.teachers.add(user.userId);
  touch(c, user);
  return nothing();
};

const removeTeacherClasses: Handler = (c) => {
  const user = userAt(c, 'Teacher');
  const list = ids(c, 'classIds', 1, 100);
  const classes = found(list, c.db.classes, 'Class');
  if (c.on('teacher-classes-removal-of-all-teachers')) for (const x of classes) x.teachers.clear();
  if (c.on('teacher-classes-removal-of-year'))
    for (const x of c.db.classes.values())
      if (classes.some((y) => y.academicYearId === x.academicYearId)) x.teachers.delete(user.userId);
  if (c.on('teacher-classes-removal-nothing')) return nothing();
  if (c.on('teacher-classes-removal-deletes-class'))
    for (const x of classes)
      if (x.teachers.size === 1 && x.students.size === 0) c.db.classes.delete(x.classId);
  for (const x of classes) x.teachers.delete(user.userId);
  touch(c, user);
  return nothing();
};

const updateStudentDetails: Handler = (c) => {
  const user = userAt(c, 'Student');
  const given = details(wrapped(c, 'user'));
  if (given.dateOfBirth === undefined && given.gender === undefined && !c.on('m-empty-details-accepted'))
    bad('Neither dateOfBirth nor gender is given.');
  if (c.on('details-birth-day-early') && given.dateOfBirth !== undefined)
    given.dateOfBirth = new Date(Date.parse(given.dateOfBirth) - 3_600_000).toISOString().slice(0, 10);
  if (c.on('details-other-is-cleared')) {
    delete user.gender;
    delete user.dateOfBirth;
  }
  if (c.on('details-gender-ignored-with-birth') && given.dateOfBirth !== undefined) delete given.gender;
  if (c.on('details-namesakes-too'))
    for (const other of c.db.users.values())
      if (other.lastName === user.lastName) Object.assign(other, given);
  if (c.on('details-birth-of-the-set-stays') && user.dateOfBirth !== undefined) delete given.dateOfBirth;
  const before = showUser(c, user);
  Object.assign(user, given);
  if (!c.on('details-updated-at-stays')) update(user);
  if (c.on('details-created-at-moves')) user.createdAt = user.updatedAt;
  const row = c.on('details-answers-before') ? before : showUser(c, user);
  if (c.on('details-memberships-missing')) {
    delete row['classIds'];
    delete row['cohortIds'];
  }
  return c.on('details-204') ? nothing() : reply(200, { user: row });
};

const updateUserName: Handler = (c) => {
  const user = userAt(c);
  const given = wrapped(c, 'user');
  const firstName = word(given, 'firstName', true) as string,
    lastName = word(given, 'lastName', true) as string;
  user.firstName = firstName;
  if (!c.on('name-last-name-stays')) user.lastName = lastName;
  if (c.on('name-upper-initials'))
    user.lastName = lastName
      .replace(/^./u, (x) => x.toUpperCase())
      .replace(/(.)(.*)/u, (_m, a: string, b: string) => a + b.toLowerCase());
  if (!c.on('name-full-name-stays')) user.fullName = `${user.firstName} ${user.lastName}`;
  if (c.on('name-username-changes') && user.username !== undefined)
    user.username = `${fold(firstName).slice(0, 1)}${fold(lastName)}`;
  if (c.on('name-roles-reset')) user.roles = user.roles.slice(0, 1);
  if (!c.on('name-updated-at-stays')) update(user);
  const row = showUser(c, user);
  if (c.on('name-cohorts-empty')) row['cohortIds'] = [];
  if (c.on('name-answer-unwrapped')) return reply(200, row);
  return reply(200, { user: row });
};

const updateUserPassword: Handler = (c) => {
  const user = userAt(c);
  const password = word(wrapped(c, 'user'), 'password', true) as string;
  user.password = password;
  if (c.on('password-disables')) user.isActive = false;
  if (c.on('password-enables') && !user.isActive) user.isActive = true;
  if (!c.on('password-updated-at-stays')) update(user);
  if (c.on('password-leaves-classes')) for (const x of c.db.classes.values()) x.students.delete(user.userId);
  const row = showUser(
    c,
    c.on('password-answers-other-user') ? ([...c.db.users.values()].find((u) => u !== user) as User) : user,
  );
  if (c.on('password-memberships-missing')) {
    delete row['classIds'];
    delete row['cohortIds'];
  }
  return c.on('password-204') ? nothing() : reply(200, { user: row });
};

const updateUserPrimaryEmail: Handler = (c) => {
  const user = userAt(c);
  const email = word(wrapped(c, 'user'), 'email', true) as string;
  if (!c.on('email-unchecked') && !isEmail(email)) bad('email is not an email address.');
  const kept = user.emails.slice(1).filter((e) => fold(e) !== fold(email));
  user.emails = c.on('email-drops-others') ? [email] : [email, ...kept];
  if (c.on('email-of-other-removed'))
    for (const other of c.db.users.values())
      if (other !== user) other.emails = other.emails.filter((e) => fold(e) !== fold(email));
  if (c.on('email-plus-cut')) user.emails[0] = email.replace(/\+[^@]*/, '');
  if (c.on('email-becomes-username')) user.username = email;
  update(user);
  const row = showUser(c, user);
  if (c.on('email-answer-text')) row['emails'] = user.emails.join(';');
  return reply(200, { user: row });
};

const setUserExternalId: Handler = (c) => {
  const user = userAt(c);
  const externalId = word(wrapped(c, 'user'), 'externalId', true) as string;
  if (c.on('external-id-set-once') && user.externalId !== undefined)
    return reply(200, { user: { ...showUser(c, user, false), externalId } });
  user.externalId = c.on('external-id-upper')
    ? externalId.toUpperCase()
    : c.on('external-id-numbers-cut')
      ? externalId.replace(/^0+/, '')
      : externalId;
  if (c.on('external-id-becomes-upn')) user.upn = externalId;
  if (c.on('external-id-taken-from-others'))
    for (const other of c.db.users.values())
      if (other !== user && other.externalId === externalId) delete other.externalId;
  if (!c.on('external-id-updated-at-stays')) update(user);
  return reply(200, { user: showUser(c, user, false) });
};

const enableUser: Handler = (c) => {
  const user = userAt(c);
  if (c.on('enable-toggles')) user.isActive = !user.isActive;
  else if (!c.on('enable-nothing')) user.isActive = true;
  if (c.on('enable-all-of-role'))
    for (const other of c.db.users.values()) if (other.roles[0] === user.roles[0]) other.isActive = true;
  if (c.on('enable-resets-created')) user.createdAt = Date.now();
  update(user);
  return nothing();
};

const disableUser: Handler = (c) => {
  const user = userAt(c);
  user.isActive = false;
  if (c.on('disable-namesakes-too'))
    for (const other of c.db.users.values()) if (other.lastName === user.lastName) other.isActive = false;
  if (c.on('disable-removes-user')) c.db.users.delete(user.userId);
  if (c.on('disable-clears-emails')) user.emails = [];
  if (c.on('disable-teacher-not') && user.roles.includes('Teacher')) user.isActive = true;
  update(user);
  return nothing();
};

export const changes: Record<string, Handler> = {
  createStudent,
  createTeacher,
  addStudentClasses,
  removeStudentClasses,
  addStudentCohorts,
  addTeacherClasses,
  removeTeacherClasses,
  updateStudentDetails,
  updateUserName,
  updateUserPassword,
  updateUserPrimaryEmail,
  setUserExternalId,
  enableUser,
  disableUser,
};
