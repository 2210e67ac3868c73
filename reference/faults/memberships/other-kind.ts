import { read, refusal } from '../kit/breaks.ts';
import { type Break, type Fault, faults, type Json } from '../kit/fault.ts';

/** Faults of changes whose path names a group of the other kind. */
export const otherKind: readonly Fault[] = [
  ...faults(
    {
      'add-class-students.not-found/cohort': 'addClassStudents',
      'remove-class-students.not-found/cohort': 'removeClassStudents',
      'add-class-teachers.not-found/cohort': 'addClassTeachers',
      'remove-class-teachers.not-found/cohort': 'removeClassTeachers',
      'add-cohort-students.not-found/class': 'addCohortStudents',
      'remove-cohort-students.not-found/class': 'removeCohortStudents',
      'add-cohort-tests.not-found/class': 'addCohortTests',
      'remove-cohort-tests.not-found/class': 'removeCohortTests',
    },
    {
      story: 'The group is found in the common table, and the foreign key of its kind does not fit.',
      with: ofOtherKind(() => refusal(400, 'The members do not fit.')),
    },
  ),
  ...faults(
    {
      'add-class-students.not-found/cohort!done': 'addClassStudents',
      'remove-class-students.not-found/cohort!done': 'removeClassStudents',
      'add-class-teachers.not-found/cohort!done': 'addClassTeachers',
      'remove-class-teachers.not-found/cohort!done': 'removeClassTeachers',
      'add-cohort-students.not-found/class!done': 'addCohortStudents',
      'remove-cohort-students.not-found/class!done': 'removeCohortStudents',
      'add-cohort-tests.not-found/class!done': 'addCohortTests',
      'remove-cohort-tests.not-found/class!done': 'removeCohortTests',
    },
    {
      story:
        'The query for the group leaves out its kind, and the statement that joins by kind changes no row.',
      deep: true,
      with: ofOtherKind(() => new Response(null, { status: 204 })),
    },
  ),
];

/** Answers otherwise where what is not found is a group of the other kind. */
function ofOtherKind(otherwise: () => Response): Break {
  return async (request, service) => {
    const response = await service(request.clone());
    if (response.status !== 404) return response;
    const [, path, id = ''] = /\/(classes|cohorts)\/([^/]+)\//.exec(request.url) ?? [];
    const [where, wrapper] =
      path === 'classes' ? [`/smart-ia/cohorts/${id}`, 'cohort'] : [`/classes/${id}`, 'class'];
    const found = (await read(request, service, where))[wrapper] as Json | undefined;
    return found === undefined ? response : otherwise();
  };
}
