import { loadContract } from '../../../spec/contract.ts';
import { arrayAt, type JsonObject, objectAt } from '../../../spec/tree.ts';
import { base, type Document, openDocument, saying } from './document.ts';
import { openFieldBook } from './fields.ts';
import { operationWords } from './operations.ts';
import { sessionWords, studySessionWords } from './sessions.ts';

/**
 * Reads the short words off the contract's document with its gaps filled: the way back from `shapeActions`. What short
 * words cannot say is left out.
 */
export function wordsIn(tree: unknown): JsonObject {
  const document = openDocument(tree);
  const user = objectAt(document.component('User'), 'properties');
  const genders = arrayAt(user['gender'], 'enum');
  const book = openFieldBook(genders);
  const { maximum } = document.component('Limit');
  const activation = objectAt(objectAt(document.component('CohortTest'), 'properties'), 'activationStatus');
  const session = sessionWords(document, book);
  const studySession = studySessionWords(document, book);
  const operations = operationsIn(document, book);
  return saying({
    limit: maximum === base.component('Limit')['maximum'] ? undefined : maximum,
    values: saying({
      roles: arrayAt(document.component('UserRole'), 'enum'),
      genders,
      activation: arrayAt(activation, 'enum'),
    }),
    sorts: sortWords(document),
    required: saying({ Class: requiredIn(document, 'Class'), User: requiredIn(document, 'User') }),
    ...book.words,
    session,
    studySession,
    operations,
  });
}

function sortWords(document: Document): JsonObject {
  const of = (component: string, name: string) =>
    arrayAt(objectAt(objectAt(document.component(component), 'properties'), name), 'enum');
  const [users, sessions] = [of('UserSort', 'field'), of('SessionSort', 'field')];
  const directions =
    of('UserSort', 'direction').length > 0 ? of('UserSort', 'direction') : of('SessionSort', 'direction');
  const isUsual = directions.length === 2 && ['asc', 'desc'].every((one) => directions.includes(one));
  if (users.length + sessions.length === 0) return {};
  return saying({ users, sessions, directions: isUsual ? [] : directions });
}

function requiredIn(document: Document, component: string): readonly unknown[] {
  const stated = arrayAt(base.component(component), 'required');
  const fields = base.fieldsOf(component);
  return arrayAt(document.component(component), 'required').filter(
    (name) => fields.includes(String(name)) && !stated.includes(name),
  );
}

function operationsIn(document: Document, book: ReturnType<typeof openFieldBook>): JsonObject {
  const { operations } = loadContract();
  return saying(Object.fromEntries(operations.map((op) => [op.id, operationWords(document, op, book)])));
}
