import type { Meanings } from '../../../generators/body.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { text } from '../body.ts';

/** The descriptions of the classes and cohorts that a run has asked for, whatever became of them. */
const said = new WeakMap<Context['world'], Set<string>>();

/** Keeps in mind what a creation of a class or cohort says in its description. */
export function noteDescription({ world }: Context, { description }: Meanings): void {
  const words = text(description);
  if (!words) return;
  const known = said.get(world) ?? new Set();
  said.set(world, known.add(words));
}

/** Every description that a creation of a class or cohort has sent in this run. */
export function descriptionsSaid({ world }: Context): readonly string[] {
  return [...(said.get(world) ?? [])];
}
