import { type Break, type Fault, fault, type Json, objectIn, requestBody } from '../kit/fault.ts';
import { asking, type PageBody } from '../kit/pages.ts';
import { keepWhen, refusal } from './answers.ts';

const on = ['searchSessions'] as const;
const check = 'search-sessions.search';
const lists = { 'user-ids': 'userIds', 'test-ids': 'testIds', subjects: 'subjects' } as const;

/** Faults of the filters in the body of the session search, and of the search beside the list. */
export const ofSearch: readonly Fault[] = [
  ...Object.entries(lists).flatMap(([aspect, name]) => ofList(aspect, name)),

  fault(`${check}/status!ignored`, {
    on,
    story: '`status` is a parameter of the list, and the search never reads it.',
    with: searched(({ status: _, ...search }) => search),
  }),
  fault(`${check}/status!in-progress-ignored`, {
    on,
    deep: true,
    story: 'Sessions in progress are found by what they lack, and the condition is never added.',
    with: searched(({ status, ...search }) => (status === 'InProgress' ? search : { ...search, status })),
  }),
  fault(`${check}/status-no-match!not-found`, {
    on,
    story: 'A learner without sessions of that status is answered as if there were no such learner.',
    with: ofNothing(async () => refusal(404)),
  }),
  fault(`${check}/status-no-match!of-anybody`, {
    on,
    deep: true,
    story: 'Where the index by learner and status has nothing, the one by status alone is asked.',
    with: ofNothing(searched(({ userIds: _, ...search }) => search)),
  }),
  fault(`${check}/filters-combine!status-beside-test`, {
    on,
    story: 'With tests the query runs over another index and drops the status.',
    with: searched(({ status, ...search }) => (search['testIds'] ? search : { ...search, status })),
  }),
  fault(`${check}/filters-combine!third-filter`, {
    on,
    deep: true,
    story: 'Beside subjects and status there is no index left for the start, and it is dropped.',
    with: searched(({ startDate, ...search }) =>
      search['subjects'] && search['status'] ? search : { ...search, startDate },
    ),
  }),
  fault(`${check}/same-as-list!completed-only`, {
    on,
    story: 'The search was written for results, and joins them.',
    with: keepWhen(
      () => true,
      (session) => session['result'] !== null,
    ),
  }),
  fault(`${check}/same-as-list!offset-beside-filters`, {
    on,
    deep: true,
    story: 'The search hands the offset on only when it has no filters.',
    with: async (request, service) => {
      const { search, offset } = (await objectIn(request)) ?? {};
      const isFiltered = Object.keys(search ?? {}).length > 0;
      return service(offset !== undefined && isFiltered ? await asking(request, { offset: 0 }) : request);
    },
  }),
];

function ofList(aspect: string, name: string): readonly Fault[] {
  const id = `${check}/${aspect}`;
  const valuesIn = (search: Json) => (Array.isArray(search[name]) ? (search[name] as unknown[]) : undefined);
  const without = ({ [name]: _, ...search }: Json) => search;
  return [
    fault(`${id}!ignored`, {
      on,
      story: `\`${name}\` is read under its name in the query, and so never.`,
      with: searched(without),
    }),
    fault(`${id}!ignored-by-one`, {
      on,
      deep: true,
      story: `A list of one value of \`${name}\` is not seen as a list.`,
      with: searched((search) => (valuesIn(search)?.length === 1 ? without(search) : search)),
    }),
    fault(`${id}-repeated!last-wins`, {
      on,
      story: `Of several values of \`${name}\` the last one counts.`,
      with: searched((search) => ({ ...search, [name]: valuesIn(search)?.slice(-1) })),
    }),
    fault(`${id}-repeated!all-or-nothing`, {
      on,
      deep: true,
      story: `A value of \`${name}\` that no session has empties the whole answer.`,
      with: async (request, service) => {
        for (const value of new Set(valuesIn(await searchIn(request)) ?? [])) {
          const alone = await asking(request, { search: { [name]: [value] }, offset: 0 });
          const response = await service(alone);
          if (response.ok && (await totalOf(response)) === 0) return response;
        }
        return service(request);
      },
    }),
    fault(`${id}-no-match!everything`, {
      on,
      story: `Values of \`${name}\` that are not found become no filter.`,
      with: async (request, service) => {
        const response = await service(request.clone());
        const search = await searchIn(request);
        if (!response.ok || !valuesIn(search) || (await totalOf(response)) > 0) return response;
        return service(await asking(request, { search: without(search) }));
      },
    }),
    fault(`${id}-no-match!not-found`, {
      on,
      deep: true,
      story: `Several values of \`${name}\` none of which is found are answered as if they stood in the path.`,
      with: async (request, service) => {
        const response = await service(request.clone());
        const isAsked = valuesIn(await searchIn(request)) !== undefined;
        return isAsked && response.ok && (await totalOf(response)) === 0 ? refusal(404) : response;
      },
    }),
    fault(`search-sessions.many-values/${aspect}!thirty`, {
      on,
      story: 'The validator of the list is used for the search.',
      with: async (request, service) =>
        (valuesIn(await searchIn(request))?.length ?? 0) > 30 ? refusal(400) : service(request),
    }),
    fault(`search-sessions.many-values/${aspect}!cut-off`, {
      on,
      deep: true,
      story: `The query is made for forty values of \`${name}\`, and those after them fall off.`,
      with: searched((search) => ({ ...search, [name]: valuesIn(search)?.slice(0, 40) })),
    }),
  ];
}

/** Answers otherwise when a search with a status finds nothing. */
function ofNothing(otherwise: Break): Break {
  return async (request, service) => {
    const response = await service(request.clone());
    const { status } = await searchIn(request);
    if (status === undefined || !response.ok || (await totalOf(response)) > 0) return response;
    return otherwise(request, service);
  };
}

/** Changes what is searched for before the service sees it. */
function searched(change: (search: Json) => Json): Break {
  return requestBody((body) => ({ ...body, search: change((body['search'] ?? {}) as Json) }));
}

async function searchIn(request: Request): Promise<Json> {
  return ((await objectIn(request))?.['search'] ?? {}) as Json;
}

async function totalOf(response: Response): Promise<number> {
  return ((await response.clone().json()) as PageBody).pagination.total;
}
