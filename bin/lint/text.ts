import { labelled, withoutControls } from '../../reports/terminal/layout.ts';
import type { Departure } from './departures.ts';

/** The weights of departures, the heaviest first. */
export const levels = ['error', 'warning', 'note'] as const;

/** The departures as lines, the heaviest first. Those that differ only in the operation are told once. */
export function departureLines(found: readonly Departure[]): string[] {
  const groups = new Map<string, { first: Departure; places: string[] }>();
  for (const one of [...found].sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level))) {
    const stated = one.where === 'operation' ? 'there' : one.stated;
    const key = JSON.stringify([one.level, one.where, stated, one.described]);
    const group = groups.get(key) ?? { first: { ...one, stated }, places: [] };
    group.places.push(`${one.operation} (line ${one.line})`);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap(({ first, places }) => [
    withoutControls(`${first.level.padEnd(8)} ${first.where}: ${first.stated} → ${first.described}`),
    ...labelled('', `${first.clause}: ${places.join(', ')}`, 9, 9),
  ]);
}
