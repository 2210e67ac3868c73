import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { exits } from '../../harness/judging/verdict.ts';
import { displayPath } from '../../reports/output.ts';
import type { Command } from '../command.ts';
import { readFlags } from '../flags.ts';
import { desktopOpener } from '../replay/desktop.ts';

/** The pages of a report, the one that most people open first. */
const pages = ['summary.html', 'allure-report/index.html'];

/** `rollcall open`: opens the page of a report. */
export const open: Command = {
  usage: 'rollcall open [DIR]',
  about:
    'Opens the page of the report in DIR (rollcall-report unless given) in the browser, and prints where it is. Where there is no desktop, it only prints that.',
  flags: {},
  run: async (args) => {
    const [folder = 'rollcall-report'] = readFlags({}, args, 1).words;
    const page = pages.map((name) => path.resolve(folder, name)).find((file) => existsSync(file));
    if (page === undefined)
      throw new ConfigurationError(`there is no page in ${folder}; name the folder that a finished run left`);
    process.stdout.write(`${displayPath(page)}\n`);
    const opener = desktopOpener(process.platform, process.env);
    if (opener === undefined) return exits.ok;
    const child = spawn(opener.command, [...opener.args, page], { detached: true, stdio: 'ignore' });
    // A desktop without an opener is none: the path is printed in any case.
    child.on('error', () => undefined);
    child.unref();
    return exits.ok;
  },
};
