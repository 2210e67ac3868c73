import { insteadOf, objects, pretend, read } from './breaks.ts';
import { answer, answerBody, type Break, type Fault, fault, type Json, query } from './fault.ts';
import type { OperationId } from './routes.ts';

/** How classes and cohorts differ in what follows. */
interface Lists {
  readonly list: OperationId & ('listClasses' | 'listCohorts');
  readonly get: OperationId & ('getClass' | 'getCohort');
  readonly wrapper: string;
  readonly id: string;
  readonly path: string;
  readonly clauses: { readonly list: string; readonly get: string };
}

const both: readonly Lists[] = [
  {
    list: 'listClasses',
    get: 'getClass',
    wrapper: 'class',
    id: 'classId',
    path: '/classes',
    clauses: { list: 'list-classes', get: 'get-class' },
  },
  {
    list: 'listCohorts',
    get: 'getCohort',
    wrapper: 'cohort',
    id: 'cohortId',
    path: '/smart-ia/cohorts',
    clauses: { list: 'list-cohorts', get: 'get-cohort' },
  },
];

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const beyondAscii = /[^\p{ASCII}]/u;

/** Faults of the lists of classes and cohorts, of their filters, and of single reads. */
export const groupLists: readonly Fault[] = both.flatMap((lists) => [
  ...listFaults(lists),
  ...searchFaults(lists),
  ...yearFaults(lists),
  ...getFaults(lists),
]);

function listFaults({ list, wrapper, id, clauses }: Lists): Fault[] {
  const on = [list];
  return [
    fault(`${clauses.list}.success`, {
      on,
      story: 'A page that does not hold everything is answered as partial content, with 206.',
      with: insteadOf(200, 206),
    }),
    fault(`${clauses.list}.all-optional`, {
      on,
      story: 'The screen that this was written for always sends a year, so the route demands one.',
      with: demands('academicYearId'),
    }),
    fault(`${clauses.list}.bad-request`, {
      on,
      story: 'The validation library answers 422 unless it is told otherwise.',
      with: insteadOf(400, 422),
    }),
    fault(`${clauses.list}.academic-year-form!ignored`, {
      on,
      story: 'A year that cannot be read counts as no year at all.',
      with: query((query) => dropYear(query, (year) => year !== 'current' && !uuid.test(year))),
    }),
    fault(`${clauses.list}.academic-year-form!length-only`, {
      on,
      story: 'Whether a year is an id is told from its length.',
      deep: true,
      with: query((query) => dropYear(query, (year) => year.length === 36 && !uuid.test(year))),
    }),
    fault(`${wrapper}.id-unique`, {
      on,
      story: 'A join with the members repeats whoever has many.',
      with: answerBody((body) => ({
        ...body,
        data: objects(body['data']).map((item, at) => ({
          ...item,
          [id]: at === 5 ? objects(body['data'])[0]?.[id] : item[id],
        })),
      })),
    }),
    fault(`${wrapper}.academic-year-exists`, {
      on,
      story: 'The id of the first term is served for that of the year.',
      with: answerBody((body) => ({
        ...body,
        data: objects(body['data']).map((item) => ({
          ...item,
          academicYearId: String(item['academicYearId']).replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        })),
      })),
    }),
  ];
}

function searchFaults({ list, path, clauses }: Lists): Fault[] {
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

function yearFaults({ list, clauses }: Lists): Fault[] {
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

function getFaults({ list, get, wrapper, id, path, clauses }: Lists): Fault[] {
  const on = [get];
  const changed = (change: (group: Json) => Json): Break =>
    answerBody((body) => ({ ...body, [wrapper]: change(body[wrapper] as Json) }));
  return [
    fault(`${clauses.get}.success`, {
      on,
      story: 'A cached answer keeps the 203 of the cache.',
      with: insteadOf(200, 203),
    }),
    fault(`${clauses.get}.body/asked-for`, {
      on,
      story: 'The id in the path is compared with itself, and the first row is answered.',
      with: async (request, service) => {
        const response = await service(request);
        if (!response.ok) return response;
        return answer(response, { [wrapper]: objects((await read(request, service, path))['data'])[0] });
      },
    }),
    fault(`${clauses.get}.bad-request`, {
      on,
      story: 'An id that cannot be read is answered as nothing.',
      with: pretend(400, 200, { [wrapper]: null }),
    }),
    fault(`${clauses.get}.not-found!empty`, {
      on,
      story: 'What is not found is answered as nothing.',
      with: pretend(404, 200, { [wrapper]: null }),
    }),
    fault(`${clauses.get}.not-found!refused`, {
      on,
      story: 'What is not found is answered as forbidden, so as not to tell what exists.',
      with: insteadOf(404, 403),
    }),
    fault(`${clauses.get}.same-as-list!name`, {
      on,
      story: 'The single read has the name for the screen, shortened.',
      with: changed((group) => ({ ...group, name: String(group['name']).slice(0, 6) })),
    }),
    fault(`${clauses.get}.same-as-list!beyond-ascii`, {
      on,
      story: 'The single read comes from a store that keeps names in ASCII.',
      deep: true,
      with: changed((group) => ({ ...group, name: String(group['name']).replace(/[^\p{ASCII}]/gu, '?') })),
    }),
    ...(wrapper === 'cohort'
      ? [
          fault(`${clauses.get}.same-as-list!last-test`, {
            on: [get],
            touches: [list],
            story: 'The list is joined with at most two tests for each cohort.',
            deep: true as const,
            with: answerBody((body) => ({
              ...body,
              data: objects(body['data']).map((item) => ({
                ...item,
                ...(item['tests'] ? { tests: objects(item['tests']).slice(0, 2) } : {}),
                [id]: item[id],
              })),
            })),
          }),
        ]
      : []),
  ];
}

function offsetOf(query: URLSearchParams): number {
  return Number(query.get('offset') ?? 0);
}

/** Refuses a request that lacks a parameter. */
function demands(name: string): Break {
  return async (request, service) => {
    if (new URL(request.url).searchParams.has(name)) return service(request);
    const response = await service(request);
    return answer(response, { status: 400, message: `${name} is required.` }, { status: 400 });
  };
}

function dropYear(query: URLSearchParams, drops: (year: string) => boolean): void {
  const year = query.get('academicYearId');
  if (year !== null && drops(year)) query.delete('academicYearId');
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
