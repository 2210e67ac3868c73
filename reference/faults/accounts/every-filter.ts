import { objects, remembering } from '../kit/breaks.ts';
import { answerBody, type Break, type Fault, faultsFrom, type Json } from '../kit/fault.ts';
import { keep, onPage } from '../kit/pages.ts';
import { type OperationId, operationOf } from '../kit/routes.ts';
import { type FilterName, filtersOf } from '../kit/user-filters.ts';
import { userIdIn } from './user.ts';

type Finder = 'listUsers' | 'searchUsers';

/** Faults of what finds users, once they are created or changed. */
export const everyFilter: readonly Fault[] = [
  ...faultsFrom(
    {
      'create-student.effect/every-filter': 'createStudent',
      'create-teacher.effect/every-filter': 'createTeacher',
    },
    (op) => ({
      on: [op],
      touches: [op, 'listUsers'],
      story:
        'The role filter joins a table that the nightly import fills, and a creation writes the user alone.',
      with: losing(op, 'listUsers', 'role'),
    }),
  ),
  ...faultsFrom(
    {
      'create-student.effect/every-filter!name': 'createStudent',
      'create-teacher.effect/every-filter!name': 'createTeacher',
    },
    (op) => ({
      on: [op],
      touches: [op, 'searchUsers'],
      story: 'The search for names has an index of its own, to which nothing is added in the day.',
      deep: true,
      with: losing(op, 'searchUsers', 'name'),
    }),
  ),
  ...faultsFrom(
    {
      'create-student.effect/every-filter!groups-of-then': 'createStudent',
      'create-teacher.effect/every-filter!groups-of-then': 'createTeacher',
    },
    (op) => ({
      on: [op],
      touches: [op, 'listUsers'],
      story: 'Names are looked up in documents of whole users, and a change of members writes none.',
      deep: true,
      with: withoutGroups(op),
    }),
  ),
  ...faultsFrom(
    {
      'update-student-details.date-of-birth/every-filter': 'updateStudentDetails',
      'update-user-name.effect/every-filter': 'updateUserName',
      'update-user-primary-email.effect/every-filter': 'updateUserPrimaryEmail',
      'set-user-external-id.effect/every-filter': 'setUserExternalId',
    },
    (op) => ({
      on: [op],
      touches: [op, 'listUsers'],
      story: 'A change takes a user out of the index of names, and nobody puts the new state there.',
      with: losing(op, 'listUsers', 'name'),
    }),
  ),
  ...faultsFrom(
    {
      'update-student-details.date-of-birth/every-filter!former': 'updateStudentDetails',
      'update-user-name.effect/every-filter!former': 'updateUserName',
      'update-user-primary-email.effect/every-filter!former': 'updateUserPrimaryEmail',
      'set-user-external-id.effect/every-filter!former': 'setUserExternalId',
    },
    (op) => ({
      on: [op],
      touches: [op, 'searchUsers'],
      story: 'The page of a role is served from a copy of the users, as an import had them.',
      deep: true,
      with: stale(op),
    }),
  ),
];

/** No longer finds by a filter whom an operation has created or changed. */
function losing(op: OperationId, finder: Finder, filter: FilterName): Break {
  return remembering(() => {
    const lost = new Set<unknown>();
    return async (request, service) => {
      if (operationOf(request) !== finder) return noting(op, (id) => lost.add(id))(request, service);
      if (!(await filtersOf(request)).has(filter)) return service(request);
      return onPage(request, service, (page) => keep(page, ({ userId }) => !lost.has(userId)));
    };
  });
}

/** Shows whoever was created in no class or cohort, where a name is asked for. */
function withoutGroups(op: OperationId): Break {
  return remembering(() => {
    const created = new Set<unknown>();
    return async (request, service) => {
      if (operationOf(request) !== 'listUsers') return noting(op, (id) => created.add(id))(request, service);
      if (!(await filtersOf(request)).has('name')) return service(request);
      return onPage(request, service, ({ data }) => {
        for (const user of data.filter(({ userId }) => created.has(userId)))
          Object.assign(user, { classIds: [], cohortIds: [] });
      });
    };
  });
}

/** Shows another date of birth of a user who was changed, where a role is asked for. */
function stale(op: OperationId): Break {
  return remembering(() => {
    const changed = new Set<unknown>();
    return async (request, service) => {
      if (operationOf(request) !== 'searchUsers')
        return noting(op, (id) => changed.add(id))(request, service);
      if (!(await filtersOf(request)).has('role')) return service(request);
      return onPage(request, service, ({ data }) => {
        for (const user of data.filter(({ userId }) => changed.has(userId)))
          user['dateOfBirth'] = '1970-01-01';
      });
    };
  });
}

/** Tells whom a request creates or changes. */
function noting(op: OperationId, note: (id: unknown) => void): Break {
  return async (request, service) => {
    if (operationOf(request) === op && userIdIn(request) !== '') note(userIdIn(request));
    return answerBody((body) => {
      const user = body['user'] as Json | undefined;
      if (operationOf(request) === op && user !== undefined && objects(body['data']).length === 0)
        note(user['userId']);
      return body;
    })(request, service);
  };
}
