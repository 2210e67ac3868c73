import { objects, read, refusal, remembering } from '../kit/breaks.ts';
import { answer, type Break, type Fault, faults, faultsFrom, type Json, type Service } from '../kit/fault.ts';
import { onPage } from '../kit/pages.ts';
import { type OperationId, operationOf } from '../kit/routes.ts';
import { type FilterName, filters, filtersOf } from '../kit/user-filters.ts';
import { forTeachers, isTeacher, userIdIn, userNow } from './user.ts';

const formerStays = {
  story: 'The table in which values are looked up gains the new one, and keeps the former one.',
} as const;

const knownAsNothing = {
  story: 'That nobody was found is kept for a while, and a change does not clear it.',
  deep: true,
} as const;

const ofStudents = {
  story: 'The statement joins the table of students, and updates no row for anybody else.',
} as const;

/** Faults of values by which users are found, when they change, and of changes of teachers. */
export const moving: readonly Fault[] = [
  ...faultsFrom(
    {
      'update-user-name.effect/found': ['updateUserName', 'name'],
      'update-user-primary-email.effect/found': ['updateUserPrimaryEmail', 'email'],
      'set-user-external-id.effect/found': ['setUserExternalId', 'externalId'],
    },
    ([op, filter]) => ({
      ...formerStays,
      on: [op],
      touches: [op, 'listUsers'],
      with: findingFormer(filter, () => true),
    }),
  ),
  ...faultsFrom(
    {
      'update-user-name.effect/found!known-as-nothing': ['updateUserName', 'name'],
      'update-user-primary-email.effect/found!known-as-nothing': ['updateUserPrimaryEmail', 'email'],
      'set-user-external-id.effect/found!known-as-nothing': ['setUserExternalId', 'externalId'],
    },
    ([op, filter]) => ({
      ...knownAsNothing,
      on: [op],
      touches: ['searchUsers'],
      with: keepingNothing(filter),
    }),
  ),
  ...faults(
    {
      'update-user-name.effect/teacher': 'updateUserName',
      'update-user-primary-email.effect/teacher': 'updateUserPrimaryEmail',
      'set-user-external-id.effect/teacher': 'setUserExternalId',
    },
    { ...ofStudents, with: forTeachers(async (user) => Response.json({ user })) },
  ),
  ...faults(
    { 'update-user-name.effect/teacher!not-found': 'updateUserName' },
    {
      story: 'The row is looked for among the students.',
      deep: true,
      with: forTeachers(async () => refusal(404, 'There is no such user.')),
    },
  ),
  ...faultsFrom(
    {
      'update-user-name.effect/teacher!former': ['updateUserName', 'name'],
      'update-user-primary-email.effect/teacher!former': ['updateUserPrimaryEmail', 'email'],
      'set-user-external-id.effect/teacher!former': ['setUserExternalId', 'externalId'],
    },
    ([op, filter]) => ({
      story: 'The search index of teachers is a second one, from which nothing is deleted.',
      deep: true,
      on: [op],
      touches: [op, 'searchUsers'],
      with: findingFormer(filter, isTeacher),
    }),
  ),
  ...faults(
    { 'update-user-primary-email.effect/teacher!small-letters': 'updateUserPrimaryEmail' },
    {
      story: 'The index holds addresses in small letters, and what is looked for in it stays as it came.',
      deep: true,
      touches: ['listUsers'],
      with: filters((sent) => {
        if (/[A-Z]/.test(sent.get('email')?.[0] ?? '')) sent.set('email', ['nobody@example.org']);
      }),
    },
  ),
  ...faults(
    {
      'update-user-name.effect/found!namesakes': 'updateUserName',
      'update-user-primary-email.effect/found!namesakes': 'updateUserPrimaryEmail',
      'set-user-external-id.effect/found!namesakes': 'setUserExternalId',
    },
    {
      story: 'The update finds its row by the name of the user, and all who share it are changed.',
      deep: true,
      with: changingNamesakes,
    },
  ),
  ...faults(
    { 'update-user-password.success/teacher': 'updateUserPassword' },
    {
      story: 'Teachers sign in by another service, and the route looks for students alone.',
      with: forTeachers(async () =>
        Response.json({ status: 404, message: 'No such user.' }, { status: 404 }),
      ),
    },
  ),
  ...faults(
    { 'update-user-password.success/teacher!queued': 'updateUserPassword' },
    {
      story: 'The password of a teacher is handed to another service, and the answer says that it was.',
      deep: true,
      with: forTeachers(async (user) => Response.json({ user }, { status: 202 })),
    },
  ),
];

/** Sends a change for all who have the name of the user. */
async function changingNamesakes(request: Request, service: Service): Promise<Response> {
  const { fullName } = await userNow(request, service);
  const response = await service(request.clone());
  if (!response.ok) return response;
  const newest = objects((await read(request, service, '/users?limit=100'))['data']);
  const { pathname } = new URL(request.url);
  for (const { userId } of newest.filter((user) => user['fullName'] === fullName)) {
    const path = pathname.replace(userIdIn(request), String(userId));
    await service(new Request(new URL(path, request.url), request.clone()));
  }
  return response;
}

/** Finds users by the values that they had before a change, too. */
function findingFormer(filter: FilterName, holds: (user: Json) => boolean): Break {
  return remembering(() => {
    const former = new Map<string, string>();
    return async (request, service) => {
      const op = operationOf(request) as OperationId;
      if (op !== 'listUsers' && op !== 'searchUsers') {
        const user = await userNow(request, service);
        const { lastName, emails, externalId } = user;
        const [email] = Array.isArray(emails) ? emails : [];
        const value = filter === 'name' ? lastName : filter === 'email' ? email : externalId;
        if (holds(user)) former.set(String(value), userIdIn(request));
        return service(request);
      }
      const [value = ''] = (await filtersOf(request)).get(filter) ?? [];
      const id = former.get(value);
      if (id === undefined) return service(request);
      const found = objects((await read(request, service, `/users?userId=${id}`))['data']);
      return onPage(request, service, (page) => {
        if (page.data.length > 0) return;
        page.data = found;
        page.pagination.total = found.length;
      });
    };
  });
}

/** Remembers each value that found nobody, and finds nobody by it from then on. */
function keepingNothing(filter: FilterName): Break {
  return remembering(() => {
    const nothing = new Map<string, Json>();
    return async (request, service) => {
      const [value] = (await filtersOf(request)).get(filter) ?? [];
      const response = await service(request);
      if (value === undefined || !response.ok) return response;
      const known = nothing.get(value);
      if (known) return answer(response, known);
      const body = (await response.clone().json()) as Json;
      if (objects(body['data']).length === 0) nothing.set(value, body);
      return response;
    };
  });
}
