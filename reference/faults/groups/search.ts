import { objects, read } from '../kit/breaks.ts';
import { answer, type Break, type Fault, faults, type Json, query } from '../kit/fault.ts';
import { groupOf } from './group.ts';

const beyondAscii = /[^\p{ASCII}]/u;

/** Faults of the search by name. */
export const search: readonly Fault[] = [
  ...faults(
    { 'list-classes.search!ignored': 'listClasses', 'list-cohorts.search!ignored': 'listCohorts' },
    {
      story: 'The parameter was renamed in the code and not in the route.',
      with: query((query) => query.delete('search')),
    },
  ),
  ...faults(
    { 'list-classes.search!beyond-ascii': 'listClasses', 'list-cohorts.search!beyond-ascii': 'listCohorts' },
    {
      story: 'The query is decoded as Latin-1 and compared with UTF-8.',
      deep: true,
      with: query((query) => changeSearch(query, (search) => Buffer.from(search).toString('latin1'))),
    },
  ),
  ...faults(
    { 'list-classes.search!plus': 'listClasses', 'list-cohorts.search!plus': 'listCohorts' },
    {
      story: 'The query is decoded twice, and a plus sign becomes a space.',
      deep: true,
      with: query((query) => changeSearch(query, (search) => search.replaceAll('+', ' '))),
    },
  ),
  ...faults(
    {
      'list-classes.search-whole-name!contains': 'listClasses',
      'list-cohorts.search-whole-name!contains': 'listCohorts',
    },
    {
      story: 'The name is compared with LIKE and a wildcard on either side.',
      with: comparing((name, search) => name.toLowerCase().includes(search.toLowerCase())),
    },
  ),
  ...faults(
    {
      'list-classes.search-whole-name!wildcards': 'listClasses',
      'list-cohorts.search-whole-name!wildcards': 'listCohorts',
    },
    {
      story: 'The name is compared with ILIKE, and the signs for "any" in a search are not escaped.',
      deep: true,
      with: comparing((name, search) => like(search).test(name)),
    },
  ),
  ...faults(
    {
      'list-classes.search-whole-name!unindexed': 'listClasses',
      'list-cohorts.search-whole-name!unindexed': 'listCohorts',
      'list-classes.search-any-case/beyond-ascii!unindexed': 'listClasses',
      'list-cohorts.search-any-case/beyond-ascii!unindexed': 'listCohorts',
    },
    {
      story: 'An index of names in ASCII answers a search, and nobody looks further.',
      deep: true,
      with: comparing(
        (name, search) => !beyondAscii.test(name) && name.toLowerCase() === search.toLowerCase(),
      ),
    },
  ),
  ...faults(
    {
      'list-classes.search-any-case!exact': 'listClasses',
      'list-cohorts.search-any-case!exact': 'listCohorts',
    },
    {
      story: 'The column has a binary collation.',
      with: comparing((name, search) => name === search),
    },
  ),
  ...faults(
    {
      'list-classes.search-any-case!beyond-ascii': 'listClasses',
      'list-cohorts.search-any-case!beyond-ascii': 'listCohorts',
    },
    {
      story: 'A name with a letter beyond ASCII takes another branch, which compares bytes.',
      deep: true,
      with: comparing((name, search) =>
        beyondAscii.test(name) ? name === search : name.toLowerCase() === search.toLowerCase(),
      ),
    },
  ),
  ...faults(
    {
      'list-classes.search-whole-name!any-sign': 'listClasses',
      'list-cohorts.search-whole-name!any-sign': 'listCohorts',
    },
    {
      story: 'The search is made into a regular expression, in which a full stop is any sign.',
      deep: true,
      with: comparing((name, search) => anySign(search).test(name)),
    },
  ),
  ...faults(
    {
      'list-classes.search-any-case/beyond-ascii!a-to-z': 'listClasses',
      'list-cohorts.search-any-case/beyond-ascii!a-to-z': 'listCohorts',
    },
    {
      story: 'The collation of the column folds the letters from A to Z alone.',
      with: comparing((name, search) => lowerTo('z', name) === lowerTo('z', search)),
    },
  ),
  ...faults(
    {
      'list-classes.search-any-case/beyond-ascii!latin-1': 'listClasses',
      'list-cohorts.search-any-case/beyond-ascii!latin-1': 'listCohorts',
    },
    {
      story: 'The collation of the column folds what Latin-1 has, and no other letters.',
      deep: true,
      with: comparing((name, search) => lowerTo('\u00ff', name) === lowerTo('\u00ff', search)),
    },
  ),
  ...faults(
    {
      'list-classes.search-no-match!not-found': 'listClasses',
      'list-cohorts.search-no-match!not-found': 'listCohorts',
    },
    {
      story: 'An empty page is answered like a missing thing, with 404.',
      with: async (request, service) => {
        const response = await service(request.clone());
        const body = (await response.clone().json()) as Json;
        if (objects(body['data']).length > 0 || !response.ok) return response;
        return answer(response, { status: 404, message: 'Nothing was found.' }, { status: 404 });
      },
    },
  ),
  ...faults(
    {
      'list-classes.search-no-match!emptied': 'listClasses',
      'list-cohorts.search-no-match!emptied': 'listCohorts',
    },
    {
      story: 'A search with a letter beyond ASCII is taken for badly encoded, and dropped.',
      deep: true,
      with: query((query) => {
        if (beyondAscii.test(query.get('search') ?? '')) query.delete('search');
      }),
    },
  ),
];

function changeSearch(query: URLSearchParams, change: (search: string) => string): void {
  const search = query.get('search');
  if (search !== null) query.set('search', change(search));
}

/** Compares names in another way than the service: searches everything that it lists without a search. */
export function comparing(fits: (name: string, search: string, item: Json) => boolean): Break {
  return async (request, service) => {
    const { searchParams } = new URL(request.url);
    const search = searchParams.get('search');
    if (search === null) return service(request);
    const response = await service(request);
    const all = objects((await read(request, service, `${groupOf(request).path}?limit=1000`))['data']);
    const found = all.filter((item) => fits(String(item['name']), search, item));
    const year = searchParams.get('academicYearId');
    const data =
      year === null || year === 'current' ? found : found.filter((item) => item['academicYearId'] === year);
    const pagination = { total: data.length, limit: 100, offset: 0, previousCursor: null, nextCursor: null };
    return answer(response, { data: data.slice(0, 100), pagination });
  };
}

/** A text in small letters; letters behind this one in the alphabet are left as they are. */
function lowerTo(last: string, text: string): string {
  return [...text].map((letter) => (letter <= last ? letter.toLowerCase() : letter)).join('');
}

/** A text as a regular expression in which every special character is escaped except the full stop. */
function anySign(text: string): RegExp {
  const parts = [...text].map((sign) => sign.replace(/[\\^$|?*+()[\]{}]/, String.raw`\$&`));
  return new RegExp(`^${parts.join('')}$`, 'isu');
}

/** The pattern that SQL's LIKE reads in a text, in any letter case. */
function like(text: string): RegExp {
  const parts = [...text].map((sign) =>
    sign === '%' ? '.*' : sign === '_' ? '.' : sign.replace(/[\\^$.|?*+()[\]{}]/, String.raw`\$&`),
  );
  return new RegExp(`^${parts.join('')}$`, 'isu');
}
