import { nearest, suggest } from '../nearest.ts';
import type { Path } from '../source.ts';
import { isObject, type JsonObject, objectAt, textAt } from '../tree.ts';
import { textsAt, type Words } from './words.ts';

const uuid = { type: 'string', format: 'uuid' };
const uuids = { type: 'array', items: uuid };
const text = { type: 'string' };
const moment = { type: 'string', format: 'date-time' };
const address = { type: 'string', format: 'email' };

/** The texts that a body sends, and that an answer shows, by the interface's names for them. */
const texts = ['firstName', 'lastName', 'fullName', 'username', 'upn', 'externalId', 'name'];

/** What else a body sends. */
const sent: Readonly<Record<string, JsonObject>> = {
  description: text,
  email: address,
  emails: { type: 'array', items: address },
  dateOfBirth: { type: 'string', format: 'date' },
  gender: text,
  password: text,
  role: { $ref: '#/components/schemas/UserRole' },
  roles: { type: 'array', items: { $ref: '#/components/schemas/UserRole' } },
  academicYearId: uuid,
  classIds: uuids,
  cohortIds: uuids,
  userIds: uuids,
  testIds: uuids,
};

/** An identifier whose form the interface does not show. */
const identifier = { type: ['string', 'integer'] };

/** What else an answer shows. */
const shown: Readonly<Record<string, JsonObject>> = {
  sessionId: identifier,
  userId: uuid,
  testId: uuid,
  testVersionId: uuid,
  classId: uuid,
  academicYearId: uuid,
  subject: { 'x-public': true, type: 'string' },
  emails: { type: 'array', items: address },
  gender: text,
  dateOfBirth: { type: 'string', format: 'date' },
  startDate: moment,
  endDate: moment,
  createdAt: moment,
  updatedAt: moment,
  duration: { type: 'string', format: 'duration' },
};

/** The order in which the interface names the fields of a person. */
const order = ['userId', 'username', 'upn', 'roles', 'externalId', 'fullName', 'firstName', 'lastName'];

/** What `fields` says of a name: what it means, and more of its schema. */
function saidOf({ said }: Words, name: string): { means: string | undefined; more: JsonObject } {
  const own = objectAt(said, 'fields')[name];
  if (typeof own === 'string') return { means: own, more: {} };
  const { means: _, ...more } = isObject(own) ? own : {};
  return { means: textAt(own, 'means'), more };
}

function withValues(schema: JsonObject, name: string, { said }: Words): JsonObject {
  const genders = textsAt(objectAt(said, 'values'), 'genders');
  return name === 'gender' && genders.length > 0 ? { ...schema, enum: genders } : schema;
}

/** A text of a body: not empty, and within the bounds that `texts` names. */
function textFor({ said }: Words): JsonObject {
  return { type: 'string', minLength: 1, ...objectAt(said, 'texts'), pattern: '\\S', ...patternOf(said) };
}

function patternOf(said: JsonObject): JsonObject {
  const { pattern } = objectAt(said, 'texts');
  return pattern === undefined ? {} : { pattern };
}

/**
 * The schema of a property of a body. @throws ContractError for a name that is unknown, with the nearest
 */
export function sentField(words: Words, name: string, place: Path): JsonObject {
  const { means, more } = saidOf(words, name);
  const meant = means ?? name;
  const base = texts.includes(meant) ? textFor(words) : sent[meant];
  if (base === undefined && (means !== undefined || Object.keys(more).length === 0)) {
    throw unknownField(words, name, means, place, [...texts, ...Object.keys(sent)]);
  }
  const known = meant === 'email' ? 'emails' : meant;
  const renamed = base !== undefined && known !== name ? { 'x-means': known } : {};
  return { ...renamed, ...withValues(base ?? {}, meant, words), ...more };
}

/**
 * The schema of a field of an answer; of one with a name of its own nothing is known.
 *
 * @throws ContractError for a name that is nearly a known one, or one that is said to mean what is unknown
 */
export function shownField(words: Words, name: string, place: Path): JsonObject {
  const { means, more } = saidOf(words, name);
  const meant = means ?? name;
  const base = texts.includes(meant) ? text : shown[meant];
  const known = [...texts, ...Object.keys(shown)];
  const isOwn = means === undefined && Object.keys(more).length === 0;
  if (base === undefined && (means !== undefined || (isOwn && nearest(name, known) !== undefined)))
    throw unknownField(words, name, means, place, known);
  if (base === identifier) return formOfId(words, name);
  return base === undefined ? more : withValues(base, meant, words);
}

/** The schema of the identifier of a session in a field: as `fields` says, for the interface does not. */
export function formOfId(words: Words, name: string): JsonObject {
  const { more } = saidOf(words, name);
  return Object.keys(more).length > 0 ? more : identifier;
}

function unknownField(
  { place: { source, path }, said }: Words,
  name: string,
  means: string | undefined,
  place: Path,
  known: readonly string[],
): Error {
  const all = means === undefined ? [...Object.keys(objectAt(said, 'fields')), ...known] : known;
  const say = `say what it means: fields: { ${name}: firstName }, or its schema: fields: { ${name}: { type: string } }`;
  const [at, word] = means === undefined ? [place, name] : [[...path, 'fields', name], means];
  return source.error(at, `${word} is no field that is known`, suggest(word, all, say));
}

/** The fields of an answer, by name, in the order of the interface. */
export function shownFields(words: Words, names: readonly string[], place: Path): JsonObject {
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const sorted = [...names].sort((a, b) => rank(a) - rank(b));
  return Object.fromEntries(sorted.map((name) => [name, shownField(words, name, place)]));
}
