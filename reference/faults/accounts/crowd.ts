import { type Fault, faults } from '../kit/fault.ts';
import { otherPayload } from './payload.ts';

/** Faults of birthdays that show where many users are born on many days. */
export const crowd: readonly Fault[] = [
  ...faults(
    {
      'create-student.effect/crowd!two-digits': 'createStudent',
      'create-teacher.effect/crowd!two-digits': 'createTeacher',
    },
    {
      story:
        'A year is kept in two digits, as on the old cards: whoever was born before 1950 is not born yet.',
      with: birthday((day) => (day < '1950' ? `20${day.slice(2)}` : day)),
    },
  ),
  ...faults(
    {
      'create-student.effect/crowd!centuries': 'createStudent',
      'create-teacher.effect/crowd!centuries': 'createTeacher',
    },
    {
      story:
        'Leap years are worked out by hand, with the rule of centuries and without that of four centuries.',
      deep: true,
      with: birthday((day) => (day === '2000-02-29' ? '2000-03-01' : day)),
    },
  ),
];

/** Another birthday than the one that came. */
function birthday(change: (day: string) => string) {
  return otherPayload((user) =>
    typeof user['dateOfBirth'] === 'string' ? { ...user, dateOfBirth: change(user['dateOfBirth']) } : user,
  );
}
