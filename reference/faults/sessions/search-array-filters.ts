import { refusal } from '../kit/breaks.ts';
import { type Break, type Fault, faultsFrom, type Json } from '../kit/fault.ts';
import { noContent, totalOf, whereNothing } from '../kit/no-match.ts';
import { asking } from '../kit/pages.ts';
import { refuseMoreThan, searched, searchIn, valuesIn } from './search-body.ts';

const on = ['searchSessions'] as const;

/** Faults of the search's filters that take several values (chapter Initial-assessment sessions). */
export const searchArrayFilters: readonly Fault[] = [
  ...faultsFrom(
    {
      'search-sessions.search/user-ids!ignored': 'userIds',
      'search-sessions.search/test-ids!ignored': 'testIds',
      'search-sessions.search/subjects!ignored': 'subjects',
    },
    (name) => ({
      on,
      story: `\`${name}\` is read under its name in the query, and so never.`,
      with: searched((search) => without(search, name)),
    }),
  ),
  ...faultsFrom(
    {
      'search-sessions.search/user-ids!ignored-by-one': 'userIds',
      'search-sessions.search/test-ids!ignored-by-one': 'testIds',
      'search-sessions.search/subjects!ignored-by-one': 'subjects',
    },
    (name) => ({
      on,
      deep: true,
      story: `A list of one value of \`${name}\` is not seen as a list.`,
      with: searched((search) => (valuesIn(search, name)?.length === 1 ? without(search, name) : search)),
    }),
  ),
  ...faultsFrom(
    {
      'search-sessions.search/user-ids-repeated!last-wins': 'userIds',
      'search-sessions.search/test-ids-repeated!last-wins': 'testIds',
      'search-sessions.search/subjects-repeated!last-wins': 'subjects',
    },
    (name) => ({
      on,
      story: `Of several values of \`${name}\` the last one counts.`,
      with: searched((search) => ({ ...search, [name]: valuesIn(search, name)?.slice(-1) })),
    }),
  ),
  ...faultsFrom(
    {
      'search-sessions.search/user-ids-repeated!all-or-nothing': 'userIds',
      'search-sessions.search/test-ids-repeated!all-or-nothing': 'testIds',
      'search-sessions.search/subjects-repeated!all-or-nothing': 'subjects',
    },
    (name) => ({
      on,
      deep: true,
      story: `A value of \`${name}\` that no session has empties the whole answer.`,
      with: allOrNothing(name),
    }),
  ),
  ...faultsFrom(
    {
      'search-sessions.search/user-ids-no-match!everything': 'userIds',
      'search-sessions.search/test-ids-no-match!everything': 'testIds',
      'search-sessions.search/subjects-no-match!everything': 'subjects',
    },
    (name) => ({
      on,
      story: `Values of \`${name}\` that are not found become no filter.`,
      with: whereNothing(
        has(name),
        searched((search) => without(search, name)),
      ),
    }),
  ),
  ...faultsFrom(
    {
      'search-sessions.search/user-ids-no-match!not-found': 'userIds',
      'search-sessions.search/test-ids-no-match!not-found': 'testIds',
      'search-sessions.search/subjects-no-match!not-found': 'subjects',
    },
    (name) => ({
      on,
      deep: true,
      story: `Several values of \`${name}\` none of which is found are answered as if they stood in the path.`,
      with: whereNothing(has(name), async () => refusal(404, 'There is no such thing.')),
    }),
  ),
  ...faultsFrom(
    {
      'search-sessions.search/user-ids-no-match!no-content': 'userIds',
      'search-sessions.search/test-ids-no-match!no-content': 'testIds',
      'search-sessions.search/subjects-no-match!no-content': 'subjects',
    },
    (name) => ({
      on,
      story: `A search whose \`${name}\` finds nothing is answered without a body, as a command is.`,
      with: whereNothing(has(name), noContent),
    }),
  ),
  ...faultsFrom(
    {
      'search-sessions.many-values/user-ids!thirty': 'userIds',
      'search-sessions.many-values/test-ids!thirty': 'testIds',
      'search-sessions.many-values/subjects!thirty': 'subjects',
    },
    (name) => ({
      on,
      story: 'The validator of the list is used for the search.',
      with: refuseMoreThan(30, name),
    }),
  ),
  ...faultsFrom(
    {
      'search-sessions.many-values/user-ids!cut-off': 'userIds',
      'search-sessions.many-values/test-ids!cut-off': 'testIds',
      'search-sessions.many-values/subjects!cut-off': 'subjects',
    },
    (name) => ({
      on,
      deep: true,
      story: `The query is made for forty values of \`${name}\`, and those after them fall off.`,
      with: searched((search) => ({ ...search, [name]: valuesIn(search, name)?.slice(0, 40) })),
    }),
  ),
];

function has(name: string): (request: Request) => Promise<boolean> {
  return async (request) => valuesIn(await searchIn(request), name) !== undefined;
}

function without(search: Json, name: string): Json {
  return { ...search, [name]: undefined };
}

/** Answers with nothing when one of the values by itself finds nothing. */
function allOrNothing(name: string): Break {
  return async (request, service) => {
    for (const value of new Set(valuesIn(await searchIn(request), name) ?? [])) {
      const response = await service(await asking(request, { search: { [name]: [value] }, offset: 0 }));
      if (response.ok && (await totalOf(response)) === 0) return response;
    }
    return service(request);
  };
}
