import { type Chapter, type Clause, readChapters, readClause } from './clause.ts';
import { type Gap, readGap } from './gap.ts';
import { suggest } from './nearest.ts';
import type { Operation } from './operation.ts';
import { type Passage, readPassages } from './passage.ts';
import { below, type Place, readList, readObject } from './read.ts';
import type { Source } from './source.ts';

/** The parsed contents of passages.yaml, clauses.yaml and gaps.yaml. */
export interface Statements {
  readonly passages: ReadonlyMap<string, Passage>;
  readonly chapters: readonly Chapter[];
  readonly clauses: ReadonlyMap<string, Clause>;
  readonly gaps: ReadonlyMap<string, Gap>;
}

function readRows<Row extends { readonly id: string }>(
  place: Place,
  value: unknown,
  read: (place: Place, row: unknown) => Row,
): Map<string, Row> {
  const rows = new Map<string, Row>();
  readList(place, value).forEach((item, i) => {
    const row = read(below(place, i), item);
    if (rows.has(row.id)) {
      throw place.source.error(
        [...place.path, i, 'id'],
        `${row.id} stands twice`,
        'give one of the two another id',
      );
    }
    rows.set(row.id, row);
  });
  return rows;
}

function checkNeeds(source: Source, clauses: readonly Clause[], gaps: ReadonlyMap<string, Gap>): void {
  for (const [i, clause] of clauses.entries()) {
    clause.needs.forEach((gap, j) => {
      if (gaps.has(gap)) return;
      const fix = suggest(gap, gaps.keys(), 'add it to spec/gaps.yaml');
      throw source.error(['clauses', i, 'needs', j], `${gap} is not a gap`, fix);
    });
  }
}

function checkOrder(
  source: Source,
  rows: readonly { chapter: string }[],
  key: string,
  chapters: readonly Chapter[],
): void {
  const order = rows.map(({ chapter }) => chapters.findIndex(({ id }) => id === chapter));
  const wrong = order.findIndex((place, i) => i > 0 && place < (order[i - 1] ?? 0));
  if (wrong < 0) return;
  throw source.error(
    [key, wrong, 'chapter'],
    `${rows[wrong]?.chapter} comes too late`,
    'keep the order of the chapters',
  );
}

/** The files that say what the interface states. */
export interface StatementSources {
  readonly passages: Source;
  readonly clauses: Source;
  readonly gaps: Source;
}

/**
 * Reads passages.yaml, clauses.yaml and gaps.yaml, and checks that the ids and operations in them exist and are in order.
 * @throws ContractError with file, line and key of the first mistake
 */
export function readStatements(sources: StatementSources, operations: readonly Operation[]): Statements {
  const { clauses, gaps } = sources;
  const passages = readPassages(sources.passages);
  const top = readObject({ source: clauses, path: [] }, clauses.tree, ['chapters', 'clauses'], []);
  const chapters = readChapters(clauses, top['chapters']);
  const clauseRows = readRows({ source: clauses, path: ['clauses'] }, top['clauses'], (place, row) =>
    readClause(place, row, { chapters, passages, operations }),
  );
  const gapTop = readObject({ source: gaps, path: [] }, gaps.tree, ['gaps'], []);
  const gapRows = readRows({ source: gaps, path: ['gaps'] }, gapTop['gaps'], (place, row) =>
    readGap(place, row, chapters, operations),
  );
  checkNeeds(clauses, [...clauseRows.values()], gapRows);
  checkOrder(clauses, [...clauseRows.values()], 'clauses', chapters);
  checkOrder(gaps, [...gapRows.values()], 'gaps', chapters);
  return { passages, chapters, clauses: clauseRows, gaps: gapRows };
}
