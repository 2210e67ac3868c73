import { insteadOf, refusal, refuseInstead } from '../kit/breaks.ts';
import { type Fault, fault, faults } from '../kit/fault.ts';
import { anotherId, isUuid } from '../kit/ids.ts';
import { filters, filtersOf, type UserFilters } from '../kit/user-filters.ts';

/** Faults of what the list and the search refuse, and of how they answer the plainest requests (chapter Users). */
export const refusals: readonly Fault[] = [
  ...faults(
    {
      'list-users.user-id-form!dropped': 'listUsers',
      'search-users.search-user-ids-form!dropped': 'searchUsers',
    },
    {
      story: 'What is no UUID is left out of the filter, for it can find nobody anyway.',
      with: filters((sent) => dropMalformed(sent, 0)),
    },
  ),
  ...faults(
    {
      'list-users.user-id-form!first-value-checked': 'listUsers',
      'search-users.search-user-ids-form!first-value-checked': 'searchUsers',
    },
    {
      story:
        'The check looks at the first value, and the database is never asked for the others that are no UUIDs.',
      deep: true,
      with: filters((sent) => dropMalformed(sent, 1)),
    },
  ),
  ...faults(
    {
      'list-users.user-id-form!by-length': 'listUsers',
      'search-users.search-user-ids-form!by-length': 'searchUsers',
    },
    {
      story: 'Of several values those are taken that are as long as an identifier.',
      deep: true,
      with: filters((sent) => {
        const ids = sent.get('userId') ?? [];
        if (ids.length > 1)
          sent.set(
            'userId',
            ids.filter((id) => id.length === 36),
          );
      }),
    },
  ),
  ...faults(
    {
      'list-users.email-form!never-matches': 'listUsers',
      'search-users.search-email-form!never-matches': 'searchUsers',
    },
    {
      story: 'An address is text like any other: one without an at sign finds nobody.',
      with: filters((sent) => {
        const isAddress = sent.get('email')?.every((email) => email.includes('@')) ?? true;
        if (!isAddress) sent.set('email', ['nobody@example.org']);
      }),
    },
  ),
  ...faults(
    {
      'list-users.name-minimum!beside-others': 'listUsers',
      'search-users.search-name-minimum!beside-others': 'searchUsers',
    },
    {
      story: 'Only when the name is the one filter its length is looked at.',
      deep: true,
      with: filters((sent) => {
        if (sent.size > 1 && isEmptyName(sent)) sent.delete('name');
      }),
    },
  ),
  fault('list-users.name-minimum!finds-nobody', {
    on: ['listUsers'],
    story: 'An empty name is compared like any other, and nobody has it.',
    with: filters((sent) => {
      if (isEmptyName(sent)) sent.set('name', ['nobody is called that']);
    }),
  }),
  ...faults(
    {
      'list-users.name-minimum!no-filter': 'listUsers',
      'search-users.search-name-minimum!no-filter': 'searchUsers',
    },
    {
      story: 'An empty name is falsy, and so counts as no filter.',
      with: filters((sent) => {
        if (isEmptyName(sent)) sent.delete('name');
      }),
    },
  ),
  fault('list-users.bad-request!unprocessable', {
    on: ['listUsers'],
    story: 'The framework answers what it could not validate with 422.',
    with: refuseInstead(400, 422),
  }),
  fault('list-users.bad-request!empty-name-conflicts', {
    on: ['listUsers'],
    story: 'The check of the name was written later, with another status.',
    deep: true,
    with: async (request, service) =>
      (await filtersOf(request)).has('name') ? refuseInstead(400, 422)(request, service) : service(request),
  }),
  fault('list-users.success!partial', {
    on: ['listUsers'],
    story: 'A page is a part of the list, so it is answered with 206.',
    with: insteadOf(200, 206),
  }),
  fault('search-users.success!created', {
    on: ['searchUsers'],
    story: 'The framework answers each POST with 201 unless it is told otherwise.',
    with: insteadOf(200, 201),
  }),
  ...faults(
    {
      'list-users.all-optional!some-filter': 'listUsers',
      'search-users.search-optional!some-filter': 'searchUsers',
    },
    {
      story: 'A list of everybody is expensive, so one filter at least has to be given.',
      with: async (request, service) =>
        (await filtersOf(request)).size === 0 ? refusal(400, 'Give a filter.') : service(request),
    },
  ),
  ...faults(
    {
      'list-users.all-optional!email-with-name': 'listUsers',
      'search-users.search-optional!email-with-name': 'searchUsers',
    },
    {
      story:
        'The form of the first client always sends name and address together, and the service insists on it.',
      deep: true,
      with: async (request, service) => {
        const sent = await filtersOf(request);
        return sent.has('email') && !sent.has('name') ? refusal(400, 'Give a name.') : service(request);
      },
    },
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

/** Drops the values that are no UUIDs, from one position on. */
function dropMalformed(sent: UserFilters, from: number): void {
  const values = sent.get('userId');
  if (!values) return;
  const left = values.filter((value, index) => index < from || isUuid(value));
  sent.set('userId', left.length > 0 ? left : [anotherId]);
}

function isEmptyName(sent: UserFilters): boolean {
  return sent.get('name')?.[0] === '';
}
