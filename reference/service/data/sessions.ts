import type { SessionRow, TestRow, UserRow } from '../store/rows.ts';
import { instants } from './instants.ts';
import { itemAt, type Random, random } from './random.ts';
import { digital, writing } from './tests.ts';

/** The fifteen levels of every assessment, and the two of specific ones (Result levels). */
const commonLevels = ['E1', 'E2', 'E3', 'L1', 'L2'].flatMap((level) =>
  ['Lower', 'Middle', 'Higher'].map((sub) => `${level} - ${sub}`),
);
const ungraded = 'NA';
const belowEntry = 'Entry - Below E3';
const levels = [...commonLevels, ungraded, belowEntry];

const fewest = 280;

/** At least 280 sessions, of both kinds; more where there are more users. In progress: 4 of 9. */
export function seedSessions(
  seed: number,
  users: readonly UserRow[],
  tests: readonly TestRow[],
): readonly SessionRow[] {
  const stream = random(seed, 'sessions');
  const students = users.filter((user) => user.roles.includes('student'));
  if (students.length === 0) return [];
  const starts = instants(Math.max(fewest, Math.floor(users.length * 0.6)));
  return starts.map((startDate, index) => {
    const userId = stream.pick(students).id;
    return index % 9 < 4
      ? inProgress(stream, userId, tests, startDate)
      : completed(stream, userId, tests, startDate, index);
  });
}

function inProgress(stream: Random, userId: string, tests: readonly TestRow[], startDate: number) {
  const test = stream.pick(tests);
  return {
    id: stream.uuid(),
    userId,
    testId: test.id,
    testVersionId: versionSat(stream, test),
    startDate,
    endDate: undefined,
    result: undefined,
  };
}

function completed(
  stream: Random,
  userId: string,
  tests: readonly TestRow[],
  startDate: number,
  index: number,
): SessionRow {
  const level = itemAt(levels, index);
  const test = stream.pick(tests.filter((candidate) => canEndIn(candidate, level)));
  const endDate = startDate + lengthOf(stream, index);
  return {
    id: stream.uuid(),
    userId,
    testId: test.id,
    testVersionId: versionSat(stream, test),
    startDate,
    endDate,
    result: { calculatedAt: endDate + stream.below(5) * 1000, level },
  };
}

function canEndIn(test: TestRow, level: string): boolean {
  if (level === ungraded) return test.subject === writing;
  return level !== belowEntry || test.subject === digital;
}

/** Some attempts were at an earlier version of the test than today's. */
function versionSat(stream: Random, test: TestRow): string {
  const earlier = stream.uuid();
  return stream.once(5) ? earlier : test.versionId;
}

/** Mostly minutes; some exactly one hour (so that ends tie where starts do), and one overnight. */
function lengthOf(stream: Random, index: number): number {
  if (index === 4) return 26 * 3_600_000;
  return index % 2 === 0 ? 3_600_000 : (300 + stream.below(5000)) * 1000;
}
