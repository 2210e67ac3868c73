import type { Activation, ClassRow, CohortRow, GroupRow, TestRow, YearRow } from '../store/rows.ts';
import { itemAt, type Random, random } from './random.ts';

/** Names that URLs, databases and letter case trip over; each stands in one academic year only. */
const awkward = [
  "O'Neill's Tutor Group",
  '100% Attendance',
  'Set 1 & 2 + 3 = All?',
  'Año 7 / Grupo Ñ',
  '日本語 初級',
  'ΑΒΓ Ελληνικά',
  'Straße und Fuß',
  'Ysgol Gymraeg – Dosbarth Ŵ',
  '"Quoted", semi;colon #1',
  'two  spaces',
  '_under%score_',
  'Null',
];

/** The same name, letter for letter, in the oldest and in the current year. */
const shared = 'Foundation Group';

/** One name in the current year that differs in letter case alone from one in the year before. */
const cased = ['EVENING LEARNERS', 'Evening Learners'] as const;

const perYear = 40;

/** Classes over all years: 40 with a number a year, and the awkward names. */
export function seedClasses(seed: number, years: readonly YearRow[]): readonly ClassRow[] {
  return seedGroups(random(seed, 'classes'), years, ['10A Maths', '10B English', 'Tutor', 'Workshop']);
}

/** Cohorts over all years, with none to five tests each. */
export function seedCohorts(
  seed: number,
  years: readonly YearRow[],
  tests: readonly TestRow[],
): readonly CohortRow[] {
  const stream = random(seed, 'cohorts');
  const groups = seedGroups(stream, years, ['Autumn Intake', 'Adult Learners', 'Apprentices', 'Bridge']);
  return groups.map((group, index) => ({ ...group, tests: assignedTests(stream, tests, index) }));
}

function seedGroups(
  stream: Random,
  years: readonly YearRow[],
  stems: readonly string[],
): readonly GroupRow[] {
  const names = namesByYear(years, stems);
  return names.map(({ name, year }, order) => ({
    id: stream.uuid(),
    name,
    description: order % 3 === 0 ? undefined : `${name}, ${year.name}`,
    academicYearId: year.id,
    order,
  }));
}

function namesByYear(years: readonly YearRow[], stems: readonly string[]) {
  const numbered = years.flatMap((year) =>
    Array.from({ length: perYear }, (_, n) => ({
      name: `${itemAt(stems, n)} ${year.name.slice(2, 4)}-${Math.floor(n / stems.length) + 1}`,
      year,
    })),
  );
  const odd = awkward.map((name, index) => ({ name, year: itemAt(years, index) }));
  const last = years.length - 1;
  const sameNames = [
    { name: shared, year: itemAt(years, 0) },
    { name: shared, year: itemAt(years, last) },
    { name: cased[0], year: itemAt(years, last - 1) },
    { name: cased[1], year: itemAt(years, last) },
  ];
  return [...numbered, ...odd, ...sameNames];
}

function assignedTests(stream: Random, tests: readonly TestRow[], index: number) {
  const first = stream.below(tests.length);
  const activations: readonly Activation[] = ['active', 'active', 'inactive'];
  return Array.from({ length: index % 6 }, (_, n) => {
    const { id, versionId } = itemAt(tests, first + n);
    return { testId: id, testVersionId: versionId, activation: itemAt(activations, index + n) };
  });
}
