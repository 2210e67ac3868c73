import { afterWrites } from '../kit/after-writes.ts';
import { type Fault, faultsFrom, type Json } from '../kit/fault.ts';

/** Faults of accounts that only show once several have been created. */
export const atTheEnd: readonly Fault[] = [
  ...faultsFrom(
    {
      'create-student.effect/at-the-end': 'createStudent',
      'create-teacher.effect/at-the-end': 'createTeacher',
    },
    (create) => ({
      on: [create],
      touches: [create, 'listUsers', 'searchUsers'],
      story:
        'Rows are kept by a number that begins anew, and the second creation takes the place of the first.',
      with: afterWrites([create], (page, written) => {
        const [first, second] = written.map(({ answered }) => (answered['user'] as Json)['userId']);
        if (second !== undefined) page.data = page.data.filter(({ userId }) => userId !== first);
      }),
    }),
  ),
  ...faultsFrom(
    {
      'create-student.effect/at-the-end!moment': 'createStudent',
      'create-teacher.effect/at-the-end!moment': 'createTeacher',
    },
    (create) => ({
      on: [create],
      touches: [create, 'listUsers', 'searchUsers'],
      story: 'An upsert writes the moment of creation into the first row of the batch as well.',
      deep: true,
      with: afterWrites([create], ({ data }, written) => {
        const [first, second] = written.map(({ answered }) => (answered['user'] as Json)['userId']);
        const user = data.find(({ userId }) => userId === first);
        if (user && second !== undefined) user['createdAt'] = '2001-02-03T04:05:06.000Z';
      }),
    }),
  ),
];
