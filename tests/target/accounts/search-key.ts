import type { Meanings } from '../../../generators/body.ts';
import type { FilterName } from '../../../generators/filters.ts';
import { wordOf } from '../../../generators/words.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Account } from './account.ts';
import { type Change, changes } from './change.ts';
import { emailMeanings, nameMeanings } from './meanings.ts';

/** A value by which users are found, and two values of it that are as different as can be. */
export interface SearchKey {
  readonly change: Change;
  readonly filter: FilterName;
  /** The meaning that a body has to carry. */
  readonly means: string;
  /**
   * By which meanings a user is looked for, until one of them finds: some services find users by their whole name
   * alone.
   */
  readonly soughtBy: readonly string[];
  readonly values: (context: Context, kind: Account['kind']) => readonly [Meanings, Meanings];
}

const unusedText = ({ world }: Context, kind: string, turn: string) =>
  world.unknownId(`${turn} ${kind}`).slice(0, 8);

/** The values by which users are searched: a name, an address and an external identifier. */
export const searchKeys = {
  name: {
    change: changes.name,
    filter: 'name',
    means: 'lastName',
    soughtBy: ['lastName', 'fullName'],
    values: (context, kind) =>
      both((turn) => nameMeanings(context, 'Rollcall', wordOf(unusedText(context, kind, `${turn} name`)))),
  },
  primaryEmail: {
    change: changes.primaryEmail,
    filter: 'email',
    means: 'emails',
    soughtBy: ['emails'],
    values: (context, kind) =>
      both((turn) => {
        // Capitals in one of the two kinds: an index may hold addresses in small letters, and be asked as it comes.
        const first = kind === 'teacher' ? `${turn[0]?.toUpperCase()}${turn.slice(1)}` : turn;
        return emailMeanings(context, `${first}.${unusedText(context, kind, turn)}@example.org`);
      }),
  },
  externalId: {
    change: changes.externalId,
    filter: 'externalId',
    means: 'externalId',
    soughtBy: ['externalId'],
    values: (context, kind) =>
      both((turn) => ({ externalId: context.world.synthetic(`${unusedText(context, kind, turn)}-${turn}`) })),
  },
} as const satisfies Readonly<Record<string, SearchKey>>;

function both(value: (turn: 'earlier' | 'later') => Meanings): readonly [Meanings, Meanings] {
  return [value('earlier'), value('later')];
}
