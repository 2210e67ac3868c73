import { bodyOf, read, resend } from '../kit/breaks.ts';
import { type Break, type Fault, faults, type Json, type Service } from '../kit/fault.ts';
import { type OperationId, operationOf } from '../kit/routes.ts';
import { requestTo, userIdIn, userNow } from './user.ts';

/** Faults of lists of classes and cohorts of a user, of which some say nothing new. */
export const partial: readonly Fault[] = [
  ...faults(
    {
      'add-student-classes.effect/unknown': 'addStudentClasses',
      'remove-student-classes.effect/unknown': 'removeStudentClasses',
      'add-student-cohorts.effect/unknown': 'addStudentCohorts',
      'add-teacher-classes.effect/unknown': 'addTeacherClasses',
      'remove-teacher-classes.effect/unknown': 'removeTeacherClasses',
    },
    {
      story: 'The year of the first group is read before anybody knows that the group exists.',
      deep: true,
      with: crashingAtUnknown,
    },
  ),
  ...faults(
    {
      'add-student-classes.effect/some-there': 'addStudentClasses',
      'remove-student-classes.effect/some-absent': 'removeStudentClasses',
      'add-student-cohorts.effect/some-there': 'addStudentCohorts',
      'add-teacher-classes.effect/some-there': 'addTeacherClasses',
      'remove-teacher-classes.effect/some-absent': 'removeTeacherClasses',
    },
    {
      story:
        'The rows that were changed are counted, and where they are fewer than the list, all is rolled back.',
      with: onLists((ids, idle) => (idle.length === 0 ? ids : [])),
    },
  ),
  ...faults(
    {
      'add-student-classes.effect/some-there!after-the-last': 'addStudentClasses',
      'remove-student-classes.effect/some-absent!after-the-last': 'removeStudentClasses',
      'add-student-cohorts.effect/some-there!after-the-last': 'addStudentCohorts',
      'add-teacher-classes.effect/some-there!after-the-last': 'addTeacherClasses',
      'remove-teacher-classes.effect/some-absent!after-the-last': 'removeTeacherClasses',
    },
    {
      story:
        'What is passed over is taken out of the list while it is walked, and the one before it is lost.',
      deep: true,
      with: onLists((ids, idle) => ids.filter((_, at) => !idle.includes(ids[at + 1] ?? ''))),
    },
  ),
  ...faults(
    {
      'remove-student-classes.effect/absent': 'removeStudentClasses',
      'remove-teacher-classes.effect/absent': 'removeTeacherClasses',
    },
    {
      story: 'A class that the user lacks has the place minus one, at which the last one is cut out.',
      with: onLists((ids, idle, own) => (idle.length > 0 ? [...ids, ...own.slice(-1)] : ids)),
    },
  ),
  ...faults(
    {
      'remove-student-classes.effect/absent!two': 'removeStudentClasses',
      'remove-teacher-classes.effect/absent!two': 'removeTeacherClasses',
    },
    {
      story: 'Rows are deleted from the end until there are as many fewer as two ids or more make.',
      deep: true,
      with: onLists((ids, idle, own) => (idle.length > 1 ? [...ids, ...own.slice(-1)] : ids)),
    },
  ),
  ...faults(
    {
      'add-student-classes.effect/none': 'addStudentClasses',
      'remove-student-classes.effect/none': 'removeStudentClasses',
      'add-student-cohorts.effect/none': 'addStudentCohorts',
      'add-teacher-classes.effect/none': 'addTeacherClasses',
      'remove-teacher-classes.effect/none': 'removeTeacherClasses',
    },
    {
      story: 'A list that is empty makes no condition, and a statement without one is about all.',
      with: emptied((own) => own),
    },
  ),
  ...faults(
    {
      'add-student-classes.effect/none!last': 'addStudentClasses',
      'remove-student-classes.effect/none!last': 'removeStudentClasses',
      'add-student-cohorts.effect/none!last': 'addStudentCohorts',
      'add-teacher-classes.effect/none!last': 'addTeacherClasses',
      'remove-teacher-classes.effect/none!last': 'removeTeacherClasses',
    },
    {
      story:
        'The first of an empty list is looked for among the groups of the user, and minus one cuts out the last.',
      deep: true,
      with: emptied((own) => own.slice(-1)),
    },
  ),
];

/** Ends in an exception where the list names a group that does not exist. */
async function crashingAtUnknown(request: Request, service: Service): Promise<Response> {
  const response = await service(request.clone());
  if ([401, 403].includes(response.status)) return response;
  const [value] = Object.values(await bodyOf(request));
  const groups = operationOf(request) === 'addStudentCohorts' ? '/smart-ia/cohorts' : '/classes';
  for (const id of Array.isArray(value) ? value.map(String) : []) {
    const found = await read(request, service, `${groups}/${id}`);
    if ('class' in found || 'cohort' in found) continue;
    const failed = { status: 500, message: 'Cannot read properties of undefined.' };
    return Response.json(failed, { status: 500 });
  }
  return response;
}

/** What of a list is done, by what there is nothing to do for and what the user has. */
type Choice = (ids: readonly string[], idle: readonly string[], own: readonly string[]) => readonly string[];

/** Does what is chosen of a list; where nothing is left, all is done. */
function onLists(choose: Choice): Break {
  return async (request, service) => {
    const [[name, value] = ['', undefined]] = Object.entries(await bodyOf(request));
    if (!Array.isArray(value) || value.length === 0) return service(request);
    const ids = value.map(String);
    const own = await groupsNow(request, service);
    const assigns = request.method === 'POST';
    const idle = ids.filter((id) => own.includes(id) === assigns);
    const done = choose(ids, idle, own);
    if (done.length > 0) return service(resend(request, { [name]: done }));
    return new Response(null, { status: 204 });
  };
}

/** Takes the user out of some groups where the list is empty. */
function emptied(lost: (own: readonly string[]) => readonly string[]): Break {
  return async (request, service) => {
    const [[, value] = ['', undefined]] = Object.entries(await bodyOf(request));
    const gone = Array.isArray(value) && value.length === 0 ? lost(await groupsNow(request, service)) : [];
    const response = await service(request);
    const op = operationOf(request);
    for (const id of gone)
      for (const path of op ? (lists[op] ?? []) : [])
        await service(requestTo(request, 'DELETE', path(id), { userIds: [userIdIn(request)] }));
    return response;
  };
}

type PathOf = (id: string) => string;
const students: PathOf = (id) => `/classes/${id}/students`;
const teachers: PathOf = (id) => `/classes/${id}/teachers`;
const inCohort: PathOf = (id) => `/smart-ia/cohorts/${id}/students`;

/** The lists in which a group has the user. */
const lists: { readonly [op in OperationId]?: readonly PathOf[] } = {
  addStudentClasses: [students],
  removeStudentClasses: [students],
  addStudentCohorts: [inCohort],
  addTeacherClasses: [teachers],
  removeTeacherClasses: [teachers],
};

async function groupsNow(request: Request, service: Service): Promise<readonly string[]> {
  const user: Json = await userNow(request, service);
  const value = user[operationOf(request) === 'addStudentCohorts' ? 'cohortIds' : 'classIds'];
  return Array.isArray(value) ? value.map(String) : [];
}
