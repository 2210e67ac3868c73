import { setTimeout as sleep } from 'node:timers/promises';
import { bodyOf, remembering, resend } from '../kit/breaks.ts';
import { type Break, type Fault, faults, type Service } from '../kit/fault.ts';
import { type OperationId, operationOf } from '../kit/routes.ts';
import { requestTo, userIdIn, userNow } from './user.ts';

/** Faults of the classes and cohorts of one user. */
export const memberships: readonly Fault[] = [
  ...faults(
    {
      'add-student-classes.effect': 'addStudentClasses',
      'add-student-cohorts.effect': 'addStudentCohorts',
      'add-teacher-classes.effect': 'addTeacherClasses',
    },
    {
      story: 'The list is taken for the whole: what it does not name is taken away.',
      with: afterRemovingAll,
    },
  ),
  ...faults(
    {
      'remove-student-classes.effect': 'removeStudentClasses',
      'remove-teacher-classes.effect': 'removeTeacherClasses',
    },
    {
      story: 'A removal empties the list of the user, whatever it names.',
      with: afterRemovingAll,
    },
  ),
  ...faults(
    {
      'add-student-classes.effect!first-only': 'addStudentClasses',
      'remove-student-classes.effect!first-only': 'removeStudentClasses',
      'add-student-cohorts.effect!first-only': 'addStudentCohorts',
      'add-teacher-classes.effect!first-only': 'addTeacherClasses',
      'remove-teacher-classes.effect!first-only': 'removeTeacherClasses',
    },
    {
      story: 'The loop over the list returns after its first item.',
      deep: true,
      with: async (request, service) => {
        const [[name, ids] = ['', []]] = Object.entries(await bodyOf(request));
        return service(resend(request, { [name]: Array.isArray(ids) ? ids.slice(0, 1) : ids }));
      },
    },
  ),
  ...faults(
    {
      'add-student-classes.effect/at-once!queued': 'addStudentClasses',
      'add-student-cohorts.effect/at-once!queued': 'addStudentCohorts',
      'add-teacher-classes.effect/at-once!queued': 'addTeacherClasses',
    },
    {
      story: 'Assignments are accepted into a queue, and nobody reads the queue.',
      with: async () => new Response(null, { status: 204 }),
    },
  ),
  ...faults(
    {
      'add-student-classes.effect/at-once': 'addStudentClasses',
      'add-student-cohorts.effect/at-once': 'addStudentCohorts',
      'add-teacher-classes.effect/at-once': 'addTeacherClasses',
    },
    {
      story: 'The list of a user is read, changed and written back; of two that overlap the later wins.',
      deep: true,
      with: lastWins(),
    },
  ),
];

/** The field of a user in which a membership shows, and the list of users that it stands in. */
interface Place {
  readonly field: 'classIds' | 'cohortIds';
  readonly pathOf: (groupId: string) => string;
}

const studentClasses: Place = { field: 'classIds', pathOf: (id) => `/classes/${id}/students` };
const teacherClasses: Place = { field: 'classIds', pathOf: (id) => `/classes/${id}/teachers` };
const studentCohorts: Place = { field: 'cohortIds', pathOf: (id) => `/smart-ia/cohorts/${id}/students` };

const places: { readonly [op in OperationId]?: Place } = {
  addStudentClasses: studentClasses,
  removeStudentClasses: studentClasses,
  addTeacherClasses: teacherClasses,
  removeTeacherClasses: teacherClasses,
  addStudentCohorts: studentCohorts,
};

/** Takes the user out of all classes, or of all cohorts, before the request is served. */
async function afterRemovingAll(request: Request, service: Service): Promise<Response> {
  const op = operationOf(request);
  const place = op && places[op];
  if (!place) throw new Error(`${op} does not change the classes or cohorts of a user`);
  const user = await userNow(request, service);
  const body = { userIds: [userIdIn(request)] };
  for (const groupId of (user[place.field] ?? []) as string[]) {
    await service(requestTo(request, 'DELETE', place.pathOf(groupId), body));
  }
  return service(request);
}

/** Of requests for one user that overlap, only the last one has its effect; all are answered alike. */
function lastWins(): Break {
  return remembering(() => {
    const latest = new Map<string, Request>();
    return async (request, service) => {
      const { pathname } = new URL(request.url);
      latest.set(pathname, request);
      await sleep(5);
      return latest.get(pathname) === request ? service(request) : new Response(null, { status: 204 });
    };
  });
}
