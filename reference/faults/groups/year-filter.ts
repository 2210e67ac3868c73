import { objects, read, refusal, remembering } from '../kit/breaks.ts';
import { answerBody, type Break, type Fault, faults, faultsFrom, type Json, query } from '../kit/fault.ts';
import { anotherId, isLongAsUuid, isUuid } from '../kit/ids.ts';
import { onPage } from '../kit/pages.ts';

const beyondAscii = /[^\p{ASCII}]/u;

/** Faults of the filter by academic year. */
export const yearFilter: readonly Fault[] = [
  ...faults(
    {
      'list-classes.academic-year-id!total-of-the-page': 'listClasses',
      'list-cohorts.academic-year-id!total-of-the-page': 'listCohorts',
    },
    {
      story: 'Without a filter nothing has to be counted, so that the total is the length of the page.',
      with: answerBody((body, { url }) => {
        if (new URL(url).searchParams.has('academicYearId')) return body;
        return {
          ...body,
          pagination: { ...(body['pagination'] as Json), total: objects(body['data']).length },
        };
      }),
    },
  ),
  ...faults(
    {
      'list-classes.academic-year-form!ignored': 'listClasses',
      'list-cohorts.academic-year-form!ignored': 'listCohorts',
    },
    {
      story: 'A year that cannot be read counts as no year at all.',
      with: query((query) => dropYear(query, (year) => year !== 'current' && !isUuid(year))),
    },
  ),
  ...faults(
    {
      'list-classes.academic-year-form!length-only': 'listClasses',
      'list-cohorts.academic-year-form!length-only': 'listCohorts',
    },
    {
      story: 'Whether a year is an id is told from its length.',
      deep: true,
      with: query((query) => dropYear(query, isLongAsUuid)),
    },
  ),
  ...faults(
    {
      'list-classes.academic-year-form/names': 'listClasses',
      'list-cohorts.academic-year-form/names': 'listCohorts',
    },
    {
      story: 'Whatever has digits is taken for a year, and what no year has finds nothing.',
      with: query((query) => {
        const year = query.get('academicYearId') ?? 'current';
        if (/^\d{4}\D\d{2,4}$/.test(year)) query.set('academicYearId', anotherId);
      }),
    },
  ),
  ...faults(
    {
      'list-classes.academic-year-form/names!label': 'listClasses',
      'list-cohorts.academic-year-form/names!label': 'listCohorts',
    },
    {
      story: 'Old links hold the name of a year, so a name is looked up before the id is validated.',
      deep: true,
      with: async (request, service) => {
        const url = new URL(request.url);
        const label = url.searchParams.get('academicYearId');
        const years = objects((await read(request, service, '/academic-years'))['data']);
        const year = years.find(({ name }) => name === label);
        if (year) url.searchParams.set('academicYearId', String(year['academicYearId']));
        return service(year ? new Request(url, request) : request);
      },
    },
  ),
  ...faults(
    {
      'list-classes.academic-year-id!ignored': 'listClasses',
      'list-cohorts.academic-year-id!ignored': 'listCohorts',
    },
    {
      story: 'Only the word `current` is handled.',
      with: query((query) => dropYear(query, (year) => year !== 'current')),
    },
  ),
  ...faults(
    {
      'list-classes.academic-year-id!later-pages': 'listClasses',
      'list-cohorts.academic-year-id!later-pages': 'listCohorts',
    },
    {
      story: 'The filter is applied to the first page and forgotten by the query for later ones.',
      deep: true,
      with: query((query) => dropYear(query, (year) => year !== 'current' && offsetOf(query) >= 15)),
    },
  ),
  ...faults(
    {
      'list-classes.academic-year-id/unknown': 'listClasses',
      'list-cohorts.academic-year-id/unknown': 'listCohorts',
    },
    {
      story: 'A year without anything in it falls back to all years.',
      with: async (request, service) => {
        const response = await service(request.clone());
        const url = new URL(request.url);
        const { data } = (await response.clone().json()) as Json;
        if (objects(data).length > 0 || url.searchParams.has('search')) return response;
        url.searchParams.delete('academicYearId');
        return service(new Request(url, request));
      },
    },
  ),
  ...faults(
    {
      'list-classes.academic-year-id/unknown!first-time': 'listClasses',
      'list-cohorts.academic-year-id/unknown!first-time': 'listCohorts',
    },
    {
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
    },
  ),
  ...faults(
    {
      'list-classes.academic-year-current!first': 'listClasses',
      'list-cohorts.academic-year-current!first': 'listCohorts',
    },
    {
      story: 'The current year is taken to be the first of the list.',
      with: async (request, service) => {
        const url = new URL(request.url);
        if (url.searchParams.get('academicYearId') !== 'current') return service(request);
        const [first] = objects((await read(request, service, '/academic-years'))['data']);
        url.searchParams.set('academicYearId', String(first?.['academicYearId']));
        return service(new Request(url, request));
      },
    },
  ),
  ...faults(
    {
      'list-classes.academic-year-id!joined': 'listClasses',
      'list-cohorts.academic-year-id!joined': 'listCohorts',
    },
    {
      story: 'The filter joins what belongs to each, and a row comes for each of that.',
      deep: true,
      with: async (request, service) =>
        new URL(request.url).searchParams.has('academicYearId')
          ? onPage(request, service, (page) => {
              if (page.data.length < 20) return;
              page.data = page.data.flatMap((item, at) => (at === 10 ? [item, item] : [item])).slice(0, -1);
            })
          : service(request),
    },
  ),
  ...faultsFrom(
    {
      'list-classes.academic-year-current!asked-last': ['listClasses', 'listCohorts'],
      'list-cohorts.academic-year-current!asked-last': ['listCohorts', 'listClasses'],
    },
    ([list, other]) => ({
      on: [list],
      touches: [list, other],
      story: 'The year that the other list was asked for stays in the context of the key as the current one.',
      deep: true,
      with: remembering(() => currentAskedLast()),
    }),
  ),
  ...faults(
    {
      'list-classes.academic-year-current!refused': 'listClasses',
      'list-cohorts.academic-year-current!refused': 'listCohorts',
    },
    {
      story: 'The validator of ids comes before the word is known.',
      with: refusing((asked) => asked.get('academicYearId') === 'current'),
    },
  ),
  ...faults(
    {
      'list-classes.academic-year-id!refused': 'listClasses',
      'list-cohorts.academic-year-id!refused': 'listCohorts',
    },
    {
      story: 'The filter takes the word `current` and no id.',
      with: refusing((asked) => asked.has('academicYearId') && asked.get('academicYearId') !== 'current'),
    },
  ),
  ...faults(
    {
      'list-classes.academic-year-current!later-pages': 'listClasses',
      'list-cohorts.academic-year-current!later-pages': 'listCohorts',
    },
    {
      story: 'The word is replaced by an id on the way to the first page, and dropped on the way to others.',
      deep: true,
      with: query((query) => dropYear(query, (year) => year === 'current' && offsetOf(query) >= 10)),
    },
  ),
  ...faults(
    {
      'list-classes.filters-combine!search-wins': 'listClasses',
      'list-cohorts.filters-combine!search-wins': 'listCohorts',
    },
    {
      story: 'A search replaces all other filters.',
      with: query((query) => dropYear(query, () => query.has('search'))),
    },
  ),
  ...faults(
    {
      'list-classes.filters-combine!beyond-ascii': 'listClasses',
      'list-cohorts.filters-combine!beyond-ascii': 'listCohorts',
    },
    {
      story: 'Names beyond ASCII are looked up in an index of their own, which knows no years.',
      deep: true,
      with: query((query) => dropYear(query, () => beyondAscii.test(query.get('search') ?? ''))),
    },
  ),
];

/** Refuses requests with such a query. */
function refusing(when: (asked: URLSearchParams) => boolean): Break {
  return async (request, service) =>
    when(new URL(request.url).searchParams) ? refusal(400, 'Invalid request.') : service(request);
}

/** Takes the year out of a query if `drops` says so of it. */
function dropYear(query: URLSearchParams, drops: (year: string) => boolean): void {
  const year = query.get('academicYearId');
  if (year !== null && drops(year)) query.delete('academicYearId');
}

function offsetOf(query: URLSearchParams): number {
  return Number(query.get('offset') ?? 0);
}

/** Takes the year that was asked for last for the current one. */
function currentAskedLast(): Break {
  let last: string | undefined;
  return async (request, service) => {
    const url = new URL(request.url);
    const year = url.searchParams.get('academicYearId');
    if (year === 'current' && last !== undefined) url.searchParams.set('academicYearId', last);
    const response = await service(new Request(url, request));
    if (response.ok && year !== null && year !== 'current') last = year;
    return response;
  };
}
