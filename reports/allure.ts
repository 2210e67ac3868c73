import { createHash } from 'node:crypto';
import type { Row } from '../harness/judging/row.ts';
import type { Verdict } from '../harness/judging/verdict.ts';
import { categories } from './allure-categories.ts';
import { type Attachment, attachmentsOf } from './allure-exchange.ts';
import { type Label, lanesOf, ownerOf } from './allure-labels.ts';
import { type Book, type BookClause, clauseIn, isFillable, restsIn, tellClause } from './book.ts';
import type { Timings } from './junit.ts';
import { repeatLine } from './repeat.ts';
import { baseUrl, type Report } from './report.ts';

/** A file of an `allure-results` folder. */
export interface AllureFile {
  readonly name: string;
  readonly text: string;
}

/** The files of an `allure-results` folder for a run. Its epics are chapters, its stories clauses. */
export function allureFiles(report: Report, timings: Timings): AllureFile[] {
  const lanes = lanesOf(timings);
  const results = report.rows.flatMap((row) => {
    const attachments = attachmentsOf(row, baseUrl(report.header));
    const result = resultOf(row, report, timings, attachments, lanes.get(row.id));
    const file = { name: `${result.uuid}-result.json`, text: JSON.stringify(result) };
    return [file, ...attachments.map(({ source, text }) => ({ name: source, text }))];
  });
  return [
    ...results,
    { name: 'environment.properties', text: environment(report) },
    { name: 'categories.json', text: JSON.stringify(categories, null, 1) },
  ];
}

const statuses: Record<Verdict, string> = {
  pass: 'passed',
  fail: 'failed',
  inconclusive: 'skipped',
  notApplicable: 'skipped',
  suiteError: 'broken',
};

const severities: Readonly<Record<string, string>> = {
  must: 'critical',
  inferred: 'critical',
  may: 'minor',
  info: 'trivial',
};

const verdictWords: Record<Verdict, string> = {
  pass: 'pass',
  fail: 'fail',
  inconclusive: 'inconclusive',
  notApplicable: 'not applicable',
  suiteError: 'error of Rollcall itself',
};

function resultOf(
  row: Row,
  report: Report,
  timings: Timings,
  attachments: readonly Attachment[],
  lane: readonly Label[] = [],
) {
  const { header, book } = report;
  const clause = clauseIn(book, row.clause);
  const chapter = book.chapters.find(({ id }) => id === clause.chapter)?.title ?? 'No chapter';
  const operation = book.operations.find(({ id }) => id === row.operation);
  const { start, ms } = timings.get(row.id) ?? { start: Date.parse(header.run.startedAt), ms: 0 };
  const label = (name: string, value: string): Label => ({ name, value });
  const id = digest(row.id);
  return {
    uuid: digest(`${header.run.startedAt} ${row.id}`),
    historyId: id,
    testCaseId: id,
    name: row.id,
    fullName: row.id,
    titlePath: [chapter, row.clause],
    status: statuses[row.verdict],
    stage: 'finished',
    start,
    stop: start + ms,
    // What held needs no words: its clause stands above it. Thousands of descriptions would fill the page.
    ...(row.verdict === 'pass' ? {} : { description: describe(row, book, clause, repeatLine(row, header)) }),
    statusDetails: detailsOf(row),
    labels: [
      label('epic', chapter),
      label('feature', row.operation),
      label('story', `${row.clause}: ${clause.statement.replaceAll('`', '')}`),
      label('severity', severities[clause.level] ?? 'normal'),
      label('tag', verdictWords[row.verdict]),
      ...ownerOf(row, (gap) => isFillable(book, gap)),
      ...lane,
    ],
    parameters: operation ? [{ name: 'operation', value: `${operation.method} ${operation.path}` }] : [],
    links: [],
    steps: [],
    attachments: attachments.map(({ name, type, source }) => ({ name, type, source })),
  };
}

/** The description of a result: the clause, and for a failure what was expected, what came and how to repeat it. */
function describe(row: Row, book: Book, clause: BookClause, repeat: string): string {
  const { counterexample: found } = row;
  const curl = row.evidence?.at(-1)?.curl;
  const paragraphs = [`**${row.clause}**: ${tellClause(clause)}`, `Rests on: ${restsIn(book, clause)}`];
  if (clause.lawyer !== undefined) paragraphs.push(`A lawyer for the server would say: ${clause.lawyer}`);
  if (row.expected !== undefined) paragraphs.push(`Expected: ${row.expected}`);
  if (row.actual !== undefined) paragraphs.push(`Actual: ${row.actual}`);
  if (found) {
    const how = found.cutShort ? 'cut short by its budget' : `after ${found.shrinks} steps of shrinking`;
    paragraphs.push(`Smallest example: \`${found.value}\` (${how})`);
  }
  if (row.verdict === 'fail')
    paragraphs.push(`\`\`\`sh\n${[...(curl ? [curl] : []), repeat].join('\n')}\n\`\`\``);
  if (row.source !== undefined) paragraphs.push(`Check: \`${row.source}\``);
  for (const [choice, value] of row.choices ?? [])
    paragraphs.push(`The target's choice: ${choice}: ${value}`);
  return paragraphs.join('\n\n');
}

function detailsOf({ verdict, reason, expected, actual, blame }: Row): Record<string, string> {
  if (verdict === 'pass') return {};
  const message = verdict === 'fail' ? reason : `${verdictWords[verdict]}: ${reason}`;
  return {
    message,
    // By this line a category knows whose it is.
    ...(blame === undefined ? {} : { trace: `blame: ${blame}` }),
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
  };
}

function environment({ header, footer }: Report): string {
  const { tool, target, run } = header;
  const values = {
    Target: target.embedded ? 'embedded reference service' : baseUrl(header),
    Profile: target.profile,
    Interface: header.interface,
    Rollcall: tool.version,
    Seed: String(run.seed),
    Effort: run.effort,
    Writes: run.write ? 'allowed' : 'not allowed',
    Requests: String(footer.requests),
    'Not applicable': `${footer.counts.notApplicable} rows, which summary.html tells`,
  };
  const escapedName = (text: string) => text.replaceAll(' ', String.raw`\ `);
  const escaped = (text: string) => text.replaceAll(/[\\:=#!]/g, String.raw`\$&`);
  return Object.entries(values)
    .map(([name, value]) => `${escapedName(name)} = ${escaped(value)}\n`)
    .join('');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
