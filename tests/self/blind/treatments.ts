import path from 'node:path';
import { keepIn, readKept } from './kept.ts';

/** How one conforming service was treated: `fine`, or the first row that accused it. */
export interface Treatment {
  /** Before anything was mended. */
  readonly first: string;
  /** After that; only for those that were accused. */
  readonly after?: string;
  /** Why it is accused all the same: the sentence that it breaks, or what the profile says otherwise. */
  readonly why?: string;
}

/** Whether one was accused before anything was mended. */
export const wasAccused = ({ first }: Treatment): boolean => first !== 'fine';

/** What was treated: services in another manner, or in another surrounding. */
export type Treated = 'manners' | 'deployments';

const told: Readonly<Record<Treated, string>> = {
  manners: 'Conforming services that were written blind, seed 1, standard effort',
  deployments: 'Deployments that were written blind, seed 1, standard effort, eight rows at once',
};

const fileOf = (what: Treated) => path.join(import.meta.dirname, `${what}.json`);

/** How those were treated that were judged, by their ids. */
export const readTreatments = (what: Treated): Readonly<Record<string, Treatment>> =>
  readKept<Treatment>(fileOf(what));

/** Keeps one beside the others, in the order of these ids. */
export function keepTreatment(what: Treated, ids: readonly string[], id: string, treatment: Treatment): void {
  keepIn(fileOf(what), ids, id, treatment);
}

/**
 * How all were treated, in words.
 *
 * @param written how many there are; as many as were judged if left out
 */
export function tellTreatments(what: Treated, written?: number): string {
  const all = Object.values(readTreatments(what));
  const accused = all.filter(wasAccused);
  const still = accused.filter(({ first, after = first }) => after !== 'fine');
  const explained = still.filter(({ why }) => why !== undefined);
  return [
    `${told[what]}: ${all.length} of ${written ?? all.length} judged`,
    `  at first contact    ${accused.length} accused`,
    `  after the mending   ${still.length} accused`,
    `    of these, ${explained.length} with a reason: a sentence that they break, or what the profile says of them`,
  ].join('\n');
}
