import { labelled, plural, wrap } from '../terminal/layout.ts';
import type { Style } from '../terminal/style.ts';
import { type Comparison, comparisonExit, comparisonSentence, tally } from './compare.ts';
import type { RatedDrift } from './rate.ts';
import type { ChangedRow } from './rows.ts';
import { whereOf } from './side.ts';
import { ratingTitles, rowTitles } from './words.ts';

/** The most rows that one section shows. */
const most = 20;

/** A comparison for the terminal. With `strict`, a risk counts as well. */
export function comparisonText(comparison: Comparison, style: Style, strict = false): string {
  const { before, after, rows, drift, choices, speed } = comparison;
  const colour = comparisonExit(comparison, strict) === 0 ? style.green : style.red;
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [[style.bold(title), ...lines].join('\n')];
  const { worse, better, lost, gained } = rows;
  return [
    [
      ...labelled('Before', sideWords(before), 0, 9),
      ...labelled('After', sideWords(after), 0, 9),
      ...comparison.caveats.flatMap((caveat) => labelled('Note', caveat, 0, 9)),
    ].join('\n'),
    ...Object.entries({ worse, better, lost, gained }).flatMap(([key, some]) =>
      list(`${rowTitles[key as keyof typeof rowTitles]} (${some.length})`, rowLines(some)),
    ),
    ...Object.entries(ratingTitles).flatMap(([rating, { title }]) => {
      const some = drift.filter((one) => one.rating === rating);
      return list(`${title} (${some.length})`, some.slice(0, most).flatMap(driftLines));
    }),
    ...list(
      `Choices that changed (${choices.length})`,
      choices.flatMap(({ choice, before: was, after: is, operations }) => [
        ...wrap(`- ${choice}: ${was} → ${is}`, 80),
        ...labelled('', operations.join(', '), 4, 4).map(style.dim),
      ]),
    ),
    ...list(
      'Speed, a note',
      speed
        .slice(0, most)
        .map(({ operation, before: was, after: is }) => `- ${operation}: ${was} → ${is} ms`),
    ),
    colour(style.bold(wrap(comparisonSentence(comparison), 80).join('\n'))),
  ].join('\n\n');
}

/** A side as the caller named it, and where its target is. */
function sideWords(side: Comparison['before']): string {
  const where = whereOf(side);
  return side.name === where ? where : `${side.name}: ${where}`;
}

function rowLines(rows: readonly ChangedRow[]): string[] {
  const lines = rows
    .slice(0, most)
    .flatMap(({ id, before, after, reason }) => [
      ...wrap(`- ${id}: ${before} → ${after}`, 80),
      ...labelled('', reason, 4, 4).filter((line) => line !== ''),
    ]);
  return rows.length > most ? [...lines, `  … and ${plural(rows.length - most, 'row')} more`] : lines;
}

function driftLines({ field, before, after, why, operations }: RatedDrift): string[] {
  return [
    ...wrap(`- ${field}: ${before} → ${after}`, 80),
    ...labelled('', why, 4, 4),
    ...labelled('', operations.join(', '), 4, 4),
  ];
}

/** The numbers of a comparison in one line. */
export function numbersLine(comparison: Comparison): string {
  const { breaking, risk, harmless } = tally(comparison);
  const { worse, better, still } = comparison.rows;
  return [
    `${plural(worse.length, 'row')} worse`,
    `${better.length} better`,
    `${still.length} failing as before`,
    `${plural(breaking, 'breaking drift')}`,
    `${risk} at risk`,
    `${harmless} harmless`,
    `${plural(comparison.choices.length, 'changed choice')}`,
  ].join(', ');
}
