import type { Question } from '../../../generators/list-questions.ts';
import type { Sort } from '../../../generators/sort.ts';
import type { Params } from '../../../harness/http/place.ts';
import type { Json } from '../body.ts';
import { choose } from './choose.ts';
import type { Known } from './known.ts';
import type { Criterion, Order, Subject } from './subject.ts';

/** A question with the values of items: what is sent, and what its answers are held to. */
export interface Asked {
  readonly criteria: readonly Criterion[];
  readonly params: Params;
  readonly order: Order | undefined;
  /** Whether pages of any size show the same order: where none is asked for, nothing else decides it. */
  readonly isExact: boolean;
  readonly mayBeRefused: boolean;
  /** What the profile alone says that the target takes; `undefined` where the filters are its word as well. */
  readonly ofProfile: Params | undefined;
  /** How many known items fit in every reading, and in some reading. */
  readonly sure: readonly Json[];
  readonly possible: number;
  /** What is asked for, in words that stand behind others. */
  readonly under: string;
}

/** Gives a question its values, of known items. A filter is left out whose values no item shows beside the others. */
export async function resolve(subject: Subject, known: Known, question: Question): Promise<Asked> {
  const chosen = await choose(subject, known, question);
  const criteria = question.parts.flatMap((part) => chosen.get(part) ?? []);
  return askedOf(subject, known, criteria, question.sort);
}

/** What is asked for by these criteria, and which known items it finds. */
export function askedOf(
  subject: Subject,
  known: Known,
  criteria: readonly Criterion[],
  sort: Sort | undefined,
): Asked {
  const sure = known.items.filter((one) => criteria.every(({ finds }) => finds(one)));
  return {
    criteria,
    params: { ...subject.paramsFor(criteria), ...(sort && { sort }) },
    order: subject.orderOf(sort),
    isExact: sort === undefined,
    // Where the interface describes no filters, it does not say either what becomes of values that nothing has.
    mayBeRefused:
      (sure.length === 0 && !subject.isShown) || criteria.some(({ mayBeRefused }) => mayBeRefused),
    ofProfile: subject.isShown
      ? {
          ...subject.paramsFor(criteria.filter(({ isOfProfile }) => isOfProfile)),
          ...(sort && subject.hasNamedSorts && { sort }),
        }
      : undefined,
    sure,
    possible: known.items.filter((one) => criteria.every(({ fits }) => fits(one))).length,
    under: underWords(criteria, sort),
  };
}

function underWords(criteria: readonly Criterion[], sort: Sort | undefined): string {
  const names = criteria.map(({ name }) => `\`${name}\``).join(' and ');
  const order = sort ? `sorted by \`${sort.field}\`, ${sort.direction}` : '';
  return [...(names === '' ? [] : [`under ${names}`]), ...(order === '' ? [] : [order])].join(', ');
}
