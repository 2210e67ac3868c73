import { bodyOf, objects, read, remembering, resend } from '../../faults/kit/breaks.ts';
import { answer, type Break, type Json, requestBody, type Service } from '../../faults/kit/fault.ts';
import type { OperationId } from '../../faults/kit/routes.ts';
import { idsOf } from '../../faults/memberships/membership.ts';
import { refuse } from '../kit/rewrite.ts';
import { type Variant, variant } from '../kit/variant.ts';

const additions: readonly OperationId[] = [
  'addClassStudents',
  'addClassTeachers',
  'addCohortStudents',
  'addCohortTests',
];
const removals: readonly OperationId[] = [
  'removeClassStudents',
  'removeClassTeachers',
  'removeCohortStudents',
  'removeCohortTests',
];
const changes = [...additions, ...removals];
const idLists = ['userIds', 'testIds'];

const unknownId = '00000000-0000-4000-8000-00000000bbbb';

/** How long a change stays unseen, in milliseconds. */
const delay = 15;

/** Freedoms of who is in a class or cohort. */
export const memberships: readonly Variant[] = [
  variant('membership.assign-twice!refused', {
    fills: ['membership.assign-twice', 'membership.remove-absent'],
    story:
      'Assigning who is there conflicts, and removing who is not there finds nobody; nothing is changed then.',
    on: changes,
    with: async (request, service) => {
      const body = await bodyOf(request);
      const ids = idLists.flatMap((name) => idsOf(body, name));
      const assigns = request.method === 'POST';
      const isValid = ids.length <= 100 && ids.every((id) => /^[0-9a-f-]{36}$/i.test(id));
      const members = isValid ? await membersAmong(ids, request, service) : [];
      const isRefused = isValid && ids.some((id) => members.includes(id.toLowerCase()) === assigns);
      if (!isRefused) return service(request);
      const emptyLists = idLists.filter((name) => body[name]).map((name) => [name, []]);
      const response = await service(resend(request, Object.fromEntries(emptyLists)));
      if ([401, 403, 404].includes(response.status)) return response;
      return refused(response, assigns ? 409 : 404);
    },
  }),
  variant('membership.single-id!a-list-of-one', {
    fills: ['membership.single-id'],
    story: 'One value is as good as a list of one, as the parser was told.',
    on: changes,
    with: requestBody((body) =>
      Object.fromEntries(
        Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? [value] : value]),
      ),
    ),
  }),
  variant('membership.unknown-ids!404', {
    fills: ['membership.unknown-ids'],
    story: 'A list that names somebody unknown is answered with 404.',
    shapes: { unknownMember: 404 },
  }),
  variant('membership.unknown-ids!before-the-count', {
    fills: ['membership.unknown-ids'],
    story: 'Whoever is named is looked up first, and a list is counted when all in it are known.',
    shapes: { unknownMember: 404 },
    on: changes,
    with: async (request, service) => {
      const body = await bodyOf(request);
      const ids = idLists.flatMap((name) => idsOf(body, name));
      if (ids.length <= 100) return service(request);
      const found = await read(request, service, `/users?userId=${ids.at(-1)}`);
      return objects(found['data']).length > 0 ? service(request) : refuse(404, 'Somebody is unknown.');
    },
  }),
  variant('membership.partly-unknown!passed-over', {
    fills: ['membership.partly-unknown', 'membership.unknown-ids'],
    story: 'Whoever is unknown is passed over, and the others are assigned.',
    on: changes,
    with: async (request, service) => {
      const body = await bodyOf(request);
      const response = await service(request);
      const text = await response.clone().text();
      if (!text.includes('does not exist')) return response;
      for (const name of idLists) {
        for (const id of idsOf(body, name)) await service(resend(request, { [name]: [id] }));
      }
      return new Response(null, { status: 204 });
    },
  }),
  variant('conventions.uuid-case!exact', {
    fills: ['conventions.uuid-case', 'membership.unknown-ids'],
    story:
      'An id in capitals is another id: who is assigned has to be known, and who is removed and unknown is passed over.',
    on: changes,
    with: async (request, service) => {
      const body = await bodyOf(request);
      const isRemoval = request.method === 'DELETE';
      for (const name of idLists.filter((list) => Array.isArray(body[list]))) {
        const ids = idsOf(body, name);
        const known = ids.filter((id) => !/[A-F]/.test(id));
        if (known.length === ids.length) continue;
        if (!isRemoval) return refuse(400, 'The list holds an id that does not exist.');
        const sent = known.length > 0 ? known : [unknownId];
        const rest = await service(resend(request, { ...body, [name]: sent }));
        const isPassedOver = (await rest.clone().text()).includes('does not exist');
        return isPassedOver ? new Response(null, { status: 204 }) : rest;
      }
      const response = await service(request);
      const text = await response.clone().text();
      if (!isRemoval || !text.includes('does not exist')) return response;
      for (const name of idLists)
        for (const id of idsOf(body, name)) await service(resend(request, { [name]: [id] }));
      return new Response(null, { status: 204 });
    },
  }),
  variant('membership.duplicate-ids!refused', {
    fills: [
      'membership.duplicate-ids',
      'remove-class-students.zero-items',
      'remove-class-students.many-items',
    ],
    story: 'Lists have 1 to 100 different ids, also where no bound is stated.',
    on: changes,
    with: async (request, service) => {
      const body = await bodyOf(request);
      const ids = idLists.flatMap((name) => idsOf(body, name));
      const response = await service(request);
      const isNamed = idLists.some((name) => Array.isArray(body[name]));
      const isBad = isNamed && (new Set(ids).size < ids.length || ids.length < 1 || ids.length > 100);
      return isBad && response.ok ? refused(response, 400) : response;
    },
  }),
  variant('membership.visibility-delay!soon', {
    fills: ['membership.visibility-delay'],
    story: 'Users and cohorts are read from a copy that is a moment behind.',
    readings: { 'membership.visibility-delay': 2000 },
    on: [...changes, 'listUsers', 'getCohort'],
    with: staleReads(),
  }),
  variant('errors.not-found-before-validation!path-first', {
    fills: ['errors.not-found-before-validation'],
    story: 'The class or cohort is looked up before the body is read.',
    on: changes,
    with: async (request, service) => {
      const body = new URL(request.url).pathname.endsWith('/tests') ? { testIds: [] } : { userIds: [] };
      const probe = await service(resend(request, body, 'DELETE'));
      const response = await service(request);
      return probe.status === 404 && response.status === 400 ? refused(response, 404) : response;
    },
  }),
];

