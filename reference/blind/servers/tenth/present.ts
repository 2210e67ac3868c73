// Rows as answers show them. Empty fields are left out; a nested object that is empty is null.

import { STATUS } from './parse.ts';
import type { Group, Obj, Session, Study, Test, User, Year } from './types.ts';
import { dateTime, duration } from './values.ts';
import type { World } from './world.ts';

function put(json: Obj, name: string, value: string | undefined): void {
  if (value !== undefined && value !== '') json[name] = value;
}

export function showYear(year: Year): Obj {
  return {
    academicYearId: year.id,
    name: year.name,
    startDate: dateTime(year.start),
    endDate: dateTime(year.end),
  };
}

export function showClass(group: Group): Obj {
  const json: Obj = { classId: group.id, name: group.name };
  put(json, 'description', group.description);
  json['academicYearId'] = group.yearId;
  return json;
}

export function showCohort(group: Group, world: World): Obj {
  const json: Obj = { cohortId: group.id, name: group.name };
  put(json, 'description', group.description);
  json['academicYearId'] = group.yearId;
  const tests: Obj[] = [];
  for (const { testId, activation } of group.tests) {
    const test = world.tests.get(testId);
    if (test)
      tests.push({
        testId,
        testVersionId: test.versionId,
        name: test.name,
        subject: test.subject,
        activationStatus: activation,
      });
  }
  if (tests.length > 0) json['tests'] = tests;
  return json;
}

export function showTest(test: Test): Obj {
  return { testId: test.id, name: test.name, subject: test.subject };
}

export function fullName(user: { first: string; last: string }): string {
  return `${user.first} ${user.last}`;
}

export function showUser(user: User, world: World): Obj {
  const json: Obj = { userId: user.id };
  put(json, 'username', user.username);
  put(json, 'upn', user.upn);
  json['roles'] = [...user.roles];
  put(json, 'externalId', user.externalId);
  json['fullName'] = fullName(user);
  json['firstName'] = user.first;
  json['lastName'] = user.last;
  if (user.emails.length > 0) json['emails'] = [...user.emails];
  put(json, 'gender', user.gender);
  put(json, 'dateOfBirth', user.dob);
  json['createdAt'] = dateTime(user.createdAt);
  json['updatedAt'] = dateTime(user.updatedAt);
  json['accountStatus'] = user.disabled ? 'disabled' : 'active';
  json['classIds'] = world.classIdsOf(user.id);
  json['cohortIds'] = world.cohortStudents.leftsOf(user.id);
  return json;
}

export function showSession(session: Session, world: World): Obj {
  const completed = session.end !== undefined;
  const json: Obj = {
    sessionId: session.id,
    status: completed ? STATUS.completed : STATUS.inProgress,
    startDate: dateTime(session.start),
  };
  if (session.end !== undefined) json['endDate'] = dateTime(session.end);
  const user = world.users.get(session.userId);
  json['learner'] = user ? showLearner(user) : null;
  const test = world.tests.get(session.testId);
  json['test'] = test
    ? { testId: test.id, testVersionId: test.versionId, name: test.name, subject: test.subject }
    : null;
  json['result'] =
    session.end !== undefined && session.calculated !== undefined && session.level !== undefined
      ? {
          calculatedDate: dateTime(session.calculated),
          level: session.level,
          totalDuration: duration(session.end - session.start),
        }
      : null;
  return json;
}

function showLearner(user: User): Obj {
  const json: Obj = { userId: user.id };
  put(json, 'username', user.username);
  put(json, 'upn', user.upn);
  put(json, 'externalId', user.externalId);
  json['fullName'] = fullName(user);
  json['firstName'] = user.first;
  json['lastName'] = user.last;
  put(json, 'dateOfBirth', user.dob);
  put(json, 'gender', user.gender);
  return json;
}

export function showStudy(study: Study): Obj {
  const json: Obj = { studySessionId: study.id, userId: study.userId };
  put(json, 'classId', study.classId);
  json['topic'] = study.topic;
  json['startDate'] = dateTime(study.start);
  json['endDate'] = dateTime(study.end);
  json['duration'] = duration(study.end - study.start);
  return json;
}
