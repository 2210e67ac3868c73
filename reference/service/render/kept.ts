import type { Shapes } from '../choices.ts';
import type { Fields } from './fields.ts';

interface Kept {
  readonly text: string;
  readonly beside: object | undefined;
}

const kept = new WeakMap<Shapes, WeakMap<object, Kept>>();

/**
 * The JSON text of a row. Rows are replaced and never changed, so a text is kept as long as its row:
 * the service is asked for the same rows very often. `beside` is another row that the text depends on.
 */
export function textOf(
  row: object,
  beside: object | undefined,
  shapes: Shapes,
  render: () => Fields,
): string {
  let texts = kept.get(shapes);
  if (!texts) {
    texts = new WeakMap();
    kept.set(shapes, texts);
  }
  const known = texts.get(row);
  if (known && known.beside === beside) return known.text;

  const text = JSON.stringify(render());
  texts.set(row, { text, beside });
  return text;
}
