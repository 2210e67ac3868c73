import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { exits } from '../../harness/judging/verdict.ts';
import { fileJournal } from '../../harness/run/journal.ts';
import { readOptions, variables } from '../../harness/run/options.ts';
import { journalFile } from '../../harness/run/preflight-record.ts';
import type { Run } from '../../harness/run/run.ts';
import { residueLine, residueOf } from '../../harness/safety/residue.ts';
import type { Command } from '../command.ts';
import { type Given, readFlags } from '../flags.ts';
import { withTarget } from '../target.ts';

const flags = {
  out: { value: 'DIR', help: 'The folder that the run left; rollcall-report unless given.' },
  target: { value: 'URL', help: 'Base address of the target; the one of the run unless given.' },
  profile: { value: 'FILE', help: 'The profile of the run.' },
  disable: { help: 'Also disable the users that the run created.' },
  insecure: { help: "Do not verify the target's certificate." },
} as const;

/** `rollcall cleanup`: undoes the changes of lent things that an interrupted run left. */
export const cleanup: Command = {
  usage: 'rollcall cleanup [--out DIR] [--profile FILE] [--disable]',
  about:
    'Undoes the changes of lent things that a run could not undo itself, for example because it crashed. It reads the journal in the folder of the run, and needs the key that the run had. It lists what the run created, because the interface cannot delete.',
  flags,
  run: async (args) => {
    const given = readFlags(flags, args);
    const base = { ...process.env, ...environmentOf(given) };
    const { out, target } = readOptions(base);
    const env = { ...base, [variables.target]: target ?? targetOf(out), [variables.write]: '1' };
    return withTarget(
      env,
      async ({ run }) => {
        const { done, failed } = await run.exchange.putBack();
        say(`Put back: ${done}${failed.length > 0 ? `; not put back: ${failed.length}` : ''}`);
        for (const problem of failed) say(`✗ ${problem}`);
        if (given.values['disable'] !== undefined) await disable(run);
        say(
          `On the target: ${residueLine(residueOf(fileJournal(journalFile(out)))) || 'nothing of the run'}`,
        );
        return failed.length > 0 ? exits.violates : exits.ok;
      },
      'known',
      fileJournal(journalFile(out)),
    );
  },
};

async function disable(run: Run): Promise<void> {
  const op = run.contract.operation('disableUser');
  const users = new Set(
    run.world.made.filter(({ kind }) => kind === 'student' || kind === 'teacher').map(({ id }) => id),
  );
  for (const userId of users) {
    const { status } = await run.exchange.send(op, { userId }, {}, 'write');
    if (status >= 300) say(`✗ a user could not be disabled: ${status}`);
  }
  say(`Disabled: ${users.size} users`);
}

/** The base address in the header of a run. @throws ConfigurationError when the folder holds no run */
function targetOf(out: string): string {
  const file = path.join(out, 'rows.ndjson');
  try {
    const { target } = JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '') as {
      target: { origin: string; basePath: string };
    };
    return target.origin + target.basePath;
  } catch {
    throw new ConfigurationError(
      `${file} does not say which target the run had; name the folder with --out, or the target with --target`,
    );
  }
}

function environmentOf({ values }: Given): Record<string, string> {
  const entries = Object.entries(variables).map(([name, variable]) => [variable, values[name]?.at(-1)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
