import { isDeepStrictEqual } from 'node:util';
import { memory } from './kit/remembered.ts';
import type { OverlayAction, Variant } from './kit/variant.ts';

/** One service that uses the freedoms of several variants at once, in their order. */
export function combined(several: readonly Variant[]): Variant {
  const variants = several.toSorted((one, other) => Number(one.isInFront) - Number(other.isInFront));
  return {
    id: variants.map(({ id }) => id).join(' + '),
    fills: [...new Set(variants.flatMap(({ fills }) => fills))],
    story: variants.map(({ story }) => story).join(' '),
    shapes: variants.reduce((all, { shapes }) => merged(all, shapes), {}),
    overlay: variants.flatMap(({ overlay }) => overlay),
    omits: [...new Set(variants.flatMap(({ omits }) => omits))],
    readings: Object.assign({}, ...variants.map(({ readings }) => readings)),
    isInFront: variants.some(({ isInFront }) => isInFront),
    wrap: (service) => {
      const { of, forget } = memory();
      const whole = variants.reduce((inner, { wrap }) => wrap(of(inner)), service);
      return (request) => {
        forget();
        return whole(request);
      };
    },
  };
}

/** Why no service does what both variants do; `undefined` when nothing speaks against it. */
export function contradiction(one: Variant, other: Variant): string | undefined {
  const gap = one.fills.find((id) => other.fills.includes(id));
  if (gap !== undefined) return `both fill ${gap}`;
  const shape = clash(shapesOf(one), shapesOf(other));
  return shape === undefined ? undefined : `they choose ${shape} differently`;
}

/** Why two variants cannot be combined in one service and its profile; `undefined` when nothing speaks against it. */
export function conflict(one: Variant, other: Variant): string | undefined {
  const contradictory = contradiction(one, other);
  if (contradictory !== undefined) return contradictory;
  const reading = clash(new Map(Object.entries(one.readings)), new Map(Object.entries(other.readings)));
  if (reading !== undefined) return `the profile reads ${reading} differently`;
  return overlayClash(one, other) ?? overlayClash(other, one);
}

/** Tables of choices that are replaced as a whole. */
const replaced: readonly string[] = ['userSort', 'sessionSort'];

function leavesOf(value: object, path: readonly string[] = []): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  for (const [name, inner] of Object.entries(value)) {
    const here = [...path, name];
    const isTable = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
    if (!isTable || (path.length === 0 && replaced.includes(name))) leaves.set(here.join('.'), inner);
    else for (const [leaf, own] of leavesOf(inner, here)) leaves.set(leaf, own);
  }
  return leaves;
}

function clash(one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): string | undefined {
  return [...one.keys()].find(
    (name) => other.has(name) && !isDeepStrictEqual(one.get(name), other.get(name)),
  );
}

/** Where the overlay of one takes away or says otherwise what that of the other says. */
function overlayClash(one: Variant, other: Variant): string | undefined {
  const target = clash(saidBy(one), saidBy(other));
  if (target !== undefined) return `their overlays say ${target} differently`;
  const removed = one.overlay.flatMap(({ target: removes, remove }) => (remove ? removes : []));
  const gone = [...removed, ...one.omits].find((place) =>
    other.overlay.some(({ target: place2 }) => isBelow(place2, place) || isBelow(place, place2)),
  );
  return gone === undefined ? undefined : `one overlay lacks ${gone}, and the other speaks of it`;
}

/** The choices of a variant, by their paths. */
const shapesOf = once(({ shapes }: Variant) => leavesOf(shapes));

/** What the overlay of a variant says, by place. */
const saidBy = once(({ overlay }: Variant) => leavesOfOverlay(overlay));

/** Remembers what was made of each variant: each is held to all others. */
function once<Made>(make: (one: Variant) => Made): (one: Variant) => Made {
  const made = new WeakMap<Variant, Made>();
  return (one) => {
    const known = made.get(one) ?? make(one);
    made.set(one, known);
    return known;
  };
}

function leavesOfOverlay(actions: readonly OverlayAction[]): Map<string, unknown> {
  const all = actions.flatMap(({ target, update }) =>
    typeof update === 'object' && update !== null ? [...leavesOf(update, [target])] : [],
  );
  return new Map(all);
}

function isBelow(place: string, other: string): boolean {
  return place === other || place.startsWith(`${other}.`) || place.startsWith(`${other}[`);
}

type Shapes = Variant['shapes'];

function merged(one: Shapes, other: Shapes): Shapes {
  const tables = Object.entries(other).map(([name, value]) => {
    const before = one[name as keyof Shapes];
    const isTable = typeof value === 'object' && value !== null && !replaced.includes(name);
    return [name, isTable && typeof before === 'object' ? { ...before, ...value } : value];
  });
  return { ...one, ...Object.fromEntries(tables) };
}
