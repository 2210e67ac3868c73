import { formOf } from '../account-state.ts';
import type { Endpoint } from '../endpoint.ts';
import { suggest } from '../nearest.ts';
import { isObject, type JsonObject, objectAt, textAt } from '../tree.ts';
import { answerActions, bodyActions, saidOf } from './bodies.ts';
import { directionsOf, filterActions } from './lists.ts';
import { sessionActions, studySessionActions } from './sessions.ts';
import { at, readWords, type ShapeAction, type ShapesText, schemas, textsAt, type Words } from './words.ts';

/**
 * Translates the short words of a profile into the actions of an overlay.
 *
 * @param tree the parsed openapi.yaml
 * @throws ContractError with file, line and fix: for a name of an operation or a field that is unknown
 */
export function shapeActions(
  text: ShapesText,
  tree: unknown,
  endpoints: readonly Endpoint[],
): readonly ShapeAction[] {
  const words = readWords(text, tree);
  return [
    ...limitActions(words),
    ...requiredActions(words),
    ...valueActions(words),
    ...sortActions(words),
    ...sessionActions(words),
    ...studySessionActions(words),
    ...operationActions(words, endpoints),
  ];
}

function limitActions(words: Words): ShapeAction[] {
  const { limit } = words.said;
  if (typeof limit !== 'number') return [];
  return [{ at: at(words, 'limit'), target: `${schemas}.Limit`, update: { minimum: 1, maximum: limit } }];
}

function requiredActions(words: Words): ShapeAction[] {
  const required = objectAt(words.said, 'required');
  const state = stateOf(words.said);
  const added: Readonly<Record<string, JsonObject>> = { User: state };
  return ['Class', 'User'].flatMap((component) => {
    const names = textsAt(required, component);
    const properties = added[component] ?? {};
    const known = [...words.propertiesOf(component), ...Object.keys(properties)];
    refuseUnknownIn(words, component, names, known);
    const update = {
      ...(names.length > 0 ? { required: names } : {}),
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
    };
    const place = names.length > 0 ? at(words, 'required', component) : at(words, 'state');
    return Object.keys(update).length === 0 ? [] : [{ at: place, target: `${schemas}.${component}`, update }];
  });
}

function refuseUnknownIn(
  words: Words,
  component: string,
  names: readonly string[],
  known: readonly string[],
) {
  const i = names.findIndex((name) => !known.includes(name));
  const name = names[i];
  if (name === undefined) return;
  const fix = suggest(name, known, `known are ${known.join(', ')}`);
  throw words.place.source.error(
    at(words, 'required', component, i),
    `${name} is no field of ${component}`,
    fix,
  );
}

/** The field of a user that shows its state, with the type of its values. */
function stateOf(said: JsonObject): JsonObject {
  const state = objectAt(said, 'state');
  const field = textAt(state, 'field');
  if (field === undefined) return {};
  const values = [state['enabled'], state['disabled']].filter(
    (value) => value !== null && value !== undefined,
  );
  const forms = values.flatMap((value) => formOf(value) ?? []);
  if (forms.length > 0)
    return { [field]: { type: 'string', ...(forms.length < values.length ? {} : { format: forms[0] }) } };
  const types = [...new Set(values.map((value) => typeof value))];
  const literals = types.length === 1 && types[0] === 'string' ? { enum: values } : {};
  return { [field]: { type: types.length === 1 ? types[0] : types, ...literals } };
}

const valuePlaces: Readonly<Record<string, { target: string; more?: JsonObject }>> = {
  activation: { target: `${schemas}.CohortTest.properties.activationStatus` },
  roles: { target: `${schemas}.UserRole`, more: { type: 'string' } },
  genders: { target: `${schemas}.User.properties.gender` },
};

function valueActions(words: Words): ShapeAction[] {
  const values = objectAt(words.said, 'values');
  return Object.entries(valuePlaces).flatMap(([name, { target, more = {} }]) => {
    const literals = textsAt(values, name);
    return literals.length === 0
      ? []
      : [{ at: at(words, 'values', name), target, update: { ...more, enum: literals } }];
  });
}

function sortActions(words: Words): ShapeAction[] {
  const sorts = objectAt(words.said, 'sorts');
  return (['users', 'sessions'] as const).flatMap((list) => {
    const fields = textsAt(sorts, list);
    if (fields.length === 0) return [];
    const component = list === 'users' ? 'UserSort' : 'SessionSort';
    const place = at(words, 'sorts', list);
    const target = `${schemas}.${component}`;
    return [
      // In a search body the sort is an object of the same two properties.
      ...(list === 'users' ? [{ at: place, target, update: { maxProperties: 2 } }] : []),
      { at: place, target: `${target}.properties.field`, update: { enum: fields } },
      { at: place, target: `${target}.properties.direction`, update: { enum: directionsOf(words.said) } },
    ];
  });
}

function operationActions(words: Words, endpoints: readonly Endpoint[]): ShapeAction[] {
  const said = objectAt(words.said, 'operations');
  return Object.entries(said).flatMap(([id, node]) => {
    const endpoint = endpoints.find(({ operation }) => operation.id === id);
    if (endpoint === undefined) {
      const known = endpoints.map(({ operation }) => operation.id);
      throw words.place.source.error(
        at(words, 'operations', id),
        `${id} is no operation of the interface`,
        suggest(id, known, 'profiles/example.yaml shows those that have words'),
      );
    }
    const own = saidOf(node);
    return [
      ...filterActions(words, endpoint, own),
      ...bodyActions(words, endpoint, own),
      ...answerActions(words, endpoint, own),
    ];
  });
}

/** The readings that short words stand for, by gap. */
export function shapeReadings(said: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(said)) return {};
  const { limit, state } = said;
  return {
    ...(limit === undefined ? {} : { 'limits.maximum-limit': limit }),
    ...(state === undefined ? {} : { 'users.enabled-field': state }),
  };
}
