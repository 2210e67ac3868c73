import { rowsAtOnce } from '../../../harness/http/pace.ts';
import { plan } from '../../../harness/judging/plan.ts';
import { schedule } from '../../../harness/judging/schedule.ts';
import { count } from '../../../harness/judging/verdict.ts';
import { resolveConfig } from '../../../harness/run/config.ts';
import { readOptions } from '../../../harness/run/options.ts';
import { openRun } from '../../../harness/run/run.ts';
import { catalogue } from '../../checks/index.ts';
import { openBare } from './bare-transport.ts';

/*
 * The whole catalogue over a bare keep-alive transport, in a process of its own: no test runner, no client, no journal in
 * a file. It takes the variables of `rollcall run`, and prints its milliseconds, requests and verdicts.
 */

const config = resolveConfig(readOptions(process.env), process.env);
const bare = openBare();
const run = openRun({ ...config, transport: bare.transport });
const started = performance.now();
const rows = await Promise.all(
  schedule(run, plan(catalogue, config.contract), rowsAtOnce(config.settings.pace ?? { concurrency: 1 })),
);
const ms = performance.now() - started;
bare.close();
process.stdout.write(`${JSON.stringify({ ms, requests: run.exchange.requests, counts: count(rows) })}\n`);
