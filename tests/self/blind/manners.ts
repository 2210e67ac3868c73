import { parseArgs } from 'node:util';
import { accusations, judgeAll, trial } from '../proofs/judge-service.ts';
import { lighten } from '../proofs/light-web.ts';
import { chosenFrom, isDue } from './kept.ts';
import { keepTreatment, manners, readTreatments, tellManners, wasAccused } from './treatments.ts';

/*
 * Judges conforming services that were written without sight of a check, each with the whole catalogue, at seed 1 and
 * standard effort, by the profile of the reference service.
 *   npm run manners -- [--only TEXT] [--after] [--again]
 * What was judged is kept at once, and not judged again.
 *   --after  judges those that were accused once more, and keeps that as what came of it after the mending
 *   --again  judges what was judged, tells each accusation, and keeps nothing
 */

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    after: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
  },
});
lighten();

for (const { id, wrap } of chosenFrom(manners, values)) {
  const kept = readTreatments()[id];
  if (!isDue(kept, values, wasAccused)) continue;
  const accused = accusations(await judgeAll(trial({ wrap })));
  const row = accused[0]?.split(': ')[0] ?? 'fine';
  process.stdout.write(`${row === 'fine' ? 'fine    ' : 'accused '} ${id} ${accused.length} ${row}\n`);
  if (values.again) process.stdout.write(accused.map((line) => `  ${line}\n`).join(''));
  else keepTreatment(id, kept ? { ...kept, after: row } : { first: row });
}
process.stdout.write(`${tellManners()}\n`);
