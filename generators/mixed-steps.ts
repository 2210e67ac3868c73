import fc from 'fast-check';
import { choiceOf } from './id-lists.ts';
import { inThisOrder, type Rules, type Sequences, sequences } from './sequence.ts';

/** One value of one person set; people and values by their positions. */
export interface Setting {
  readonly does: 'set';
  /** What is set, as an index of what can be set for this person. */
  readonly what: number;
  readonly value: number;
  readonly who: number;
}

/** One person given another password. */
export interface NewPassword {
  readonly does: 'change the password of';
  readonly who: number;
}

/** One person disabled; or whoever is disabled enabled, for one is disabled at a time. */
export interface Switching {
  readonly does: 'switch';
  readonly who: number;
}

/** People put into groups, or taken out if they are in them: several people by one group, or one by several groups. */
export interface Moving {
  readonly does: 'move';
  /** Which membership, as an index. */
  readonly membership: number;
  readonly side: 'onGroup' | 'onUser';
  readonly who: readonly number[];
  readonly groups: readonly number[];
}

/** One write of those that a school sends in a week. What some of them do depends on what was done before. */
export type MixedStep = Setting | NewPassword | Switching | Moving;

/** Who is disabled, and who is out of which group: `0 1 2` is membership 0, group 1, person 2. */
export interface MixedState {
  readonly disabled?: number;
  readonly out: readonly string[];
}

/** All people enabled, each in every group of their kind. */
export const everybodyIn: MixedState = { out: [] };

/** What a move does. */
export type Direction = 'assign' | 'remove';

/** What steps choose from. */
export interface MixedChoice {
  /** Each person, as a report calls it, and what can be set for it: `student 1`, `name`. */
  readonly people: readonly { readonly called: string; readonly settings: readonly string[] }[];
  readonly switches: boolean;
  readonly passwords: boolean;
  /** For each membership its people, the groups as a report calls them, and what one person's list of groups can do. */
  readonly memberships: readonly {
    readonly people: readonly number[];
    readonly groups: readonly string[];
    readonly onUser: readonly Direction[];
  }[];
}

/** What a move does in a state; `undefined` where some of the people are in the groups, and some are not. */
export function directionOf({ out }: MixedState, step: Moving): Direction | undefined {
  const isOut = placesOf(step).map((place) => out.includes(place));
  if (isOut.every((one) => one)) return 'assign';
  return isOut.some((one) => one) ? undefined : 'remove';
}

function placesOf({ membership, who, groups }: Moving): readonly string[] {
  return groups.flatMap((group) => who.map((one) => `${membership} ${group} ${one}`));
}

function rulesIn({ people, memberships }: MixedChoice): Rules<MixedState, MixedStep> {
  const named = (who: readonly number[]) => who.map((one) => people[one]?.called).join(' and ');
  return {
    possible(state, step) {
      if (step.does === 'change the password of') return step.who !== state.disabled;
      if (step.does !== 'move') return true;
      const direction = directionOf(state, step);
      // A target may pass over who is disabled.
      if (direction === undefined || step.who.some((who) => who === state.disabled)) return false;
      return step.side === 'onGroup' || memberships[step.membership]?.onUser.includes(direction) === true;
    },
    next(state, step) {
      if (step.does === 'switch')
        return state.disabled === undefined ? { ...state, disabled: step.who } : { out: state.out };
      if (step.does !== 'move') return state;
      const places = placesOf(step);
      const others = state.out.filter((place) => !places.includes(place));
      return { ...state, out: directionOf(state, step) === 'assign' ? others : [...others, ...places] };
    },
    words(step, state = everybodyIn) {
      if (step.does === 'set')
        return `set ${people[step.who]?.settings[step.what]} ${step.value + 1} of ${named([step.who])}`;
      if (step.does === 'change the password of') return `${step.does} ${named([step.who])}`;
      if (step.does === 'switch')
        return state.disabled === undefined
          ? `disable ${named([step.who])}`
          : `enable ${named([state.disabled])}`;
      const groups = step.groups.map((group) => memberships[step.membership]?.groups[group]).join(' and ');
      const how = directionOf(state, step) === 'assign' ? ['assign', 'to'] : ['remove', 'from'];
      const by = step.side === 'onUser' ? ', by a list of groups' : '';
      return `${how[0]} ${named(step.who)} ${how[1]} ${groups}${by}`;
    },
  };
}

