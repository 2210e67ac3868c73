import type { Check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { fromStandard } from '../effort.ts';
import { resources } from '../reuse/resources.ts';

/** A kind of people that a profile can lend. */
export type PersonKind = 'student' | 'teacher';

/** Somebody whom the profile lends: the first of the kind. */
export interface LentPerson {
  readonly kind: PersonKind;
  readonly id: string;
  /** What a report calls the person. */
  readonly called: string;
}

const kinds = ['student', 'teacher'] as const satisfies readonly PersonKind[];

/** Leaves a check out where the profile lends nobody of these kinds, and out of quick runs. */
export function unlessLent(...wanted: readonly PersonKind[]): Check['unless'] {
  return (op, settings) => {
    const isLent = wanted.some((kind) => (settings.lentThings?.[resources[kind].many] ?? []).length > 0);
    return isLent ? fromStandard(op, settings) : `the profile lends no ${wanted.join(' and no ')}`;
  };
}

/** Whom the profile lends, of each kind one at most. */
export function lentPeople({ world }: Context): readonly LentPerson[] {
  const people = kinds.flatMap((kind): LentPerson[] => {
    const [id] = world.lent(resources[kind].many);
    return id === undefined ? [] : [{ kind, id, called: `the lent ${kind}` }];
  });
  // One person may be lent as both.
  return people.filter(({ id }, at) => people.findIndex((other) => isSame(other.id, id)) === at);
}

/** Whether two ids are the same, however they are spelt. */
export function isSame(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}
