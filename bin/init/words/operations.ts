import { gapsAt } from '../../../spec/endpoint.ts';
import type { Operation } from '../../../spec/operation.ts';
import { arrayAt, isObject, type JsonObject, objectAt, textAt } from '../../../spec/tree.ts';
import { base, type Document, saying } from './document.ts';
import type { FieldBook } from './fields.ts';

/** The operations that short words know, with the component of those bodies that the interface wraps itself. */
const creations: Readonly<Record<string, string>> = {
  createClass: 'CreateClass',
  createCohort: 'CreateCohort',
};
const pages: Readonly<Record<string, string>> = {
  searchSessions: 'sessions',
  listStudySessions: 'studySessions',
};

/** What the short words say of an operation; empty where the interface says all of it, or nothing is known. */
export function operationWords(document: Document, op: Operation, book: FieldBook): JsonObject {
  const [own, stated] = [document, base].map((one) => one.operation(op.path, op.method.toLowerCase()));
  if (own === undefined || stated === undefined) return {};
  return saying({
    ...filterWords(document, op, own, stated),
    ...bodyWords(document, op, own, book),
    ...answerWords(document, op, own, stated),
  });
}

function filterWords(document: Document, op: Operation, own: JsonObject, stated: JsonObject): JsonObject {
  if (op.id === 'searchSessions') return { filters: searchParts(document, own) };
  if (op.method !== 'GET') return {};
  const [now, before] = [document.queryOf(own), base.queryOf(stated)];
  const names = [...now.keys()].filter((name) => {
    const [parameter, component] = [now.get(name), parameters[name]];
    if (parameter === undefined || component === undefined || before.has(name)) return false;
    const usual = base.follow({ $ref: `#/components/parameters/${component}` });
    const [type, other] = [parameter, usual].map((one) => document.follow(one['schema'])['type']);
    return type === undefined || [other].flat().includes([type].flat()[0]);
  });
  return { filters: names };
}

/** The parameters that short words know, with their components. */
const parameters: Readonly<Record<string, string>> = {
  startDate: 'StartDateFilter',
  endDate: 'EndDateFilter',
  userId: 'SessionUserIdFilter',
  testId: 'TestIdFilter',
  subject: 'SubjectFilter',
  status: 'StatusFilter',
  sort: 'SessionSort',
  limit: 'Limit',
  offset: 'Offset',
  cursor: 'Cursor',
};

const criteria = ['startDate', 'endDate', 'userIds', 'testIds', 'subjects', 'status'];

function searchParts(document: Document, own: JsonObject): string[] {
  const properties = objectAt(document.follow(document.schemaOf(own['requestBody'])), 'properties');
  const searched = objectAt(document.follow(properties['search']), 'properties');
  const sort = objectAt(document.follow(properties['sort']), 'properties');
  const meant = criteria.flatMap((name) =>
    Object.keys(searched).filter((key) => key === name || textAt(searched[key], 'x-means') === name),
  );
  return [
    ...meant,
    ...(Object.keys(sort).length > 0 ? ['sort'] : []),
    ...['limit', 'offset', 'cursor'].filter((name) => name in properties),
  ];
}

function bodyWords(document: Document, op: Operation, own: JsonObject, book: FieldBook): JsonObject {
  const component = creations[op.id];
  if (component !== undefined) {
    const payload = document.component(component);
    return payloadWords(document, payload, base.fieldsOf(component), book) ?? {};
  }
  const body = document.schemaOf(own['requestBody']);
  if (op.requestGap === undefined || op.id === 'searchSessions' || gapsAt(body).length > 0) return {};
  const schema = document.follow(body);
  const fields = Object.entries(objectAt(schema, 'properties'));
  if (fields.length === 0) return schema['maxProperties'] === 0 ? { body: 'none' } : {};
  const [wrap, inner] = fields[0] ?? ['', {}];
  const wrapped = document.follow(inner);
  const isWrapped = fields.length === 1 && Object.keys(objectAt(wrapped, 'properties')).length > 0;
  const payload = payloadWords(document, isWrapped ? wrapped : schema, [], book);
  return payload === undefined ? {} : { ...(isWrapped ? { wrap } : {}), ...payload };
}

/** The fields of a body; `undefined` where short words cannot name one that it must have. */
function payloadWords(
  document: Document,
  payload: JsonObject,
  stated: readonly string[],
  book: FieldBook,
): JsonObject | undefined {
  const required = arrayAt(payload, 'required').map(String);
  const fresh = Object.entries(objectAt(payload, 'properties')).filter(([name]) => !stated.includes(name));
  const known = fresh.filter(([name, schema]) => isObject(schema) && book.send(name, kept(document, schema)));
  const names = known.map(([name]) => name);
  if (required.some((name) => !stated.includes(name) && !names.includes(name))) return undefined;
  return saying({
    required: required.filter((name) => names.includes(name)),
    optional: names.filter((name) => !required.includes(name)),
  });
}

/** A schema without its reference, except one to the roles of users. */
function kept(document: Document, schema: JsonObject): JsonObject {
  return textAt(schema, '$ref')?.endsWith('/UserRole') === true ? schema : document.follow(schema);
}

function answerWords(document: Document, op: Operation, own: JsonObject, stated: JsonObject): JsonObject {
  const [now, before] = [objectAt(own, 'responses'), objectAt(stated, 'responses')];
  const fresh = Object.keys(now).filter((status) => !(status in before));
  const success = fresh.find((status) => /^2\d\d$/.test(status));
  const refuses = fresh.filter((status) => /^4\d\d$/.test(status)).map(Number);
  const shows = success === undefined ? undefined : shownBy(document, op, objectAt(now, success));
  return saying({
    returns: success === undefined ? undefined : Number(success),
    shows,
    refuses,
  });
}

/** What a success shows in short words: the user, or a page of sessions. */
function shownBy(document: Document, op: Operation, answer: JsonObject): string | undefined {
  const fields = objectAt(document.schemaOf(answer), 'properties');
  const page = pages[op.id];
  if (page !== undefined) {
    const item = document.follow(objectAt(fields, 'data')['items']);
    return 'pagination' in fields && Object.keys(item).length > 1 ? page : undefined;
  }
  const user = textAt(fields['user'], '$ref');
  return op.wrapper === undefined && user?.endsWith('/User') === true ? 'user' : undefined;
}
