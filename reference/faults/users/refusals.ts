import { answer, type Fault, fault } from '../kit/fault.ts';
import { isUuid } from '../kit/ids.ts';
import { type Asked, filters, filtersOf } from './asked.ts';

const places = [
  ['listUsers', 'list-users.', 'user-id-form'],
  ['searchUsers', 'search-users.search-', 'user-ids-form'],
] as const;

const nobody = '00000000-0000-4000-8000-000000000000';

/** Faults of what the list and the search refuse, and of how they answer the plainest requests (chapter Users). */
export const refusals: readonly Fault[] = [
  ...places.flatMap(([operation, clause, form]) => [
    fault(`${clause}${form}!dropped`, {
      on: [operation],
      story: 'What is no UUID is left out of the filter, for it can find nobody anyway.',
      with: filters((asked) => dropMalformed(asked, 0)),
    }),
    fault(`${clause}${form}!first-value-checked`, {
      on: [operation],
      story:
        'The check looks at the first value, and the database is never asked for the others that are no UUIDs.',
      deep: true,
      with: filters((asked) => dropMalformed(asked, 1)),
    }),
    fault(`${clause}email-form!never-matches`, {
      on: [operation],
      story: 'An address is text like any other: one without an at sign finds nobody.',
      with: filters((asked) => {
        if (asked.get('email')?.some((email) => !email.includes('@')))
          asked.set('email', ['nobody@example.org']);
      }),
    }),
    fault(`${clause}name-minimum!beside-others`, {
      on: [operation],
      story: 'Only when the name is the one filter its length is looked at.',
      deep: true,
      with: filters((asked) => {
        if (asked.size > 1 && asked.get('name')?.[0] === '') asked.delete('name');
      }),
    }),
  ]),
  fault('list-users.name-minimum!finds-nobody', {
    on: ['listUsers'],
    story: 'An empty name is compared like any other, and nobody has it.',
    with: filters((asked) => {
      if (asked.get('name')?.[0] === '') asked.set('name', ['nobody is called that']);
    }),
  }),
  fault('search-users.search-name-minimum!no-filter', {
    on: ['searchUsers'],
    story: 'An empty name is falsy, and so counts as no filter.',
    with: filters((asked) => {
      if (asked.get('name')?.[0] === '') asked.delete('name');
    }),
  }),
  fault('list-users.bad-request!unprocessable', {
    on: ['listUsers'],
    story: 'The framework answers what it could not validate with 422.',
    with: async (request, service) => unprocessable(await service(request)),
  }),
  fault('list-users.bad-request!empty-name-conflicts', {
    on: ['listUsers'],
    story: 'The check of the name was written later, with another status.',
    deep: true,
    with: async (request, service) => {
      const response = await service(request.clone());
      return (await filtersOf(request)).has('name') ? unprocessable(response) : response;
    },
  }),
  fault('list-users.success!partial', {
    on: ['listUsers'],
    story: 'A page is a part of the list, so it is answered with 206.',
    with: async (request, service) => withStatus(await service(request), 206),
  }),
  fault('search-users.success!created', {
    on: ['searchUsers'],
    story: 'The framework answers each POST with 201 unless it is told otherwise.',
    with: async (request, service) => withStatus(await service(request), 201),
  }),
  ...(['list-users.all-optional', 'search-users.search-optional'] as const).map((check) =>
    fault(`${check}!some-filter`, {
      on: [check.startsWith('list') ? 'listUsers' : 'searchUsers'],
      story: 'A list of everybody is expensive, so one filter at least has to be given.',
      with: async (request, service) => {
        const response = await service(request.clone());
        return (await filtersOf(request)).size === 0 ? refused(response) : response;
      },
    }),
  ),
  ...(['list-users.all-optional', 'search-users.search-optional'] as const).map((check) =>
    fault(`${check}!email-with-name`, {
      on: [check.startsWith('list') ? 'listUsers' : 'searchUsers'],
      story:
        'The form of the first client always sends name and address together, and the service insists on it.',
      deep: true,
      with: async (request, service) => {
        const response = await service(request.clone());
        const asked = await filtersOf(request);
        return asked.has('email') && !asked.has('name') ? refused(response) : response;
      },
    }),
  ),
  fault('search-users.body-required!assumed', {
    on: ['searchUsers'],
    story: 'A missing body is read as an empty object.',
    with: async (request, service) => {
      const text = await request.clone().text();
      if (text !== '') return service(request);
      const headers = new Headers(request.headers);
      headers.set('content-type', 'application/json');
      return service(new Request(request.url, { method: 'POST', headers, body: '{"search":{}}' }));
    },
  }),
];

function dropMalformed(asked: Asked, from: number): void {
  const sent = asked.get('userId');
  if (!sent) return;
  const kept = sent.filter((value, index) => index < from || isUuid(value));
  asked.set('userId', kept.length > 0 ? kept : [nobody]);
}

function unprocessable(response: Response): Promise<Response> {
  return response.status === 400 ? withStatus(response, 422, true) : Promise.resolve(response);
}

async function withStatus(response: Response, status: number, always = false): Promise<Response> {
  if (!always && response.status !== 200) return response;
  const body = (await response.json()) as Record<string, unknown>;
  return answer(response, always ? { ...body, status } : body, { status });
}

function refused(response: Response): Response {
  return answer(response, { status: 400, message: 'Give a filter.' }, { status: 400 });
}
