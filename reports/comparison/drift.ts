import type { ObservedAnswer, ObservedPlace, Shapes } from '../../harness/privacy/shapes.ts';
import { formatOf } from './choices.ts';

/** The ways in which the shape of an answer can drift. */
export type DriftKind = 'vanished' | 'type' | 'format' | 'optional' | 'null' | 'literal' | 'new' | 'status';

/** One place of one answer whose shape differs between two runs. */
export interface Drift {
  readonly kind: DriftKind;
  readonly operation: string;
  readonly status: number;
  readonly place: string;
  /** In words and types, never a value: `always there`, `string`. */
  readonly before: string;
  readonly after: string;
  /** The types that are new, or the literals that are. */
  readonly added: readonly string[];
}

/** How sure a difference is that chance alone could show: less than one in a hundred. */
const chance = 0.01;
/** The most values that count as independent: a run sees the same objects again and again. */
const mostIndependent = 60;

/** Where the shapes that two runs saw differ by more than chance. What one of them did not see is no difference. */
export function findDrift(before: Shapes, after: Shapes): Drift[] {
  const old = new Map(before.map((answer) => [`${answer.operation} ${answer.status}`, answer]));
  const drift = after.flatMap((answer) => {
    const was = old.get(`${answer.operation} ${answer.status}`);
    return was === undefined || formatOf(was) !== formatOf(answer) ? [] : driftOf(was, answer);
  });
  return [...drift, ...statusDrift(before, after)];
}

/** Operations whose success has another status than before. */
function statusDrift(before: Shapes, after: Shapes): Drift[] {
  const successes = (shapes: Shapes, id: string) =>
    shapes.filter(({ operation, status }) => operation === id && status < 300).map(({ status }) => status);
  const operations = [...new Set(after.map(({ operation }) => operation))];
  return operations.flatMap((operation) => {
    const [was, is] = [successes(before, operation), successes(after, operation)];
    const added = is.filter((status) => !was.includes(status));
    if (was.length === 0 || added.length === 0) return [];
    const [status = 200] = added;
    const facts = { before: was.join(', '), after: is.join(', '), added: added.map(String) };
    return [{ kind: 'status', operation, status, place: '', ...facts } as const];
  });
}

function driftOf(was: ObservedAnswer, is: ObservedAnswer): Drift[] {
  const [old, now] = [was, is].map(({ places }) => new Map(places.map((place) => [place.place, place])));
  if (old === undefined || now === undefined) return [];
  const { operation, status } = is;
  const found: Drift[] = [];
  const add = (place: string, one: Found) => found.push({ operation, status, place, added: [], ...one });
  for (const place of new Set([...old.keys(), ...now.keys()])) {
    if (found.some(({ kind, place: at }) => covers(kind) && place.startsWith(`${at}/`))) continue;
    const [then, since] = [old.get(place), now.get(place)];
    if (then && since) for (const one of changesOf(then, since)) add(place, one);
    else if (then) {
      if (isTelling(then.seen, then.of, objectsAbove(now, place))) add(place, gone(then));
    } else if (since && isTelling(since.seen, since.of, objectsAbove(old, place))) add(place, come(since));
  }
  return found;
}

type Found = Pick<Drift, 'kind' | 'before' | 'after'> & Partial<Pick<Drift, 'added'>>;

/** Whether a drift of this kind explains everything below its place. */
function covers(kind: DriftKind): boolean {
  return kind === 'vanished' || kind === 'new' || kind === 'type';
}

function gone(then: ObservedPlace): Found {
  return { kind: 'vanished', before: wordsOf(then), after: 'no such field' };
}

function come(since: ObservedPlace): Found {
  return { kind: 'new', before: 'no such field', after: wordsOf(since) };
}

/** How many objects could have held a field that was never seen: as many as its neighbours could. */
function objectsAbove(places: ReadonlyMap<string, ObservedPlace>, place: string): number {
  const holder = place.slice(0, place.lastIndexOf('/'));
  const seen = places.get(holder);
  if (place.endsWith('/*') || seen === undefined || !seen.types.includes('object')) return 0;
  const beside = [...places.values()].find(
    (one) => one.place !== '' && one.place.slice(0, one.place.lastIndexOf('/')) === holder,
  );
  return beside?.of ?? seen.seen;
}

/** Whether something that was seen `hits` times in `of` would have been seen in `n` more, but for chance. */
function isTelling(hits: number, of: number, n: number): boolean {
  if (n === 0 || of === 0) return false;
  const independent = Math.min(of, mostIndependent);
  const share = ((hits / of) * independent) / (independent + 1);
  return (1 - share) ** Math.min(n, mostIndependent) < chance;
}

function changesOf(then: ObservedPlace, since: ObservedPlace): Found[] {
  return [
    typeChange(then, since),
    nullChange(then, since),
    optionalChange(then, since),
    literalChange(then, since),
  ].filter((one) => one !== undefined);
}

function typeChange(then: ObservedPlace, since: ObservedPlace): Found | undefined {
  const [was, is] = [bases(then), bases(since)];
  const added = is.filter((type) => !was.includes(type) && !(type === 'integer' && was.includes('number')));
  if (was.length === 0) return undefined;
  if (added.length > 0) return { kind: 'type', before: typeWords(then), after: typeWords(since), added };
  const [old, now] = [formatsIn(then), formatsIn(since)];
  const [format] = old;
  const kept = old.length === 1 && format !== 'string' && now.every((one) => one === format);
  if (old.length !== 1 || format === 'string' || kept || now.length === 0) return undefined;
  return { kind: 'format', before: typeWords(then), after: typeWords(since), added: [format ?? ''] };
}

function nullChange(then: ObservedPlace, since: ObservedPlace): Found | undefined {
  if (then.types.includes('null') || !since.types.includes('null') || since.types.length === 0)
    return undefined;
  // How often it is null is not kept: a few times in the values that were seen is assumed.
  return isTelling(1, 5, then.seen)
    ? { kind: 'null', before: 'never null', after: 'null at times' }
    : undefined;
}

function optionalChange(then: ObservedPlace, since: ObservedPlace): Found | undefined {
  if (then.seen < then.of || since.seen === since.of) return undefined;
  if (!isTelling(since.of - since.seen, since.of, then.of)) return undefined;
  const share = Math.max(1, Math.round((1 - since.seen / since.of) * 100));
  return { kind: 'optional', before: 'always there', after: `left out at times (${share} in 100)` };
}

function literalChange(then: ObservedPlace, since: ObservedPlace): Found | undefined {
  const [was, is] = [then.literals ?? [], since.literals ?? []];
  const added = is.filter((one) => !was.includes(one));
  if (was.length === 0 || added.length === 0) return undefined;
  return { kind: 'literal', before: was.join(', '), after: is.join(', '), added };
}

/** The JSON types of a place without null and without formats. */
function bases({ types }: ObservedPlace): string[] {
  const plain = types.filter((type) => type !== 'null').map((type) => type.split(':')[0] ?? type);
  return [...new Set(plain)];
}

function formatsIn({ types }: ObservedPlace): string[] {
  return types.filter((type) => type.startsWith('string'));
}

/** The types of a place in words: `string (uuid) or null`. */
export function typeWords({ types }: Pick<ObservedPlace, 'types'>): string {
  return types.map((type) => type.replace(/^string:(.*)/, 'string ($1)')).join(' or ') || 'nothing';
}

function wordsOf(place: ObservedPlace): string {
  return `${typeWords(place)}, ${place.seen === place.of ? 'always there' : 'at times'}`;
}
