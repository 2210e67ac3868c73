import type { Catalogue } from './catalogue.ts';

/** The Markdown table of the README: how many clauses of which kind, checks, rows and faults each chapter has. */
export function chapterTable({ contract, checks, rows, faults }: Catalogue): string {
  const lines = contract.chapters.map(({ id, title }) => {
    const clauses = [...contract.clauses.values()].filter(({ chapter }) => chapter === id);
    const mine = new Set(clauses.map((clause) => clause.id));
    const judged = checks.filter(({ clause }) => mine.has(clause));
    const ids = new Set(judged.map((check) => check.id));
    const given = rows.filter(({ check }) => mine.has(check.clause)).length;
    const proven = faults.filter(({ check }) => ids.has(check)).length;
    const inferred = clauses.filter(({ level }) => level === 'inferred').length;
    const reasoned = clauses.filter(({ notTested }) => notTested !== undefined).length;
    return `| ${[title, clauses.length, inferred, reasoned, judged.length, given, proven].join(' | ')} |`;
  });
  return [
    '| chapter | clauses | of these inferred | not tested, with a reason | checks | rows | faults |',
    '| --- | --: | --: | --: | --: | --: | --: |',
    ...lines,
  ].join('\n');
}
