import type { Meanings } from '../../../generators/body.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { attempt } from '../attempt.ts';
import { text } from '../body.ts';
import { create, markedName } from '../reuse/creation.ts';
import { createdFixture } from '../reuse/fixture.ts';
import { type FreshGroup, freshGroup, freshGroupAnswer } from './fresh.ts';
import { classGroup, cohortGroup, type Group } from './group.ts';

const longest = 'of a long name '.repeat(12).trim();
const shorter = 'of a long name '.repeat(5).trim();

/** Signs that addresses leave out, one outside of the basic plane, and two scripts of Japanese. */
const unusual = 'ことり 物理 😀 C#';

/** The tails of a name, the best first: columns end at 255 letters, indexes at 191, 128 or 100. */
const tails = [
  { isLong: true, tail: `${longest} ${unusual}` },
  { isLong: true, tail: `${shorter} ${unusual}` },
  { isLong: true, tail: `${longest} C#` },
  { isLong: true, tail: `${shorter} C#` },
  { isLong: false, tail: unusual },
] as const;

/** The words in a name that is neither long nor unusual. */
const plainWords = 'after refusals';

/** A creation of a name alone that came after others which were refused. */
export interface AfterRefusals {
  readonly made: FreshGroup;
  /** The answer to the creation under the name that had been refused for its year: a conflict where `made` has another. */
  readonly first: Answer;
  /** The descriptions of those that were refused. */
  readonly refused: readonly string[];
  /** Whether its name is longer than a hundred letters: such a name may be refused. */
  readonly isLong: boolean;
}

/**
 * The creation that follows a conflict and two malformed ones of the same name; its name is as long as the target takes
 * it.
 */
export function afterRefusals(context: Context, group: Group): Promise<AfterRefusals> {
  return context.world.once(`after refusals ${group.kind}`, async () => {
    // What was created before has a description, whether it is of the other kind or of this one.
    await attempt(() => freshGroup(context, group === classGroup ? cohortGroup : classGroup));
    await freshGroup(context, group);
    const ofNoYear = markedName(context, 'of no year');
    const refused = [await refuseConflict(context, group), ofNoYear];
    const more = { description: undefined };
    const before = async ({ name }: Meanings) =>
      refuseMalformed(context, group, { name, description: ofNoYear });
    for (const { tail, isLong } of tails) {
      const words = `after refusals ${tail}`;
      const { answer, first } = await freshGroupAnswer(context, group, words, more, before);
      if (answer.status >= 400) continue;
      return { made: await freshGroup(context, group, words, more), first, refused, isLong };
    }
    const { first } = await freshGroupAnswer(context, group, plainWords, more, before);
    return { made: await freshGroup(context, group, plainWords, more), first, refused, isLong: false };
  });
}

/** The answer to the creation of a second class or cohort: a conflict where its name is not told from the others. */
export async function answerToSecond(context: Context, group: Group): Promise<Answer> {
  const after = await attempt(() => afterRefusals(context, group));
  if (after) return after.made.answer;
  return (await freshGroupAnswer(context, group, plainWords, { description: undefined })).answer;
}

/** Sends creations of a year that is no UUID, which are refused. Clients repeat requests. */
export async function refuseMalformed(context: Context, { kind }: Group, meanings: Meanings): Promise<void> {
  for (let time = 1; time <= 2; time += 1) {
    const { status } = await create(context, kind, { ...meanings, academicYearId: 'not-a-uuid' });
    context.need(status >= 400, `the creation to be refused, got ${status}`);
  }
}

/** Sends a conflict. Gives its description. */
async function refuseConflict(context: Context, { kind }: Group): Promise<string> {
  const { name } = await createdFixture(context, kind);
  const again = context.need(text(name), `the name of a ${kind}`);
  const description = markedName(context, 'of a conflict');
  const { status } = await create(context, kind, { name: again, description });
  context.need(status >= 400, `the creation to be refused, got ${status}`);
  return description;
}
