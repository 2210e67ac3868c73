import { remembering } from '../kit/breaks.ts';
import { answer, answerBody, type Break, type Fault, fault, type Json } from '../kit/fault.ts';
import { ownerIn } from '../kit/ids.ts';
import { type OperationId, operationOf as operationIn } from '../kit/routes.ts';
import { onPage } from './page.ts';

const groups = [
  ['class-ids', 'classIds', 'getClass', '/classes', 'addClassStudents'],
  ['cohort-ids', 'cohortIds', 'getCohort', '/smart-ia/cohorts', 'addCohortStudents'],
] as const;

const gone = '00000000-0000-4000-8000-000000000000';

/** Faults of what the fields of a user mean (chapter Users; Versioning, 6). */
export const fields: readonly Fault[] = [
  fault('user.id-unique!of-the-person', {
    on: ['listUsers', 'searchUsers'],
    story: 'The identifier of the person is served, and a person may have several accounts.',
    with: (request, service) =>
      onPage(request, service, ({ data }) => copyId(data, Math.floor(data.length / 3), 0)),
  }),
  fault('user.id-unique!past-the-fiftieth', {
    on: ['listUsers', 'searchUsers'],
    story:
      'Users are written out in groups of fifty, and the last one of a group lends the next its identifier.',
    deep: true,
    with: (request, service) => onPage(request, service, ({ data }) => copyId(data, 50, 49)),
  }),
  ...groups.flatMap(([aspect, field, read, path, assign]) => [
    fault(`user.${aspect}-exist!deleted`, {
      on: ['listUsers'],
      story: 'What has been deleted stays in the list of the users who were in it.',
      with: (request, service) =>
        onPage(request, service, ({ data }) => {
          for (const user of data)
            if (Array.isArray(user[field])) user[field] = [gone, ...user[field].slice(1)];
        }),
    }),
    fault(`user.${aspect}-exist!past-years`, {
      on: ['listUsers'],
      touches: [read],
      story:
        'Users keep what they were in, and reads by identifier look into the current academic year only.',
      deep: true,
      with: pastYearsHidden(path),
    }),
    ...(['list-users', 'search-users'] as const).map((clause) =>
      fault(`${clause}.${aspect}!left-out`, {
        on: [operationOf(clause)],
        story: 'The field was added to the answers about one user, and not to those about many.',
        with: (request, service) =>
          onPage(request, service, ({ data }) => {
            for (const user of data) delete user[field];
          }),
      }),
    ),
    ...(['list-users', 'search-users'] as const).map((clause) =>
      fault(`${clause}.${aspect}!of-last-night`, {
        on: [operationOf(clause)],
        touches: [operationOf(clause), assign],
        story: 'The memberships in lists are those of a copy that is made at night.',
        deep: true,
        with: ofLastNight(field, assign),
      }),
    ),
  ]),
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

function operationOf(clause: 'list-users' | 'search-users'): OperationId {
  return clause === 'list-users' ? 'listUsers' : 'searchUsers';
}

/** Leaves what users were assigned to today out of lists. */
function ofLastNight(field: string, assign: OperationId): Break {
  return remembering(() => {
    const today = new Set<unknown>();
    return async (request, service) => {
      if (operationIn(request) === assign) today.add(ownerIn(request));
      return operationIn(request) === assign
        ? service(request)
        : onPage(request, service, ({ data }) => {
            for (const user of data)
              if (Array.isArray(user[field])) user[field] = user[field].filter((id) => !today.has(id));
          });
    };
  });
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

function pastYearsHidden(path: string): Break {
  return async (request, service) => {
    const response = await service(request);
    if (!response.ok) return response;
    const { origin } = new URL(request.url);
    const url = `${origin}/api/v1/academic-years/current`;
    const current = await service(new Request(url, { headers: request.headers }));
    const { academicYear } = (await current.json()) as { academicYear: Json };
    const group = Object.values((await response.clone().json()) as Json)[0] as Json;
    if (group['academicYearId'] === academicYear['academicYearId']) return response;
    return answer(response, { status: 404, message: `Nothing at ${path}.` }, { status: 404 });
  };
}
