import { carries, type Meanings } from '../../../generators/body.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { attempt } from '../attempt.ts';
import { resourceOf, text } from '../body.ts';
import { create } from '../reuse/creation.ts';
import { type FreshGroup, freshGroup } from './fresh.ts';
import { classGroup, cohortGroup, type Group } from './group.ts';
import { currentYearId, yearIds } from './years.ts';

/** A class or cohort that was created, and what was said of it. */
export interface CreatedGroup {
  readonly id: string;
  readonly sent: Meanings;
}

/** Two creations of one name in two academic years, one right after the other. */
export interface Namesakes {
  readonly first: CreatedGroup;
  /** The one of the current year, which its body does not name; of another name where the target allows a name once. */
  readonly second: CreatedGroup;
  /** The answer to the second creation. */
  readonly answer: Answer;
}

/** Digits are text where text is asked for, and zeros in front of them are part of it. */
const digits = '0042';

/**
 * A class or cohort of another academic year, and one of the same name that is created without a year. Once for all
 * rows. Inconclusive where there is no other year, or the second creation is refused for more than its name.
 */
export function namesakes(context: Context, group: Group): Promise<Namesakes> {
  return context.world.once(`namesakes ${group.kind}`, async () => {
    const first = await inAnotherYear(context, group);
    // What a creation of the other kind said does not reach the next one.
    await attempt(() => inAnotherYear(context, group === classGroup ? cohortGroup : classGroup));
    // What a conflict said is forgotten as well.
    await create(context, group.kind, first.meanings);
    const description = context.world.synthetic(digits);
    const name = String(first.meanings['name']);
    let meanings = { name, description };
    let answer = await create(context, group.kind, meanings);
    const isConflict = answer.status === 409;
    context.observe('the same name in another year', isConflict ? 'a conflict' : 'another one');
    if (isConflict) {
      meanings = { name: context.world.synthetic(`${name} again`), description };
      answer = await create(context, group.kind, meanings);
    }
    const made = resourceOf(context, answer, group.kind);
    const id = context.need(text(made[group.id]), `\`${group.id}\` of the new ${group.kind}`);
    const academicYearId = await currentYearId(context);
    return {
      first: { id: first.id, sent: carriedBy(context, group, first.meanings) },
      second: { id, sent: { ...carriedBy(context, group, meanings), academicYearId } },
      answer,
    };
  });
}

/** A class or cohort that was created in an academic year other than the current one. */
export async function inAnotherYear(context: Context, group: Group): Promise<FreshGroup> {
  const current = await currentYearId(context);
  const year = (await yearIds(context)).find((other) => other.toLowerCase() !== current.toLowerCase());
  const academicYearId = context.need(year, 'an academic year other than the current one');
  return freshGroup(context, group, 'in a year', { academicYearId });
}

/** What the body of a creation says, as far as its shape has a place for it. */
export function carriedBy(context: Context, { create: op }: Group, meanings: Meanings): Meanings {
  const body = context.operation(op).body ?? {};
  return Object.fromEntries(Object.entries(meanings).filter(([name]) => carries(body, name)));
}
