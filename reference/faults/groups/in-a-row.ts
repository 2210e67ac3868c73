import { bodyOf, objects, read, refusal, remembering, resend } from '../kit/breaks.ts';
import { answer, type Break, type Fault, faults, faultsFrom, type Json } from '../kit/fault.ts';
import { onPage } from '../kit/pages.ts';
import { type OperationId, operationOf } from '../kit/routes.ts';
import { byGroup, groupOf } from './group.ts';
import { payloadOf } from './payload.ts';

/** Faults of what one request leaves behind in the service for the next. */
export const inARow: readonly Fault[] = [
  ...faults(
    {
      'create-class.body/after-refusals': 'createClass',
      'create-cohort.body/after-refusals': 'createCohort',
    },
    {
      story: 'One builder serves all creations, and is emptied after those that succeed.',
      with: remembering(() => keepingDescription((status) => status >= 400)),
    },
  ),
  ...faults(
    {
      'create-class.body/after-refusals!conflict': 'createClass',
      'create-cohort.body/after-refusals!conflict': 'createCohort',
    },
    {
      story: 'A row that the database refuses stays in the unit of work, and is merged with the next.',
      deep: true,
      with: remembering(() => keepingDescription((status) => status === 409)),
    },
  ),
  ...faults(
    {
      'create-class.body/after-another!pooled': 'createClass',
      'create-cohort.body/after-another!pooled': 'createCohort',
    },
    {
      story: 'The form object is taken from a pool, and its description is not emptied between requests.',
      with: remembering(() => keepingDescription((status) => status < 300, 'ever')),
    },
  ),
  ...faultsFrom(
    {
      'create-class.body/after-another!other-kind': 'createClass',
      'create-cohort.body/after-another!other-kind': 'createCohort',
    },
    (op) => ({
      on: [op],
      touches: ['createClass', 'createCohort'],
      story:
        'One form object serves the creations of both kinds, and each empties the fields of its own kind.',
      deep: true,
      with: remembering(() => takingFromOtherKind(op)),
    }),
  ),
  ...faultsFrom(
    {
      'create-class.body/after-another!stored': ['createClass', 'getClass'],
      'create-cohort.body/after-another!stored': ['createCohort', 'getCohort'],
    },
    (ops) => ({
      on: [ops[0]],
      touches: ops,
      story: 'The statement that inserts binds the description where there is one, and keeps the last else.',
      deep: true,
      with: remembering(() => storingDescription()),
    }),
  ),
  ...faults(
    {
      'create-class.conflict/in-a-year': 'createClass',
      'create-cohort.conflict/in-a-year': 'createCohort',
    },
    {
      story: 'A creation that names its year came with an import, which passes over what is there.',
      with: passingOver((payload) => payload['academicYearId'] !== undefined),
    },
  ),
  ...faultsFrom(
    {
      'create-class.read-back/asked-before': ['createClass', 'listClasses'],
      'create-cohort.read-back/asked-before': ['createCohort', 'listCohorts'],
    },
    ([op, list]) => ({
      on: [op],
      touches: [op, list],
      story: 'Lists of a year are kept, and no creation drops them.',
      with: remembering(() => keepingLists(() => false, ['current', 'an id'])),
    }),
  ),
  ...faultsFrom(
    {
      'create-class.read-back/asked-before!current': ['createClass', 'listClasses'],
      'create-cohort.read-back/asked-before!current': ['createCohort', 'listCohorts'],
    },
    ([op, list]) => ({
      on: [op],
      touches: [op, list],
      story:
        'A creation that names its year drops the list of that id; the one of `current` has another key.',
      deep: true,
      with: remembering(() =>
        keepingLists((payload) => payload['academicYearId'] === undefined, ['current']),
      ),
    }),
  ),
  ...faults(
    { 'create-class.read-back/asked-before!one-table': 'createClass' },
    {
      story: 'Classes and cohorts are rows of one table, whose unique key lacks the kind.',
      deep: true,
      with: async (request, service) => {
        const name = String((await payloadOf(request))?.['name'] ?? '');
        const search = encodeURIComponent(name);
        const found = await read(request, service, `/smart-ia/cohorts?search=${search}`);
        return objects(found['data']).length > 0
          ? refusal(409, 'There is one of that name.')
          : service(request);
      },
    },
  ),
  ...faultsFrom(
    {
      'create-class.read-back/asked-before!pattern': ['createClass', 'classes'],
      'create-cohort.read-back/asked-before!pattern': ['createCohort', 'smart-ia/cohorts'],
    },
    ([op, path]) => ({
      on: [op],
      story: 'Whether a name is taken is asked with a comparison that reads patterns.',
      deep: true,
      with: async (request, service) => {
        const name = String((await payloadOf(request))?.['name'] ?? '');
        const like = name.replaceAll('_', ' ');
        if (like === name || name.length > 100) return service(request);
        const found = await read(request, service, `/${path}?search=${encodeURIComponent(like)}`);
        return objects(found['data']).length > 0
          ? refusal(409, 'There is one of that name.')
          : service(request);
      },
    }),
  ),
  ...faultsFrom(
    {
      'create-class.read-back/asked-before!searched-once': ['createClass', 'listClasses'],
      'create-cohort.read-back/asked-before!searched-once': ['createCohort', 'listCohorts'],
    },
    ([op, list]) => ({
      on: [op],
      touches: [list],
      story: 'The count of a search is kept, and the items are read anew.',
      deep: true,
      with: remembering(() => {
        const counts = new Map<string, number>();
        return (request, service) => {
          const search = new URL(request.url).searchParams.get('search');
          if (search === null) return service(request);
          return onPage(request, service, ({ pagination }) => {
            pagination.total = counts.get(search) ?? pagination.total;
            counts.set(search, pagination.total);
          });
        };
      }),
    }),
  ),
];

