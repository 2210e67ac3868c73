import type { Contract, StatedPlace } from '../../spec/contract.ts';
import { closedLists } from '../../spec/enumerations.ts';
import type { Drift } from './drift.ts';
import { gapAbove, resourceName, statedAt } from './resource.ts';

/**
 * What a drift does to a client that is written to the interface: it breaks it; it is a risk for a client that relies
 * on what the interface leaves open; or it does no harm.
 */
export type Rating = 'breaking' | 'risk' | 'harmless';

/** The ratings, the worst first. */
export const ratings: readonly Rating[] = ['breaking', 'risk', 'harmless'];

/** A drift with its rating, on every operation that shows it. */
export interface RatedDrift extends Pick<Drift, 'kind' | 'before' | 'after'> {
  /** The place in the words of the interface: `User.upn`. */
  readonly field: string;
  readonly rating: Rating;
  /** Why it has this rating, in a sentence. */
  readonly why: string;
  /** The clause that a client relies on; left out where there is none. */
  readonly clause?: string;
  readonly operations: readonly string[];
}

type Rated = Pick<RatedDrift, 'rating' | 'why'>;

/**
 * Rates drifts by the interface itself, whatever the profiles fill, the worst first; the same drift of one field is
 * one.
 */
export function rateDrift(drifts: readonly Drift[], contract: Contract): RatedDrift[] {
  const rated = new Map<string, RatedDrift>();
  for (const drift of drifts.filter((one) => !isStatedLiteral(one, contract))) {
    const { kind, before, after, operation, status, place } = drift;
    const stated = statedAt(contract, drift);
    const field = kind === 'status' ? 'success status' : resourceName(contract, operation, status, place);
    const { rating, why } = rate(drift, contract);
    const later = kind === 'optional' ? 'left out at times' : after;
    const key = JSON.stringify([field, kind, before, later, rating]);
    const known = rated.get(key);
    const clause = stated?.clause === undefined ? {} : { clause: stated.clause };
    const operations = [...new Set([...(known?.operations ?? []), operation])];
    rated.set(key, { field, kind, before, after, rating, why, ...clause, ...known, operations });
  }
  return ratings.flatMap((rating) => [...rated.values()].filter((one) => one.rating === rating));
}

/** Whether a new literal is one that the interface lists, so that every client knows it. */
export function isStatedLiteral(drift: Drift, contract: Contract): boolean {
  if (drift.kind !== 'literal') return false;
  const lists = [statedAt(contract, drift)?.literals ?? [], ...closedLists()];
  return lists.some((literals) => drift.added.every((one) => literals.includes(one)));
}

function rate(drift: Drift, contract: Contract): Rated {
  if (drift.kind === 'new')
    return { rating: 'harmless', why: 'A client passes over fields that it does not know.' };
  if (drift.kind === 'status') return rateStatus(drift, contract);
  const stated = statedAt(contract, drift);
  if (stated !== undefined) return rateStated(drift, stated);
  const gap = gapAbove(contract, drift);
  if (gap === undefined) return { rating: 'harmless', why: 'The interface names no such field.' };
  if (drift.kind === 'optional')
    return { rating: 'harmless', why: 'An empty field may be left out, so a client expects that.' };
  return {
    rating: 'risk',
    why: `The interface leaves this shape open (${gap}): it can break clients that were written to this target.`,
  };
}

function rateStatus({ operation }: Drift, contract: Contract): Rated {
  const stated = contract.operations.find(({ id }) => id === operation)?.success;
  return stated === undefined
    ? {
        rating: 'risk',
        why: 'The interface leaves the status open: a client that was written to this target may compare it.',
      }
    : { rating: 'breaking', why: `The interface states ${stated}.` };
}

function rateStated(drift: Drift, stated: StatedPlace): Rated {
  const { types, formats, literals, required } = stated;
  const breaking = (why: string): Rated => ({ rating: 'breaking', why });
  const harmless = (why: string): Rated => ({ rating: 'harmless', why });
  const risk = (why: string): Rated => ({ rating: 'risk', why });
  switch (drift.kind) {
    case 'vanished':
      return breaking(
        required ? 'The interface requires it.' : 'The interface names it, and no answer has it any more.',
      );
    case 'optional':
      return required
        ? breaking('The interface requires it.')
        : harmless('An empty field may be left out, so a client expects that.');
    case 'null':
      return types.includes('null') || types.includes('object')
        ? harmless('An empty nested object is null, so a client expects that.')
        : breaking('An empty field is left out, and never null.');
    case 'type':
      if (types.length === 0) return risk('The interface does not state its type.');
      return drift.added.every((type) => types.includes(type))
        ? harmless('The interface allows this type.')
        : breaking(`The interface states ${types.join(' or ')}.`);
    case 'format':
      return formats.length > 0
        ? breaking(`The interface states the format ${formats.join(' or ')}.`)
        : risk('The interface states no format, but a client may have come to rely on it.');
    default:
      return literals.length > 0
        ? breaking('The interface lists the values, and this is none of them.')
        : risk(
            'The interface leaves the values open: a client that lists them meets one that it does not know.',
          );
  }
}
