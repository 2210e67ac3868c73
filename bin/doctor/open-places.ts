import type { Excluded } from '../../harness/judging/forecast.ts';
import { openGapsOf } from '../../harness/judging/judge.ts';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { limitsIn } from '../../harness/run/key-limits.ts';
import { loadProfile } from '../../harness/run/profile.ts';
import type { Settings } from '../../harness/run/settings.ts';
import type { Contract, Gap } from '../../spec/contract.ts';
import { exampleIn, slotsFor } from '../init/words/slots.ts';
import { builtInProfile } from '../target.ts';

/** One place that a profile leaves open. */
export interface OpenPlace {
  /** The setting, as it stands in a profile: `shapes.operations.createStudent`. */
  readonly words: string;
  /** How many rows wait for it; some of them may wait for others as well. */
  readonly rows: number;
}

/** The places that a profile leaves open and rows wait for, those that win the most rows first. */
export function openPlaces(
  excluded: readonly Excluded[],
  contract: Contract,
  settings: Pick<Settings, 'lentThings' | 'readings'>,
): OpenPlace[] {
  const waiting = new Map<Gap, Set<string>>();
  for (const { row } of excluded) {
    for (const id of openGapsOf(row.check, row.op, contract, settings)) {
      const gap = contract.gaps.get(id);
      if (gap !== undefined) waiting.set(gap, (waiting.get(gap) ?? new Set()).add(row.id));
    }
  }
  const { shapes } = loadProfile(builtInProfile);
  if (shapes === undefined)
    throw new ConfigurationError('the profile of the reference service has no shapes');
  const { slots, left } = slotsFor([...waiting.keys()], exampleIn(shapes), []);
  const rowsOf = (gaps: readonly Gap[]) => new Set(gaps.flatMap((gap) => [...(waiting.get(gap) ?? [])])).size;
  const places = [
    ...slots.map(({ at, gaps }) => ({ words: `shapes.${at.join('.')}`, rows: rowsOf(gaps) })),
    ...left.map((gap) => ({ words: gap.fill.replace(/^profile: /, ''), rows: rowsOf([gap]) })),
  ];
  places.push(...keyPlaces(excluded, settings));
  return places.sort((one, other) => other.rows - one.rows);
}

/** What a list of the operations that a key may not use keeps from being judged: it may be longer. */
function keyPlaces(excluded: readonly Excluded[], { readings }: Pick<Settings, 'readings'>): OpenPlace[] {
  const rows = excluded.filter(({ reason }) => /^the profile does not say that .* may not use/.test(reason));
  const partly = [...limitsIn(readings)].find(([, { mayNotUse }]) => mayNotUse !== undefined);
  if (rows.length === 0 || partly === undefined) return [];
  return [{ words: `keys.${partly[0]}.mayNotUse, with all that this key may not use`, rows: rows.length }];
}
