import { locked, sharedWhere } from '../kit/at-once.ts';
import { type Fault, faults } from '../kit/fault.ts';

/** Faults of creations at the same time. */
export const atOnce: readonly Fault[] = [
  ...faults(
    { 'create-student.success/at-once': 'createStudent', 'create-teacher.success/at-once': 'createTeacher' },
    {
      story: 'The table is locked while an account is made, and whoever comes meanwhile is refused.',
      with: locked,
    },
  ),
  ...faults(
    {
      'create-student.success/at-once!shared': 'createStudent',
      'create-teacher.success/at-once!shared': 'createTeacher',
    },
    {
      deep: true,
      story: 'A creation that comes while another is under way is taken for the same, sent again.',
      with: sharedWhere(1),
    },
  ),
];
