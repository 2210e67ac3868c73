import { exits } from '../../harness/judging/verdict.ts';
import { variants } from '../../reference/variants/index.ts';
import { plural, wrap } from '../../reports/terminal/layout.ts';
import type { Chapter, Clause } from '../../spec/contract.ts';
import { type Catalogue, openCatalogue } from '../catalogue.ts';
import { chapterTable } from '../chapter-table.ts';
import type { Command } from '../command.ts';
import { readFlags } from '../flags.ts';
import { countAll, formatNumbers } from '../numbers.ts';

const flags = {
  json: { help: 'The same as JSON, for scripts.' },
  gaps: { help: 'The places that the interface leaves open, and how a profile fills each.' },
  variants: { help: 'The conforming services of other teams, for `rollcall serve --variant`.' },
  faults: { help: 'The ways to break a promise, for `rollcall serve --fault`.' },
  numbers: { help: 'Only how many there are of each.' },
  markdown: { help: 'A table of the chapters: the one in the README.' },
} as const;

/** `rollcall list`: lists the catalogue by chapter. */
export const list: Command = {
  usage: 'rollcall list [--gaps | --variants | --faults | --numbers] [--json]',
  about:
    'Prints every clause with its level and the checks that judge it, chapter by chapter, and at the end how many there are of each.',
  flags,
  run: async (args) => {
    const { values } = readFlags(flags, args);
    const all = openCatalogue();
    if (values['markdown']) {
      process.stdout.write(`${chapterTable(all)}\n`);
      return exits.ok;
    }
    if (values['gaps']) {
      process.stdout.write(`${gapsText(all, values['json'] !== undefined)}\n`);
      return exits.ok;
    }
    const stories = values['variants'] ? variants : values['faults'] ? all.faults : undefined;
    if (stories) {
      process.stdout.write(`${storiesText(stories, values['json'] !== undefined)}\n`);
      return exits.ok;
    }
    const numbers = countAll(all);
    const chapters = values['numbers'] ? [] : all.contract.chapters;
    const text = values['json']
      ? JSON.stringify(
          { ...(values['numbers'] ? {} : { chapters: chapters.map((one) => dataOf(one, all)) }), numbers },
          null,
          2,
        )
      : [...chapters.map((one) => chapterText(one, all)), formatNumbers(numbers)].join('\n\n');
    process.stdout.write(`${text}\n`);
    return exits.ok;
  },
};

function clausesOf({ id }: Chapter, { contract }: Catalogue): Clause[] {
  return [...contract.clauses.values()].filter(({ chapter }) => chapter === id);
}

/** The gaps by chapter: the question, what is done while it is open, and how a profile fills it. */
function gapsText({ contract }: Catalogue, json: boolean): string {
  const gaps = [...contract.gaps.values()];
  if (json) return JSON.stringify(gaps, null, 2);
  const indented = (text: string) => wrap(text, 72).map((line) => `        ${line}`);
  return contract.chapters
    .flatMap(({ id, title }) => {
      const own = gaps.filter(({ chapter }) => chapter === id);
      const lines = own.flatMap((gap) => [
        `  ${gap.id}`,
        ...indented(gap.question),
        ...indented(`Meanwhile: ${gap.reading}`),
        ...indented(gap.fill),
      ]);
      return own.length === 0 ? [] : [[`${title}: ${plural(own.length, 'gap')}`, ...lines].join('\n')];
    })
    .join('\n\n');
}

/** Services by name, each with what its team did. */
function storiesText(
  services: readonly { readonly id: string; readonly story: string }[],
  json: boolean,
): string {
  if (json)
    return JSON.stringify(
      services.map(({ id, story }) => ({ id, story })),
      null,
      2,
    );
  return services
    .flatMap(({ id, story }) => [`  ${id}`, ...wrap(story, 72).map((line) => `        ${line}`)])
    .join('\n');
}

function dataOf(chapter: Chapter, all: Catalogue) {
  const clauses = clausesOf(chapter, all).map(({ id, level, statement, rests, lawyer, notTested }) => ({
    id,
    level,
    statement,
    rests,
    ...(lawyer === undefined ? {} : { lawyer }),
    ...(notTested === undefined ? {} : { notTested }),
    checks: all.checks
      .filter(({ clause }) => clause === id)
      .map((check) => ({
        id: check.id,
        rows: all.rows.filter((row) => row.check.id === check.id).map((row) => row.id),
        faults: all.faults.filter((fault) => fault.check === check.id).map((fault) => fault.id),
      })),
  }));
  return { id: chapter.id, title: chapter.title, clauses };
}

function chapterText(chapter: Chapter, all: Catalogue): string {
  const { title, clauses } = dataOf(chapter, all);
  const checks = clauses.flatMap((clause) => clause.checks);
  const rows = checks.reduce((sum, check) => sum + check.rows.length, 0);
  const head = `${title}: ${plural(clauses.length, 'clause')}, ${plural(checks.length, 'check')}, ${plural(rows, 'row')}`;
  return [head, ...clauses.flatMap(clauseText)].join('\n');
}

function clauseText({
  id,
  level,
  statement,
  notTested,
  checks,
}: ReturnType<typeof dataOf>['clauses'][number]): string[] {
  const indented = (text: string) => wrap(text, 72).map((line) => `        ${line}`);
  const aspects = checks.map(
    (check) => `${check.id} (${plural(check.rows.length, 'row')}, ${plural(check.faults.length, 'fault')})`,
  );
  return [
    `  ${level.padEnd(8)}  ${id}`,
    ...indented(statement),
    ...aspects.map((aspect) => `      > ${aspect}`),
    ...(notTested === undefined ? [] : indented(`not tested: ${notTested}`)),
  ];
}
