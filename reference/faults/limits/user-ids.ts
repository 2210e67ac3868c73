import { bodyOf } from '../kit/breaks.ts';
import { type Break, type Fault, faults, requestBody } from '../kit/fault.ts';

/** Faults of the bounds of `userIds`, from 1 to 100 (chapter Limits). */
export const userIdBounds: readonly Fault[] = [
  ...faults(
    {
      'add-class-students.user-ids!unbounded': 'addClassStudents',
      'add-class-teachers.user-ids!unbounded': 'addClassTeachers',
      'remove-class-teachers.user-ids!unbounded': 'removeClassTeachers',
    },
    {
      story: 'Ids are looked up in batches of a hundred, and those of nobody are dropped.',
      with: userIds((ids) => ids.slice(0, 1)),
    },
  ),
  ...faults(
    {
      'add-class-students.user-ids!none': 'addClassStudents',
      'add-class-teachers.user-ids!none': 'addClassTeachers',
      'remove-class-teachers.user-ids!none': 'removeClassTeachers',
    },
    {
      story: 'No ids are nothing to do, and nothing done is a success.',
      with: async (request, service) => {
        const { userIds } = await bodyOf(request);
        const isEmpty = Array.isArray(userIds) && userIds.length === 0;
        return isEmpty ? new Response(null, { status: 204 }) : service(request);
      },
    },
  ),
  ...faults(
    {
      'add-class-students.user-ids!fifty': 'addClassStudents',
      'add-class-teachers.user-ids!fifty': 'addClassTeachers',
      'remove-class-teachers.user-ids!fifty': 'removeClassTeachers',
    },
    {
      deep: true,
      story: 'The bound was lowered to fifty when the database was slow.',
      with: userIds((ids) => (ids.length > 50 ? [] : ids)),
    },
  ),
  ...faults(
    {
      'add-class-students.user-ids!off-by-one': 'addClassStudents',
      'add-class-teachers.user-ids!off-by-one': 'addClassTeachers',
      'remove-class-teachers.user-ids!off-by-one': 'removeClassTeachers',
    },
    {
      deep: true,
      story: 'The bound is compared with the last index instead of the number.',
      with: userIds((ids) => (ids.length === 101 ? ids.slice(0, 1) : ids)),
    },
  ),
  ...faults(
    {
      'add-class-students.user-ids/different': 'addClassStudents',
      'add-class-teachers.user-ids/different': 'addClassTeachers',
      'remove-class-teachers.user-ids/different': 'removeClassTeachers',
    },
    {
      story: 'Ids that differ are counted, and the bound for those is fifty.',
      with: userIds((ids) => (new Set(ids).size > 50 ? [] : ids)),
    },
  ),
  ...faults(
    {
      'add-class-students.user-ids/different!hundredth': 'addClassStudents',
      'add-class-teachers.user-ids/different!hundredth': 'addClassTeachers',
      'remove-class-teachers.user-ids/different!hundredth': 'removeClassTeachers',
    },
    {
      deep: true,
      story: 'A hundred different ids fill the batch, which is taken for one too many.',
      with: userIds((ids) => (new Set(ids).size === 100 ? [] : ids)),
    },
  ),
  ...faults(
    {
      'add-class-students.user-ids/different!first-hundred': 'addClassStudents',
      'add-class-teachers.user-ids/different!first-hundred': 'addClassTeachers',
      'remove-class-teachers.user-ids/different!first-hundred': 'removeClassTeachers',
    },
    {
      deep: true,
      story: 'What is beyond the hundredth id is dropped without a word.',
      with: userIds((ids) => ids.slice(0, 100)),
    },
  ),
];

/** Changes the ids in a body; a body without a list of them is left as it is. */
function userIds(change: (ids: readonly unknown[]) => readonly unknown[]): Break {
  return requestBody((body) =>
    Array.isArray(body['userIds']) ? { ...body, userIds: change(body['userIds']) } : body,
  );
}
