import { suggest } from './nearest.ts';
import { below, type Place, readId, readList, readObject, readText } from './read.ts';
import type { Source } from './source.ts';
import { isObject } from './tree.ts';

/** One place of the interface on which clauses rest. */
export interface Passage {
  /** The id of its heading and its own name: `pagination/cursor`. */
  readonly id: string;
  /** The heading under which it stands. */
  readonly title: string;
  /** Where under the heading it stands. */
  readonly at: string;
  /** What stands there, in the words of this project. */
  readonly says: string;
}

/** Reads passages.yaml. @throws ContractError for an unknown key, an empty text, or a heading or name that stands twice */
export function readPassages(source: Source): ReadonlyMap<string, Passage> {
  const top = readObject({ source, path: [] }, source.tree, ['sections'], []);
  const place: Place = { source, path: ['sections'] };
  const passages = readList(place, top['sections']).flatMap((section, i) =>
    readSection(below(place, i), section),
  );
  const rows = new Map(passages.map((passage) => [passage.id, passage]));
  if (rows.size === passages.length) return rows;
  const twice = passages.find((passage) => rows.get(passage.id) !== passage);
  throw source.error(place.path, `${twice?.id} stands twice`, 'give one of the two another id');
}

function readSection(place: Place, row: unknown): Passage[] {
  const { id, title, passages } = readObject(place, row, ['id', 'title', 'passages'], []);
  const heading = { id: readId(below(place, 'id'), id), title: readText(below(place, 'title'), title) };
  const list = below(place, 'passages');
  if (!isObject(passages))
    throw place.source.error(list.path, 'is not a mapping', 'write passages by name here');
  return Object.entries(passages).map(([name, value]) => {
    const at = below(list, name);
    const fields = readObject(at, value, ['at', 'says'], []);
    return {
      id: `${heading.id}/${readId(at, name)}`,
      title: heading.title,
      at: readText(below(at, 'at'), fields['at']),
      says: readText(below(at, 'says'), fields['says']),
    };
  });
}

/** Reads `rests:` of a clause. @throws ContractError for an empty list, or a passage that is unknown or stands twice */
export function readRests(
  place: Place,
  value: unknown,
  passages: ReadonlyMap<string, Passage>,
): readonly string[] {
  const named = readList(place, value).map((id, i) => readText(below(place, i), id));
  if (named.length === 0)
    throw place.source.error(place.path, 'names no passage', 'name one of spec/passages.yaml');
  named.forEach((id, i) => {
    if (!passages.has(id)) {
      const fix = suggest(id, passages.keys(), 'add it to spec/passages.yaml');
      throw place.source.error([...place.path, i], `${id} is not a passage`, fix);
    }
    if (named.indexOf(id) === i) return;
    throw place.source.error([...place.path, i], `${id} stands here twice`, 'name it once');
  });
  return named;
}
