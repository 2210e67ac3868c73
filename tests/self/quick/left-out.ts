import { parseArgs } from 'node:util';
import { share } from '../blind/tell.ts';
import { choose, type Target, targetsOf } from './choice.ts';
import { mostRequests, takePrices } from './prices.ts';

/*
 * Tells what a quick run would find of what it was not chosen by: it is chosen anew without the mutants of one server, and
 * without one round of blind faults, in turn for each. What no row of a quick run finds does not count.
 *   npm run quick:left-out -- [--requests 700]
 */

const { values } = parseArgs({ options: { requests: { type: 'string', default: String(mostRequests) } } });
const most = Number(values.requests);
if (!Number.isInteger(most) || most < 1)
  throw new Error(`--requests ${values.requests} is no number of requests: give a whole one, as 700`);

const prices = await takePrices();
const targets = targetsOf(prices);
const origins = [...new Set(targets.map(({ from }) => from))].filter((from) => from !== 'ours');
const outcomes = origins.map((from) => ({ from, found: foundWithout(from) }));
const inRounds = outcomes.filter(({ from }) => !from.startsWith('mutants')).flatMap(({ found }) => found);

process.stdout.write(`Chosen without these, ${most} requests find of them:\n`);
for (const { from, found } of outcomes) tell(from, found);
tell('all rounds', inRounds);

/** Of what comes from there, whether each is found by rows that were chosen without them. */
function foundWithout(from: string): readonly boolean[] {
  const comesFromThere = (target: Target) => target.from === from;
  const { rows } = choose(
    targets.filter((target) => !comesFromThere(target)),
    prices,
    most,
  );
  return targets.filter(comesFromThere).map((target) => target.rows.some((row) => rows.has(row)));
}

function tell(from: string, found: readonly boolean[]): void {
  process.stdout.write(`  ${from.padEnd(20)}${share(found, (isFound) => isFound)}\n`);
}
