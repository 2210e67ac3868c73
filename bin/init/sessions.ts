import { isObject, type JsonObject, type JsonSchema, objectAt, textAt } from '../../spec/tree.ts';
import type { Action } from './description.ts';

/** The literals of a session's `status`, by the kind of session. */
export interface Kinds {
  readonly completed: string;
  readonly inProgress: string;
}

/** The fields of a session that the interface shows. */
const stated = ['status', 'startDate', 'endDate', 'result'];
const formats: readonly unknown[] = ['date-time', 'date'];

/**
 * The overlay actions that describe a session: which fields hold its id, the learner, the test and the parts of its
 * result, and its other fields.
 *
 * @param item the schema of a session, for both kinds together
 * @param kinds the literals of `status`; `undefined` where they are not known
 * @param distinct the fields in which no two sessions of a list have one value; `undefined` where no session was seen
 */
export function sessionActions(
  item: JsonSchema,
  kinds: Kinds | undefined,
  components: JsonObject,
  distinct?: readonly string[],
): Action[] {
  const fields = objectAt(item, 'properties');
  if (Object.keys(fields).length === 0) return [];
  const user = holderOf(fields, ['userId'], /user|learner|student|pupil/i);
  const test = holderOf(fields, ['testId', 'testVersionId'], /test|assessment/i);
  const own = without(fields, [...stated, user, test]);
  const id = idOf(own, distinct);
  const result = objectAt(fields, 'result');
  return [
    schemaAction('Session', {
      properties: {
        ...marked(own, { [id ?? '']: 'session.session-id' }),
        ...(user === undefined
          ? {}
          : { [user]: { 'x-clause': 'session.user', ...reference('SessionUser') } }),
        ...(test === undefined
          ? {}
          : { [test]: { 'x-clause': 'session.test', ...reference('SessionTest') } }),
      },
      ...required(item, Object.keys(fields)),
    }),
    ...['startDate', 'endDate'].flatMap((name) => formAction(name, objectAt(fields, name))),
    schemaAction('SessionListItem', reference('Session')),
    ...kindActions(kinds),
    ...(user === undefined ? [] : [part('SessionUser', objectAt(fields, user), components)]),
    ...(test === undefined ? [] : [part('SessionTest', objectAt(fields, test), components)]),
    ...resultActions(result),
  ].filter(({ update }) =>
    Object.values(update).some((value) => !isObject(value) || Object.keys(value).length > 0),
  );
}

function kindActions(kinds: Kinds | undefined): Action[] {
  const base = [reference('Session')];
  if (kinds === undefined) {
    return ['CompletedSessionItem', 'InProgressSessionItem'].map((name) =>
      schemaAction(name, { allOf: base }),
    );
  }
  const { completed, inProgress } = kinds;
  const only = (status: string, type: string) => ({
    type: 'object',
    properties: { status: { const: status }, result: { type } },
  });
  return [
    schemaAction('Session.properties.status', { enum: [inProgress, completed] }),
    schemaAction('CompletedSessionItem', { allOf: [...base, only(completed, 'object')] }),
    schemaAction('InProgressSessionItem', { allOf: [...base, only(inProgress, 'null')] }),
  ];
}

function formAction(name: string, schema: JsonObject): Action[] {
  const { format } = schema;
  return formats.includes(format) ? [schemaAction(`Session.properties.${name}`, { format })] : [];
}

/** The action that adds the fields of a described object that the contract's component lacks. */
function part(name: string, described: JsonSchema, components: JsonObject): Action {
  const known = Object.keys(objectAt(objectAt(components, name), 'properties'));
  const fields = without(objectAt(described, 'properties'), known);
  return schemaAction(name, {
    properties: fields,
    ...required(described, [...Object.keys(fields), ...known]),
  });
}

function resultActions(result: JsonSchema): Action[] {
  const fields = objectAt(result, 'properties');
  const names = Object.keys(fields);
  const find = (fits: (schema: JsonObject) => boolean, words: RegExp) =>
    names.find((name) => fits(objectAt(fields, name))) ?? names.find((name) => words.test(name));
  const level = find((schema) => textAt(schema, '$ref')?.endsWith('/ResultLevel') === true, /level/i);
  const duration = find(({ format }) => format === 'duration', /duration/i);
  const calculated = find(({ format }) => formats.includes(format), /calculat|date/i);
  if (names.length === 0) return [];
  return [
    schemaAction('SessionResult', {
      properties: {
        ...marked(fields, {
          [calculated ?? '']: 'result.calculated-date',
          [duration ?? '']: 'result.duration',
        }),
        ...(level === undefined
          ? {}
          : { [level]: { 'x-clause': 'result.level', ...reference('ResultLevel') } }),
      },
      ...required(result, names),
    }),
  ];
}

/** The field that holds the learner or the test: the one with one of the ids in it, or else with a matching name. */
function holderOf(fields: JsonObject, ids: readonly string[], words: RegExp): string | undefined {
  const holders = Object.keys(fields).filter((name) => {
    return name !== 'result' && Object.keys(objectAt(objectAt(fields, name), 'properties')).length > 0;
  });
  const inside = (name: string) => Object.keys(objectAt(objectAt(fields, name), 'properties'));
  return (
    holders.find((name) => ids.some((id) => inside(name).includes(id))) ??
    holders.find((name) => words.test(name))
  );
}

/** The field that identifies a session: one of that name or form, or else the only one that is named like one. */
function idOf(fields: JsonObject, distinct: readonly string[] | undefined): string | undefined {
  const names = Object.keys(fields).filter((name) => distinct?.includes(name) ?? true);
  const isUuid = (name: string) => textAt(objectAt(fields, name), 'format') === 'uuid';
  const namedLikeOne = names.filter((name) => identifying.test(name) && isScalar(objectAt(fields, name)));
  return (
    ['sessionId', 'id'].find((name) => name in fields) ??
    names.find(isUuid) ??
    (namedLikeOne.length === 1 ? namedLikeOne[0] : undefined)
  );
}

const identifying = /(?:id|key|code|number|ref|reference)$/i;

const isScalar = ({ type, format }: JsonObject) =>
  type === 'integer' || (type === 'string' && !formats.includes(format));

/** Adds `x-clause` to the fields that were recognised. */
function marked(fields: JsonObject, clauses: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => {
      const clause = clauses[name];
      return [name, clause === undefined || !isObject(schema) ? schema : { 'x-clause': clause, ...schema }];
    }),
  );
}

function without(fields: JsonObject, names: readonly (string | undefined)[]): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

function required(schema: JsonSchema, known: readonly string[]): JsonObject {
  const names = Array.isArray(schema['required']) ? schema['required'] : [];
  const present = names.filter((name) => known.includes(name));
  return present.length > 0 ? { required: present } : {};
}

function reference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

function schemaAction(name: string, update: JsonSchema): Action {
  return { target: `$.components.schemas.${name}`, update };
}
