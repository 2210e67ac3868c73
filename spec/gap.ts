import type { Chapter } from './clause.ts';
import type { Operation } from './operation.ts';
import { below, type Place, readChoice, readId, readObject, readText } from './read.ts';
import { selectOperations } from './selector.ts';

/** One place that the interface leaves open. It says "not shown" there, or two readings of it are defensible. */
export interface Gap {
  readonly id: string;
  readonly chapter: string;
  readonly kind: 'not-shown' | 'two-readings';
  readonly question: string;
  /** How checks read the interface while the gap is open. */
  readonly reading: string;
  /** How a profile fills the gap. */
  readonly fill: string;
  readonly operations: readonly string[];
  /** Why no variant of the reference service fills the gap differently; left out where a variant does. */
  readonly noVariant?: string;
}

const keys = ['id', 'chapter', 'kind', 'question', 'reading', 'fill', 'operations'];

/** Reads one row of `gaps:`. @throws ContractError for an unknown key, chapter, kind or operation */
export function readGap(
  place: Place,
  row: unknown,
  chapters: readonly Chapter[],
  operations: readonly Operation[],
): Gap {
  const fields = readObject(place, row, keys, ['no-variant']);
  const at = (key: string): Place => below(place, key);
  return {
    id: readId(at('id'), fields['id']),
    chapter: readChoice(
      at('chapter'),
      fields['chapter'],
      chapters.map(({ id }) => id),
    ),
    kind: readChoice(at('kind'), fields['kind'], ['not-shown', 'two-readings']),
    question: readText(at('question'), fields['question']),
    reading: readText(at('reading'), fields['reading']),
    fill: readText(at('fill'), fields['fill']),
    operations: selectOperations(at('operations'), fields['operations'], operations),
    ...(fields['no-variant'] === undefined
      ? {}
      : { noVariant: readText(at('no-variant'), fields['no-variant']) }),
  };
}
