import { afterWrites, isForeign, readAgain } from '../kit/after-writes.ts';
import { type Fault, fault } from '../kit/fault.ts';

const lists = ['listUsers', 'searchUsers'] as const;

/** Faults of users whom nobody has changed, once others have been. */
export const atTheEnd: readonly Fault[] = [
  fault('user.updated-at-moves/at-the-end', {
    on: lists,
    touches: [...lists, 'updateUserName'],
    story: 'A change of a name also sets that of the row which the cache holds under the same short hash.',
    with: afterWrites(['updateUserName'], ({ data }, written) => {
      const other = data.find((user) => isForeign(user));
      if (other && written.length > 0) other['lastName'] = 'Hash';
    }),
  }),
  fault('user.updated-at-moves/at-the-end!into-a-class', {
    on: lists,
    touches: [...lists, 'addClassStudents'],
    story:
      'The last of the pending inserts of members is left in the session, and goes to the user read next.',
    deep: true,
    with: afterWrites(['addClassStudents'], ({ data }, written) => {
      const other = data.filter((user) => isForeign(user)).at(-1);
      const last = written.at(-1);
      if (other && last) other['classIds'] = [...((other['classIds'] as string[]) ?? []), last.owner];
    }),
  }),
  fault('user.updated-at-moves/at-the-end!read-again', {
    on: ['listUsers'],
    touches: ['listUsers'],
    story: 'The full name is put together in the rows that are kept, once more with each read.',
    deep: true,
    with: readAgain(({ data }) => {
      for (const user of data) user['fullName'] = `${user['fullName']} ${user['lastName']}`;
    }),
  }),
];
