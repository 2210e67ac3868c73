import { emptyTextIn, textPlaces } from './empty-texts.ts';
import type { Endpoint } from './endpoint.ts';
import { nodesOf, typesOf } from './nodes.ts';
import { ofFrozen } from './of-frozen.ts';
import { type StatedPlaces, statedPlaces } from './stated.ts';
import { collapseIndices, type JsonSchema } from './tree.ts';
import type { Validator } from './validator.ts';
import { emptyOmitted, emptyTextOmitted, type Violation } from './violation.ts';

/** A clause, and a JSON Pointer pattern for the places in a body that the clause judges. */
export interface JudgedPlace {
  readonly clause: string;
  readonly pointer: string;
}

/** Judges answers and requests by the schemas of an operation. Its methods are those of a contract. */
export interface SchemaJudge {
  validate(endpoint: Endpoint, status: number, body: unknown): readonly Violation[];
  judges(endpoint: Endpoint, status: number): readonly JudgedPlace[];
  isPublic(endpoint: Endpoint, status: number, pointer: string): boolean;
  places(endpoint: Endpoint, status: number): StatedPlaces;
  requestViolations(endpoint: Endpoint, body: unknown): readonly string[];
}

/** The schema for a status. Where the interface states no success status, every 2xx but 204 has the same schema. */
function answerOf({ answers, operation }: Endpoint, status: number): JsonSchema | undefined {
  const anySuccess = operation.success === undefined && status >= 200 && status < 300 && status !== 204;
  return answers.get(status) ?? (anySuccess ? answers.get(0) : undefined);
}

/** Whether an answer must leave this node out when it is empty (chapter Conventions). */
function isOmittedWhenEmpty(schema: JsonSchema, optional: boolean): boolean {
  const types = typesOf(schema);
  return optional && types.length > 0 && !types.includes('null') && !types.includes('object');
}

/** The places that the schema itself names; operations share most of their schemas. */
function placesIn(schema: JsonSchema): readonly JudgedPlace[] {
  const found = new Map<string, JudgedPlace>();
  const add = (clause: string, pointer: string): unknown =>
    found.set(`${clause} ${pointer}`, { clause, pointer });
  for (const node of nodesOf(schema)) {
    const own = node.schema['x-clause'];
    if (typeof own === 'string') add(own, node.pointer);
    if (isOmittedWhenEmpty(node.schema, node.optional)) add(emptyOmitted, node.pointer);
  }
  for (const pointer of textPlaces(schema)) add(emptyTextOmitted, pointer);
  return [...found.values()];
}

/** A text without characters, where nothing has to stand. */
const emptyText = {
  clause: emptyTextOmitted,
  expected: 'the field to be left out when it is empty',
  got: 'text without characters',
};

function publicPointers(schema: JsonSchema): ReadonlySet<string> {
  const pointers = new Set<string>();
  for (const { schema: node, pointer } of nodesOf(schema)) {
    const isLeaf = !typesOf(node).includes('object') && !typesOf(node).includes('array');
    if (node['x-public'] === true && isLeaf) pointers.add(pointer);
  }
  return pointers;
}

function memoized<Value>(compute: (schema: JsonSchema) => Value): (schema: JsonSchema) => Value {
  const known = new WeakMap<JsonSchema, { value: Value }>();
  return (schema) => {
    const entry = known.get(schema) ?? { value: compute(schema) };
    known.set(schema, entry);
    return entry.value;
  };
}

/**
 * Makes a schema judge.
 *
 * @param isJudged whether a clause exists in this version and needs no open gap; no other clause is named
 * @param exists whether a clause exists in this version
 */
export function createSchemaJudge(
  validator: Validator,
  isJudged: (clause: string) => boolean,
  exists: (clause: string) => boolean,
): SchemaJudge {
  const publicOf = memoized(publicPointers);
  const textPlacesOf = memoized(textPlaces);
  const judgedOf = memoized(placesIn);
  const placesOf = memoized(statedPlaces);

  /** The clause for a place whose schema names none, such as an answer that only a profile describes. */
  const fallbackOf = ({ operation: { answerClause } }: Endpoint): string | undefined =>
    answerClause !== undefined && exists(answerClause) ? answerClause : undefined;

  /** What is wrong with an answer. Many come again: the same text is the same value. */
  const wrongOf = memoized((schema) =>
    ofFrozen((body) => {
      const pointer = emptyTextIn(body, textPlacesOf(schema));
      const findings = validator.findings(schema, body);
      return pointer === undefined ? findings : [...findings, { ...emptyText, pointer }];
    }),
  );

  // A cache, because `judges` is called for every answer of a run.
  const judgedPlaces = new Map<string, readonly JudgedPlace[]>();

  function findPlaces(endpoint: Endpoint, status: number): readonly JudgedPlace[] {
    const schema = answerOf(endpoint, status);
    if (schema === undefined) return [];
    const own = judgedOf(schema);
    const clause = typeof schema['x-clause'] === 'string' ? undefined : fallbackOf(endpoint);
    if (clause === undefined) return own.filter((place) => isJudged(place.clause));
    const others = own.filter((place) => place.pointer !== '' || place.clause !== clause);
    return [{ clause, pointer: '' }, ...others].filter((place) => isJudged(place.clause));
  }

  return {
    validate(endpoint, status, body) {
      const schema = answerOf(endpoint, status);
      if (schema === undefined) return [];
      const operation = endpoint.operation.id;
      return wrongOf(schema)(body).flatMap(({ clause = fallbackOf(endpoint), ...finding }) =>
        clause !== undefined && isJudged(clause) ? [{ ...finding, clause, operation, status }] : [],
      );
    },
    judges(endpoint, status) {
      const key = `${endpoint.operation.id} ${status}`;
      const places = judgedPlaces.get(key) ?? findPlaces(endpoint, status);
      judgedPlaces.set(key, places);
      return places;
    },
    isPublic(endpoint, status, pointer) {
      const schema = answerOf(endpoint, status);
      return schema !== undefined && publicOf(schema).has(collapseIndices(pointer));
    },
    places(endpoint, status) {
      const schema = answerOf(endpoint, status);
      return schema === undefined ? new Map() : placesOf(schema);
    },
    requestViolations({ operation }, body) {
      if (body === undefined) return operation.bodyRequired ? ['there is no body, and one is required'] : [];
      if (operation.body === undefined) return ['there is a body, and the operation takes none'];
      const findings = validator.findings(operation.body, body);
      return findings.map(
        ({ pointer, expected, got }) => `${pointer || '/'}: expected ${expected}, got ${got}`,
      );
    },
  };
}
