// All switches: bugs by families, and manners.
import { FIELD_FAMILIES } from './catalogue-fields.ts';
import { FILTER_FAMILIES } from './catalogue-filters.ts';
import { MANNERS } from './catalogue-manners.ts';
import { DOOR_FAMILIES, PAGE_FAMILIES } from './catalogue-pages.ts';
import { WRITE_FAMILIES } from './catalogue-writes.ts';

export interface Bug {
  id: string;
  tag: string;
  depth: 'plain' | 'deep';
  breaks: string;
  how: string;
}

export const bugs: readonly Bug[] = [
  ...PAGE_FAMILIES,
  ...DOOR_FAMILIES,
  ...FILTER_FAMILIES,
  ...FIELD_FAMILIES,
  ...WRITE_FAMILIES,
].flatMap(([tags, kind, depth, breaks, how]) =>
  tags.split(' ').map((tag): Bug => ({ id: `${tag}.${kind}`, tag, depth, breaks, how })),
);

export const manners = MANNERS;

export const known: ReadonlySet<string> = new Set([...bugs.map((bug) => bug.id), ...Object.keys(MANNERS)]);

/** The kinds of bugs of an operation, and their ids. */
export const knownKinds: ReadonlyMap<string, ReadonlyMap<string, string>> = (() => {
  const map = new Map<string, Map<string, string>>();
  for (const { tag, id } of bugs) {
    const kinds = map.get(tag) ?? new Map<string, string>();
    kinds.set(id.slice(tag.length + 1), id);
    map.set(tag, kinds);
  }
  return map;
})();
