import fc from 'fast-check';
import { inThisOrder, type Rules, type Sequences, sequences } from './sequence.ts';

/** A change of one account: which operation, and which of a few values it sets. */
export interface AccountStep {
  readonly op: string;
  /** Position in the values of that operation. */
  readonly value: number;
}

/** What a sequence has set so far: by operation, the position of the value. What is not there is as it was. */
export type AccountState = Readonly<Record<string, number>>;

/** The operations whose step has no value: they turn an account on and off. */
const switches = { disableUser: 'off', enableUser: 'on' } as const;

/** A disabled account may refuse changes and reads, so all that is done to it is to enable it again. */
const rules: Rules<AccountState, AccountStep> = {
  possible: (state, { op }) => (state['disableUser'] === undefined) === (op !== 'enableUser'),
  next(state, { op, value }) {
    const { disableUser: _, ...enabled } = state;
    return op === 'enableUser' ? enabled : { ...state, [op]: value };
  },
  words: ({ op, value }) => (op in switches ? op : `${op} to value ${value + 1}`),
};

/** Sequences of changes of one account by these operations. `values` is how many values each operation can set. */
export function accountSequences(
  operations: readonly string[],
  values: number,
  longest = 8,
): Sequences<AccountState, AccountStep> {
  // No other change is made while the account is disabled, so enabling is generated more often than disabling.
  const kinds = operations
    .flatMap((op) => Array.from({ length: op === 'enableUser' ? 4 : 2 }, () => op))
    .map((op): fc.Arbitrary<AccountStep> => {
      const value = op in switches ? fc.constant(0) : fc.nat({ max: values - 1 });
      return value.map((position) => ({ op, value: position }));
    });
  return sequences(kinds, rules, longest);
}

/** Each change with its first value, then each with the second one, and after both the account off and on again. */
export function eachInTurn(operations: readonly string[]): Sequences<AccountState, AccountStep> {
  const isSwitch = (op: string) => op in switches;
  const turn = (value: number) => [
    ...operations.filter((op) => !isSwitch(op)).map((op) => ({ op, value })),
    ...operations.filter(isSwitch).map((op) => ({ op, value: 0 })),
  ];
  return inThisOrder([...turn(0), ...turn(1)], rules);
}

/** A change of which classes one user is in, by one of several routes. */
export interface RouteStep {
  readonly route: string;
  readonly does: 'assign' | 'remove';
  /** Position in a pool of classes. */
  readonly at: number;
}

const routeRules: Rules<readonly number[], RouteStep> = {
  // Whether assigning again and removing who is not there are accepted is left open.
  possible: (there, { does, at }) => there.includes(at) === (does === 'remove'),
  next: (there, { does, at }) =>
    does === 'assign' ? [...there, at].sort((one, other) => one - other) : there.filter((one) => one !== at),
  words: ({ route, at }) => `${route} class ${at + 1}`,
};

/** Sequences of assignments and removals of one user by several routes, each with what it does. */
export function routeSequences(
  routes: readonly (readonly [route: string, does: RouteStep['does']])[],
  size: number,
  longest = 8,
): Sequences<readonly number[], RouteStep> {
  const kinds = routes.map(([route, does]) => fc.nat({ max: size - 1 }).map((at) => ({ route, does, at })));
  return sequences<readonly number[], RouteStep>(kinds, routeRules, longest);
}

/** The routes in the order in which each of them follows each other one, as the number of a route of its direction. */
const everyPair = [
  ['assign', 0],
  ['remove', 0],
  ['assign', 0],
  ['remove', 1],
  ['assign', 1],
  ['remove', 0],
  ['assign', 1],
  ['remove', 1],
  ['assign', 0],
] as const;

/** One class entered and left by each route after each other one, beside another class in which the user stays. */
export function eachRoute(
  routes: readonly (readonly [route: string, does: RouteStep['does']])[],
): Sequences<readonly number[], RouteStep> {
  const [aside = [], ...steps] = [['assign', 0] as const, ...everyPair].map(([does, nth], at) => {
    const ways = routes.filter((route) => route[1] === does).map(([route]) => route);
    const route = ways[nth] ?? ways[0];
    return route === undefined ? [] : [{ route, does, at: at === 0 ? 1 : 0 }];
  });
  return inThisOrder<readonly number[], RouteStep>([...aside, ...steps.flat()], routeRules);
}
