import type { Contract } from '../../spec/contract.ts';
import { sourceOf } from '../../spec/load.ts';
import { arrayAt, isObject, type JsonObject, type JsonSchema, objectAt, textAt } from '../../spec/tree.ts';
import type { Described, Description } from './description.ts';
import { inferSchema, type Known } from './infer.ts';
import { type Literals, literalsIn } from './literals.ts';
import type { Observation, Rows } from './observe.ts';
import type { Kinds } from './sessions.ts';

/** The shapes and literals of a target's answers. The shapes have the form of a vendor's description. */
export interface Observed {
  readonly description: Description;
  /** The schema of a session, inferred from completed sessions and sessions in progress. */
  readonly session: JsonSchema;
  /** The fields in which no two sessions of a list have one value; `undefined` where too few were seen to tell. */
  readonly distinct: readonly string[] | undefined;
  /** `undefined` where the answers do not show the literals of both kinds. */
  readonly kinds: Kinds | undefined;
  /** The literals of enumerations, by the overlay target for them. */
  readonly literals: ReadonlyMap<string, Literals>;
}

const sessionLists = ['listSessions', 'listCompletedSessions', 'listInProgressSessions'];

/** The enumerations whose values the interface does not show: the list with the values, and the overlay target. */
const enumerationGaps: readonly {
  list: string;
  target: string;
  values: (item: unknown) => readonly unknown[];
}[] = [
  {
    list: 'listUsers',
    target: '$.components.schemas.UserRole',
    values: (user) => arrayAt(user, 'roles'),
  },
  {
    list: 'listUsers',
    target: '$.components.schemas.User.properties.gender',
    values: (user) => [textAt(user, 'gender')],
  },
  {
    list: 'listCohorts',
    target: '$.components.schemas.CohortTest.properties.activationStatus',
    values: (cohort) => arrayAt(cohort, 'tests').map((test) => textAt(test, 'activationStatus')),
  },
];

/** Infers shapes and literals from the answers. */
export function describeAnswers(contract: Contract, observation: Observation): Observed {
  const known: Known = { enumerations: enumerations() };
  const items = sessionLists.flatMap((list) => rowsIn(observation, list).items);
  return {
    description: new Map(
      contract.operations.flatMap(({ id }) => {
        const described = answerShape(id, observation, known);
        return described === undefined ? [] : [[id, described] as const];
      }),
    ),
    session: inferSchema(items, known),
    distinct: distinctIn(rowsIn(observation, 'listSessions').items),
    kinds: kindsIn(observation),
    literals: literalsOf(observation),
  };
}

function answerShape(id: string, { full, rows, refusals }: Observation, known: Known): Described | undefined {
  const answer = full.get(id)?.answer;
  if (answer === undefined || answer.status >= 300) return undefined;
  const body = inferSchema([answer.json], known);
  const list = rows.get(id);
  const isPage = list !== undefined && isObject(answer.json) && Array.isArray(answer.json['data']);
  const schema = isPage ? withItems(body, inferSchema(list.items, known)) : body;
  const refusal = refusals.get(id);
  return {
    parameters: [],
    request: undefined,
    requestRequired: false,
    responses: new Map([
      [answer.status, schema],
      ...(refusal === undefined ? [] : [[refusal, undefined] as const]),
    ]),
    ranges: new Set(),
  };
}

function withItems(body: JsonSchema, items: JsonSchema): JsonSchema {
  const properties: JsonObject = { ...objectAt(body, 'properties'), data: { type: 'array', items } };
  return {
    ...body,
    required: Object.keys(properties).filter((name) => name === 'data' || name === 'pagination'),
    properties,
  };
}

/** The literals of the two kinds of session; `undefined` unless each kind has exactly one literal, and they differ. */
function kindsIn(observation: Observation): Kinds | undefined {
  const [completed, second] = statusesIn(rowsIn(observation, 'listCompletedSessions'));
  const [inProgress, other] = statusesIn(rowsIn(observation, 'listInProgressSessions'));
  const all = statusesIn(rowsIn(observation, 'listSessions'));
  if ((completed === undefined || inProgress === undefined || second) ?? other) return undefined;
  const whole = all.every((status) => status === completed || status === inProgress);
  return completed !== inProgress && whole ? { completed, inProgress } : undefined;
}

/** In fewer sessions than these, values may differ by chance. */
const fewest = 10;

function distinctIn(items: readonly unknown[]): readonly string[] | undefined {
  const sessions = items.filter(isObject);
  if (sessions.length < fewest) return undefined;
  const names = Object.keys(sessions[0] ?? {});
  return names.filter((name) => new Set(sessions.map((one) => one[name])).size === sessions.length);
}

function statusesIn({ items }: Rows): string[] {
  const texts = items.map((item) => textAt(item, 'status')).filter((text) => text !== undefined);
  const short = texts.every((text) => /^\p{L}[\p{L}\p{N} _-]{0,39}$/u.test(text));
  return short ? [...new Set(texts)] : [];
}

function literalsOf(observation: Observation): Map<string, Literals> {
  return new Map(
    enumerationGaps.flatMap(({ list, target, values }) => {
      const { items, whole } = rowsIn(observation, list);
      const texts = items.flatMap(values).filter((value) => typeof value === 'string');
      const literals = literalsIn(texts, whole);
      return literals === undefined ? [] : [[target, literals] as const];
    }),
  );
}

function rowsIn({ rows }: Observation, list: string): Rows {
  return rows.get(list) ?? { items: [], whole: false };
}

function enumerations(): Map<string, readonly unknown[]> {
  const { tree } = sourceOf('openapi', undefined);
  const schemas = objectAt(objectAt(tree, 'components'), 'schemas');
  return new Map(
    Object.entries(schemas)
      .filter(([, schema]) => isObject(schema) && arrayAt(schema, 'enum').length > 0)
      .map(([name, schema]) => [`#/components/schemas/${name}`, arrayAt(schema, 'enum')]),
  );
}
