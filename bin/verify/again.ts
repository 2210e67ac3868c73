import { BundleError } from '../../reports/certificate/bundle.ts';
import type { Contract } from '../../spec/contract.ts';
import { differAgain, linesOf } from '../certificate/again.ts';
import type { Contents } from './contents.ts';
import { isExchanges } from './exchange-form.ts';
import type { Point } from './point.ts';

/** The most recorded exchanges of one run. */
const most = 200_000;

/** Judges every row again from the recorded exchanges, and compares with what the bundle says. */
export async function judgeAgain({ facts, runs, exchanges }: Contents, contract: Contract): Promise<Point[]> {
  const { again, profile } = facts;
  if (again === undefined && exchanges.size === 0)
    return [{ holds: undefined, text: 'the exchanges were not recorded: no row was judged again' }];
  if (again === undefined || runs.some(({ header }) => !exchanges.has(header.run.seed)))
    return [{ holds: false, text: 'the recorded exchanges are not those of the runs' }];
  const points: Point[] = [];
  for (const run of runs) {
    const { seed } = run.header.run;
    const lines = parsed(exchanges.get(seed) ?? '', seed);
    const differ = await differAgain(run, lines, contract, profile.readings);
    const hidden = again.not[seed] ?? [];
    const holds = JSON.stringify(differ) === JSON.stringify(hidden);
    const judged = run.rows.filter(({ verdict }) => verdict !== 'notApplicable').length;
    const unnamed = differ.filter((id) => !hidden.includes(id)).length;
    points.push({
      holds,
      text: holds
        ? `seed ${seed}: ${judged - differ.length} of ${judged} rows judged again with the same outcome; ${hidden.length} rest on what redaction hides`
        : `seed ${seed}: ${unnamed} rows come out otherwise than the bundle says, when they are judged again from its exchanges`,
    });
  }
  return points;
}

function parsed(text: string, seed: number): unknown[] {
  const file = `exchanges/${seed}.ndjson`;
  if (text.split('\n', most + 2).length > most + 1)
    throw new BundleError(`${file} holds more than ${most} exchanges`);
  try {
    const lines = linesOf(text);
    if (isExchanges(lines)) return lines;
  } catch {
    // A line is not JSON: said below.
  }
  throw new BundleError(`${file} is not a recording of a run`);
}
