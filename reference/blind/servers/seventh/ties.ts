import { refuse } from './kit.ts';
import { cell, type House } from './store.ts';

/** Memberships are lists of rows that are replaced, never changed: who holds one keeps seeing what it saw. */
type Side = 'userClasses' | 'userCohorts';

export function join(house: House, side: Side, user: number, rows: readonly number[]): void {
  const held = cell(house.db[side], user);
  const added = rows.filter((row) => !held.includes(row));
  if (added.length === 0) return;
  house.db[side][user] = [...held, ...new Set(added)].sort((a, b) => a - b);
  touched(house, user);
}

export function leave(house: House, side: Side, user: number, rows: readonly number[]): void {
  const held = cell(house.db[side], user);
  const left = held.filter((row) => !rows.includes(row));
  if (left.length === held.length) return;
  house.db[side][user] = left;
  touched(house, user);
}

function touched(house: House, user: number): void {
  if (house.on('memberships-touch-the-user')) house.db.users.updated[user] = Date.now();
}

export const isLearner = (house: House, user: number): boolean =>
  cell(house.db.users.roles, user).includes('student');
export const isTeacher = (house: House, user: number): boolean =>
  cell(house.db.users.roles, user).includes('teacher');

/** The rows of users, all of whom must be there and be of the right kind. */
export function usersOf(house: House, ids: readonly string[], kind: 'students' | 'teachers'): number[] {
  const fits = kind === 'students' ? isLearner : isTeacher;
  return ids.map((id) => {
    const row = house.db.userRow.get(id);
    return row !== undefined && fits(house, row) ? row : refuse(400, `${id} is none of the ${kind}`);
  });
}
