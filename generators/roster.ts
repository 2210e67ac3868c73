import fc from 'fast-check';
import { choiceOf } from './id-lists.ts';
import { type Rules, type Sequences, sequences } from './sequence.ts';

/** An assignment or a removal; everything by its position in the run's own small pool. */
export interface RosterChange {
  readonly does: 'assign' | 'remove';
  readonly what: string;
  readonly who: readonly number[];
  readonly group: number;
}

/** The creation of a group that exists, with the same body. */
export interface RosterRepeat {
  readonly does: 'create again';
  readonly group: number;
}

/** One operation on a group or on who is in it. */
export type RosterStep = RosterChange | RosterRepeat;

/** Who is in which group: by the kind of member and the group, the positions of the members, ascending. */
export type Roster = Readonly<Record<string, readonly number[]>>;

/** The key under which a roster keeps the members of one kind in one group. */
export function placeOf(what: string, group: number): string {
  return `${what} of ${group}`;
}

/**
 * What conforming servers have in common. Assigning who is there and removing who is not may be refused or
 * not, and change nothing either way; a list that mixes both kinds is left out, for it may be refused as a whole.
 */
export const rosterRules: Rules<Roster, RosterStep> = {
  possible(roster, step) {
    if (step.does === 'create again') return true;
    const there = roster[placeOf(step.what, step.group)] ?? [];
    const already = step.who.filter((who) => there.includes(who)).length;
    return already === 0 || already === step.who.length;
  },
  next(roster, step) {
    if (step.does === 'create again') return roster;
    const place = placeOf(step.what, step.group);
    const there = roster[place] ?? [];
    const members =
      step.does === 'assign' ? [...there, ...step.who] : there.filter((who) => !step.who.includes(who));
    return { ...roster, [place]: [...new Set(members)].sort((one, other) => one - other) };
  },
  words(step) {
    const group = `group ${step.group + 1}`;
    if (step.does === 'create again') return `create ${group} again`;
    const who = `${step.what} ${step.who.map((position) => position + 1).join(' and ')}`;
    return step.does === 'assign' ? `assign ${who} to ${group}` : `remove ${who} from ${group}`;
  },
};

/**
 * Sequences of assignments, removals and repeated creations over `groups` groups and a pool of so many members
 * of each kind, for example `{ students: 3, teachers: 2 }`.
 */
export function rosterSequences(
  groups: number,
  pools: Readonly<Record<string, number>>,
  longest = 8,
): Sequences<Roster, RosterStep> {
  // Mostly the first one: what matters is that the same group comes up again.
  const group = fc.oneof(
    { arbitrary: fc.constant(0), weight: 3 },
    { arbitrary: fc.nat({ max: groups - 1 }), weight: 1 },
  );
  const changes = Object.entries(pools).flatMap(([what, size]) =>
    (['assign', 'remove'] as const).map(
      (does): fc.Arbitrary<RosterStep> =>
        fc.record({ does: fc.constant(does), what: fc.constant(what), who: someOf(size), group }),
    ),
  );
  const again: fc.Arbitrary<RosterStep> = fc.record({ does: fc.constant('create again' as const), group });
  return sequences<Roster, RosterStep>([...changes, again], rosterRules, longest);
}

/** The first of a pool, more often than anyone else. */
function someOf(size: number): fc.Arbitrary<readonly number[]> {
  return fc.oneof({ arbitrary: fc.constant([0]), weight: 1 }, { arbitrary: choiceOf(size), weight: 2 });
}
