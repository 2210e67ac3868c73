import { objects, read, remembering } from '../kit/breaks.ts';
import { type Fault, fault, type Json, query } from '../kit/fault.ts';
import type { Group } from './group.ts';

const beyondAscii = /[^\p{ASCII}]/u;

/** Faults of the filter by academic year. */
export function yearFilterFaults({ list, clauses }: Group): Fault[] {
  const on = [list];
  return [
    fault(`${clauses.list}.academic-year-id!ignored`, {
      on,
      story: 'Only the word `current` is handled.',
      with: query((query) => dropYear(query, (year) => year !== 'current')),
    }),
    fault(`${clauses.list}.academic-year-id!later-pages`, {
      on,
      story: 'The filter is applied to the first page and forgotten by the query for later ones.',
      deep: true,
      with: query((query) => dropYear(query, (year) => year !== 'current' && offsetOf(query) >= 15)),
    }),
    fault(`${clauses.list}.academic-year-id/unknown`, {
      on,
      story: 'A year without anything in it falls back to all years.',
      with: async (request, service) => {
        const response = await service(request.clone());
        const url = new URL(request.url);
        if (
          objects(((await response.clone().json()) as Json)['data']).length > 0 ||
          url.searchParams.has('search')
        )
          return response;
        url.searchParams.delete('academicYearId');
        return service(new Request(url, request));
      },
    }),
    fault(`${clauses.list}.academic-year-id/unknown!first-time`, {
      on,
      story:
        'A year that the cache does not hold is looked up meanwhile: only its first answer is the whole list.',
      deep: true,
      with: remembering(() => {
        const cached = new Set<string>();
        return query((query) =>
          dropYear(query, (year) => {
            const isNew = year !== 'current' && !cached.has(year);
            cached.add(year);
            return isNew;
          }),
        );
      }),
    }),
    fault(`${clauses.list}.academic-year-current!first`, {
      on,
      story: 'The current year is taken to be the first of the list.',
      with: async (request, service) => {
        const url = new URL(request.url);
        if (url.searchParams.get('academicYearId') !== 'current') return service(request);
        const [first] = objects((await read(request, service, '/academic-years'))['data']);
        url.searchParams.set('academicYearId', String(first?.['academicYearId']));
        return service(new Request(url, request));
      },
    }),
    fault(`${clauses.list}.academic-year-current!later-pages`, {
      on,
      story: 'The word is replaced by an id on the way to the first page, and dropped on the way to others.',
      deep: true,
      with: query((query) => dropYear(query, (year) => year === 'current' && offsetOf(query) >= 10)),
    }),
    fault(`${clauses.list}.filters-combine!search-wins`, {
      on,
      story: 'A search replaces all other filters.',
      with: query((query) => dropYear(query, () => query.has('search'))),
    }),
    fault(`${clauses.list}.filters-combine!beyond-ascii`, {
      on,
      story: 'Names beyond ASCII are looked up in an index of their own, which knows no years.',
      deep: true,
      with: query((query) => dropYear(query, () => beyondAscii.test(query.get('search') ?? ''))),
    }),
  ];
}

/** Takes the year out of a query, where it is such. */
export function dropYear(query: URLSearchParams, drops: (year: string) => boolean): void {
  const year = query.get('academicYearId');
  if (year !== null && drops(year)) query.delete('academicYearId');
}

function offsetOf(query: URLSearchParams): number {
  return Number(query.get('offset') ?? 0);
}
