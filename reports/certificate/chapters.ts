import { clauseOf } from '../../harness/judging/check.ts';
import type { Verdict } from '../../harness/judging/verdict.ts';
import { type Book, type BookClause, clauseIn } from '../book.ts';
import { marked } from '../page/marked.ts';
import type { MatrixPart, Tone } from '../page/matrix.ts';
import { type Html, html } from '../page/shell.ts';
import type { Certificate, CertifiedRow } from './certificate.ts';
import { type Level, levels } from './levels.ts';

/** A clause with its rows. */
export interface ChapterClause extends BookClause {
  readonly id: string;
  readonly anchor: string;
  readonly at: Level | undefined;
  readonly rows: readonly CertifiedRow[];
}

/** A chapter with those of its clauses that have rows. */
export interface Chapter {
  readonly title: string;
  readonly anchor: string;
  readonly clauses: readonly ChapterClause[];
}

/** The chapters of a certificate, in the order of the interface. */
export function chaptersOf({ rows, levels: reached }: Certificate, book: Book): Chapter[] {
  const byClause = new Map<string, CertifiedRow[]>();
  for (const row of rows) {
    const clause = clauseOf(row.id);
    byClause.set(clause, [...(byClause.get(clause) ?? []), row]);
  }
  const ids = [...book.clauses.keys(), ...byClause.keys()];
  const clauses = [...new Set(ids)].flatMap((id, index): ChapterClause[] => {
    const own = byClause.get(id);
    const at = reached.find((level) => level.clauses.includes(id))?.name;
    return own ? [{ ...clauseIn(book, id), id, anchor: `c${index}`, at, rows: own }] : [];
  });
  return book.chapters.flatMap(({ id, title }) => {
    const own = clauses.filter(({ chapter }) => chapter === id);
    return own.length > 0 ? [{ title, anchor: `chapter-${id}`, clauses: own }] : [];
  });
}

const words: Readonly<Record<Verdict, string>> = {
  pass: 'held',
  fail: 'failed',
  suiteError: 'Rollcall went wrong',
  inconclusive: 'not established',
  notApplicable: 'not judged',
};
const tones: Readonly<Record<Verdict, Tone>> = {
  pass: 'pass',
  fail: 'fail',
  suiteError: 'fail',
  inconclusive: 'open',
  notApplicable: 'none',
};
const precedence: readonly Verdict[] = ['suiteError', 'fail', 'inconclusive', 'notApplicable', 'pass'];

/** The chapters as parts of the picture. */
export function matrixParts(chapters: readonly Chapter[]): MatrixPart[] {
  return chapters.map(({ title, anchor, clauses }) => ({
    title,
    anchor,
    rows: clauses.map((clause) => ({
      name: clause.id,
      anchor: clause.anchor,
      cells: new Map([...byOperation(clause.rows)].map(([operation, rows]) => [operation, cellOf(rows)])),
    })),
  }));
}

/** Several checks may judge a clause on an operation: the cell shows the worst of them. */
function cellOf(rows: readonly CertifiedRow[]) {
  const [worst] = [...rows].sort((a, b) => precedence.indexOf(a.verdict) - precedence.indexOf(b.verdict));
  const verdict = worst?.verdict ?? 'notApplicable';
  const reason = worst?.reason ?? '';
  return { tone: tones[verdict], words: reason === '' ? words[verdict] : `${words[verdict]}: ${reason}` };
}

function byOperation(rows: readonly CertifiedRow[]): ReadonlyMap<string, CertifiedRow[]> {
  const operations = new Map<string, CertifiedRow[]>();
  for (const row of rows) {
    const operation = row.id.split(' @ ')[1] ?? '';
    operations.set(operation, [...(operations.get(operation) ?? []), row]);
  }
  return operations;
}

/** One chapter, clause by clause. */
export function chapterDetails({ title, anchor, clauses }: Chapter): Html {
  const open = clauses.filter(({ rows }) => rows.some(({ verdict }) => verdict !== 'pass')).length;
  return html`<details id="${anchor}"><summary>${title} <span class="soft">${clauses.length} ${clauses.length === 1 ? 'clause' : 'clauses'}${open > 0 && `, ${open} not judged everywhere`}</span></summary><ul class="clauses">${clauses.map(
    (clause) => clauseItem(clause),
  )}</ul></details>
`;
}

function clauseItem({ id, anchor, statement, at, rows }: ChapterClause): Html {
  const groups = new Map<string, Set<string>>();
  for (const { id: row, verdict, reason } of rows) {
    if (verdict === 'pass') continue;
    const key = `${words[verdict]}: ${reason}`;
    groups.set(key, (groups.get(key) ?? new Set()).add(row.split(' @ ')[1] ?? ''));
  }
  const held = byOperation(rows.filter(({ verdict }) => verdict === 'pass'));
  const on = held.size > 2 ? `${held.size} operations` : [...held.keys()].join(', ');
  return html`<li id="${anchor}"><code>${id}</code>${at !== undefined && html` <i>${at}</i>`}<br>${marked(statement)}<br><small>${held.size > 0 && html`<b>held</b> on ${on}`}${[...groups].map(([why, operations], index) => html`${index + held.size > 0 && '; '}${marked(why)} (${operations.size > 6 ? `${operations.size} operations` : [...operations].join(', ')})`)}</small>
`;
}

/** The levels, each with its list of clauses. */
export function levelLists({ levels: all, level }: Certificate, chapters: readonly Chapter[]): Html {
  const anchors = new Map(chapters.flatMap(({ clauses }) => clauses.map(({ id, anchor }) => [id, anchor])));
  return html`<h2 id="levels">The levels</h2>
<p>There are ${levels.length} levels, each above the one before. A clause stands at the lowest level at which it is judged.</p>
${all.map(
  ({ name, meaning, reached, clauses }) =>
    html`<details><summary>${name} ${reached ? html`<span class="tag pass">${name === level ? 'reached: the level of this certificate' : 'reached'}</span>` : html`<span class="tag none">not reached</span>`} <span class="soft">${clauses.length} clauses held</span></summary><p>${meaning}</p><ul class="ids">${clauses.map((id) => html`<li><a href="#${anchors.get(id) ?? 'chapters'}">${id}</a>`)}</ul></details>`,
)}`;
}
