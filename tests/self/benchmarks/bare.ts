import { Agent, request } from 'node:http';
import { rowsAtOnce } from '../../../harness/http/pace.ts';
import { type Incoming, type Transport, TransportError } from '../../../harness/http/transport.ts';
import { plan } from '../../../harness/judging/plan.ts';
import { schedule } from '../../../harness/judging/schedule.ts';
import { count } from '../../../harness/judging/verdict.ts';
import { resolveConfig } from '../../../harness/run/config.ts';
import { readOptions } from '../../../harness/run/options.ts';
import { openRun } from '../../../harness/run/run.ts';
import { catalogue } from '../../checks/index.ts';

/*
 * The whole catalogue over a bare keep-alive transport, in a process of its own: no test runner, no client, no journal in
 * a file. It takes the variables of `rollcall run`, and prints its milliseconds, requests and verdicts.
 */

const agent = new Agent({ keepAlive: true });

const bare: Transport = ({ url, method, headers, body }, deadlineMs) =>
  new Promise<Incoming>((resolve, reject) => {
    // Node counts the bytes of a body itself, but not for DELETE.
    const counted = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const options = { method, headers: { ...headers, ...counted }, agent, timeout: deadlineMs };
    const sent = request(url, options, (answer) => {
      const parts: Buffer[] = [];
      const names = Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: Object.fromEntries(names),
          body: Buffer.concat(parts),
        }),
      );
    });
    sent.on('error', () => reject(new TransportError('reset'))).end(body);
  });

const config = resolveConfig(readOptions(process.env), process.env);
const run = openRun({ ...config, transport: bare });
const started = performance.now();
const rows = await Promise.all(
  schedule(run, plan(catalogue, config.contract), rowsAtOnce(config.settings.pace ?? { concurrency: 1 })),
);
const ms = performance.now() - started;
agent.destroy();
process.stdout.write(`${JSON.stringify({ ms, requests: run.exchange.requests, counts: count(rows) })}\n`);
