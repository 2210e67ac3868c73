import { existsSync, renameSync } from 'node:fs';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { exits } from '../../harness/judging/verdict.ts';
import { writeWhole } from '../../harness/run/storage.ts';
import {
  type Baseline,
  isDay,
  mostBaselineBytes,
  readBaseline,
  unexplained,
  updateBaseline,
} from '../../reports/gate/baseline.ts';
import { type GateResult, gateExit, judgeGate } from '../../reports/gate/gate.ts';
import { gateMarkdown } from '../../reports/gate/markdown.ts';
import { gateData } from '../../reports/gate/summary.ts';
import { gateText } from '../../reports/gate/text.ts';
import type { Run } from '../../reports/report.ts';
import { plural } from '../../reports/terminal/layout.ts';
import { styleFor } from '../../reports/terminal/style.ts';
import { suggest } from '../../spec/nearest.ts';
import { openCatalogue } from '../catalogue.ts';
import type { Command } from '../command.ts';
import { type Given, readFlags } from '../flags.ts';
import { annotations } from '../gate/annotations.ts';
import { readBounded, readRunFolder, refuseUnwritable } from '../stored.ts';

const flags = {
  baseline: { value: 'FILE', help: 'The known failures: a YAML file, one line a row.' },
  update: {
    help: 'Write the file: lines whose row passes go, new failures come, everything else stays.',
  },
  reason: { value: 'TEXT', help: 'With --update: why the new failures are accepted.' },
  owner: { value: 'NAME', help: 'With --update: who answers for them.' },
  expires: {
    value: 'DAY',
    help: 'With --update: the last day on which they are accepted, in 30 days unless given.',
  },
  date: { value: 'DAY', help: 'Judge as of this day, YYYY-MM-DD; today in UTC unless given.' },
  strict: { help: 'What could not be established keeps the gate shut, too.' },
  markdown: { help: 'Markdown, for the comment of a pull request or the summary of a job.' },
  annotations: { help: 'Workflow commands of GitHub, which annotate lines of the profile.' },
  json: { help: 'The same as JSON, for scripts.' },
} as const;

/** `rollcall gate`: holds a run against the failures that are known. */
export const gate: Command = {
  usage: 'rollcall gate --baseline FILE [DIR] [--update] [--markdown | --json]',
  about:
    'Holds the run that left DIR (rollcall-report unless given) against a baseline of known failures. The gate is shut, with exit code 1, by a failure that no line names, by a line whose row passes, by a line past its day, and by a line that nobody has explained. A line that names no row is a mistake, with exit code 2.\n\n' +
    'A line is { row: ID, reason: TEXT, owner: NAME, expires: YYYY-MM-DD }, below `failures:`.',
  flags,
  run: async (args) => {
    const given = readFlags(flags, args, 1);
    const one = (name: keyof typeof flags) => given.values[name]?.at(-1);
    const file = one('baseline');
    if (file === undefined) throw new ConfigurationError('gate needs the known failures: --baseline FILE');
    const day = dayOf(given, 'date', 0);
    const run = readRunFolder(given.words[0] ?? 'rollcall-report');
    const update = one('update') !== undefined;
    if (update) refuseUnwritable(file, '--baseline');
    const text =
      update && !existsSync(file) ? '' : readBounded(file, mostBaselineBytes, '--update writes one');
    const entries = readBaseline(file, text);
    const result = judgeGate(run, { name: file, entries }, { day, strict: one('strict') !== undefined });
    refuseUnknown(entries, run);
    if (update) return write(file, text, result, given);
    process.stdout.write(`${render(result, given)}\n`);
    return gateExit(result);
  },
};

function render(result: GateResult, { values }: Given): string {
  if (values['json']) return JSON.stringify(gateData(result), null, 2);
  if (values['annotations']) return annotations(result);
  if (values['markdown']) return gateMarkdown(result).trimEnd();
  return gateText(result, styleFor(process.stdout, process.env));
}

/** Writes the baseline anew, by way of another file, so that nothing is lost on a full disk. @returns the exit code */
function write(file: string, text: string, result: GateResult, given: Given): number {
  if (result.verdict === 'error')
    throw new ConfigurationError(
      'Rollcall itself went wrong in this run, so it changes no baseline; run again',
    );
  const lines = {
    reason: given.values['reason']?.at(-1) ?? `${unexplained}: say why`,
    owner: given.values['owner']?.at(-1) ?? unexplained,
    expires: dayOf(given, 'expires', 30),
  };
  const out = new Set(result.stale.map(({ entry }) => entry.row));
  const added = result.added.map(({ id }) => ({ row: id, ...lines }));
  writeWhole(`${file}.new`, updateBaseline(text, out, added));
  renameSync(`${file}.new`, file);
  const sentence = `${file}: ${plural(added.length, 'line')} added, ${out.size} taken out, ${result.accepted.length + result.expired.length + result.unexplained.length + result.unjudged.length} kept.`;
  const todo = added.length > 0 && lines.reason.startsWith(unexplained);
  process.stdout.write(`${sentence}${todo ? ' Write reason and owner in place of TODO.' : ''}\n`);
  return exits.ok;
}

/** The day that a flag names; else this many days from today. @throws ConfigurationError */
function dayOf({ values }: Given, name: 'date' | 'expires', later: number): string {
  const day = values[name]?.at(-1);
  if (day === undefined) return new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10);
  if (isDay(day)) return day;
  throw new ConfigurationError(`--${name} is a day such as 2026-12-31, not \`${day}\``);
}

/** Refuses lines that name no row of the run and none of the catalogue. @throws the error of the first such line */
function refuseUnknown(entries: Baseline, run: Run): void {
  const judged = new Set(run.rows.map(({ id }) => id));
  const others = entries.filter(({ row }) => !judged.has(row));
  if (others.length === 0) return;
  const known = new Set([...judged, ...openCatalogue().rows.map(({ id }) => id)]);
  // A run without its pin has no rows of it.
  const [stray, ...more] = others.filter(({ row }) => !known.has(row) && !row.startsWith('pin.'));
  if (stray === undefined) return;
  const also = more.length > 0 ? `; ${more.length} more lines like it` : '';
  throw stray.mistake(
    `\`${stray.row}\` is no row`,
    `${suggest(stray.row, known, 'take the line out')}${also}`,
  );
}
