import { shownBy } from './kinds.ts';

/** A request in which more than one thing is wrong: in words, with the query or the body that says it. */
export interface Defects {
  readonly defects: string;
  readonly query?: string;
  readonly body?: string;
}

/** So many values are one too many for a filter. */
const tooMany = 31;

/** Queries of a list in which several parameters break a rule, by operation; each breaks one for certain. */
export const severalInQuery: Readonly<Record<string, readonly Defects[]>> = {
  listClasses: [unreadable('academicYearId')],
  listCohorts: [unreadable('academicYearId')],
  listUsers: [
    unreadable('userId'),
    inQuery('two filters have a value too many', `${repeated('upn')}&${repeated('externalId')}`),
  ],
  listSessions: [
    unreadable('userId', 'testId'),
    inQuery(
      'two dates have conflicting operators',
      ['startDate[gt]', 'startDate[gte]', 'endDate[lt]', 'endDate[lte]']
        .map((name) => `${encodeURIComponent(name)}=1`)
        .join('&'),
    ),
  ],
};

/** A body of the user search in which several properties break a rule. */
export const severalInSearch: readonly Defects[] = [
  inBody('limit and offset are words, and an id is none', {
    search: { userIds: ['rollcall', null] },
    limit: 'ten',
    offset: 'ten',
  }),
];

/** A creation in which several properties break a rule. */
export function severalInCreation(
  property: string,
  payload: Readonly<Record<string, unknown>>,
): readonly Defects[] {
  const wrong = { ...payload, name: { rollcall: 17 }, academicYearId: 'rollcall' };
  return [inBody('the name is an object, and the year no UUID', { [property]: wrong })];
}

/** A list of ids in which several break a rule. */
export function severalInIds(name: string): readonly Defects[] {
  return [inBody(`${name} holds a text, a number and null`, { [name]: ['rollcall', 17, null] })];
}

function unreadable(...ids: readonly string[]): Defects {
  const names = ids.map((id) => `${id}=rollcall`);
  return inQuery('numbers and ids are words', ['limit=ten', 'offset=ten', ...names].join('&'));
}

function repeated(name: string): string {
  // Short ones: some servers in front refuse a long address before the service sees it.
  return Array.from({ length: tooMany }, (_, at) => `${name}=x${at}`).join('&');
}

function inQuery(defects: string, query: string): Defects {
  return shownBy({ defects, query }, ['defects']);
}

function inBody(defects: string, body: unknown): Defects {
  return shownBy({ defects, body: JSON.stringify(body) }, ['defects']);
}
