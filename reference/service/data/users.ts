import type { ClassRow, CohortRow, Gender, Role, UserRow } from '../store/rows.ts';
import { firstNames, lastNames } from './names.ts';
import { itemAt, type Random, random } from './random.ts';

const genders: readonly Gender[] = ['female', 'male', 'female', 'male', 'other'];

/** Of ten users seven are students, two teachers (one of them also an administrator) and one is staff. */
const roles: readonly (readonly Role[])[] = [
  ['student'],
  ['teacher'],
  ['student'],
  ['student'],
  ['student'],
  ['teacher', 'administrator'],
  ['student'],
  ['student'],
  ['support'],
  ['student'],
];

const day = 86_400_000;
const firstCreation = Date.UTC(2023, 7, 28, 8);

/** How many users share one instant of creation: page borders of round sizes fall inside such a group. */
const batch = 7;

/**
 * That many users. User number n is the same at every size, so larger data contains smaller data.
 * Optional fields are absent here and there; names and batches of creation are shared.
 */
export function seedUsers(
  seed: number,
  size: number,
  classes: readonly ClassRow[],
  cohorts: readonly CohortRow[],
): readonly UserRow[] {
  const stream = random(seed, 'users');
  return Array.from({ length: size }, (_, index) => seedUser(stream, index, classes, cohorts));
}

function seedUser(
  stream: Random,
  index: number,
  classes: readonly ClassRow[],
  cohorts: readonly CohortRow[],
): UserRow {
  const own = itemAt(roles, index);
  const student = own.includes('student');
  const firstName = stream.pick(firstNames);
  const lastName = index % 41 === 40 ? undefined : stream.pick(lastNames);
  const createdAt = firstCreation + ((Math.floor(index / batch) * 37) % 800) * day;
  return {
    id: stream.uuid(),
    username: `${student ? 's' : 't'}${String(index + 1).padStart(5, '0')}`,
    upn: student && index % 5 !== 0 ? upnOf(index) : undefined,
    roles: own,
    externalId: index % 4 === 3 ? undefined : `MIS-${String(100_000 + index)}`,
    firstName,
    lastName,
    emails: emailsOf(index, student),
    gender: stream.once(6) ? undefined : stream.pick(genders),
    dateOfBirth: stream.once(6) ? undefined : birthday(stream, student),
    createdAt,
    updatedAt: createdAt + (index % 3) * 3_600_000,
    classIds: student || own.includes('teacher') ? someIds(stream, classes, classCount(index)) : [],
    cohortIds: student ? someIds(stream, cohorts, index % 4) : [],
    enabled: index % 23 !== 22,
  };
}

/** A letter and twelve digits, as a Unique Pupil Number looks. */
function upnOf(index: number): string {
  return `A${String(820_200_000_000 + index)}`;
}

function emailsOf(index: number, student: boolean): readonly string[] {
  if (index % 6 === 4) return [];
  const box = `${student ? 'learner' : 'staff'}.${index + 1}`;
  const primary = `${box}@school.example`;
  return index % 9 === 0 ? [primary, `${box}+home@mail.example`] : [primary];
}

function birthday(stream: Random, student: boolean): string {
  if (student && stream.once(40)) return '2008-02-29';
  const from = student ? Date.UTC(2005, 0, 1) : Date.UTC(1960, 0, 1);
  return new Date(from + stream.below(student ? 2000 : 12_000) * day).toISOString().slice(0, 10);
}

/** Most users are in up to three classes, one in eleven in none, one in thirty in a dozen. */
function classCount(index: number): number {
  if (index % 11 === 10) return 0;
  return index % 30 === 2 ? 12 : 1 + (index % 3);
}

function someIds(stream: Random, rows: readonly { readonly id: string }[], count: number): readonly string[] {
  const first = stream.below(rows.length);
  return Array.from({ length: count }, (_, n) => itemAt(rows, first + n * 5).id);
}
