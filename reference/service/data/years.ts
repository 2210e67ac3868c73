import type { YearRow } from '../store/rows.ts';
import { uuidFrom } from './random.ts';

/** The calendar years in which the seeded academic years begin; the last one is the current year. */
const beginnings = [2023, 2024, 2025] as const;

/** Three academic years, September to August, oldest first. Which is current is fixed, whatever the date. */
export function seedYears(seed: number): readonly YearRow[] {
  return beginnings.map((year) => ({
    id: uuidFrom(seed, `year ${year}`),
    name: `${year}/${year + 1}`,
    startDate: Date.UTC(year, 8, 1),
    endDate: Date.UTC(year + 1, 7, 31, 23, 59, 59, 999),
    current: year === beginnings.at(-1),
  }));
}
