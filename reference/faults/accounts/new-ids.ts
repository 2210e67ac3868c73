import { type Fault, fault } from '../kit/fault.ts';
import { idOfAnother } from '../kit/taken-id.ts';

const users = { path: '/users', wrapper: 'user', id: 'userId' };

/** Faults of the identifier that a new account gets. */
export const newIds: readonly Fault[] = [
  fault('user.id-unique/new', {
    on: ['createStudent', 'createTeacher'],
    story: 'The account is merged with one that the matching of names takes for the same person.',
    with: idOfAnother(users, (ids) => ids.at(5)),
  }),
  fault('user.id-unique/new!without-hyphens', {
    on: ['createStudent', 'createTeacher'],
    story: 'The id of the person is answered as the directory spells it; another account has it.',
    deep: true,
    with: idOfAnother(users, (ids) => ids.at(-1)?.replaceAll('-', '')),
  }),
];
