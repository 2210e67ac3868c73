import { createHash } from 'node:crypto';
import { clauseIn } from './book.ts';
import { groupFailures } from './groups.ts';
import { repeatLine } from './repeat.ts';
import type { Report } from './report.ts';
import { readTool } from './tool.ts';

/** One finding, as a SARIF viewer shows it. */
export interface Finding {
  /** The clause, or the rule, that is departed from. */
  readonly rule: string;
  readonly level: 'error' | 'warning' | 'note';
  readonly message: string;
  /** A relative path or an address of the file that the finding is shown at. */
  readonly file: string;
  readonly line: number;
  /** What stays the same from run to run. */
  readonly identity: string;
}

/** A rule: its id and the sentence that it rests on. */
export interface Rule {
  readonly id: string;
  readonly statement: string;
}

/** A SARIF 2.1.0 log of findings. Viewers show the message as text. */
export function sarif(findings: readonly Finding[], rules: readonly Rule[]): string {
  const { name, version } = readTool();
  const used = rules.filter(({ id }) => findings.some(({ rule }) => rule === id));
  const document = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name,
            semanticVersion: version,
            rules: used.map(({ id, statement }) => ({ id, shortDescription: { text: statement || id } })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map((one) => ({
          ruleId: one.rule,
          ruleIndex: used.findIndex(({ id }) => id === one.rule),
          level: one.level,
          message: { text: one.message },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: uriOf(one.file) },
                region: { startLine: Math.max(1, one.line) },
              },
            },
          ],
          partialFingerprints: { 'rollcall/v1': digest(one.identity) },
        })),
      },
    ],
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

/**
 * The failures of a run as findings: one for each cause, at a line of the profile, since the code of a target is
 * elsewhere.
 *
 * @param at the line of the profile's file that a clause stands for
 */
export function runFindings(
  report: Report,
  at: (clause: string) => { file: string; line: number },
): Finding[] {
  return groupFailures(report.rows).map(({ clause, expected, actual, rows }) => {
    const operations = [...new Set(rows.map(({ operation }) => operation))].join(', ');
    const { statement } = clauseIn(report.book, clause);
    const story = [
      `${clause}: ${statement}`,
      `On ${operations}: expected ${expected}, got ${actual}.`,
      repeatLine(rows[0], report.header),
    ];
    const identity = `${clause} ${operations}`;
    return { rule: clause, level: 'error', message: story.join('\n'), ...at(clause), identity };
  });
}

/** The rules of a book: its clauses. */
export function rulesOf({ book }: Pick<Report, 'book'>): Rule[] {
  return [...book.clauses].map(([id, { statement }]) => ({ id, statement }));
}

function uriOf(file: string): string {
  return file.split('/').map(encodeURIComponent).join('/').replaceAll('%3A', ':');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
