import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { completionOf } from '../../../bin/commands/completion.ts';
import { commands } from '../../../bin/commands/index.ts';
import { test } from '../plain-test.ts';
import { inProcess } from './in-process.ts';

test.describe.configure({ timeout: 120_000 });

const completion = completionOf(commands);

/** The script for a shell, as a file. */
async function scriptFor(shell: string): Promise<string> {
  const file = test.info().outputPath(`rollcall.${shell}`);
  const { code, stdout } = await inProcess(completion, [shell]);
  expect(code).toBe(0);
  writeFileSync(file, stdout);
  return file;
}

const isHere = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;
const lines = (text: string) => text.split(/\s+/).filter((line) => line !== '');

test('bash completes commands, flags and values, and leaves files to itself', async () => {
  const file = await scriptFor('bash');
  const complete = (...words: string[]) =>
    lines(
      execFileSync(
        'bash',
        [
          '-uc',
          `. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _rollcall; echo "\${COMPREPLY[@]}"`,
          file,
        ].concat('rollcall', words),
        { encoding: 'utf8' },
      ),
    );

  expect(complete('')).toEqual(Object.keys(commands));
  expect(complete('run', '--ef')).toEqual(['--effort']);
  expect(complete('run', '--effort', '')).toEqual(['quick', 'standard', 'deep']);
  expect(complete('run', '--effort', '=', 'd')).toEqual(['deep']);
  expect(complete('run', '--only', 'pagin')).toEqual(['pagination']);
  expect(complete('run', '--profile', '')).toEqual([]);
  expect(complete('gate', 'rep')).toEqual([]);
  expect(complete('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  expect(complete('explain', 'createCl')).toEqual(['createClass']);
  expect(complete('explain', 'createClass', 'x')).toEqual([]);
});

test('fish completes commands, flags and values', async () => {
  test.skip(!isHere('fish'), 'fish is not installed here');
  const file = await scriptFor('fish');
  const complete = (line: string) =>
    execFileSync('fish', ['--no-config', '-c', 'source $argv[1]; complete -C $argv[2]', file, line], {
      encoding: 'utf8',
    })
      .split('\n')
      .map((candidate) => candidate.split('\t')[0]);

  expect(complete('rollcall ')).toEqual(expect.arrayContaining(Object.keys(commands)));
  expect(complete('rollcall run --ef')).toContain('--effort');
  expect(complete('rollcall run --effort d')).toContain('deep');
  expect(complete('rollcall run --only pagin')).toContain('pagination');
  expect(complete('rollcall completion z')).toContain('zsh');
});

test('zsh completes commands, flags and values', async () => {
  test.skip(!isHere('zsh'), 'zsh is not installed here');
  const file = await scriptFor('zsh');
  // A shell in a shell: what it writes on its terminal after the tabulator is read until the expected text is there.
  const typing = `
    zmodload zsh/zpty; zpty shell zsh -f
    zpty -w shell 'PS1=; autoload -U compinit; compinit -D; source '"$1"'; print rea''dy'
    local text seen
    while zpty -r shell text; do [[ $text == *ready* ]] && break; done
    for try in {1..100}; do
      (( try % 10 == 1 )) && zpty -w -n shell "$([[ $try == 1 ]] && print -rn -- "$2")"$'\\t'
      sleep 0.1
      while zpty -rt shell text; do seen+=$text; done
      [[ $seen == *$3* ]] && break
    done
    print -r -- "$seen"
    zpty -d shell`;
  const complete = (line: string, expected: string) =>
    expect(execFileSync('zsh', ['-fc', typing, 'zsh', file, line, expected], { encoding: 'utf8' })).toContain(
      expected,
    );

  complete('rollcall ke', 'keygen');
  complete('rollcall run --ef', '--effort');
  complete('rollcall run --effort=d', 'deep');
  complete('rollcall completion fi', 'fish');
  complete('rollcall run --', 'Allow to create and change on the target');
});

test('a shell without a script is a question, answered with those there are', async () => {
  expect(await inProcess(completion, [])).toMatchObject({ code: 2, stderr: /bash, zsh, fish$/ });
  expect(await inProcess(completion, ['bsh'])).toMatchObject({ code: 2, stderr: /did you mean bash\?$/ });
});
