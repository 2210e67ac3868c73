import { parse } from 'yaml';
import type { Contract, Gap } from '../../../spec/contract.ts';
import { readEndpoints } from '../../../spec/endpoint.ts';
import { inliner } from '../../../spec/inline.ts';
import { sourceOf } from '../../../spec/load.ts';
import { shapeActions } from '../../../spec/shapes/translate.ts';
import type { ShapesText } from '../../../spec/shapes/words.ts';
import { isObject, type JsonObject, objectAt } from '../../../spec/tree.ts';

/** One place in the short words of a profile, and the open gaps that its words fill. */
export interface Slot {
  /** The keys below `shapes`: `operations`, `createStudent`. */
  readonly at: readonly string[];
  readonly gaps: readonly Gap[];
}

/** A profile that says everything in short words, for examples. */
export interface Example {
  readonly words: JsonObject;
  /** Where its words fill which part of the contract, as the plain path of an overlay. */
  readonly places: readonly { readonly at: readonly string[]; readonly target: string }[];
}

/** Reads the example in a profile, such as that of the reference service. */
export function exampleIn(shapes: ShapesText): Example {
  const { tree } = sourceOf('openapi', undefined);
  const places = shapeActions(shapes, tree, readEndpoints(tree, inliner(tree))).map(({ at, target }) => ({
    at: at.slice(1).map(String),
    target: plainPath(target),
  }));
  const parsed: unknown = parse(shapes.text);
  return { words: objectAt(parsed, 'shapes'), places };
}

/** The gaps that an overlay or short words can fill, and that a contract leaves open. */
export function openShapes(contract: Contract): Gap[] {
  return [...contract.gaps.values()].filter(
    ({ id, fill }) => (fill.startsWith('overlay:') || id in settings) && contract.isOpen(id),
  );
}

/** The gaps of readings that short words fill as well. */
const settings: Readonly<Record<string, readonly string[]>> = {
  'limits.maximum-limit': ['limit'],
  'users.enabled-field': ['state'],
};

/** The plain path of what a gap leaves open; that of the operation for its parameters. */
export function targetOf({ fill }: Gap): string {
  return plainPath(fill.replace(/^overlay: /, '')).replace(/\.parameters$/, '');
}

function placeOf(target: string, places: Example['places']): Example['places'][number] | undefined {
  const isWithin = (inner: string, outer: string) =>
    inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);
  return (
    places.find((one) => isWithin(one.target, target)) ??
    places.find((one) => isWithin(target, one.target) && one.target.includes('schemas.'))
  );
}

/** The slots for open gaps, each place once. Gaps that no short word fills are left over. */
export function slotsFor(
  gaps: readonly Gap[],
  { places }: Example,
  operations: Contract['operations'],
): { slots: Slot[]; left: Gap[] } {
  const slots = new Map<string, { at: readonly string[]; gaps: Gap[] }>();
  const left: Gap[] = [];
  for (const gap of gaps) {
    const at = settings[gap.id] ?? placeOf(targetOf(gap), places)?.at;
    if (at === undefined) {
      left.push(gap);
      continue;
    }
    const key = at.join(' ');
    const slot = slots.get(key) ?? { at, gaps: [] };
    slot.gaps.push(gap);
    slots.set(key, slot);
  }
  // A gap of many operations is told where an operation has no other slot, whose example fills it as well.
  for (const gap of left)
    for (const { id } of operations.filter((op) => op.gaps.includes(gap.id))) {
      const at = ['operations', id];
      if (!slots.has(at.join(' '))) slots.set(at.join(' '), { at, gaps: [gap] });
    }
  return { slots: [...slots.values()], left };
}

/** The words at a place; `undefined` where there are none. */
export function wordsAt(words: unknown, at: readonly string[]): unknown {
  return at.reduce<unknown>((node, step) => (isObject(node) ? node[step] : undefined), words);
}

/** A JSONPath with single quotes, and with brackets only where they are needed. */
export function plainPath(target: string): string {
  return target.replaceAll('"', "'").replaceAll(/\['([A-Za-z_]\w*)'\]/g, '.$1');
}
