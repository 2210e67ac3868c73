import { createHash } from 'node:crypto';
import { LabelName, Severity, Stage, Status, type TestResult } from 'allure-js-commons';
import { ReporterRuntime, stringifyEnvInfo, type Writer } from 'allure-js-commons/sdk/reporter';
import type { Row } from '../harness/judging/row.ts';
import type { Verdict } from '../harness/judging/verdict.ts';
import { categories } from './allure-categories.ts';
import { attachmentsOf } from './allure-exchange.ts';
import { type Label, lanesOf, ownerOf } from './allure-labels.ts';
import { type Book, type BookClause, clauseIn, isFillable, restsIn, tellClause } from './book.ts';
import type { Timings } from './junit.ts';
import { repeatLine } from './repeat.ts';
import { storyLines } from './replay-lines.ts';
import { baseUrl, type Report } from './report.ts';

/** A file of an `allure-results` folder. */
export interface AllureFile {
  readonly name: string;
  readonly text: string;
}

/** The files of an `allure-results` folder for a run, as Allure's own library has them written. */
export function allureFiles(report: Report, timings: Timings): AllureFile[] {
  const lanes = lanesOf(timings);
  const files: AllureFile[] = [];
  const allure = new ReporterRuntime({
    writer: into(files),
    categories: [...categories],
    environmentInfo: environment(report),
  });
  const begun = Date.parse(report.header.run.startedAt);
  for (const row of report.rows) {
    const { start, ms } = timings.get(row.id) ?? { start: begun, ms: 0 };
    const result = { ...rowResult(row, report), start };
    result.labels.push(...(lanes.get(row.id) ?? []));
    const id = allure.startTest({ ...result, uuid: digest(`${report.header.run.startedAt} ${row.id}`) });
    allure.stopTest(id, { stop: start + ms });
    allure.writeTest(id);
    for (const { source, text } of attachmentsOf(row, baseUrl(report.header)))
      allure.writer.writeAttachment(source, Buffer.from(text));
  }
  allure.writeEnvironmentInfo();
  allure.writeCategoriesDefinitions();
  return files;
}

/** Takes what Allure's library writes, so that it is stored as everything else: whole, and a full disk is told. */
function into(files: AllureFile[]): Writer {
  const add = (name: string, text: string) => void files.push({ name, text });
  const unused = () => {
    throw new Error('no row has such a thing');
  };
  return {
    writeResult: (result) => add(`${result.uuid}-result.json`, JSON.stringify(result)),
    writeAttachment: (name, content) => add(name, content.toString('utf8')),
    writeEnvironmentInfo: (info) => add('environment.properties', stringifyEnvInfo(info)),
    writeCategoriesDefinitions: (some) => add('categories.json', JSON.stringify(some, null, 1)),
    writeAttachmentFromPath: unused,
    writeGroup: unused,
    writeGlobals: unused,
  };
}

const statuses: Record<Verdict, Status> = {
  pass: Status.PASSED,
  fail: Status.FAILED,
  inconclusive: Status.SKIPPED,
  notApplicable: Status.SKIPPED,
  suiteError: Status.BROKEN,
};

const severities: Readonly<Record<string, Severity>> = {
  must: Severity.CRITICAL,
  inferred: Severity.CRITICAL,
  may: Severity.MINOR,
  info: Severity.TRIVIAL,
};

const verdictWords: Record<Verdict, string> = {
  pass: 'pass',
  fail: 'fail',
  inconclusive: 'inconclusive',
  notApplicable: 'not applicable',
  suiteError: 'error of Rollcall itself',
};

/** A row as Allure tells it: its epic is the chapter, its story the clause. Everything in it is redacted. */
export function rowResult(row: Row, { header, book }: Pick<Report, 'header' | 'book'>) {
  const clause = clauseIn(book, row.clause);
  const chapter = book.chapters.find(({ id }) => id === clause.chapter)?.title ?? 'No chapter';
  const operation = book.operations.find(({ id }) => id === row.operation);
  const label = (name: LabelName, value: string): Label => ({ name, value });
  const id = digest(row.id);
  const result = {
    historyId: id,
    testCaseId: id,
    name: row.id,
    fullName: row.id,
    titlePath: [chapter, row.clause],
    status: statuses[row.verdict],
    stage: Stage.FINISHED,
    // What held needs no words: its clause stands above it. Thousands of descriptions would fill the page.
    ...(row.verdict === 'pass' ? {} : { description: describe(row, book, clause, repeatLine(row, header)) }),
    statusDetails: detailsOf(row),
    labels: [
      label(LabelName.EPIC, chapter),
      label(LabelName.FEATURE, row.operation),
      label(LabelName.STORY, `${row.clause}: ${clause.statement.replaceAll('`', '')}`),
      label(LabelName.SEVERITY, severities[clause.level] ?? Severity.NORMAL),
      label(LabelName.TAG, verdictWords[row.verdict]),
      ...ownerOf(row, (gap) => isFillable(book, gap)),
    ],
    parameters: operation ? [{ name: 'operation', value: `${operation.method} ${operation.path}` }] : [],
    attachments: attachmentsOf(row, baseUrl(header)).map(({ name, type, source }) => ({
      name,
      type,
      source,
    })),
  };
  return result satisfies Partial<TestResult>;
}

/** The description of a result: the clause, and for a failure what was expected, what came and how to repeat it. */
function describe(row: Row, book: Book, clause: BookClause, repeat: string): string {
  const { counterexample: found } = row;
  const paragraphs = [`**${row.clause}**: ${tellClause(clause)}`, `Rests on: ${restsIn(book, clause)}`];
  if (clause.lawyer !== undefined) paragraphs.push(`A lawyer for the server would say: ${clause.lawyer}`);
  if (row.expected !== undefined) paragraphs.push(`Expected: ${row.expected}`);
  if (row.actual !== undefined) paragraphs.push(`Actual: ${row.actual}`);
  if (found) {
    const how = found.cutShort ? 'cut short by its budget' : `after ${found.shrinks} steps of shrinking`;
    paragraphs.push(`Smallest example: \`${found.value}\` (${how})`);
  }
  if (row.verdict === 'fail') paragraphs.push(`\`\`\`sh\n${[...storyLines(row), repeat].join('\n')}\n\`\`\``);
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

function environment({ header, footer }: Report): Record<string, string> {
  const { tool, target, run } = header;
  return {
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
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
