import { parseArgs } from 'node:util';
import { share } from '../blind/tell.ts';
import { choose, targetsOf } from './choice.ts';
import { mostRequests, takePrices } from './prices.ts';

/*
 * Tells what a quick run would find of what it was not chosen by: it is chosen anew without one server that others wrote,
 * and without one round of blind faults, in turn for each. What no row of a quick run finds does not count.
 *   npm run quick:left-out -- [--requests 700]
 */

const { values } = parseArgs({ options: { requests: { type: 'string', default: String(mostRequests) } } });
const most = Number(values.requests);
if (!Number.isInteger(most) || most < 1)
  throw new Error(`--requests ${values.requests} is no number of requests: give a whole one, as 700`);

const prices = await takePrices();
const targets = targetsOf(prices);
const origins = [...new Set(targets.map(({ from }) => from))].filter((from) => from !== 'ours');
const outcomes = origins.flatMap((from) => foundWithout(from));

process.stdout.write(`Chosen without these, ${most} requests find of them:\n`);
for (const { name, found } of outcomes) tell(name, found);
tell(
  'all rounds',
  outcomes.filter(({ isRound }) => isRound).flatMap(({ found }) => found),
);

/** Of what comes from there, by kind, whether each is found by rows that were chosen without all of them. */
function foundWithout(from: string) {
  const theirs = targets.filter((target) => target.from === from);
  const others = targets.filter((target) => target.from !== from);
  const { rows } = choose(others, prices, most);
  return [...new Set(theirs.map(({ what }) => what))].map((what) => ({
    name: what === 'fault' ? from : `${what}s of ${from}`,
    isRound: what === 'fault',
    found: theirs.filter((one) => one.what === what).map((one) => one.rows.some((row) => rows.has(row))),
  }));
}

function tell(name: string, found: readonly boolean[]): void {
  process.stdout.write(`  ${name.padEnd(24)}${share(found, (isFound) => isFound)}\n`);
}
