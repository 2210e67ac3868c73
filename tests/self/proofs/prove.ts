import { parseArgs } from 'node:util';
import type { Fault } from '../../../reference/faults/fault.ts';
import { faults } from '../../../reference/faults/index.ts';
import { variants } from '../../../reference/variants/index.ts';
import { accusations, judgeAll, rowsBefore, rowsOf, trial } from './judge-service.ts';

/*
 * The long form of the proofs: every fault and every variant on many seeds, as a table.
 *   npx tsx tests/self/proofs/prove.ts [--seeds 20] [--only TEXT]
 * Ends with 1 when a fault was missed or a conforming service accused.
 */

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '20' }, only: { type: 'string', default: '' } },
});
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => index + 1);
const chosen = <T extends { id: string }>(list: readonly T[]) =>
  list.filter(({ id }) => id.includes(values.only));

process.stdout.write(`Power: how many of ${seeds.length} seeds show each fault, at standard effort\n\n`);
process.stdout.write('| fault | depth | operations | found on |\n| --- | --- | --- | --- |\n');
let missed = 0;
for (const fault of chosen(faults)) {
  const found = await countAsync(seeds, (seed) => isFound(fault, seed));
  missed += seeds.length - found;
  process.stdout.write(`| ${fault.id} | ${fault.depth} | ${fault.on.length} | ${found}/${seeds.length} |\n`);
}

process.stdout.write(
  `\nSoundness: on how many of ${seeds.length} seeds nothing accuses a conforming service\n\n`,
);
process.stdout.write('| service | clean on |\n| --- | --- |\n');
let accused = 0;
for (const variant of [undefined, ...chosen(variants)]) {
  const clean = await countAsync(seeds, async (seed) => {
    const found = accusations(await judgeAll(trial(variant ? { variant, seed } : { seed })));
    for (const line of found) process.stderr.write(`${variant?.id ?? 'reference'}, seed ${seed}: ${line}\n`);
    return found.length === 0;
  });
  accused += seeds.length - clean;
  process.stdout.write(`| ${variant?.id ?? 'the reference service'} | ${clean}/${seeds.length} |\n`);
}

process.stdout.write(
  `\n${missed} times a fault was missed, ${accused} times a conforming service was accused.\n`,
);
process.exitCode = missed + accused > 0 ? 1 : 0;

/** A fault is found when its check turns red on every operation that the fault names. */
async function isFound(fault: Fault, seed: number): Promise<boolean> {
  const session = trial({ wrap: fault.wrap, seed });
  await judgeAll(session, rowsBefore(fault.check, fault.on));
  const rows = await judgeAll(session, rowsOf(fault.check, fault.on));
  const red = rows.filter(({ verdict }) => verdict === 'fail').length;
  if (red < fault.on.length) {
    const [row] = rows.filter(({ verdict }) => verdict !== 'fail');
    process.stderr.write(`${fault.id}, seed ${seed}: ${row?.id} is ${row?.verdict} ${row?.reason}\n`);
  }
  return red === fault.on.length;
}

async function countAsync<T>(list: readonly T[], holds: (item: T) => Promise<boolean>): Promise<number> {
  let count = 0;
  for (const item of list) if (await holds(item)) count += 1;
  return count;
}
