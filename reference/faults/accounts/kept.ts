import { type Fault, fault, faults, faultsFrom } from '../kit/fault.ts';
import { eachItem } from '../kit/pages.ts';
import { filters } from '../kit/user-filters.ts';
import { findingBy } from './finding.ts';
import { otherPayload } from './payload.ts';

/** Faults of what a creation says, and what becomes of it. */
export const kept: readonly Fault[] = [
  ...faults(
    {
      'create-student.effect/every-field': 'createStudent',
      'create-teacher.effect/every-field': 'createTeacher',
    },
    {
      story: 'The date of birth is in the form, and not in the statement that inserts.',
      with: otherPayload(({ dateOfBirth: _, ...user }) => user),
    },
  ),
  ...faults(
    {
      'create-student.effect/every-field!upn': 'createStudent',
      'create-teacher.effect/every-field!upn': 'createTeacher',
    },
    {
      story: 'UPNs come from the register at night, and what a client sends is passed over.',
      deep: true,
      with: otherPayload(({ upn: _, ...user }) => user),
    },
  ),
  ...faults(
    {
      'create-student.effect/every-field!leading-zeros': 'createStudent',
      'create-teacher.effect/every-field!leading-zeros': 'createTeacher',
    },
    {
      story: 'An identifier of digits is a number to the import, which knows no leading zeros.',
      deep: true,
      with: otherPayload((user) => ({
        ...user,
        ...(/^0+\d+$/.test(String(user['externalId'])) && {
          externalId: String(Number(user['externalId'])),
        }),
      })),
    },
  ),
  fault('create-teacher.effect/every-field!before-1970', {
    on: ['createTeacher'],
    story: 'Days are kept as seconds since 1970 in a column without a sign.',
    deep: true,
    with: otherPayload((user) =>
      String(user['dateOfBirth']) < '1970' ? { ...user, dateOfBirth: '1970-01-01' } : user,
    ),
  }),
  ...faultsFrom(
    {
      'create-student.effect/every-field!in-search': 'createStudent',
      'create-teacher.effect/every-field!in-search': 'createTeacher',
    },
    (op) => ({
      on: [op],
      touches: ['searchUsers'],
      story: 'The search index was built before addresses and birthdays were added to it.',
      deep: true,
      with: eachItem((user) => {
        delete user['emails'];
        delete user['dateOfBirth'];
      }),
    }),
  ),
  ...faultsFrom(
    {
      'create-student.effect/found!small-letters': 'createStudent',
      'create-teacher.effect/found!small-letters': 'createTeacher',
    },
    (op) => ({
      on: [op],
      touches: ['listUsers', 'searchUsers'],
      story: 'The filter puts usernames into small letters, as all of them once were.',
      deep: true,
      with: filters((sent) => {
        const usernames = sent.get('username');
        if (usernames)
          sent.set(
            'username',
            usernames.map((one) => one.toLowerCase()),
          );
      }),
    }),
  ),
  ...faultsFrom(
    { 'create-student.effect/found': 'createStudent', 'create-teacher.effect/found': 'createTeacher' },
    (op) => ({
      on: [op],
      touches: ['listUsers'],
      story: 'The table in which addresses are looked up is filled when an address is changed.',
      with: findingBy('email', () => []),
    }),
  ),
  ...faultsFrom(
    {
      'create-student.effect/found!digits': 'createStudent',
      'create-teacher.effect/found!digits': 'createTeacher',
    },
    (op) => ({
      on: [op],
      touches: ['searchUsers'],
      story: 'A value of digits is a number to the search, and equals no text.',
      deep: true,
      with: findingBy('externalId', (users, values) =>
        values.some((value) => /^\d+$/.test(value)) ? [] : users,
      ),
    }),
  ),
];
