import { type Fault, faults } from '../kit/fault.ts';
import { otherIds } from './membership.ts';

/** Faults of lists that lose somebody only where they are long; the interface bounds those of classes. */
export const longLists: readonly Fault[] = [
  ...faults(
    {
      'add-class-students.effect/long-lists': 'addClassStudents',
      'remove-class-students.effect/long-lists': 'removeClassStudents',
      'add-class-teachers.effect/long-lists': 'addClassTeachers',
      'remove-class-teachers.effect/long-lists': 'removeClassTeachers',
    },
    {
      story: 'Rows are written in batches of fifty, and only the first batch is committed.',
      with: otherIds((ids) => ids.slice(0, 50)),
    },
  ),
  ...faults(
    {
      'add-class-students.effect/long-lists!last-of-all': 'addClassStudents',
      'remove-class-students.effect/long-lists!last-of-all': 'removeClassStudents',
      'add-class-teachers.effect/long-lists!last-of-all': 'addClassTeachers',
      'remove-class-teachers.effect/long-lists!last-of-all': 'removeClassTeachers',
    },
    {
      story: 'The last of a hundred numbers is where the loop ends.',
      deep: true,
      with: otherIds((ids) => ids.slice(0, 99)),
    },
  ),
  ...faults(
    {
      'add-class-students.effect/long-lists!at-the-border': 'addClassStudents',
      'remove-class-students.effect/long-lists!at-the-border': 'removeClassStudents',
      'add-class-teachers.effect/long-lists!at-the-border': 'addClassTeachers',
      'remove-class-teachers.effect/long-lists!at-the-border': 'removeClassTeachers',
    },
    {
      story: 'Between two batches of thirty-two one id is lost.',
      deep: true,
      with: otherIds((ids) => ids.filter((_, at) => at !== 32)),
    },
  ),
];
