import type { StudySessionRow, TestRow, UserRow } from '../store/rows.ts';
import { instants } from './instants.ts';
import { itemAt, random } from './random.ts';

const count = 130;

/** 130 completed study sessions of students, with the same edges and ties of dates as the assessments. */
export function seedStudySessions(
  seed: number,
  users: readonly UserRow[],
  tests: readonly TestRow[],
): readonly StudySessionRow[] {
  const stream = random(seed, 'study sessions');
  const students = users.filter((user) => user.roles.includes('student'));
  if (students.length === 0) return [];
  return instants(count).map((startDate, index) => ({
    id: stream.uuid(),
    userId: stream.pick(students).id,
    subject: itemAt(tests, index).subject,
    startDate,
    endDate: startDate + (60 + stream.below(3600)) * 1000,
  }));
}
