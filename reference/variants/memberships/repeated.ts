import { bodyOf, objects, read } from '../../faults/kit/breaks.ts';
import type { Break, Json, Service } from '../../faults/kit/fault.ts';
import type { OperationId } from '../../faults/kit/routes.ts';
import { refuse } from '../kit/rewrite.ts';
import { type Variant, variant } from '../kit/variant.ts';

const ofGroups: readonly OperationId[] = [
  'addClassStudents',
  'addClassTeachers',
  'addCohortStudents',
  'addCohortTests',
  'removeClassStudents',
  'removeClassTeachers',
  'removeCohortStudents',
  'removeCohortTests',
];

const ofUsers: readonly OperationId[] = [
  'addStudentClasses',
  'addStudentCohorts',
  'addTeacherClasses',
  'removeStudentClasses',
  'removeTeacherClasses',
];

/** Changes of memberships that make no difference, at groups and at users. */
export const repeated: readonly Variant[] = [
  variant('membership.assign-twice!bad-request', {
    fills: ['membership.assign-twice', 'membership.remove-absent'],
    story: 'To assign who is there already makes no sense, and neither does it to remove who is not there.',
    on: [...ofGroups, ...ofUsers],
    with: unlessChanged(),
  }),
];

/** Refuses with 400 what would leave somebody as he is; what a service refuses by itself is left to it. */
function unlessChanged(): Break {
  return async (request, service) => {
    const assigns = request.method === 'POST';
    const before = await membershipsIn(request, service);
    const asked = Object.values(await bodyOf(request)).flatMap(textsIn);
    const isRepeated = before !== undefined && asked.every((id) => before.has(id) === assigns);
    // A service that changes nothing tells whether it would have refused.
    if (!isRepeated) return service(request);
    const response = await service(request);
    return response.ok ? refuse(400, 'That is so already.') : response;
  };
}

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string').map((one) => one.toLowerCase()) : [];

/** The ids of those who are in the group of a path, or of the groups of its user; `undefined` for what is not there. */
async function membershipsIn(request: Request, service: Service): Promise<ReadonlySet<string> | undefined> {
  const [, kind = '', id = '', list = ''] =
    /(classes|cohorts|students|teachers)\/([0-9a-f-]{36})\/(\w+)/i.exec(request.url) ?? [];
  if (id === '') return undefined;
  if (kind === 'students' || kind === 'teachers') {
    const [user] = objects((await read(request, service, `/users?userId=${id}`))['data']);
    return user && new Set(textsIn(user[list === 'classes' ? 'classIds' : 'cohortIds']));
  }
  if (list === 'tests') {
    const cohort = (await read(request, service, `/smart-ia/cohorts/${id}`))['cohort'] as Json | undefined;
    return cohort && new Set(objects(cohort['tests']).map(({ testId }) => String(testId).toLowerCase()));
  }
  const field = kind === 'classes' ? 'classIds' : 'cohortIds';
  const users = objects((await read(request, service, '/users?limit=1000'))['data']);
  const isIn = (user: Json) => textsIn(user[field]).includes(id.toLowerCase());
  return new Set(users.filter(isIn).map(({ userId }) => String(userId).toLowerCase()));
}
