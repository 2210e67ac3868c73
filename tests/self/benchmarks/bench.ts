import { cpus, totalmem } from 'node:os';
import { keepResult } from '../readme/results.ts';
import { type Finds, findsOf } from './finds.ts';
import { runBare, runCommand, withService } from './runs.ts';

/*
 * What a run costs: each goal as a line, with ratios of what was measured in this one run of the benchmark. It proves
 * nothing and fails at nothing.
 *   npm run bench                                the goals, and what each effort sends and finds
 *   npm run bench -- embedded|latency|users|requests   a part alone
 *   npm run bench -- latency measured            one row at a time is run as well, which takes minutes
 *   npm run bench -- --record                    keeps what it tells for the README, which `npm run readme` renews
 */

const words = process.argv.slice(2);
const said: string[] = [];
const say = (line: string) => {
  said.push(line);
  process.stdout.write(`${line}\n`);
};
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const times = (part: number, whole: number) => `${(part / whole).toFixed(2)} times`;
const told = (mebibytes: number | undefined) =>
  mebibytes === undefined ? 'not known here' : `${Math.round(mebibytes)} MiB`;

/** The goals about the first command of the README. */
async function embedded(): Promise<void> {
  const bare = await runBare();
  const took = await runCommand([]);
  const reports = (took.reports * 2_500) / took.rows;
  say(`bare       ${seconds(bare.ms)} for the catalogue over a bare transport, ${bare.requests} requests`);
  say(`run        ${seconds(took.run)}, ${times(took.run, bare.ms)} that; the goal is 2.5 times`);
  say(`all in all ${seconds(took.all)}, ${times(took.all, bare.ms)} that; the goal is 25 s`);
  say(`reports    ${seconds(took.reports)}, so ${seconds(reports)} for 2,500 rows; the goal is 3 s`);
  say(`memory     ${told(took.memory)} of all processes but Chromium; the goal is 350 MiB`);
}

const latencyMs = 50;

/**
 * What rows side by side save where the server takes its time. One row at a time takes at least the time that its requests
 * wait, so that the line is no better than what a run one by one would show; it is run where one asks for it.
 */
async function latency(): Promise<void> {
  const isMeasured = words.includes('measured');
  await withService(['--latency', String(latencyMs)], async (target) => {
    const at = (concurrency: string) => runCommand(['--target', target, '--concurrency', concurrency]);
    const eight = await at('8');
    const one = isMeasured ? (await at('1')).run : eight.requests * latencyMs;
    const alone = `${isMeasured ? '' : 'at least '}${seconds(one)} one by one`;
    const both = `${seconds(eight.run)} with concurrency 8, ${alone}, at ${latencyMs} ms, reading`;
    say(`latency    ${both}: ${times(eight.run, one)}; the goal is 0.2`);
  });
}

/** Memory where the target holds much. */
async function users(): Promise<void> {
  const { memory } = await withService(['--users', '50000'], (target) =>
    runCommand(['--target', target, '--write']),
  );
  say(`memory     ${told(memory)} against 50,000 users; the goal is 350 MiB`);
}

/** What each effort sends, and what it finds. */
async function requests(): Promise<void> {
  say('| effort | may write | requests | faults found | found per 1,000 requests |');
  say('| --- | --- | --: | --: | --: |');
  for (const write of [false, true])
    for (const effort of ['quick', 'standard', 'deep'] as const) say(tableLine(await findsOf(effort, write)));
}

function tableLine({ effort, write, requests, found, of }: Finds): string {
  const rate = ((found * 1_000) / requests).toFixed(1);
  return `| ${[effort, write ? 'yes' : 'no', requests, `${found} of ${of}`, rate].join(' | ')} |`;
}

/** The machine, by what its system says. */
function machine(): string {
  const [first] = cpus();
  const parts = [
    `${cpus().length} × ${first?.model ?? 'a processor'}`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
  ];
  return [...parts, process.platform, `Node ${process.version}`].join(', ');
}

const parts = { embedded, latency, users, requests };
const named = Object.entries(parts).filter(([name]) => words.includes(name));
say(machine());
for (const [, part] of named.length > 0 ? named : Object.entries(parts)) await part();
if (words.includes('--record')) {
  const isRow = (line: string) => line.startsWith('|');
  const [costs, requests] = [said.filter((line) => !isRow(line)), said.filter(isRow)];
  keepResult({ ...(costs.length > 1 ? { costs } : {}), ...(requests.length > 0 ? { requests } : {}) });
}
