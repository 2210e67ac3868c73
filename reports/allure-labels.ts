import type { Row } from '../harness/judging/row.ts';
import type { Timings } from './junit.ts';
import { type Party, remedyOf } from './remedies.ts';

/** A label of an Allure result. */
export interface Label {
  readonly name: string;
  readonly value: string;
}

const owners: Readonly<Record<Party, string>> = {
  target: 'The owner of the target',
  profile: 'The writer of the profile',
  run: 'Whoever starts the run',
  nobody: 'Nobody',
};

/** Who can have a row judged, or have it pass; none where it passed. */
export function ownerOf(row: Row, fillable: (gap: string) => boolean): Label[] {
  if (row.verdict === 'pass') return [];
  const owner =
    row.verdict === 'fail'
      ? owners.target
      : row.verdict === 'suiteError'
        ? 'The makers of Rollcall'
        : owners[remedyOf(row, fillable)?.by ?? 'nobody'];
  return [{ name: 'owner', value: owner }];
}

/**
 * The place of each row in the timeline: rows are judged side by side, so each has the first lane that is free when it
 * begins. Allure draws only what names a host and a thread.
 */
export function lanesOf(timings: Timings): ReadonlyMap<string, Label[]> {
  const free: number[] = [];
  const inOrder = [...timings].toSorted(([, a], [, b]) => a.start - b.start);
  return new Map(
    inOrder.map(([id, { start, ms }]) => {
      const found = free.findIndex((end) => end <= start);
      const lane = found < 0 ? free.length : found;
      free[lane] = start + ms;
      return [
        id,
        [
          { name: 'host', value: 'Rollcall' },
          { name: 'thread', value: `lane ${lane + 1}` },
        ],
      ];
    }),
  );
}
