import { type Meanings, requires } from '../../generators/body.ts';
import type { Answer } from '../../harness/http/answer.ts';
import type { Context } from '../../harness/judging/context.ts';
import { inParallel } from '../../harness/judging/in-parallel.ts';
import { object, text } from './body.ts';
import { create, mayBeTaken } from './reuse/creation.ts';
import { createdFixture } from './reuse/fixture.ts';
import { type Kind, resources } from './reuse/resources.ts';
import { unusedMeanings } from './reuse/unused.ts';

/** How many reads are under way at once. */
const readsAtOnce = 13;

/** Different ids for reads at the same time, as many as there are. Inconclusive with a single one. */
export function differentIds(context: Context, ids: readonly string[], many: string): readonly string[] {
  const different = [...new Set(ids)].slice(0, readsAtOnce);
  context.need(different.length > 1, `two ${many} or more`);
  return different;
}

/** Claims that each of the answers to reads at the same time shows what was asked for, and nothing else. */
export function mustAnswerOwnRequest(
  { must }: Context,
  asked: readonly string[],
  shown: readonly (readonly (string | undefined)[])[],
  answers: readonly Answer[],
): void {
  const isOwn = ({ status }: Answer, at: number) => {
    const [id, ...others] = shown[at] ?? [];
    return status === 200 && others.length === 0 && id?.toLowerCase() === asked[at]?.toLowerCase();
  };
  must.every(answers, isOwn, 'answers that show what their own request asked for', answers);
}

/** The answers to creations under unused names with these words, sent at the same time. */
async function createdConcurrently(
  context: Context,
  kind: Kind,
  words: readonly string[],
): Promise<readonly Answer[]> {
  const all: Meanings[] = [];
  const { body = {} } = context.operation(resources[kind].create);
  for (const one of words) {
    const { dateOfBirth, ...others } = await unusedMeanings(context, kind, one);
    all.push(requires(body, 'dateOfBirth') ? { ...others, dateOfBirth } : others);
  }
  return inParallel(all.map((meanings) => () => create(context, kind, meanings)));
}

/**
 * The answers to two creations at the same time, sent once in a run. Of users the least is said: no date of birth, unless
 * the body requires one.
 */
export function createdAtOnce(context: Context, kind: Kind): Promise<readonly Answer[]> {
  return context.world.once(`${kind}s created at once`, async () => {
    await createdFixture(context, kind);
    const answers = await createdConcurrently(context, kind, ['at once one', 'at once other']);
    if (!answers.some(({ status }) => mayBeTaken(kind, status))) return answers;
    // A target may hide a user whom an earlier run made under the first names.
    const others = ['one', 'other'].map((word) => `at once ${context.unknownId(word).slice(0, 8)}`);
    return createdConcurrently(context, kind, others);
  });
}

/** Claims that two creations at the same time are accepted, and that each gives an id of its own. */
export async function mustCreateAtOnce(context: Context, kind: Kind): Promise<void> {
  const answers = await createdAtOnce(context, kind);
  for (const answer of answers) {
    context.need.described(answer);
    context.must(answer).have.status(201);
  }
  const { wrapper, id } = resources[kind];
  const ids = answers.map(({ json }) => text(object(object(json)?.[wrapper])?.[id])?.toLowerCase());
  context.must.hold(new Set(ids).size === answers.length, {
    expected: `an id of its own for each ${kind}`,
    actual: 'the same id twice',
    in: answers,
  });
}
