import { arrayAt, isObject, type JsonObject, objectAt, textAt } from '../../../spec/tree.ts';
import { base, type Document, saying } from './document.ts';
import type { FieldBook } from './fields.ts';

/** What the short words say of a session; empty where nothing is known of it. */
export function sessionWords(document: Document, book: FieldBook): JsonObject {
  const session = document.component('Session');
  const properties = objectAt(session, 'properties');
  const fieldWith = (clause: string) =>
    Object.keys(properties).find((name) => textAt(properties[name], 'x-clause') === clause);
  const id = fieldWith('session.session-id');
  const [user, test] = [fieldWith('session.user'), fieldWith('session.test')];
  if ((id ?? user ?? test) === undefined) return {};
  const named = [...base.fieldsOf('Session'), id, user, test];
  const form = id === undefined ? undefined : properties[id];
  if (id !== undefined && isObject(form)) book.show(id, form);
  const completed = arrayAt(document.component('CompletedSessionItem'), 'allOf');
  return saying({
    id,
    status: kindsOf(document),
    statusFilter: filterOf(document),
    dates: textAt(properties['startDate'], 'format'),
    required: arrayAt(session, 'required').filter((name) => named.includes(String(name))),
    requiredOnceCompleted: completed.flatMap((part) => arrayAt(part, 'required')),
    user: partWords(document, book, user, 'SessionUser'),
    test: partWords(document, book, test, 'SessionTest'),
    result: resultWords(document),
  });
}

/** The literals of the two kinds, by the shapes of their lists. */
function kindsOf(document: Document): JsonObject | undefined {
  const of = (component: string) =>
    arrayAt(document.component(component), 'allOf')
      .map((part) => objectAt(objectAt(part, 'properties'), 'status')['const'])
      .find((literal) => typeof literal === 'string');
  const [inProgress, completed] = [of('InProgressSessionItem'), of('CompletedSessionItem')];
  return inProgress === undefined || completed === undefined ? undefined : { inProgress, completed };
}

/** What the filter accepts, where that is not the literals of the two kinds. */
function filterOf(document: Document): readonly unknown[] {
  const filter = arrayAt(document.component('SessionStatusFilter'), 'enum');
  const kinds = Object.values(kindsOf(document) ?? {});
  return filter.every((one) => kinds.includes(one)) ? [] : filter;
}

/** The field with the learner or the test, and the fields in it. */
function partWords(
  document: Document,
  book: FieldBook,
  field: string | undefined,
  component: string,
): unknown {
  if (field === undefined) return undefined;
  const part = document.component(component);
  const required = arrayAt(part, 'required').map(String);
  const stated = base.fieldsOf(component);
  const known = Object.entries(objectAt(part, 'properties'))
    .filter(([name, schema]) => stated.includes(name) || (isObject(schema) && book.show(name, schema)))
    .map(([name]) => name);
  const words = saying({
    required: known.filter((name) => required.includes(name)),
    optional: known.filter((name) => !required.includes(name) && !stated.includes(name)),
  });
  return Object.keys(words).length === 0 ? field : { field, ...words };
}

function resultWords(document: Document): JsonObject {
  const result = document.component('SessionResult');
  const properties = objectAt(result, 'properties');
  const fieldWith = (clause: string) =>
    Object.keys(properties).find((name) => textAt(properties[name], 'x-clause') === clause);
  const [calculatedDate, level, duration] = ['calculated-date', 'level', 'duration'].map((part) =>
    fieldWith(`result.${part}`),
  );
  const named = [calculatedDate, level, duration];
  const required = arrayAt(result, 'required').filter((name) => named.includes(String(name)));
  return named.some((name) => name !== undefined)
    ? saying({ calculatedDate, level, duration, required })
    : {};
}

/** What the short words say of a study session; empty where its list is not described. */
export function studySessionWords(document: Document, book: FieldBook): JsonObject {
  const list = document.operation('/sessions/completed', 'get');
  const answers = Object.entries(objectAt(list, 'responses')).filter(([status]) => /^2\d\d$/.test(status));
  const [schema] = answers.map(([, answer]) => document.schemaOf(answer));
  const data = objectAt(objectAt(schema, 'properties'), 'data');
  const item = document.follow(data['items']);
  const names = Object.entries(objectAt(item, 'properties'))
    .filter(([name, field]) => isObject(field) && book.show(name, field))
    .map(([name]) => name);
  const required = arrayAt(item, 'required').map(String);
  return saying({
    required: names.filter((name) => required.includes(name)),
    optional: names.filter((name) => !required.includes(name)),
  });
}
