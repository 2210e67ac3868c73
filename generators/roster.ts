import fc from 'fast-check';
import { choiceOf } from './id-lists.ts';
import { inThisOrder, type Rules, type Sequences, sequences } from './sequence.ts';

/** An assignment or a removal; everything by its position in the run's own small pool. */
export interface RosterChange {
  readonly does: 'assign' | 'remove';
  readonly what: string;
  readonly who: readonly number[];
  readonly group: number;
}

/** The same of one member and a list of all groups, in either order, by the operation on the member. */
export interface RosterMove {
  readonly does: 'assign' | 'remove';
  readonly what: string;
  readonly who: readonly [number];
  readonly groups: readonly number[];
}

/** The creation of a group that exists, with the same body. */
export interface RosterRepeat {
  readonly does: 'create again';
  readonly group: number;
}

/** One operation on a group or on who is in it. */
export type RosterStep = RosterChange | RosterMove | RosterRepeat;

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
const rules: Omit<Rules<Roster, RosterStep>, 'words'> = {
  possible(roster, step) {
    if (step.does === 'create again') return true;
    const pairs = pairsOf(step);
    const already = pairs.filter(([who, group]) => (roster[placeOf(step.what, group)] ?? []).includes(who));
    return already.length === 0 || already.length === pairs.length;
  },
  next(roster, step) {
    if (step.does === 'create again') return roster;
    const next: Record<string, readonly number[]> = { ...roster };
    for (const [who, group] of pairsOf(step)) {
      const place = placeOf(step.what, group);
      const others = (next[place] ?? []).filter((one) => one !== who);
      next[place] = step.does === 'assign' ? [...others, who].sort((one, other) => one - other) : others;
    }
    return next;
  },
};

/** The rules, and each step in the words of the interface: `assign students 1 and 2 to class 1`. */
function rulesIn({ kind, many }: GroupWords): Rules<Roster, RosterStep> {
  return {
    ...rules,
    words(step) {
      if (step.does === 'create again') return `create ${kind} ${step.group + 1} again`;
      const who = `${step.who.length === 1 ? step.what.replace(/s$/, '') : step.what} ${counted(step.who)}`;
      const where =
        'groups' in step
          ? `${many} ${counted(step.groups)} by a list of ${many}`
          : `${kind} ${step.group + 1}`;
      return step.does === 'assign' ? `assign ${who} to ${where}` : `remove ${who} from ${where}`;
    },
  };
}

/** What the interface calls the groups of a sequence: `{ kind: 'class', many: 'classes' }`. */
export interface GroupWords {
  readonly kind: string;
  readonly many: string;
}

/** The pairs of a member and a group that a change is about. */
export function pairsOf(step: RosterChange | RosterMove): readonly (readonly [who: number, group: number])[] {
  if (!('groups' in step)) return step.who.map((who) => [who, step.group]);
  const [who] = step.who;
  return step.groups.map((group) => [who, group]);
}

function counted(positions: readonly number[]): string {
  return positions.map((position) => position + 1).join(' and ');
}

/** What sequences choose from. */
export interface RosterChoice {
  readonly groups: number;
  readonly words: GroupWords;
  /** How many members of each kind there are, for example `{ students: 3, teachers: 2 }`. */
  readonly pools: Readonly<Record<string, number>>;
  /** What an operation on a member does with a list of groups, by the kind of member. */
  readonly moves?: Readonly<Record<string, readonly RosterMove['does'][]>>;
}

