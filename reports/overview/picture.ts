import type { Row } from '../../harness/judging/row.ts';
import { type Verdict, verdicts } from '../../harness/judging/verdict.ts';
import { type Book, clauseIn } from '../book.ts';
import { operationGroups } from '../page/columns.ts';
import { type Cell, legend, type MatrixPart, type MatrixRow, matrix, type Tone } from '../page/matrix.ts';
import { type Html, html } from '../page/shell.ts';
import type { Report } from '../report.ts';
import type { Story } from '../stories.ts';
import { anchorOf, type Detail } from './failures.ts';

const tones: Readonly<Record<Verdict, Tone>> = {
  pass: 'pass',
  fail: 'fail',
  suiteError: 'fail',
  inconclusive: 'open',
  notApplicable: 'none',
};

/** Where cells lead, and how much they say. */
interface View {
  readonly places: ReadonlyMap<string, string>;
  readonly detail: Detail;
}

/** Clauses by operations as one picture. A failed cell leads to its story; what held, and what was left out, is colour. */
export function picture(report: Report, stories: readonly Story[], detail: Detail): Html {
  const { counts } = report.footer;
  const groups = operationGroups(report.book.operations);
  const places = new Map(
    stories.flatMap(({ rows }, index) => rows.map(({ id }) => [id, anchorOf(index, detail)])),
  );
  const shown = [
    ['pass', `held: ${counts.pass}`],
    ['fail', `failed: ${counts.fail}`],
    ['open', `could not be established: ${counts.inconclusive}`],
    ['none', `not applicable: ${counts.notApplicable}`],
  ] as const;
  return html`<h2 id="picture">Every clause on every operation</h2>
<p>Each line is a clause, each column one of the ${report.book.operations.length} operations. Columns are, from left to right: ${groups.map(({ title, operations }) => `${title} (${operations.length})`).join(', ')}. <span class="screen">What failed or stayed open is a link.</span></p>
${legend(shown)}
${matrix(partsOf(report, { places, detail }), groups)}`;
}

function partsOf({ rows, book }: Report, view: View): MatrixPart[] {
  const clauses = [...new Set([...book.clauses.keys(), ...rows.map(({ clause }) => clause)])];
  const byClause = new Map<string, Row[]>();
  for (const row of rows) byClause.set(row.clause, [...(byClause.get(row.clause) ?? []), row]);
  return book.chapters.flatMap(({ id, title }) => {
    const lines = clauses
      .filter((clause) => chapterOf(book, clause) === id)
      .flatMap((clause) => lineOf(clause, byClause.get(clause) ?? [], view) ?? []);
    return lines.length > 0 ? [{ title, anchor: '', rows: lines }] : [];
  });
}

function chapterOf(book: Book, clause: string): string {
  return clauseIn(book, clause).chapter;
}

function lineOf(name: string, rows: readonly Row[], view: View): MatrixRow | undefined {
  if (rows.length === 0) return undefined;
  const byOperation = new Map<string, Row>();
  for (const row of rows) {
    const known = byOperation.get(row.operation);
    if (known === undefined || verdicts.indexOf(row.verdict) < verdicts.indexOf(known.verdict))
      byOperation.set(row.operation, row);
  }
  const cells = new Map([...byOperation].map(([operation, row]) => [operation, cellOf(row, view)]));
  return { name, anchor: 'not-judged', cells };
}

function cellOf({ id, verdict, reason }: Row, { places, detail }: View): Cell {
  const tone = tones[verdict];
  const short = reason.length > detail.characters ? `${reason.slice(0, detail.characters)}…` : reason;
  if (verdict === 'fail') return { tone, words: `failed: ${short}`, leads: places.get(id) ?? 'failures' };
  if (verdict === 'suiteError') return { tone, words: `Rollcall went wrong: ${short}`, leads: 'errors' };
  if (verdict === 'inconclusive') return { tone, words: `not established: ${short}`, leads: 'not-judged' };
  return { tone, words: '', leads: false };
}
