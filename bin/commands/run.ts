import path from 'node:path';
import { readOptions, variables } from '../../harness/run/options.ts';
import { resumedEnvironment } from '../../harness/run/resume.ts';
import type { Command } from '../command.ts';
import { type Given, readFlags } from '../flags.ts';
import { runPlaywright } from '../playwright.ts';

const flags = {
  target: {
    value: 'URL',
    help: 'Base address of the target, with /api/v1. Without it, the embedded reference service is judged, writes included.',
  },
  profile: { value: 'FILE', help: 'What is known about the target: a YAML file.' },
  write: { help: 'Allow to create and change on the target. Without it, the run only reads.' },
  only: {
    value: 'PATTERN',
    many: true,
    help: 'Only these rows: a chapter, an id of a row, check, clause or operation, the first word of a clause, or any of them with *. May be given more than once.',
  },
  skip: { value: 'PATTERN', many: true, help: 'Not these rows; the same patterns as for --only.' },
  failed: { value: 'DIR', help: 'Only the rows that failed in the report in this folder.' },
  shard: {
    value: 'K/N',
    help: 'Only the part K of N of the rows, dealt out evenly by their cost; `rollcall merge` makes one report of all parts. What the profile lets a run create is the most for all parts together; pace and number of requests are those of each.',
  },
  'time-limit': {
    value: 'SECONDS',
    help: 'Begin no further row after so long. Those not reached are inconclusive, and the verdict says how many rows were judged.',
  },
  seed: { value: 'N', help: 'Seed of everything that is generated; 1 unless given.' },
  effort: { value: 'LEVEL', help: 'quick, standard or deep: how much is generated; standard unless given.' },
  concurrency: {
    value: 'N',
    help: "How many requests may be under way, and up to eight rows be judged, at once, in place of the profile's `pace.concurrency`. 1 does everything one by one; a seed means the same either way.",
  },
  path: { value: 'PATH', help: 'Repeat this counterexample alone; with --only and one row.' },
  pin: {
    value: 'FILE',
    help: 'Hold the target to what it was when `rollcall pin` wrote this file, in rows of their own.',
  },
  strict: { help: 'What could not be established counts as a violation.' },
  out: { value: 'DIR', help: 'Folder for what the run leaves; rollcall-report unless given.' },
  resume: {
    value: 'DIR',
    help: 'Go on with the run that was cut off and left this folder: same target, profile, seed and rows. What is judged already stays.',
  },
  insecure: {
    help: "Do not verify the target's certificate. The run says so loudly; a profile's `ca` is the better way.",
  },
  'no-page': {
    help: "Make no page of Allure's results, which takes a second. summary.html tells the run as well.",
  },
  verbose: { help: 'Show every row that did not pass, and every reason.' },
  quiet: { help: 'Show the failures and the verdict alone.' },
  json: {
    help: 'Write the lines of rows.ndjson to the standard output as they come, and everything else to the error stream.',
  },
} as const;

/** `rollcall run`: passes its flags on in environment variables, and starts Playwright, which does the run. */
export const run: Command = {
  usage: 'rollcall run [--target URL] [--profile FILE] [--write] [--only PATTERN]…',
  about:
    'Judges a target clause by clause, and leaves rows.ndjson, summary.json, junit.xml, choices.json and an Allure report.\n\n' +
    'The key comes from ROLLCALL_API_KEY, a second one with fewer permissions from ROLLCALL_RESTRICTED_KEY; never from the command line. Each flag has a variable, ROLLCALL_TARGET for --target and so on, with which `npx playwright test --project=conformance` does the same run.',
  flags,
  run: async (args) => {
    const given = readFlags(flags, args);
    const env = { ...process.env, ...environmentOfResumed(given), ...environmentOf(given) };
    readOptions(env);
    return runPlaywright(env);
  },
};

/** The variables of the run that `--resume` names. The flags of this command take precedence over them. */
function environmentOfResumed({ values }: Given): Record<string, string> {
  const folder = values['resume']?.at(-1);
  return folder === undefined ? {} : resumedEnvironment(path.resolve(folder));
}

function environmentOf({ values }: Given): Record<string, string> {
  const own: Given['values'] = {
    ...values,
    ...(values['resume'] ? { resume: ['1'] } : {}),
    ...(values['time-limit'] ? { timeLimit: values['time-limit'] } : {}),
    ...(values['no-page'] ? { noPage: values['no-page'] } : {}),
  };
  const entries = Object.entries(variables).map(([name, variable]) => [variable, own[name]?.join('\n')]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