/** Sequences of up to `longest` writes of every kind on the same few people and groups, two values of each. */
export function mixedSequences(choice: MixedChoice, longest: number): Sequences<MixedState, MixedStep> {
  const person = fc.nat({ max: choice.people.length - 1 });
  const settings = choice.people.flatMap(({ settings: all }, who) =>
    all.length === 0
      ? []
      : fc
          .record({ what: fc.nat({ max: all.length - 1 }), value: fc.nat({ max: 1 }) })
          .map(({ what, value }): MixedStep => ({ does: 'set', what, value, who })),
  );
  const one = (does: 'switch' | 'change the password of') => person.map((who): MixedStep => ({ does, who }));
  const switches = choice.switches ? [one('switch'), one('switch')] : [];
  const passwords = choice.passwords ? [one('change the password of')] : [];
  const moves = choice.memberships.flatMap((_, membership) => movesOf(choice, membership));
  return sequences([...settings, ...switches, ...passwords, ...moves], rulesIn(choice), longest);
}

/**
 * What chance may leave out of moves: the first person of each kind out of all groups at once and back, by one list
 * where there is such an operation.
 */
export function outAndBack(choice: MixedChoice): Sequences<MixedState, MixedStep> {
  const moves = choice.memberships.flatMap(({ people: [first = 0], groups, onUser }, membership) => {
    const all = groups.map((_, at) => at);
    const list = { does: 'move', membership, side: 'onUser', who: [first], groups: all } as const;
    const singly = all.map((at): MixedStep => ({ ...list, side: 'onGroup', groups: [at] }));
    return (['remove', 'assign'] as const).flatMap((does) => (onUser.includes(does) ? [list] : singly));
  });
  return inThisOrder(moves, rulesIn(choice));
}

/** What chance may leave out of settings: everything set for the second person, and again while it is disabled. */
export function everythingSet(choice: MixedChoice): Sequences<MixedState, MixedStep> {
  const [first = 0, who = first] = choice.memberships[0]?.people ?? [];
  const settings = choice.people[who]?.settings ?? [];
  const setAll = (value: number) => settings.map((_, what): MixedStep => ({ does: 'set', what, value, who }));
  const password: MixedStep = { does: 'change the password of', who };
  const turn: MixedStep = { does: 'switch', who };
  const steps = [
    ...setAll(0),
    ...(choice.passwords ? [password] : []),
    ...(choice.switches ? [turn, ...setAll(1), turn] : []),
  ];
  return inThisOrder(steps, rulesIn(choice));
}

function movesOf({ memberships }: MixedChoice, membership: number): readonly fc.Arbitrary<MixedStep>[] {
  const { people = [], groups = [], onUser = [] } = memberships[membership] ?? {};
  const onGroup = fc
    .record({ at: choiceOf(people.length), group: fc.nat({ max: groups.length - 1 }) })
    .map(({ at, group }): MixedStep => {
      const who = at.flatMap((position) => people[position] ?? []);
      return { does: 'move', membership, side: 'onGroup', who, groups: [group] };
    });
  const byLists = fc
    .record({ who: fc.constantFrom(...people), groups: someOrAll(groups.length) })
    .map(({ who, groups: list }): MixedStep => {
      return { does: 'move', membership, side: 'onUser', who: [who], groups: list };
    });
  return onUser.length === 0 ? [onGroup] : [onGroup, byLists];
}

/** One group, or all of them in either order. */
function someOrAll(size: number): fc.Arbitrary<readonly number[]> {
  const all = Array.from({ length: size }, (_, at) => at);
  return fc.oneof(choiceOf(size, 1), fc.constantFrom(all, all.toReversed()));
}
