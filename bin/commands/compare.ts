import path from 'node:path';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { exits } from '../../harness/judging/verdict.ts';
import { variables } from '../../harness/run/options.ts';
import { writeWhole } from '../../harness/run/storage.ts';
import {
  type Comparison,
  compare as compareSides,
  comparisonExit,
} from '../../reports/comparison/compare.ts';
import { comparisonData } from '../../reports/comparison/data.ts';
import { comparisonMarkdown } from '../../reports/comparison/markdown.ts';
import { comparisonPage } from '../../reports/comparison/page.ts';
import type { Side } from '../../reports/comparison/side.ts';
import { comparisonText } from '../../reports/comparison/text.ts';
import {
  compareVersions,
  versionMarkdown,
  versionSentence,
  versionText,
} from '../../reports/comparison/versions.ts';
import { styleFor } from '../../reports/terminal/style.ts';
import { commandLine } from '../../spec/command-line.ts';
import type { Command } from '../command.ts';
import { isTarget, judgeLive, type LivePair } from '../compare/live.ts';
import { type Given, readFlags } from '../flags.ts';
import { readRunFolder, readShapesIn, refuseUnwritable } from '../stored.ts';

const flags = {
  out: { value: 'DIR', help: 'For two targets: the folder for both reports; rollcall-compare unless given.' },
  write: { help: 'For two targets: allow to create and change on both.' },
  only: { value: 'PATTERN', many: true, help: 'For two targets: only these rows, as for a run.' },
  seed: { value: 'N', help: 'For two targets: the seed of both runs; 1 unless given.' },
  effort: { value: 'LEVEL', help: 'For two targets: quick, standard or deep; standard unless given.' },
  insecure: { help: 'For two targets: do not verify their certificates.' },
  page: { value: 'FILE', help: 'Also write the comparison as one self-contained HTML page.' },
  contract: { help: 'A and B are versions of the interface: 1.5.0 1.7.0.' },
  strict: { help: 'A drift at risk counts as one that breaks clients.' },
  markdown: { help: 'Markdown, for the comment of a pull request or the summary of a job.' },
  json: { help: 'The same as JSON, for scripts.' },
} as const;

/** `rollcall compare`: tells how two runs differ, and what that does to clients. */
export const compare: Command = {
  usage: 'rollcall compare A B [--contract] [--page FILE] [--markdown | --json]',
  about:
    'Compares two reports: A is the folder that a run left before, B the one after. It tells which rows got worse or better, which choices changed, where the shape of an answer drifted and whether that breaks a client written to the interface, and what became slower. Where A and B are addresses or profiles, both targets are judged at once, row by row, with the same seed; both get the key of ROLLCALL_API_KEY unless a profile names another. With --contract, A and B are versions of the interface: it tells what a move between them does to clients. The exit code is 1 where a row got worse or a drift breaks clients.',
  flags,
  run: async (args) => {
    const given = readFlags(flags, args, 2);
    const [a, b] = given.words;
    if (a === undefined || b === undefined) {
      const [what, how] = given.values['contract']
        ? ['two versions of the interface', 'compare --contract 1.5.0 1.7.0']
        : ['two folders that runs left', 'compare BEFORE AFTER'];
      throw new ConfigurationError(`compare needs ${what}: ${commandLine(how)}`);
    }
    const file = given.values['page']?.at(-1);
    if (file !== undefined) refuseUnwritable(file, '--page');
    if (given.values['contract']) return tellVersions(a, b, given);
    if (!isTarget(a) && !isTarget(b)) return tell(compareSides(sideIn(a), sideIn(b)), given);
    const sides = await judgeLive(pairOf([a, b], given));
    return sides ? tell(compareSides(...sides), given) : exits.interrupted;
  },
};

/** Two targets to judge. @throws ConfigurationError for a folder beside a target, and for a wrong setting */
function pairOf(names: readonly [string, string], { values }: Given): LivePair {
  const folder = names.find((name) => !isTarget(name));
  if (folder !== undefined)
    throw new ConfigurationError(
      `${folder} is neither an address nor a profile (.yaml); compare two folders, or two targets`,
    );
  const own = Object.entries(variables).map(([name, variable]) => [variable, values[name]?.join('\n')]);
  const asked = Object.fromEntries(own.filter(([, value]) => value !== undefined));
  const out = path.resolve(values['out']?.at(-1) ?? 'rollcall-compare');
  return {
    names,
    env: { ...process.env, ...asked },
    out,
    only: values['only'] ?? [],
    say: (text) => process.stderr.write(`rollcall: ${text}\n`),
  };
}

/** Prints what changes between two versions of the interface. @returns the exit code */
function tellVersions(from: string, to: string, { values }: Given): number {
  const found = compareVersions(from, to);
  const text = values['json']
    ? JSON.stringify({ sentence: versionSentence(found), ...found }, null, 2)
    : values['markdown']
      ? versionMarkdown(found)
      : versionText(found, styleFor(process.stdout, process.env));
  process.stdout.write(`${text}\n`);
  return found.changes.some(({ rating }) => rating === 'breaking') ? exits.violates : exits.ok;
}

function sideIn(folder: string): Side {
  return { name: folder, run: readRunFolder(folder), shapes: readShapesIn(folder) };
}

/** Prints a comparison, and writes its page. @returns the exit code */
function tell(comparison: Comparison, { values }: Given): number {
  const strict = values['strict'] !== undefined;
  const file = values['page']?.at(-1);
  if (file !== undefined) writeWhole(file, comparisonPage(comparison, strict));
  const text = values['json']
    ? JSON.stringify(comparisonData(comparison, strict), null, 2)
    : values['markdown']
      ? comparisonMarkdown(comparison, strict).trimEnd()
      : comparisonText(comparison, styleFor(process.stdout, process.env), strict);
  process.stdout.write(`${text}\n`);
  return comparisonExit(comparison, strict);
}
