import { type Kinds, shownBy } from './kinds.ts';

/** A request with one thing wrong in it: in words, with the query or the body that says it. */
export interface Defect {
  readonly defect: string;
  readonly query?: string;
  readonly body?: string;
  /** A server in front may refuse it, in its own way, before the service gets it. */
  readonly inFront?: true;
}

/**
 * Wrong queries of a list, by kind: numbers that are none, and ids that are none in the named parameters. No id is one
 * that a reader of UUIDs completes, such as those that take shorter groups of digits.
 */
export function queryDefects(ids: readonly string[]): Kinds<Defect> {
  return byWords(
    inQuery('limit is a word', 'limit=ten'),
    inQuery('offset is a word', 'offset=ten'),
    ...ids.flatMap((name) => [
      inQuery(`${name} is no UUID`, `${name}=rollcall`),
      inQuery(`${name} is a UUID but for its last digit`, `${name}=0b8ff2ba-3a53-4f0c-9f0a-5a9b6f3c1d2z`),
      inQuery(`${name} holds a percent sign that encodes nothing`, `${name}=%E0%A4%A`, { inFront: true }),
    ]),
  );
}

/** Wrong versions of a body that holds a list of ids under this name, by kind. */
export function idListDefects(name: string, good: readonly string[]): Kinds<Defect> {
  return byWords(
    broken(`${name} is missing`, {}),
    broken(`${name} is null`, { [name]: null }),
    broken(`${name} holds null`, { [name]: [...good, null] }),
    broken(`${name} holds a number`, { [name]: [...good, 17] }),
    broken(`${name} holds what is no UUID`, { [name]: [...good, 'rollcall'] }),
    broken('the body is a list', []),
    truncated(name),
  );
}

/** Wrong versions of a creation whose payload stands in this property, by kind. */
export function creationDefects(property: string, payload: Readonly<Record<string, unknown>>): Kinds<Defect> {
  return byWords(
    broken(`${property} is missing`, {}),
    broken('the payload stands without its wrapper', payload),
    broken(`${property} is null`, { [property]: null }),
    broken(`${property} is text`, { [property]: 'rollcall' }),
    broken(`${property} is a list`, { [property]: [payload] }),
    broken('academicYearId is no UUID', { [property]: { ...payload, academicYearId: 'rollcall' } }),
    broken('academicYearId is a number', { [property]: { ...payload, academicYearId: 17 } }),
    truncated(property),
  );
}

/** Wrong bodies of the user search, by kind. */
export const searchDefects: Kinds<Defect> = byWords(
  broken('limit is a word', { search: {}, limit: 'ten' }),
  broken('offset is a word', { search: {}, offset: 'ten' }),
  broken('search is text', { search: 'rollcall' }),
  broken('search is a list', { search: [{}] }),
  broken('userIds holds null', { search: { userIds: [null] } }),
  broken('userIds holds what is no UUID', { search: { userIds: ['rollcall'] } }),
  broken('usernames is an object', { search: { usernames: { rollcall: {} } } }),
  truncated('search'),
);

/** Each of these is a kind of its own. */
function byWords(...defects: readonly Defect[]): Kinds<Defect> {
  return Object.fromEntries(defects.map((one) => [one.defect, [one]]));
}

function inQuery(defect: string, query: string, more: Pick<Defect, 'inFront'> = {}): Defect {
  return shownBy({ defect, query, ...more }, ['defect', 'query']);
}

function broken(defect: string, body: unknown): Defect {
  return shownBy({ defect, body: JSON.stringify(body) }, ['defect']);
}

function truncated(property: string): Defect {
  return shownBy({ defect: 'the JSON ends too early', body: `{"${property}":` }, ['defect']);
}
