import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openCatalogue } from '../../../bin/catalogue.ts';
import { chapterTable } from '../../../bin/chapter-table.ts';
import { countAll, formatNumbers } from '../../../bin/numbers.ts';
import { deployments } from '../../../reference/blind/manners/deployments/index.ts';
import { tellServers } from '../blind/server-forms.ts';
import { tellRounds } from '../blind/tell.ts';
import { tellTreatments } from '../blind/treatments.ts';
import { exampleLine, examples } from '../proofs/examples.ts';
import { readLongProof, tellLongProof } from '../proofs/long-proof.ts';
import { readResults, tellResults } from './results.ts';

/** Where the README is. */
export const file = path.join(import.meta.dirname, '../../../README.md');

/** The README as it stands. */
export function readReadme(): string {
  return readFileSync(file, 'utf8');
}

/** What the suite knows better than the README: each block by its name. */
const blocks: Readonly<Record<string, () => string | Promise<string>>> = {
  numbers: () => fenced(formatNumbers(countAll(openCatalogue()))),
  chapters: () => chapterTable(openCatalogue()),
  'long-proof': () => fenced(tellLongProof(readLongProof())),
  proofs: () =>
    fenced(
      [
        tellRounds(),
        tellTreatments('manners'),
        tellTreatments('deployments', deployments.length),
        tellServers(),
        tellResults(readResults()),
      ].join('\n\n'),
    ),
  costs: () => fenced((readResults().costs ?? []).join('\n')),
  requests: () => (readResults().requests ?? []).join('\n'),
  counterexamples: async () => {
    const lines: string[] = [];
    for (const id of examples) lines.push(await exampleLine(id));
    return [
      '| the bug | what was expected, and what came | the smallest request that shows it |',
      '| --- | --- | --- |',
      ...lines,
    ].join('\n');
  },
};

/** The names of the blocks of a README that differ from what the suite says, and the README with all of them renewed. */
export async function renewed(readme: string): Promise<{ stale: readonly string[]; text: string }> {
  const stale: string[] = [];
  let text = readme;
  for (const [name, generate] of Object.entries(blocks)) {
    const [open, close] = [`<!-- generated: ${name} -->\n\n`, `\n\n<!-- end of ${name} -->`];
    const [before, rest, ...others] = text.split(open);
    const [old, ...after] = rest?.split(close) ?? [];
    if (before === undefined || old === undefined || after.length !== 1 || others.length > 0)
      throw new Error(`README.md needs ${open.trim()} and ${close.trim()} once each`);
    const fresh = await generate();
    if (fresh !== old) stale.push(name);
    text = `${before}${open}${fresh}${close}${after.join('')}`;
  }
  return { stale, text };
}

function fenced(text: string): string {
  return ['```', text, '```'].join('\n');
}
