import fc from 'fast-check';

/** A request with one thing wrong in it: in words, with the query or the body that says it. */
export interface Defect {
  readonly defect: string;
  readonly query?: string;
  readonly body?: string;
}

const truncated = (property: string): Defect => ({
  defect: 'the JSON ends too early',
  body: `{"${property}":`,
});

const broken = (defect: string, body: unknown): Defect => ({ defect, body: JSON.stringify(body) });

/**
 * Wrong queries of a list: numbers that are none, and ids that are none in the named parameters. No id is one that a
 * reader of UUIDs completes, such as those that take shorter groups of digits.
 */
export function queryDefects(ids: readonly string[]): fc.Arbitrary<Defect> {
  return fc.constantFrom<Defect[]>(
    { defect: 'limit is a word', query: 'limit=ten' },
    { defect: 'limit is a fraction', query: 'limit=1.5' },
    { defect: 'offset is a word', query: 'offset=ten' },
    { defect: 'offset is a fraction', query: 'offset=0.5' },
    ...ids.flatMap((name) => [
      { defect: `${name} is no UUID`, query: `${name}=rollcall` },
      {
        defect: `${name} is a UUID but for its last digit`,
        query: `${name}=0b8ff2ba-3a53-4f0c-9f0a-5a9b6f3c1d2z`,
      },
    ]),
  );
}

/** Wrong versions of a body that holds a list of ids under this name. */
export function idListDefects(name: string, good: readonly string[]): fc.Arbitrary<Defect> {
  return fc.constantFrom<Defect[]>(
    broken(`${name} is missing`, {}),
    broken(`${name} is null`, { [name]: null }),
    broken(`${name} is one id and no list`, { [name]: good[0] }),
    broken(`${name} holds a number`, { [name]: [...good, 17] }),
    broken(`${name} holds what is no UUID`, { [name]: [...good, 'rollcall'] }),
    truncated(name),
  );
}

/** Wrong versions of a creation whose payload stands in this property. */
export function creationDefects(
  property: string,
  payload: Readonly<Record<string, unknown>>,
): fc.Arbitrary<Defect> {
  return fc.constantFrom<Defect[]>(
    broken(`${property} is missing`, {}),
    broken(`${property} is text`, { [property]: 'rollcall' }),
    broken(`${property} is a list`, { [property]: [payload] }),
    broken('academicYearId is no UUID', { [property]: { ...payload, academicYearId: 'rollcall' } }),
    broken('academicYearId is a number', { [property]: { ...payload, academicYearId: 17 } }),
    truncated(property),
  );
}

/** Wrong bodies of the user search. */
export const searchDefects: fc.Arbitrary<Defect> = fc.constantFrom<Defect[]>(
  broken('limit is a word', { search: {}, limit: 'ten' }),
  broken('limit is a fraction', { search: {}, limit: 1.5 }),
  broken('offset is a word', { search: {}, offset: 'ten' }),
  broken('search is text', { search: 'rollcall' }),
  broken('userIds holds what is no UUID', { search: { userIds: ['rollcall'] } }),
  broken('usernames is an object', { search: { usernames: {} } }),
  truncated('search'),
);
