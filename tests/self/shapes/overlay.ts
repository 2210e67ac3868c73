import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { defaultShapes, type Shapes } from '../../../reference/service/choices.ts';

type Json = Record<string, unknown>;
type Words = Readonly<Record<string, string>>;

interface Action {
  readonly target: string;
  readonly update: unknown;
}

const accounts: Readonly<Record<string, keyof Shapes['wrappers']>> = {
  "$.paths['/students'].post": 'createStudent',
  "$.paths['/teachers'].post": 'createTeacher',
  "$.paths['/students/{userId}/details'].patch": 'updateStudentDetails',
  "$.paths['/users/{userId}/name'].put": 'updateUserName',
  "$.paths['/users/{userId}/password'].put": 'updateUserPassword',
  "$.paths['/users/{userId}/emails/primary'].put": 'updateUserPrimaryEmail',
  "$.paths['/users/{userId}/external-id'].put": 'setUserExternalId',
};

const unshown: Readonly<Record<string, keyof Shapes['answers']>> = {
  "$.paths['/students/{userId}/classes'].post": 'addStudentClasses',
  "$.paths['/students/{userId}/classes'].delete": 'removeStudentClasses',
  "$.paths['/students/{userId}/cohorts'].post": 'addStudentCohorts',
  "$.paths['/teachers/{userId}/classes'].post": 'addTeacherClasses',
  "$.paths['/teachers/{userId}/classes'].delete": 'removeTeacherClasses',
  "$.paths['/users/{userId}/external-id'].put": 'setUserExternalId',
  "$.paths['/users/{userId}/enable'].post": 'enableUser',
  "$.paths['/users/{userId}/disable'].post": 'disableUser',
};

/** The overlay of the reference service with every word that other shapes have in its place. */
export function overlayFor(shapes: Shapes): string {
  const file = path.join(import.meta.dirname, 'reference.overlay.yaml');
  const document = parse(readFileSync(file, 'utf8')) as { actions: Action[] };
  const literals = literalsOf(shapes);
  const rename = (list: readonly string[]) => literalsIn(list, literals, shapes);
  const actions = document.actions.map(({ target, update }) => ({
    target,
    update: answered(target, wrapped(target, renamed(target, update, shapes, rename), shapes), shapes),
  }));
  const limit = {
    target: '$.components.schemas.Limit',
    update: { minimum: 1, maximum: shapes.limitMaximum },
  };
  const rest = actions.filter(({ target }) => target !== limit.target);
  return stringify({ ...document, actions: [limit, ...rest] }, { aliasDuplicateObjects: false });
}

/** An update in the words of these shapes. In an answer, a property under another name says nothing of what it means. */
function renamed(target: string, update: unknown, shapes: Shapes, rename: Rename): unknown {
  const isBody = /\.Create(Class|Cohort)$|\.requestBody$/.test(target);
  return swap(update, { words: wordsFor(target, shapes), isBody }, rename);
}

/** How the names of properties change in one action. */
function wordsFor(target: string, { properties, session, studySession, userState, idLists }: Shapes): Words {
  const { name, description, ...person } = properties;
  if (/\.Create(Class|Cohort)$/.test(target)) return { name, description };
  if (accounts[target.replace('.requestBody', '')]) return person;
  if (/\.(Session|SessionResult)$/.test(target)) {
    const { id, user, test, calculatedAt, level, duration } = session;
    return { sessionId: id, user, test, calculatedDate: calculatedAt, level, duration };
  }
  if (target === '$.components.schemas')
    return { sessionId: studySession.id, duration: studySession.duration };
  if (target.endsWith('.User') && userState !== null) return { enabled: userState };
  if (/\{userId\}'?\/?(classes|cohorts)/.test(target))
    return { classIds: idLists.classes, cohortIds: idLists.cohorts };
  return {};
}

/** Every literal of the reference service and what takes its place; sort fields have theirs. */
function literalsOf(shapes: Shapes): Words {
  const pairs = (['status', 'roles', 'genders', 'activation'] as const).flatMap((table) => {
    const chosen: Words = shapes[table];
    return Object.entries<string>(defaultShapes[table]).map(([key, word]) => [word, chosen[key] ?? word]);
  });
  return Object.fromEntries(pairs);
}

/** Gives each literal of a list in the words of these shapes. */
type Rename = (list: readonly string[]) => readonly string[];

function literalsIn(
  list: readonly string[],
  literals: Words,
  { userSort, sessionSort }: Shapes,
): readonly string[] {
  if (list.includes('createdAt')) return Object.keys(userSort);
  if (list.includes('startDate')) return Object.keys(sessionSort);
  return list.map((word) => literals[word] ?? word);
}

/** Other names for properties, and whether they stand in a body. */
interface Renaming {
  readonly words: Words;
  readonly isBody: boolean;
}

function swap(node: unknown, renaming: Renaming, rename: Rename): unknown {
  const { words } = renaming;
  if (Array.isArray(node)) return node.map((item) => swap(item, renaming, rename));
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([key, held]) => {
    if (key === 'enum') return [key, rename(held as string[])];
    if (key === 'const') return [key, rename([String(held)])[0]];
    if (key === 'required' && Array.isArray(held)) return [key, held.map((name) => words[name] ?? name)];
    if (key === 'properties') return [key, propertiesOf(held as Record<string, Json>, renaming, rename)];
    return [key, swap(held, renaming, rename)];
  });
  return Object.fromEntries(entries);
}

/** A property under another name says what it means, unless a clause says so for it. */
function propertiesOf(held: Readonly<Record<string, Json>>, renaming: Renaming, rename: Rename): Json {
  const { words, isBody } = renaming;
  const entries = Object.entries(held).map(([name, schema]) => {
    const other = words[name];
    const means = !isBody || other === undefined ? {} : { 'x-means': name };
    return [other ?? name, { ...means, ...(swap(schema, renaming, rename) as Json) }];
  });
  return Object.fromEntries(entries);
}

/** A body of an account operation under the wrapper of these shapes, or without one. */
function wrapped(target: string, update: unknown, { wrappers }: Shapes): unknown {
  const operation = accounts[target.replace('.requestBody', '')];
  if (!operation || !target.endsWith('.requestBody')) return update;
  const wrapper = wrappers[operation];
  const body = update as { content: { 'application/json': { schema: { properties: { user: Json } } } } };
  const payload = body.content['application/json'].schema.properties.user;
  const schema =
    wrapper === null ? payload : { type: 'object', required: [wrapper], properties: { [wrapper]: payload } };
  return { required: true, content: { 'application/json': { schema } } };
}

const userAnswer = {
  description: 'The user.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['user'],
        properties: { user: { $ref: '#/components/schemas/User' } },
      },
    },
  },
};

/** The success response of an operation whose answer the interface doesn't show. */
function answered(target: string, update: unknown, { answers }: Shapes): unknown {
  const operation = unshown[target.replace('.responses', '')];
  if (!operation || !target.endsWith('.responses')) return update;
  const { 200: _, 204: __, ...others } = update as Json;
  const done = { 204: { description: 'Done; no body.' } };
  return { ...others, ...(answers[operation] === 'user' ? { 200: userAnswer } : done) };
}
