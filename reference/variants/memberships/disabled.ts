import { bodyOf, objects, read, resend } from '../../faults/kit/breaks.ts';
import type { Break, Service } from '../../faults/kit/fault.ts';
import { idsOf } from '../../faults/memberships/membership.ts';
import { refuse } from '../kit/rewrite.ts';
import { type Variant, variant } from '../kit/variant.ts';

/** What other teams may do about lists that name a disabled user. */
export const disabledMembers: readonly Variant[] = [
  variant('membership.disabled-users!refused', {
    fills: ['membership.disabled-users'],
    story: 'A list that names a disabled user is refused, and nobody of it is assigned or removed.',
    on: [
      'addClassStudents',
      'addClassTeachers',
      'addCohortStudents',
      'removeClassStudents',
      'removeClassTeachers',
      'removeCohortStudents',
    ],
    with: withEnabled(() => refuse(400, 'A user is disabled.')),
  }),
  variant('disable-user.memberships!left', {
    fills: ['disable-user.memberships'],
    story: 'Whoever is disabled has left the college, and is in no class and no cohort any more.',
    readings: { 'disable-user.memberships': 'left' },
    on: ['disableUser'],
    with: async (request, service) => {
      const response = await service(request.clone());
      if (response.ok) await leaveAll(request, service);
      return response;
    },
  }),
  variant('disable-user.memberships!left-and-missed', {
    fills: ['disable-user.memberships', 'membership.remove-absent'],
    story:
      'Whoever is disabled leaves all groups; a list is worked off in its order, up to the first who is not there to remove.',
    readings: { 'disable-user.memberships': 'left' },
    on: ['disableUser', 'removeClassStudents', 'removeClassTeachers', 'removeCohortStudents'],
    with: async (request, service) => {
      if (request.method === 'DELETE') return removedInOrder(request, service);
      const response = await service(request.clone());
      if (response.ok) await leaveAll(request, service);
      return response;
    },
  }),
  variant('membership.disabled-users!passed-over', {
    fills: ['membership.disabled-users'],
    story: 'Who is disabled cannot be assigned, and is passed over in a list of others.',
    on: ['addClassStudents', 'addClassTeachers', 'addCohortStudents'],
    with: withEnabled((request, enabled, service) =>
      enabled.length === 0
        ? assignedNobody(request, service)
        : service(resend(request, { userIds: enabled })),
    ),
  }),
];

const isGoodList = (ids: readonly string[]) =>
  ids.length > 0 && ids.length <= 100 && ids.every((id) => /^[0-9a-f-]{36}$/i.test(id));

/** Does something else where an otherwise good list of users names some who are disabled. */
function withEnabled(
  otherwise: (request: Request, enabled: readonly string[], service: Service) => Response | Promise<Response>,
): Break {
  return async (request, service) => {
    const ids = idsOf(await bodyOf(request), 'userIds');
    if (!isGoodList(ids)) return service(request);
    const enabled: string[] = [];
    for (const id of ids) {
      const [user] = objects((await read(request, service, `/users?userId=${id}`))['data']);
      if (user?.['enabled'] !== false) enabled.push(id);
    }
    return enabled.length === ids.length ? service(request) : otherwise(request, enabled, service);
  };
}

/** Nobody is left to assign; what they would be assigned to has to be there all the same. */
async function assignedNobody({ url, headers }: Request, service: Service): Promise<Response> {
  const group = await service(new Request(url.slice(0, url.lastIndexOf('/')), { headers }));
  if (!group.ok) return group;
  const kept = [...group.headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary');
  return new Response(null, { status: 204, headers: kept });
}

/** Removes one after the other, and refuses at the first who is not there. */
async function removedInOrder(request: Request, service: Service): Promise<Response> {
  const ids = idsOf(await bodyOf(request), 'userIds');
  if (!isGoodList(ids)) return service(request);
  const [, kind = '', groupId = ''] = /(classes|cohorts)\/([^/]+)/.exec(request.url) ?? [];
  const field = kind === 'classes' ? 'classIds' : 'cohortIds';
  const there: string[] = [];
  for (const id of ids) {
    const [user] = objects((await read(request, service, `/users?userId=${id}`))['data']);
    // The items may be objects that hold the id.
    if (
      !JSON.stringify(user?.[field] ?? [])
        .toLowerCase()
        .includes(groupId.toLowerCase())
    )
      break;
    there.push(id);
  }
  if (there.length === ids.length) return service(request);
  // Who is not there is not removed; the answer shows whether it would have been refused anyway.
  const response = await service(resend(request, { userIds: there.length > 0 ? there : ids.slice(0, 1) }));
  return response.ok ? refuse(400, 'Somebody is not there to remove.') : response;
}

/** Takes the user of the path out of all classes and cohorts. */
async function leaveAll(request: Request, service: Service): Promise<void> {
  const id = /users\/([^/]+)/.exec(request.url)?.[1] ?? '';
  const [user = {}] = objects((await read(request, service, `/users?userId=${id}`))['data']);
  // The request that disables has no body, and so none of its headers says that this one is JSON.
  const headers = { 'x-api-key': request.headers.get('x-api-key') ?? '', 'content-type': 'application/json' };
  const leave = async (path: string, body: unknown) => {
    const url = new URL(`/api/v1${path}`, request.url);
    await service(new Request(url, { method: 'DELETE', headers, body: JSON.stringify(body) }));
  };
  const { classIds, cohortIds } = user;
  if (Array.isArray(classIds))
    for (const kind of ['students', 'teachers']) await leave(`/${kind}/${id}/classes`, { classIds });
  for (const cohortId of Array.isArray(cohortIds) ? cohortIds : [])
    await leave(`/smart-ia/cohorts/${cohortId}/students`, { userIds: [id] });
}
