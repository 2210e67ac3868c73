import { parseArgs } from 'node:util';
import { firstFailure } from './first-failure.ts';
import { keepOutcome, type Outcome, readOutcomes, rounds } from './outcomes.ts';
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
const [part = 1, parts = 1] = values.part.split('/').map(Number);

for (const [round, faults] of Object.entries(rounds)) {
  if (values.round !== undefined && values.round !== round) continue;
  const chosen = faults.filter(({ id }, index) => index % parts === part - 1 && id.includes(values.only));
  for (const fault of chosen) {
    if (performance.now() - began > Number(values.minutes) * 60_000) break;
    const kept = readOutcomes(round)[fault.id];
    if (!isDue(kept)) continue;
    const row = (await firstFailure(fault)) ?? 'missed';
    process.stdout.write(
      `${row === 'missed' ? 'missed' : 'found '} ${fault.id} (${fault.depth}, ${fault.breaks}) ${row}\n`,
    );
    if (values.again) continue;
    keepOutcome(round, fault.id, values.after && kept ? { ...kept, after: row } : { first: row });
  }
  process.stdout.write(`${tellRound(round)}\n`);
}

/** Whether a fault is to be judged, after what is kept of it. */
function isDue(kept: Outcome | undefined): boolean {
  if (values.again) return true;
  if (values.after) return kept?.first === 'missed' && kept.permitted === undefined;
  return kept === undefined;
}
