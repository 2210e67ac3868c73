import type { TestRow } from '../store/rows.ts';
import { random } from './random.ts';

/** The subject whose tests may end in the level `NA` (Result levels). */
export const writing = 'English Writing';

/** The subject whose tests may end in the level `Entry - Below E3` (Result levels). */
export const digital = 'Digital Skills';

/** The subjects of the seeded tests. */
export const subjects = ['English Reading', writing, 'Mathematics', digital, 'ESOL Speaking & Listening'];

const editions = ['A', 'B', 'Été'];

/** Twelve tests over five subjects. */
export function seedTests(seed: number): readonly TestRow[] {
  const { uuid } = random(seed, 'tests');
  const titles = editions.flatMap((edition) => subjects.map((subject) => ({ subject, edition })));
  return titles.slice(0, 12).map(({ subject, edition }) => ({
    id: uuid(),
    versionId: uuid(),
    name: `${subject} – Initial Assessment ${edition}`,
    subject,
  }));
}