/** Which of the ids are in the class or cohort of the path already. */
async function membersAmong(ids: readonly string[], request: Request, service: Service): Promise<string[]> {
  const [, group = '', groupId = '', kind = ''] = /(classes|cohorts)\/([^/]+)\/(\w+)/.exec(request.url) ?? [];
  if (kind === 'tests') {
    const { cohort } = await read(request, service, `/smart-ia/cohorts/${groupId}`);
    return objects((cohort as Json | undefined)?.['tests']).map(({ testId }) => String(testId).toLowerCase());
  }
  const field = group === 'classes' ? 'classIds' : 'cohortIds';
  const members: string[] = [];
  for (const id of ids) {
    const [user] = objects((await read(request, service, `/users?userId=${id}`))['data']);
    // The items may be objects that hold the id.
    const groups = JSON.stringify(user?.[field] ?? []).toLowerCase();
    if (groups.includes(groupId.toLowerCase())) members.push(id.toLowerCase());
  }
  return members;
}

/** Answers a repeated read as before the changes of the last moment; what is older shows. */
function staleReads(): Break {
  return remembering(() => {
    /** What a read showed last, and when the first change came that it does not show. */
    const seen = new Map<string, { text: string; response: Response; outdated?: number }>();
    return async (request, service) => {
      if (request.method !== 'GET') {
        const response = await service(request);
        if (response.ok) for (const shown of seen.values()) shown.outdated ??= performance.now();
        return response;
      }
      const key = `${request.url} ${request.headers.get('x-api-key')}`;
      const earlier = seen.get(key);
      if (earlier?.outdated !== undefined && performance.now() - earlier.outdated < delay) {
        return new Response(earlier.text, earlier.response);
      }
      const response = await service(request);
      seen.set(key, { text: await response.clone().text(), response });
      return response;
    };
  });
}

function refused(response: Response, status: number): Response {
  return answer(
    response,
    { status, message: 'This is refused.' },
    { status, headers: { 'content-type': 'application/json' } },
  );
}
