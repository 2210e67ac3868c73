import fc from 'fast-check';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { idsIn, itemsOf, type Json, type Page, pageOf, text } from '../body.ts';
import { kindsTried } from '../effort.ts';
import { minimal } from '../minimal.ts';
import { readExtent } from '../pages/largest.ts';
import { freshly } from '../pages/reader.ts';
import { forgetShared } from '../shared-answer.ts';
import { onStableReads, withSharedReads } from '../shared-reads.ts';
import { groupOf } from './group.ts';

/** A class or cohort that the target listed, with a name that can be searched for. */
export interface SampledGroup {
  readonly id: string;
  readonly name: string;
  readonly item: Json;
}

/** Features of a name that searches trip over. A name counts for the first feature that it has. */
const traits: readonly RegExp[] = [/[^\p{ASCII}]/u, /["#%&'+/=\\_]/, /[A-Za-z]/, /./];

/**
 * Up to twelve classes or cohorts from both ends of the list, with names as different as there are; those that share
 * one come early, and one of them is enough. What earlier runs created comes last, because its names are much alike.
 * Names that begin or end with a space are left out, because a server may trim the value of a search. Inconclusive
 * without any.
 */
export function sampleOf(context: Context): Promise<readonly SampledGroup[]> {
  const { kind, many } = groupOf(context.op);
  return context.world.once(keysOf(many).sample, async () => {
    const named = await namedGroups(context);
    const firstOf = new Map(named.toReversed().map((one) => [one.name, one]));
    const isShared = ({ id, name }: SampledGroup) => named.some((one) => one.name === name && one.id !== id);
    const rankOf = (one: SampledGroup) => rank(one.name) + (isShared(one) ? 0 : 1);
    const firstTrait = (name: string) => traits.findIndex((trait) => trait.test(name));
    const telling = named
      .filter((one) => firstOf.get(one.name) === one)
      .sort((one, other) => rankOf(one) - rankOf(other));
    const sample = traits.flatMap((_, at) =>
      telling.filter(({ name }) => firstTrait(name) === at).slice(0, 4),
    );
    return context.need(sample.length > 0 && sample.slice(0, 12), `a ${kind} with a name`);
  });
}

/** Whatever has the name of one of the sample, letter for letter, as both ends of the list show it: it is one of them. */
export async function alikeOf(
  context: Context,
  { id, name }: SampledGroup,
): Promise<readonly SampledGroup[]> {
  return (await namedGroups(context)).filter((one) => one.id === id || one.name === name);
}

async function namedGroups(context: Context): Promise<readonly SampledGroup[]> {
  const { id: idName } = groupOf(context.op);
  const items = (await bothEnds(context)).flatMap((answer) => itemsOf(context, answer));
  const named = items.flatMap((item) => {
    const [id, name] = [text(item[idName]), text(item['name'])];
    return id && name && name === name.trim() ? [[id, { id, name, item }] as const] : [];
  });
  return [...new Map(named).values()];
}

/** A letter beyond A to Z that has two cases. */
const casedBeyondAscii = /(?=\P{ASCII})[\p{Lu}\p{Ll}]/u;

/**
 * The order of the sample, lowest first: names with such a letter, then others; in each part, names that no run created
 * come first.
 */
function rank(name: string): number {
  return (casedBeyondAscii.test(name) ? 0 : 4) + (/^rollcall/i.test(name) ? 2 : 0);
}

/** The answers to the plain list, and where it has more than one page, to as many from its end. */
export function bothEnds(context: Context): Promise<readonly Answer[]> {
  const { list, many } = groupOf(context.op);
  return context.world.once(keysOf(many).ends, async () =>
    withEnd(withSharedReads(context), await minimal(context, context.operation(list))),
  );
}

/** The same as they are now. */
export async function endsNow(context: Context): Promise<readonly Answer[]> {
  return withEnd(context, await context.send(groupOf(context.op).list));
}

/** Has whoever asks for a sample from now on, or for both ends, know these. */
export async function adoptEnds(context: Context, now: readonly Answer[]): Promise<void> {
  const { list, many } = groupOf(context.op);
  const { sample, ends } = keysOf(many);
  forgetShared(context, context.operation(list));
  for (const key of [sample, ends]) context.world.forget(key);
  await context.world.once(ends, async () => now);
}

/**
 * The first page, and one more from the end where the list goes on. There a quick run takes the pages that it knows the
 * list by, which it reads anyway.
 */
async function withEnd(context: Context, first: Answer): Promise<readonly Answer[]> {
  const { total = 0, items } = pageOf(context, first);
  if (total <= items.length) return [first];
  const limit = Math.max(1, items.length);
  const { list } = groupOf(context.op);
  if (context.effort === 'quick') {
    const extent = await readExtent(context, freshly({ ...context, op: context.operation(list) }));
    return [extent.first.answer, ...(extent.last ? [extent.last.answer] : [])];
  }
  return [first, await context.send(list, { offset: Math.max(limit, total - limit), limit })];
}

/** The names under which a run keeps what it knows of a list. */
function keysOf(many: string) {
  return { sample: `sample of ${many}`, ends: `both ends of the ${many}` };
}

/** Judges a law for each class or cohort of the sample, as many of them as the effort allows. */
export async function forEachSampled(
  context: Context,
  law: (sampled: SampledGroup) => Promise<void>,
): Promise<void> {
  for (const sampled of await someSampled(context)) await law(sampled);
}

/** Classes or cohorts of the sample, as many of them as the effort allows. */
async function someSampled(context: Context): Promise<readonly SampledGroup[]> {
  const sample = await sampleOf(context);
  const step = Math.max(1, Math.floor(sample.length / context.runs));
  return sample.filter((_, position) => position % step === 0);
}

/**
 * Judges a law for names of the sample spelled in several ways: each spelling once, as many of them as the effort
 * allows. A counterexample shows a position in the sample and a spelling, never a name.
 */
export async function forEachSpelling<Spelling extends string>(
  context: Context,
  spellings: readonly Spelling[],
  law: (sampled: SampledGroup, spelling: Spelling) => Promise<void>,
): Promise<void> {
  const sample = await sampleOf(context);
  for (const spelling of spellings.slice(0, kindsTried(context, context.runs))) {
    const cases = fc.record({
      position: fc.nat({ max: sample.length - 1 }),
      sent: fc.constant(spelling),
    });
    const runs = Math.max(1, Math.ceil(context.runs / spellings.length));
    await context.forAll(cases, ({ position, sent }) => law(at(sample, position), sent), runs);
  }
}

/** Judges a law that needs the list to hold still; its total is what shows that it did. */
export function onStableList<T>(context: Context, law: (context: Context) => Promise<T>): Promise<T> {
  return onStableReads(context, async () => (await listed(context, { limit: 1 })).page.total, law);
}

/** An answer with the list of classes or cohorts. */
export interface Listed {
  readonly answer: Answer;
  readonly page: Page;
  /** Whether the page holds all that the list has under these filters; `undefined` without a `total`. */
  readonly isWhole: boolean | undefined;
  /** Whether the page shows a class or cohort. */
  readonly shows: (sampled: Pick<SampledGroup, 'id'>) => boolean;
}

/** The list of classes or cohorts under filters that the interface promises to accept. */
export function listedForSure(context: Context, params: Readonly<Record<string, unknown>>): Promise<Listed> {
  return listed(context, params, (answer) => context.must(answer).have.status(200));
}

/** The list of classes or cohorts under filters. Inconclusive unless it is a page. */
export async function listed(
  context: Context,
  params: Readonly<Record<string, unknown>>,
  claim: (answer: Answer) => void = () => undefined,
): Promise<Listed> {
  const { list, id: idName } = groupOf(context.op);
  const answer = await context.send(list, params);
  claim(answer);
  const page = pageOf(context, answer);
  const ids = idsIn(page.items, idName);
  return {
    answer,
    page,
    isWhole: page.total === undefined ? undefined : page.total <= page.items.length,
    shows: ({ id }) => ids.includes(id.toLowerCase()),
  };
}

function at<T>(list: readonly T[], position: number): T {
  const item = list[position % list.length];
  if (item === undefined) throw new Error('a sample is never empty');
  return item;
}
