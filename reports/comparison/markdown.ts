import { escapeMarkdown, markdownCode, markdownTable } from '../markdown.ts';
import { plural } from '../terminal/layout.ts';
import { type Comparison, comparisonExit, comparisonSentence } from './compare.ts';
import type { ChangedRow } from './rows.ts';
import { whereOf } from './side.ts';
import { numbersLine } from './text.ts';
import { ratingTitles, rowTitles } from './words.ts';

const most = 50;

/** A comparison as Markdown, for the comment of a pull request or the summary of a job. */
export function comparisonMarkdown(comparison: Comparison, strict = false): string {
  const { before, after, rows, drift, choices, speed } = comparison;
  const mark = comparisonExit(comparison, strict) === 0 ? '✅' : '❌';
  const { worse, better, lost, gained } = rows;
  return [
    `### ${mark} Rollcall: ${escapeMarkdown(comparisonSentence(comparison))}`,
    `${markdownCode(whereOf(before))} before, ${markdownCode(whereOf(after))} after: ${numbersLine(comparison)}.`,
    ...comparison.caveats.map((caveat) => `> ${escapeMarkdown(caveat)}`),
    ...Object.entries({ worse, better, lost, gained }).flatMap(([key, some]) =>
      section(rowTitles[key as keyof typeof rowTitles], some.map(rowCells), ['row', 'verdict', 'why']),
    ),
    ...Object.entries(ratingTitles).flatMap(([rating, { title }]) =>
      section(
        title,
        drift
          .filter((one) => one.rating === rating)
          .map((one) => [
            markdownCode(one.field),
            escapeMarkdown(`${one.before} → ${one.after}`),
            escapeMarkdown(one.why),
            escapeMarkdown(one.operations.join(', ')),
          ]),
        ['field', 'drift', 'why', 'operations'],
      ),
    ),
    ...section(
      'Choices that changed',
      choices.map((one) => [
        markdownCode(one.choice),
        escapeMarkdown(`${one.before} → ${one.after}`),
        escapeMarkdown(one.operations.join(', ')),
      ]),
      ['choice', 'change', 'operations'],
    ),
    ...section(
      'Speed, a note',
      speed.map(({ operation, before: was, after: is }) => [markdownCode(operation), `${was} → ${is} ms`]),
      ['operation', 'median'],
    ),
    '',
  ].join('\n\n');
}

function rowCells({ id, before, after, reason }: ChangedRow): string[] {
  return [markdownCode(id), `${before} → ${after}`, escapeMarkdown(reason)];
}

function section(title: string, rows: readonly (readonly string[])[], head: readonly string[]): string[] {
  if (rows.length === 0) return [];
  const more = rows.length > most ? `\n\n… and ${plural(rows.length - most, 'line')} more.` : '';
  return [`**${title}** (${rows.length})\n\n${markdownTable(head, rows.slice(0, most))}${more}`];
}
