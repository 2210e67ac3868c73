import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keys, rollcall, startRollcall } from '../cli/cli.ts';

/*
 * What a run costs, beside a bare keep-alive client that sends the same number of requests to the same server, one
 * after the other: the table in the README. A benchmark: it proves nothing and fails at nothing.
 *   npx tsx tests/self/benchmarks/cost.ts
 */

/** Effort, whether the run may write, and for how many milliseconds the server holds back each answer. */
const cases = [
  ['quick', false, 50],
  ['standard', false, 50],
  ['deep', false, 50],
  ['quick', true, 0],
  ['standard', true, 0],
] as const;

process.stdout.write('| effort | may write | requests | answers held back by | run | bare client |\n');
process.stdout.write('| --- | --- | --: | --- | --: | --: |\n');
for (const [effort, write, latency] of cases) {
  const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-cost-'));
  const { child, ended } = startRollcall(['serve', '--latency', String(latency)], folder);
  const target = await new Promise<string>((resolve) => {
    child.stdout.once('data', (line: string) => resolve(JSON.parse(line).baseUrl));
  });
  const out = path.join(folder, 'report');
  const args = ['run', '--target', target, '--effort', effort, '--out', out, ...(write ? ['--write'] : [])];
  const { code, stderr } = await rollcall(args, keys, folder);
  if (code !== 0) throw new Error(`the run ended with ${code}: ${stderr}`);
  const { run } = JSON.parse(readFileSync(path.join(out, 'summary.json'), 'utf8'));
  const bare = await bareClient(`${target}/academic-years`, run.requests);
  const told = [effort, write ? 'yes' : 'no', run.requests, latency === 0 ? 'nothing' : `${latency} ms`];
  process.stdout.write(`| ${[...told, seconds(run.durationMs), seconds(bare)].join(' | ')} |\n`);
  child.kill();
  await ended;
  rmSync(folder, { recursive: true });
}

/** How long a client takes that does nothing but send so many requests, in milliseconds. */
async function bareClient(url: string, requests: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { 'x-api-key': keys.ROLLCALL_API_KEY };
  const started = performance.now();
  for (let nth = 0; nth < requests; nth += 1) {
    await new Promise<void>((resolve, reject) => {
      get(url, { agent, headers }, (answer) => answer.resume().on('end', resolve)).on('error', reject);
    });
  }
  agent.destroy();
  return performance.now() - started;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
