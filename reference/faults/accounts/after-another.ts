import { bodyOf, remembering, resend } from '../kit/breaks.ts';
import { type Break, type Fault, fault, faults, type Json } from '../kit/fault.ts';
import { type OperationId, operationOf } from '../kit/routes.ts';
import { requestTo, userIdIn } from './user.ts';

/** Faults of what one creation of an account leaves for the next. */
export const afterAnother: readonly Fault[] = [
  ...faults(
    {
      'create-student.effect/after-another!pooled': 'createStudent',
      'create-teacher.effect/after-another!pooled': 'createTeacher',
    },
    {
      story: 'The form object is taken from a pool, and is not emptied between requests.',
      with: leaving(['externalId', 'dateOfBirth', 'gender'], 'for good'),
    },
  ),
  ...faults(
    {
      'create-student.effect/after-another!gender': 'createStudent',
      'create-teacher.effect/after-another!gender': 'createTeacher',
    },
    {
      story: 'The form fills in the last choice of the clerk, as it does on the page.',
      deep: true,
      with: leaving(['gender'], 'once'),
    },
  ),
  fault('create-student.effect/after-another!template', {
    on: ['createStudent'],
    touches: ['createStudent', 'addStudentCohorts', 'listUsers'],
    story:
      'New accounts share the empty list of the template, into which the first cohort of any of them goes.',
    deep: true,
    with: joiningEarlier('addStudentCohorts', 'createStudent', 'cohortIds'),
  }),
  fault('create-teacher.effect/after-another!template', {
    on: ['createTeacher'],
    touches: ['createTeacher', 'addTeacherClasses', 'listUsers'],
    story: 'A new teacher is copied from the row that was touched last, classes included.',
    deep: true,
    with: joiningEarlier('addTeacherClasses', 'createTeacher', 'classIds'),
  }),
];

/** Puts whoever is created into the groups into which somebody was put by the operation on the user. */
function joiningEarlier(assignment: OperationId, creation: OperationId, field: string): Break {
  return remembering(() => {
    let groups: unknown[] = [];
    let route = (_: string) => '';
    return async (request, service) => {
      const op = operationOf(request);
      const body = await bodyOf(request);
      const response = await service(request.clone());
      if (!response.ok) return response;
      if (op === assignment && Array.isArray(body[field])) {
        groups = body[field];
        const { pathname } = new URL(request.url);
        route = (id) => pathname.replace(/.*\/api\/v1/, '').replace(userIdIn(request), id);
      }
      if (op !== creation || groups.length === 0) return response;
      const { user } = (await response.clone().json()) as { user: Json };
      await service(requestTo(request, 'POST', route(String(user['userId'])), { [field]: groups }));
      return response;
    };
  });
}

/** Gives a creation what it leaves out of the one right before it, or of any before it. */
function leaving(names: readonly string[], how: 'once' | 'for good'): Break {
  return remembering(() => {
    let left: Json = {};
    return async (request, service) => {
      const body = await bodyOf(request);
      const sent = body['user'];
      if (typeof sent !== 'object' || sent === null) return service(request);
      const response = await service(resend(request, { ...body, user: { ...left, ...sent } }));
      const own = Object.fromEntries(Object.entries(sent).filter(([name]) => names.includes(name)));
      if (response.ok) left = how === 'once' ? own : { ...left, ...own };
      return response;
    };
  });
}
