import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { parse } from 'yaml';
import { variables } from '../../../harness/run/options.ts';
import { keys, listenReference } from '../cli/cli.ts';
import { test } from '../plain-test.ts';

const root = path.join(import.meta.dirname, '../../..');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const exec = promisify(execFile);

interface Action {
  readonly inputs: Readonly<Record<string, { description: string; default: string }>>;
  readonly outputs: Readonly<Record<string, { value: string }>>;
  readonly runs: {
    using: string;
    steps: { run?: string; shell?: string; uses?: string; id?: string; env?: Record<string, string> }[];
  };
}

const action = parse(read('action.yml')) as Action;

/** Runs the script of CI. */
function judge(env: Readonly<Record<string, string>>, cwd: string) {
  const ended = exec('bash', [path.join(root, 'ci/judge.sh')], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
  });
  return ended.then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );
}

test('the Action is composite, names a shell for each script, and no input stands in a script', () => {
  expect(action.runs.using).toBe('composite');
  for (const { run, shell, uses } of action.runs.steps) {
    expect(run === undefined ? uses : shell).toBeTruthy();
    expect(run ?? '').not.toContain('${{');
  }
  for (const { description, default: value } of Object.values(action.inputs)) {
    expect(typeof value).toBe('string');
    expect(description).toMatch(/\.$/);
  }
});

test('each input reaches the run, and each variable is one that the run knows', () => {
  const env = action.runs.steps.find(({ id }) => id === 'judge')?.env ?? {};
  const used = Object.values(env).flatMap((value) => /inputs\.([\w-]+)/.exec(value)?.[1] ?? []);
  const known: string[] = [
    ...Object.values(variables),
    'ROLLCALL_BASELINE',
    'ROLLCALL_HOME',
    'ROLLCALL_MERGE',
    'ROLLCALL_INPUT_KEY',
    'ROLLCALL_INPUT_RESTRICTED_KEY',
  ];

  expect(new Set([...used, 'name'])).toEqual(new Set(Object.keys(action.inputs)));
  expect(Object.keys(env).filter((name) => !known.includes(name))).toEqual([]);
  for (const { value } of Object.values(action.outputs)) expect(value).toContain('steps.judge.outputs.');
});

test('the steps of the Action judge a target: summary, annotation, outputs, and the code of the gate', async () => {
  test.setTimeout(120_000);
  const folder = test.info().outputPath('.');
  const service = await listenReference((next) => async (request) => {
    const response = await next(request);
    return request.url.includes('/smart-ia/tests') && response.status === 200
      ? Response.json({ data: [{ testId: 3 }] })
      : response;
  });
  const [summary, output] = ['summary.md', 'output.txt'].map((name) => path.join(folder, name)) as [
    string,
    string,
  ];
  const ended = await judge(
    {
      ROLLCALL_HOME: root,
      ROLLCALL_TARGET: service.baseUrl,
      ROLLCALL_INPUT_KEY: keys.ROLLCALL_API_KEY,
      ROLLCALL_ONLY: 'test.test-id',
      ROLLCALL_WRITE: 'false',
      ROLLCALL_NO_PAGE: 'true',
      ROLLCALL_PROFILE: '',
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: output,
    },
    folder,
  );
  await service.close();

  expect(ended.stdout).toContain('The gate is shut: ');
  expect(ended.stdout).toMatch(/^::error .*title=test\.test-id::/m);
  expect(readFileSync(summary, 'utf8')).toContain('### ❌ Rollcall');
  expect(readFileSync(output, 'utf8')).toBe('exit-code=1\ncomment=rollcall-report/comment.md\n');
  expect(existsSync(path.join(folder, 'rollcall-report/comment.md'))).toBe(true);
  expect(ended.code).toBe(1);
});

test('a shard leaves the gate to the job that merges, and that one judges nothing', async () => {
  const folder = test.info().outputPath('.');
  const bin = path.join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(
    path.join(bin, 'rollcall'),
    '#!/bin/sh\necho "$@" >> calls\n[ "$1" = run ] && exit 1\nexit 0\n',
  );
  chmodSync(path.join(bin, 'rollcall'), 0o755);
  const env = { PATH: `${bin}:${process.env['PATH']}` };
  for (const name of ['rollcall-report', 'shards/1', 'shards/2'])
    mkdirSync(path.join(folder, name), { recursive: true });

  expect(await judge({ ...env, ROLLCALL_SHARD: '1/2' }, folder)).toMatchObject({ code: 0 });
  expect(await judge({ ...env, ROLLCALL_MERGE: 'shards/*' }, folder)).toMatchObject({ code: 0 });
  expect(readFileSync(path.join(folder, 'calls'), 'utf8').split('\n').slice(0, 3)).toEqual([
    'run',
    'merge shards/1 shards/2 --out rollcall-report',
    'gate --baseline rollcall-report/no-baseline.yaml rollcall-report',
  ]);
});

test('a run without a verdict ends the job with its own code, and no gate is asked', async () => {
  const folder = test.info().outputPath('.');
  const bin = path.join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(
    path.join(bin, 'rollcall'),
    '#!/bin/sh\necho "$1 $(printenv ROLLCALL_API_KEY || echo no key)" >> calls\n[ "$1" = run ] && exit "$CODE"\nexit 0\n',
  );
  chmodSync(path.join(bin, 'rollcall'), 0o755);
  const env = { PATH: `${bin}:${process.env['PATH']}`, ROLLCALL_API_KEY: 'secret' };
  mkdirSync(path.join(folder, 'rollcall-report'));

  expect(await judge({ ...env, CODE: '2' }, folder)).toMatchObject({ code: 2 });
  expect(readFileSync(path.join(folder, 'calls'), 'utf8')).toBe('run secret\n');
  expect(await judge({ ...env, CODE: '1' }, folder)).toMatchObject({ code: 0 });
  expect(readFileSync(path.join(folder, 'calls'), 'utf8')).toBe(
    'run secret\nrun secret\ngate no key\ngate no key\n',
  );
});

test('the template of GitLab calls the script of the image, and keeps the report', () => {
  const template = parse(read('ci/gitlab.yml')) as Record<
    string,
    { script: string[]; artifacts: { reports: { junit: string } } }
  >;

  expect(template['.rollcall']).toMatchObject({
    script: ['judge'],
    artifacts: { when: 'always', reports: { junit: 'rollcall-report/junit.xml' } },
  });
});

test('the image copies what is there, runs without root, and has the commands that the template calls', () => {
  const recipe = read('ci/Dockerfile');
  const copied = [...recipe.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  );

  for (const name of copied) expect(existsSync(path.join(root, name)), name).toBe(true);
  expect(recipe.match(/^USER (\w+)$/gm)?.at(-1)).toBe('USER node');
  expect(recipe).toContain('/usr/local/bin/judge');
  expect(recipe).toContain('dist/bin/rollcall.js /usr/local/bin/rollcall');
});
