import { read, refusal, remembering } from '../kit/breaks.ts';
import {
  answerBody,
  type Break,
  type Fault,
  fault,
  faultsFrom,
  type Json,
  type Service,
} from '../kit/fault.ts';
import { ownerIn } from '../kit/ids.ts';
import { eachItem, page } from '../kit/pages.ts';
import { type OperationId, operationOf } from '../kit/routes.ts';

/** Faults of what the fields of a user mean (chapter Users; Versioning, 6). */
export const fields: readonly Fault[] = [
  fault('user.id-unique!of-the-person', {
    on: ['listUsers', 'searchUsers'],
    story: 'The identifier of the person is served, and a person may have several accounts.',
    with: page(({ data }) => copyId(data, Math.floor(data.length / 3), 0)),
  }),
  fault('user.id-unique!past-the-fiftieth', {
    on: ['listUsers', 'searchUsers'],
    story:
      'Users are written out in groups of fifty, and the last one of a group lends the next its identifier.',
    deep: true,
    with: page(({ data }) => copyId(data, 50, 49)),
  }),
  ...faultsFrom(
    {
      'user.class-ids-exist!other-kind': ['classIds', 'cohortIds'],
      'user.cohort-ids-exist!other-kind': ['cohortIds', 'classIds'],
    },
    ([field, other]) => ({
      on: ['listUsers'],
      story: 'Both kinds of groups come from one table of memberships, whose kind is not asked for.',
      with: eachItem((user) => {
        if (Array.isArray(user[field]) && Array.isArray(user[other])) user[field] = user[other];
      }),
    }),
  ),
  ...faultsFrom(
    {
      'user.class-ids-exist!forbidden': ['getClass', 'classIds'],
      'user.cohort-ids-exist!forbidden': ['getCohort', 'cohortIds'],
    },
    ([readById]) => ({
      on: ['listUsers'],
      touches: [readById],
      story: 'What is not of the current academic year is answered as gone, with a status of its own.',
      deep: true,
      with: pastYearsGone,
    }),
  ),
  ...faultsFrom(
    {
      'list-users.class-ids!left-out': ['listUsers', 'classIds'],
      'list-users.cohort-ids!left-out': ['listUsers', 'cohortIds'],
      'search-users.class-ids!left-out': ['searchUsers', 'classIds'],
      'search-users.cohort-ids!left-out': ['searchUsers', 'cohortIds'],
    },
    ([operation, field]) => ({
      on: [operation],
      story: 'The field was added to the answers about one user, and not to those about many.',
      with: eachItem((user) => delete user[field]),
    }),
  ),
  ...faultsFrom(
    {
      'list-users.class-ids!of-last-night': ['listUsers', 'classIds', 'addClassStudents'],
      'list-users.cohort-ids!of-last-night': ['listUsers', 'cohortIds', 'addCohortStudents'],
      'search-users.class-ids!of-last-night': ['searchUsers', 'classIds', 'addClassStudents'],
      'search-users.cohort-ids!of-last-night': ['searchUsers', 'cohortIds', 'addCohortStudents'],
    },
    ([operation, field, assignment]) => ({
      on: [operation],
      touches: [operation, assignment],
      story: 'The memberships in lists are those of a copy that is made at night.',
      deep: true,
      with: ofLastNight(field, assignment),
    }),
  ),
  fault('user.created-at-meaning!of-the-row', {
    on: ['updateUserName'],
    story: 'A change writes a new row, and the moment of the row is served.',
    with: answerBody((body) => withMoments(body, ({ updatedAt }) => ({ createdAt: updatedAt }))),
  }),
  fault('user.created-at-meaning!second-change', {
    on: ['updateUserName'],
    story:
      'From the second change on the row is the copy of an older one, and has its own moment of creation.',
    deep: true,
    with: fromSecondChange(({ updatedAt }) => ({ createdAt: updatedAt })),
  }),
  fault('user.updated-at-meaning!once', {
    on: ['updateUserName'],
    story: 'The moment of the last change is set where there is none yet, and stays from then on.',
    deep: true,
    with: fromSecondChange((_, first) => ({ updatedAt: first['updatedAt'] })),
  }),
  fault('user.updated-at-meaning!never-moves', {
    on: ['updateUserName'],
    story: 'The moment of the last change is set when the account is made, and never again.',
    with: answerBody((body) => withMoments(body, ({ createdAt }) => ({ updatedAt: createdAt }))),
  }),
];

/** Leaves what users were assigned to today out of lists. */
function ofLastNight(field: string, assignment: OperationId): Break {
  return remembering(() => {
    const assigned = new Set<unknown>();
    const withoutAssigned = eachItem((user) =>
      changeIds(user, field, (ids) => ids.filter((id) => !assigned.has(id))),
    );
    return async (request, service) => {
      if (operationOf(request) === assignment) {
        assigned.add(ownerIn(request));
        return service(request);
      }
      return withoutAssigned(request, service);
    };
  });
}

/** Changes a list of identifiers of a user, if there is one. */
function changeIds(user: Json, field: string, change: (ids: unknown[]) => unknown[]): void {
  const ids = user[field];
  if (Array.isArray(ids)) user[field] = change(ids);
}

function copyId(users: Json[], from: number, to: number): void {
  const [source, target] = [users[from], users[to]];
  if (source && target && source !== target) target['userId'] = source['userId'];
}

/** Answers the second change of a user, and all later ones, with other moments. */
function fromSecondChange(moments: (user: Json, first: Json) => Json): Break {
  return remembering(() => {
    const firsts = new Map<unknown, Json>();
    return answerBody((body) => {
      const user = body['user'] as Json;
      const first = firsts.get(user['userId']);
      if (first) return withMoments(body, (now) => moments(now, first));
      firsts.set(user['userId'], user);
      return body;
    });
  });
}

function withMoments(body: Json, change: (user: Json) => Json): Json {
  const user = body['user'] as Json;
  return { ...body, user: { ...user, ...change(user) } };
}

/** Answers with 410 where a class or cohort is not of the current academic year. */
async function pastYearsGone(request: Request, service: Service): Promise<Response> {
  const response = await service(request);
  if (!response.ok) return response;
  const current = (await read(request, service, '/academic-years/current'))['academicYear'] as Json;
  const [group] = Object.values((await response.clone().json()) as Json) as Json[];
  return group?.['academicYearId'] === current['academicYearId']
    ? response
    : refusal(410, 'Nothing here any more.');
}
