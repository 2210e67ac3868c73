import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** Why mutants survive rightly: nobody can tell them from the service, or the interface permits what they do. */
export interface Acceptance {
  readonly kind: 'equivalent' | 'permitted';
  readonly why: string;
  /** The gap that leaves it open, where there is one. */
  readonly gap?: string;
  readonly mutants: readonly string[];
}

const file = path.join(import.meta.dirname, 'accepted.yaml');

/** Every acceptance there is. */
export function readAccepted(): readonly Acceptance[] {
  return (parse(readFileSync(file, 'utf8')) ?? []) as readonly Acceptance[];
}

/** The acceptances by the key of the mutant. */
export function byKey(accepted: readonly Acceptance[]): ReadonlyMap<string, Acceptance> {
  return new Map(accepted.flatMap((one) => one.mutants.map((key) => [key, one] as const)));
}

/** What is wrong with the acceptances, a line each. */
export function faultsOf(
  accepted: readonly Acceptance[],
  known: ReadonlySet<string>,
  gaps: ReadonlySet<string>,
): string[] {
  const keys = accepted.flatMap(({ mutants }) => mutants);
  return [
    ...keys.filter((key, at) => keys.indexOf(key) !== at).map((key) => `accepted twice: ${key}`),
    ...keys.filter((key) => !known.has(key)).map((key) => `accepted, and there is no such mutant: ${key}`),
    ...accepted.flatMap(({ kind, why, gap }) => [
      ...(['equivalent', 'permitted'].includes(kind) ? [] : [`neither equivalent nor permitted: ${why}`]),
      ...(gap === undefined || gaps.has(gap) ? [] : [`there is no gap ${gap}`]),
    ]),
  ];
}