/** Gives a creation without a description the one of an earlier creation. */
function keepingDescription(
  keeps: (status: number) => boolean,
  how: 'until a success' | 'ever' = 'until a success',
): Break {
  let left: unknown;
  return async (request, service) => {
    const payload = await payloadOf(request);
    const body = await bodyOf(request);
    const { wrapper } = groupOf(request);
    const isFilled = left !== undefined && payload !== undefined && payload['description'] === undefined;
    const sent = isFilled
      ? resend(request, { ...body, [wrapper]: { ...payload, description: left } })
      : request;
    const response = await service(sent);
    if (response.ok && how === 'until a success') left = undefined;
    else if (keeps(response.status)) left = payload?.['description'] ?? left;
    return response;
  };
}

/** Gives a creation without a description the one of the last creation of the other kind, in one operation. */
function takingFromOtherKind(op: OperationId): Break {
  let left: unknown;
  return async (request, service) => {
    const payload = await payloadOf(request);
    if (operationOf(request) !== op) {
      left = payload?.['description'] ?? left;
      return service(request);
    }
    const { wrapper } = groupOf(request);
    const isFilled = left !== undefined && payload !== undefined && payload['description'] === undefined;
    const filled = { ...(await bodyOf(request)), [wrapper]: { ...payload, description: left } };
    return service(isFilled ? resend(request, filled) : request);
  };
}

/** Shows in reads by id the description of the creation before, where a creation had none; its answer has none. */
function storingDescription(): Break {
  let last: unknown;
  const inherited = new Map<unknown, unknown>();
  return async (request, service) => {
    const { wrapper, id } = groupOf(request);
    const payload = request.method === 'POST' ? await payloadOf(request) : undefined;
    const response = await service(request);
    if (!response.ok) return response;
    const body = (await response.json()) as Json;
    const group = body[wrapper] as Json;
    if (payload) {
      if (payload['description'] === undefined) inherited.set(group[id], last);
      last = payload['description'] ?? last;
      return answer(response, body);
    }
    const description = inherited.get(group[id]) ?? group['description'];
    return answer(response, { [wrapper]: { ...group, description } });
  };
}

/** Answers a conflict with what is there, as if it were new. */
function passingOver(passes: (payload: Json) => boolean): Break {
  return byGroup(({ path, wrapper }) => async (request, service) => {
    const response = await service(request.clone());
    const payload = (await payloadOf(request)) ?? {};
    if (response.status !== 409 || !passes(payload)) return response;
    const asked = new URLSearchParams({
      search: String(payload['name']),
      academicYearId: String(payload['academicYearId']),
    });
    const [there] = objects((await read(request, service, `${path}?${asked}`))['data']);
    return answer(response, { [wrapper]: there }, { status: 201 });
  });
}

/** Keeps each list of a year by how it was asked for, until a creation drops all of them. */
function keepingLists(drops: (payload: Json) => boolean, years: readonly ('current' | 'an id')[]): Break {
  const kept = new Map<string, Response>();
  return async (request, service) => {
    if (request.method !== 'GET') {
      if (drops((await payloadOf(request)) ?? {})) kept.clear();
      return service(request);
    }
    const year = new URL(request.url).searchParams.get('academicYearId');
    if (year === null || !years.includes(year === 'current' ? 'current' : 'an id')) return service(request);
    const key = `${request.headers.get('x-api-key')} ${request.url}`;
    const response = kept.get(key) ?? (await service(request));
    if (response.ok) kept.set(key, response.clone());
    return response.clone();
  };
}
