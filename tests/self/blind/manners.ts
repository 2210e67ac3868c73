import { parseArgs } from 'node:util';
import { manners as written } from '../../../reference/blind/manners/index.ts';
import { accusations, judgeAll, trial } from '../proofs/judge-service.ts';
import { lighten } from '../proofs/light-web.ts';
import { chosenFrom, isDue } from './kept.ts';
import { keepTreatment, readTreatments, tellTreatments, wasAccused } from './treatments.ts';

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

/** The services that were written; where two writers gave one name to theirs, the second one has a number behind it. */
const manners = written.map((manner, at) => {
  const before = written.slice(0, at).filter(({ id }) => id === manner.id).length;
  return before === 0 ? manner : { ...manner, id: `${manner.id}-${before + 1}` };
});

const ids = manners.map(({ id }) => id);

for (const { id, wrap } of chosenFrom(manners, values)) {
  const kept = readTreatments('manners')[id];
  if (!isDue(kept, values, wasAccused)) continue;
  const accused = accusations(await judgeAll(trial({ wrap })));
  const row = accused[0]?.split(': ')[0] ?? 'fine';
  process.stdout.write(`${row === 'fine' ? 'fine    ' : 'accused '} ${id} ${accused.length} ${row}\n`);
  if (values.again) process.stdout.write(accused.map((line) => `  ${line}\n`).join(''));
  else keepTreatment('manners', ids, id, kept ? { ...kept, after: row } : { first: row });
}
process.stdout.write(`${tellTreatments('manners', manners.length)}\n`);
