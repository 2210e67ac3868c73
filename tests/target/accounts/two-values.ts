import type { Meanings } from '../../../generators/body.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { type Change, changes } from './change.ts';
import { emailMeanings, markOf, nameMeanings } from './meanings.ts';
import { isFilled } from './request.ts';

/** A change that a sequence can make, and the two values that it can set. */
export interface Choice {
  readonly change: Change;
  readonly values: readonly [Meanings, Meanings];
}

/** The changes that the profile says how to send; the name is always among them. */
export function choicesOf(context: Context): readonly Choice[] {
  const mark = markOf(context);
  const synthetic = (value: string) => context.world.synthetic(value);
  const choices: readonly Choice[] = [
    {
      change: changes.dateOfBirth,
      values: [{ dateOfBirth: synthetic('2001-02-03') }, { dateOfBirth: synthetic('2004-02-29') }],
    },
    {
      change: changes.name,
      values: [nameMeanings(context, 'Ada', `First ${mark}`), nameMeanings(context, 'Zoë', `Second ${mark}`)],
    },
    {
      change: changes.primaryEmail,
      values: [
        emailMeanings(context, `one.${mark}@example.org`),
        emailMeanings(context, `two.${mark}@example.org`),
      ],
    },
    {
      change: changes.externalId,
      values: [{ externalId: synthetic(`one-${mark}`) }, { externalId: synthetic(`two-${mark}`) }],
    },
  ];
  return choices.filter(({ change }) => isFilled(context, change.op));
}
