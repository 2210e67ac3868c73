import fc from 'fast-check';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { onStableData } from '../../../harness/judging/stable-data.ts';
import { pageOf } from '../body.ts';
import { type Group, type Known, sampleOf } from './group.ts';

/** A class or cohort of the sample, by its position there, and how its name is sent. */
interface Case<Way extends string> {
  readonly position: number;
  readonly sent: Way;
}

/**
 * Judges a law for names of the target sent in several ways: each way once, as many of them as the effort
 * allows. A counterexample names a position of the sample and a way, never a name.
 */
export async function forEachWay<Way extends string>(
  context: Context,
  group: Group,
  ways: readonly Way[],
  law: (known: Known, way: Way) => Promise<void>,
): Promise<void> {
  const sample = await sampleOf(context, group);
  for (const way of ways.slice(0, Math.max(context.runs, 3))) {
    const cases: fc.Arbitrary<Case<Way>> = fc.record({
      position: fc.nat({ max: sample.length - 1 }),
      sent: fc.constant(way),
    });
    const runs = Math.max(1, Math.ceil(context.runs / ways.length));
    await context.forAll(cases, ({ position, sent }) => law(at(sample, position), sent), runs);
  }
}

/** Judges a law for each class or cohort of the sample, as many of them as the effort allows. */
export async function forEachKnown(
  context: Context,
  group: Group,
  law: (known: Known) => Promise<void>,
): Promise<void> {
  const sample = await sampleOf(context, group);
  const step = Math.max(1, Math.floor(sample.length / context.runs));
  for (const known of sample.filter((_, position) => position % step === 0)) await law(known);
}

/** Judges a law on the list that has to hold still for it: its total is the measure. */
export function atRest<T>(context: Context, group: Group, law: () => Promise<T>): Promise<T> {
  const total = async () => pageOf(context, await context.send(group.list, { limit: 1 })).total;
  return onStableData(total, law);
}

/** The list of classes or cohorts under filters; inconclusive unless it is a page. */
export async function listed(
  context: Context,
  group: Group,
  params: Readonly<Record<string, unknown>>,
): Promise<{ readonly answer: Answer; readonly page: ReturnType<typeof pageOf> }> {
  const answer = await context.send(group.list, params);
  return { answer, page: pageOf(context, answer) };
}

function at<T>(list: readonly T[], position: number): T {
  const item = list[position % list.length];
  if (item === undefined) throw new Error('a sample is never empty');
  return item;
}