/** Sequences of assignments, removals and repeated creations over some groups and a pool of members of each kind. */
export function rosterSequences(
  { groups, pools, words, moves = {} }: RosterChoice,
  longest = 8,
): Sequences<Roster, RosterStep> {
  // Mostly the first group, because bugs show when the same group is changed again.
  const group = fc.oneof(
    { arbitrary: fc.constant(0), weight: 3 },
    { arbitrary: fc.nat({ max: groups - 1 }), weight: 1 },
  );
  const changes = Object.entries(pools).flatMap(([what, size]) =>
    (['assign', 'remove'] as const).flatMap((does): fc.Arbitrary<RosterStep>[] => [
      fc.record({ does: fc.constant(does), what: fc.constant(what), who: choiceOf(size), group }),
      // The first member and the first group once more: what is done twice counts.
      fc.constant({ does, what, who: [0], group: 0 }),
      fc.constant({ does, what, who: [0], group: 0 }),
    ]),
  );
  // A list of one group is as good as a change; what matters is a list that holds groups which are alike.
  const all = Array.from({ length: groups }, (_, at) => at);
  const lists = fc.boolean().map((isReversed) => (isReversed ? all.toReversed() : all));
  const moved = Object.entries(moves)
    .filter(([, kinds]) => kinds.length > 0)
    .map(([what, kinds]): fc.Arbitrary<RosterStep> => {
      const who = fc.nat({ max: (pools[what] ?? 1) - 1 }).map((at) => [at] as const);
      return fc.record({ does: fc.constantFrom(...kinds), what: fc.constant(what), who, groups: lists });
    });
  const again: fc.Arbitrary<RosterStep> = fc.record({
    does: fc.constant('create again' as const),
    group: fc.nat({ max: groups - 1 }),
  });
  return sequences<Roster, RosterStep>([...changes, ...moved, again], rulesIn(words), longest);
}

/**
 * Everything once for certain. For each kind of member one who is in both groups, assigned twice to the first and removed
 * from it once: who counts assignments, or goes by the name, shows. Then two by one list, of whom the first stays for the
 * other kinds to stumble over, and leaves while the last kind is there. In the end each group is created again.
 */
export function eachOnce({ groups, pools, words }: RosterChoice): Sequences<Roster, RosterStep> {
  const kinds = Object.entries(pools);
  const changes = kinds.flatMap(([what, size]): RosterStep[] => {
    const all = Array.from({ length: size }, (_, at) => at);
    const step = (does: RosterChange['does'], who: readonly number[], group = 0) => ({
      does,
      what,
      who,
      group,
    });
    return [
      ...(groups > 1 ? [step('assign', [0], 1)] : []),
      ...[step('assign', [0]), step('assign', [0]), step('remove', [0])],
      step('assign', all),
      ...(size > 1 ? [step('remove', all.slice(1))] : []),
    ];
  });
  const leave = kinds
    .slice(0, -1)
    .map(([what]): RosterStep => ({ does: 'remove', what, who: [0], group: 0 }));
  const again = Array.from({ length: groups }, (_, group): RosterStep => ({ does: 'create again', group }));
  return inThisOrder([...changes, ...leave, ...again], rulesIn(words));
}

/**
 * For each kind of member one who is moved by lists: first of one of two groups, which may be alike in all but their ids,
 * then of both, in either order. Who is assigned by a list of groups as well as by a list of members, in either order,
 * or twice by the same list, is there once, and gone after one removal.
 */
export function byLists({ words, moves = {} }: RosterChoice): Sequences<Roster, RosterStep> {
  const steps = Object.entries(moves).flatMap(([what, kinds]): RosterStep[] => {
    const who = [0] as const;
    const join = (group: number): RosterStep => ({ does: 'assign', what, who, group });
    const leave = (group: number): RosterStep => ({ does: 'remove', what, who, group });
    const move = (does: RosterMove['does'], groups: readonly number[]): RosterStep[] => {
      if (kinds.includes(does)) return [{ does, what, who, groups }];
      return does === 'remove' ? groups.map(leave) : [];
    };
    if (kinds.length === 0) return [];
    return [
      ...[join(1), ...move('assign', [1]), ...move('assign', [0]), join(0)],
      ...[...move('remove', [1]), ...move('remove', [0])],
      ...[...move('assign', [0, 1]), join(1), leave(0), leave(1)],
      ...[...move('assign', [1, 0]), ...move('assign', [1, 0]), ...move('remove', [1, 0])],
    ];
  });
  return inThisOrder(steps, rulesIn(words));
}
