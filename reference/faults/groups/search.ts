import { objects, read } from '../kit/breaks.ts';
import { answer, type Break, type Fault, fault, type Json, query } from '../kit/fault.ts';
import type { Group } from './group.ts';

const beyondAscii = /[^\p{ASCII}]/u;

/** Faults of the search by name. */
export function searchFaults({ list, path, clauses }: Group): Fault[] {
  const on = [list];
  return [
    fault(`${clauses.list}.search!ignored`, {
      on,
      story: 'The parameter was renamed in the code and not in the route.',
      with: query((query) => query.delete('search')),
    }),
    fault(`${clauses.list}.search!beyond-ascii`, {
      on,
      story: 'The query is decoded as Latin-1 and compared with UTF-8.',
      deep: true,
      with: query((query) => changeSearch(query, (search) => Buffer.from(search).toString('latin1'))),
    }),
    fault(`${clauses.list}.search!plus`, {
      on,
      story: 'The query is decoded twice, and a plus sign becomes a space.',
      deep: true,
      with: query((query) => changeSearch(query, (search) => search.replaceAll('+', ' '))),
    }),
    fault(`${clauses.list}.search-whole-name!contains`, {
      on,
      story: 'The name is compared with LIKE and a wildcard on either side.',
      with: searching(path, (name, search) => name.toLowerCase().includes(search.toLowerCase())),
    }),
    fault(`${clauses.list}.search-whole-name!wildcards`, {
      on,
      story: 'The name is compared with ILIKE, and the signs for "any" in a search are not escaped.',
      deep: true,
      with: searching(path, (name, search) => like(search).test(name)),
    }),
    fault(`${clauses.list}.search-any-case!exact`, {
      on,
      story: 'The column has a binary collation.',
      with: searching(path, (name, search) => name === search),
    }),
    fault(`${clauses.list}.search-any-case!beyond-ascii`, {
      on,
      story: 'A name with a letter beyond ASCII takes another branch, which compares bytes.',
      deep: true,
      with: searching(path, (name, search) =>
        beyondAscii.test(name) ? name === search : name.toLowerCase() === search.toLowerCase(),
      ),
    }),
    fault(`${clauses.list}.search-no-match!not-found`, {
      on,
      story: 'An empty page is answered like a missing thing, with 404.',
      with: async (request, service) => {
        const response = await service(request.clone());
        const body = (await response.clone().json()) as Json;
        if (objects(body['data']).length > 0 || !response.ok) return response;
        return answer(response, { status: 404, message: 'Nothing was found.' }, { status: 404 });
      },
    }),
    fault(`${clauses.list}.search-no-match!emptied`, {
      on,
      story: 'A search with a letter beyond ASCII is taken for badly encoded, and dropped.',
      deep: true,
      with: query((query) => {
        if (beyondAscii.test(query.get('search') ?? '')) query.delete('search');
      }),
    }),
  ];
}

function changeSearch(query: URLSearchParams, change: (search: string) => string): void {
  const search = query.get('search');
  if (search !== null) query.set('search', change(search));
}

/** Compares names in another way than the service: over everything that it lists without a search. */
function searching(path: string, fits: (name: string, search: string) => boolean): Break {
  return async (request, service) => {
    const { searchParams } = new URL(request.url);
    const search = searchParams.get('search');
    if (search === null) return service(request);
    const response = await service(request);
    const all = objects((await read(request, service, `${path}?limit=1000`))['data']);
    const found = all.filter((item) => fits(String(item['name']), search));
    const year = searchParams.get('academicYearId');
    const data =
      year === null || year === 'current' ? found : found.filter((item) => item['academicYearId'] === year);
    const pagination = { total: data.length, limit: 100, offset: 0, previousCursor: null, nextCursor: null };
    return answer(response, { data: data.slice(0, 100), pagination });
  };
}

/** What SQL's LIKE makes of a text, ignoring case. */
function like(text: string): RegExp {
  const parts = [...text].map((sign) =>
    sign === '%' ? '.*' : sign === '_' ? '.' : sign.replace(/[\\^$.|?*+()[\]{}]/, String.raw`\$&`),
  );
  return new RegExp(`^${parts.join('')}$`, 'isu');
}
