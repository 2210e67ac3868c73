import type { Shapes } from '../choices.ts';
import { kindOfSession } from '../rules/session-filters.ts';
import { fullNameOf } from '../rules/user-filters.ts';
import type {
  ClassRow,
  CohortRow,
  SessionRow,
  StudySessionRow,
  TestRow,
  UserRow,
  YearRow,
} from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { dateTime, duration, type Fields, listField } from './fields.ts';

// Fields that are undefined are left out of JSON: empty fields are omitted (Conventions 3).

/** AcademicYear. */
export function renderYear(year: YearRow): Fields {
  return {
    academicYearId: year.id,
    name: year.name,
    startDate: dateTime(year.startDate),
    endDate: dateTime(year.endDate),
  };
}

/** Class. */
export function renderClass({ id, name, description, academicYearId }: ClassRow): Fields {
  return { classId: id, name, description, academicYearId };
}

/** Cohort, with its tests. */
export function renderCohort(cohort: CohortRow, store: Store, shapes: Shapes): Fields {
  const tests = cohort.tests.map(({ testId, testVersionId, activation }) => {
    const test = store.tests.get(testId);
    const activationStatus = shapes.activation[activation];
    return { testId, testVersionId, name: test?.name, subject: test?.subject, activationStatus };
  });
  return {
    cohortId: cohort.id,
    name: cohort.name,
    description: cohort.description,
    academicYearId: cohort.academicYearId,
    tests: listField(tests, shapes.emptyLists),
  };
}

/** SmartIaTest. */
export function renderTest({ id, name, subject }: TestRow): Fields {
  return { testId: id, name, subject };
}

/** User without `classIds` and `cohortIds`. */
export function renderPlainUser(user: UserRow, shapes: Shapes): Fields {
  const fields: Fields = {
    userId: user.id,
    username: user.username,
    upn: user.upn,
    roles: user.roles.map((role) => shapes.roles[role]),
    externalId: user.externalId,
    fullName: fullNameOf(user),
    firstName: user.firstName,
    lastName: user.lastName,
    emails: listField(user.emails, shapes.emptyLists),
    gender: user.gender && shapes.genders[user.gender],
    dateOfBirth: user.dateOfBirth,
    createdAt: dateTime(user.createdAt),
    updatedAt: dateTime(user.updatedAt),
  };
  if (shapes.userState !== null) fields[shapes.userState] = user.enabled;
  return fields;
}

/** User with `classIds` and `cohortIds` (Versioning 6). */
export function renderUser(user: UserRow, shapes: Shapes): Fields {
  const fields = renderPlainUser(user, shapes);
  fields['classIds'] = listField(user.classIds, shapes.emptyLists);
  fields['cohortIds'] = listField(user.cohortIds, shapes.emptyLists);
  return fields;
}

/** Session of either kind; `result` is `null` when it is in progress (Conventions 3). */
export function renderSession(session: SessionRow, store: Store, shapes: Shapes): Fields {
  const { session: names, status } = shapes;
  return {
    [names.id]: session.id,
    status: status[kindOfSession(session)],
    startDate: dateTime(session.startDate),
    endDate: dateTime(session.endDate),
    [names.user]: renderSessionUser(store.users.get(session.userId), session.userId, shapes),
    [names.test]: renderSessionTest(session, store.tests.get(session.testId)),
    result: renderResult(session, shapes),
  };
}

/** SessionUser: the learner, with personal details and identifiers. */
function renderSessionUser(user: UserRow | undefined, userId: string, shapes: Shapes): Fields {
  return {
    userId,
    username: user?.username,
    upn: user?.upn,
    externalId: user?.externalId,
    fullName: user && fullNameOf(user),
    firstName: user?.firstName,
    lastName: user?.lastName,
    gender: user?.gender && shapes.genders[user.gender],
    dateOfBirth: user?.dateOfBirth,
  };
}

/** SessionTest. */
function renderSessionTest({ testId, testVersionId }: SessionRow, test: TestRow | undefined): Fields {
  return { testId, testVersionId, name: test?.name, subject: test?.subject };
}

function renderResult({ startDate, endDate, result }: SessionRow, { session: names }: Shapes): Fields | null {
  if (!result || endDate === undefined) return null;
  return {
    [names.calculatedAt]: dateTime(result.calculatedAt),
    [names.level]: result.level,
    [names.duration]: duration(endDate - startDate),
  };
}

/** A completed study session. */
export function renderStudySession(session: StudySessionRow, { studySession: names }: Shapes): Fields {
  return {
    [names.id]: session.id,
    userId: session.userId,
    subject: session.subject,
    startDate: dateTime(session.startDate),
    endDate: dateTime(session.endDate),
    [names.duration]: duration(session.endDate - session.startDate),
  };
}
