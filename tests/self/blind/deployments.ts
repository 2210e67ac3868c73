import path from 'node:path';
import { parseArgs } from 'node:util';
import { defaultRetryPolicy } from '../../../harness/http/retry-policy.ts';
import { loadProfile } from '../../../harness/run/profile.ts';
import { deployments } from '../../../reference/blind/manners/deployments/index.ts';
import { createReference } from '../../../reference/service/index.ts';
import { accusations, judgeAll, planned, trial } from '../proofs/judge-service.ts';
import { chosenFrom, isDue } from './kept.ts';
import { keepTreatment, readTreatments, tellTreatments, wasAccused } from './treatments.ts';

/*
 * Judges deployments that were written without sight of a check, each with the whole catalogue, eight rows at once, at
 * seed 1 and standard effort, by the profile of the reference service, and as one whose changes may take half a minute to
 * be seen. Deployments wait by the clock of the machine, and so does this: each takes a minute or more.
 *   npm run deployments -- [--only TEXT] [--after] [--again]
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

const { lentThings = {} } = loadProfile(
  path.join(import.meta.dirname, '../../../profiles/reference/profile.yaml'),
);
const profileSays = { lentThings, readings: { 'membership.visibility-delay': 30_000 } };
const ids = deployments.map(({ id }) => id);

for (const { id, make } of chosenFrom(deployments, values)) {
  const kept = readTreatments('deployments')[id];
  if (!isDue(kept, values, wasAccused)) continue;
  const run = trial({ against: make(createReference), retryPolicy: defaultRetryPolicy, profileSays });
  const accused = accusations(await judgeAll(run, planned, 8));
  const row = accused[0]?.split(': ')[0] ?? 'fine';
  process.stdout.write(`${row === 'fine' ? 'fine    ' : 'accused '} ${id} ${accused.length} ${row}\n`);
  if (values.again) process.stdout.write(accused.map((line) => `  ${line}\n`).join(''));
  else keepTreatment('deployments', ids, id, kept ? { ...kept, after: row } : { first: row });
}
process.stdout.write(`${tellTreatments('deployments', deployments.length)}\n`);
