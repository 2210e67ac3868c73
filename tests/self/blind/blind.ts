import { parseArgs } from 'node:util';
import { firstFailure } from './first-failure.ts';
import { chosenFrom, isDue } from './kept.ts';
import { keepOutcome, readOutcomes, roundNames, wasMissed } from './outcomes.ts';
import { rounds } from './rounds.ts';
import { tellRound } from './tell.ts';

/*
 * Judges rounds of faults that were written without sight of a check, each with the whole catalogue, at seed 1 and
 * standard effort, until a row fails.
 *   npm run blind -- [--round ROUND] [--only TEXT] [--part 1/2] [--minutes N] [--after] [--again]
 * What was judged is kept at once, and not judged again; so parts add up to a whole.
 *   --after    judges those that were missed once more, and keeps that as what was found after the mending
 *   --again    judges what was judged, and keeps nothing: it tells those that are no longer found
 *   --minutes  begins nothing after so long
 */

const { values } = parseArgs({
  options: {
    round: { type: 'string' },
    only: { type: 'string', default: '' },
    part: { type: 'string', default: '1/1' },
    minutes: { type: 'string', default: 'Infinity' },
    after: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
  },
});
const began = performance.now();

for (const round of roundNames) {
  if (values.round !== undefined && values.round !== round) continue;
  const faults = rounds[round];
  const ids = faults.map(({ id }) => id);
  for (const fault of chosenFrom(faults, values)) {
    if (performance.now() - began > Number(values.minutes) * 60_000) break;
    const kept = readOutcomes(round)[fault.id];
    if (!isDue(kept, values, wasMissed)) continue;
    const row = (await firstFailure(fault)) ?? 'missed';
    process.stdout.write(
      `${row === 'missed' ? 'missed' : 'found '} ${fault.id} (${fault.depth}, ${fault.breaks}) ${row}\n`,
    );
    if (values.again) continue;
    const outcome = values.after && kept ? { ...kept, after: row } : { breaks: fault.breaks, first: row };
    keepOutcome(round, ids, fault.id, outcome);
  }
  process.stdout.write(`${tellRound(round, faults.length)}\n`);
}
