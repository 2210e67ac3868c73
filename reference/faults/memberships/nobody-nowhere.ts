import { bodyOf, read, remembering } from '../kit/breaks.ts';
import { type Break, type Fault, faults, type Json, type Service } from '../kit/fault.ts';
import { listOf } from './membership.ts';

/** Faults of lists without an id, for a group that does not exist. */
export const nobodyNowhere: readonly Fault[] = [
  ...faults(
    {
      'add-class-students.not-found/nobody!looped': 'addClassStudents',
      'remove-class-students.not-found/nobody!looped': 'removeClassStudents',
      'add-class-teachers.not-found/nobody!looped': 'addClassTeachers',
      'remove-class-teachers.not-found/nobody!looped': 'removeClassTeachers',
      'add-cohort-students.not-found/nobody!looped': 'addCohortStudents',
      'remove-cohort-students.not-found/nobody!looped': 'removeCohortStudents',
      'add-cohort-tests.not-found/nobody!looped': 'addCohortTests',
      'remove-cohort-tests.not-found/nobody!looped': 'removeCohortTests',
    },
    {
      story: 'The group is looked up inside the loop over the list, so an empty list never meets it.',
      with: doneFrom(1),
    },
  ),
  ...faults(
    {
      'add-class-students.not-found/nobody!asked-again': 'addClassStudents',
      'remove-class-students.not-found/nobody!asked-again': 'removeClassStudents',
      'add-class-teachers.not-found/nobody!asked-again': 'addClassTeachers',
      'remove-class-teachers.not-found/nobody!asked-again': 'removeClassTeachers',
      'add-cohort-students.not-found/nobody!asked-again': 'addCohortStudents',
      'remove-cohort-students.not-found/nobody!asked-again': 'removeCohortStudents',
      'add-cohort-tests.not-found/nobody!asked-again': 'addCohortTests',
      'remove-cohort-tests.not-found/nobody!asked-again': 'removeCohortTests',
    },
    {
      story:
        'Without members to join, the statement asks for the id alone, and that is a key of many tables.',
      deep: true,
      with: doneFrom(2),
    },
  ),
];

/** Answers a list without an id with success where the group does not exist, from the `nth` such list on. */
function doneFrom(nth: number): Break {
  return remembering(() => {
    const counts = new Map<string, number>();
    return async (request, service) => {
      const list = (await bodyOf(request))[listOf(request)];
      const response = await service(request);
      const isEmpty = Array.isArray(list) && list.length === 0;
      if (!isEmpty || ![400, 404].includes(response.status)) return response;
      if (!('status' in (await readOfGroup(request, service)))) return response;
      const count = (counts.get(request.url) ?? 0) + 1;
      counts.set(request.url, count);
      return count < nth ? response : new Response(null, { status: 204 });
    };
  });
}

/** What a read of the group in the path is answered with. */
function readOfGroup(request: Request, service: Service): Promise<Json> {
  const path = new URL(request.url).pathname.replace(/^\/api\/v1/, '').replace(/\/[^/]+$/, '');
  return read(request, service, path);
}
