import type { Endpoint } from '../endpoint.ts';
import type { Path } from '../source.ts';
import { isObject, type JsonObject } from '../tree.ts';
import { sentField } from './fields.ts';
import { at, type ShapeAction, schemaRef, schemas, textsAt, type Words } from './words.ts';

/** The component of the body of an operation that the interface wraps itself. */
const components: Readonly<Record<string, string>> = {
  createClass: 'CreateClass',
  createCohort: 'CreateCohort',
};

/** What the only field of a body means, whatever its name is: the interface says what these operations are about. */
const lists: Readonly<Record<string, string>> = {
  addStudentClasses: 'classIds',
  removeStudentClasses: 'classIds',
  addStudentCohorts: 'cohortIds',
  addTeacherClasses: 'classIds',
  removeTeacherClasses: 'classIds',
};

const empty = { content: { 'application/json': { schema: { type: 'object', maxProperties: 0 } } } };

/** The actions for what an operation takes: its payload, bare or wrapped, or no body at all. */
export function bodyActions(words: Words, { operation, path }: Endpoint, said: JsonObject): ShapeAction[] {
  const place = at(words, 'operations', operation.id);
  const target = `${targetOf(path)}.requestBody`;
  const [required, optional] = [textsAt(said, 'required'), textsAt(said, 'optional')];
  if (said['body'] === 'none') {
    const other = ['wrap', 'required', 'optional'].find((key) => key in said);
    if (other === undefined) return [{ at: place, target, update: empty }];
    throw words.place.source.error([...place, other], 'stands beside body: none', 'leave one of them out');
  }
  if (required.length + optional.length === 0) return [];
  const component = components[operation.id];
  const payload = payloadOf(words, required, optional, place, lists[operation.id]);
  if (component !== undefined) {
    if ('wrap' in said)
      throw words.place.source.error([...place, 'wrap'], 'is stated by the interface', 'leave it out');
    return [{ at: place, target: `${schemas}.${component}`, update: payload }];
  }
  const whole = { type: 'object', ...atLeastOne(required), ...payload };
  const { wrap } = said;
  const schema =
    typeof wrap === 'string' ? { type: 'object', required: [wrap], properties: { [wrap]: whole } } : whole;
  return [{ at: place, target, update: { required: true, content: { 'application/json': { schema } } } }];
}

/** A body without a field that it must have says at least one of the others. */
function atLeastOne(required: readonly string[]): JsonObject {
  return required.length > 0 ? {} : { minProperties: 1 };
}

function payloadOf(
  words: Words,
  required: readonly string[],
  optional: readonly string[],
  place: Path,
  list: string | undefined,
): JsonObject {
  const only = required.length + optional.length === 1;
  const key = (i: number) =>
    i < required.length ? [...place, 'required', i] : [...place, 'optional', i - required.length];
  const properties = [...required, ...optional].map((name, i) => {
    const field = sentField(words, name, key(i));
    const means = only && list !== undefined && name !== list ? { 'x-means': list } : {};
    return [name, { ...field, ...means }];
  });
  return { ...(required.length > 0 ? { required } : {}), properties: Object.fromEntries(properties) };
}

const errorResponses: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  404: 'NotFound',
  409: 'Conflict',
};

/** The action for how an operation answers: its success, what that shows, and the statuses of its refusals. */
export function answerActions(words: Words, { operation, path }: Endpoint, said: JsonObject): ShapeAction[] {
  const place = at(words, 'operations', operation.id);
  const refusals = Array.isArray(said['refuses']) ? said['refuses'].map(Number) : [];
  const update = {
    ...successOf(words, operation, said, place),
    ...Object.fromEntries(refusals.map((status) => [String(status), refusal(status)])),
  };
  if (Object.keys(update).length === 0) return [];
  return [{ at: place, target: `${targetOf(path)}.responses`, update }];
}

function successOf(
  words: Words,
  { success, wrapper }: Endpoint['operation'],
  said: JsonObject,
  place: Path,
): JsonObject {
  const { returns, shows } = said;
  if (returns === undefined && shows === undefined) return {};
  if (success !== undefined) {
    if (returns === success && shows === undefined) return {};
    const key = returns === success || returns === undefined ? 'shows' : 'returns';
    throw words.place.source.error([...place, key], `the interface states ${success} here`, 'leave it out');
  }
  if (returns === undefined)
    throw words.place.source.error([...place, 'shows'], 'has no status', 'add returns: 200');
  if (returns === 204 && shows !== undefined)
    throw words.place.source.error(
      [...place, 'shows'],
      'stands beside a 204, which has no body',
      'leave it out',
    );
  if (wrapper === 'data' && shows !== undefined && shows !== 'sessions')
    throw words.place.source.error(
      [...place, 'shows'],
      'the interface states a page of sessions here',
      'leave it out',
    );
  return {
    [String(returns)]: returns === 204 ? { description: 'Done; no body.' } : answerOf(shows, wrapper),
  };
}

/** What a success shows: a user, or a page of sessions. Where the interface states that page, to say so adds nothing. */
function answerOf(shows: unknown, wrapper: string | undefined): JsonObject {
  const page = pages[String(shows)];
  if (shows === 'user') return response('The user.', { user: schemaRef('User') });
  if (wrapper === 'data') return { description: 'A page of sessions of this kind.' };
  if (page === undefined) return { description: 'A success.' };
  const data = { type: 'array', items: schemaRef(page.item) };
  return response(page.words, { data, pagination: schemaRef('Pagination') });
}

const pages: Readonly<Record<string, { words: string; item: string }>> = {
  sessions: { words: 'A page of sessions of both kinds.', item: 'SessionListItem' },
  studySessions: { words: 'A page of completed study sessions.', item: 'StudySession' },
};

function response(description: string, properties: JsonObject): JsonObject {
  const schema = { type: 'object', required: Object.keys(properties), properties };
  return { description, content: { 'application/json': { schema } } };
}

function refusal(status: number): JsonObject {
  const known = errorResponses[status];
  if (known !== undefined) return { $ref: `#/components/responses/${known}` };
  return { description: 'A refusal.', content: { 'application/json': { schema: schemaRef('Error') } } };
}

/** The JSONPath to an operation. */
export function targetOf([, template = '', verb = '']: readonly string[]): string {
  return `$.paths['${template}'].${verb}`;
}

/** The words of one operation. */
export function saidOf(node: unknown): JsonObject {
  return isObject(node) ? node : {};
}
