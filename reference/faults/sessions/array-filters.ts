import { refusal } from '../kit/breaks.ts';
import { type Break, type Fault, faults, faultsFrom, query } from '../kit/fault.ts';
import { anotherId, isUuid } from '../kit/ids.ts';
import { noContent, totalOf, whereNothing } from '../kit/no-match.ts';

const on = ['listSessions'] as const;

/** Faults of the list's filters that take several values (chapter Initial-assessment sessions). */
export const arrayFilters: readonly Fault[] = [
  ...faultsFrom(
    {
      'list-sessions.user-id!ignored': 'userId',
      'list-sessions.test-id!ignored': 'testId',
      'list-sessions.subject!ignored': 'subject',
    },
    (name) => ({
      on,
      story: `\`${name}\` is documented and never read.`,
      with: query((asked) => asked.delete(name)),
    }),
  ),
  ...faultsFrom(
    {
      'list-sessions.user-id!ignored-by-one': 'userId',
      'list-sessions.test-id!ignored-by-one': 'testId',
      'list-sessions.subject!ignored-by-one': 'subject',
    },
    (name) => ({
      on,
      deep: true,
      story: `A list of one value of \`${name}\` is not seen as a list.`,
      with: query((asked) => {
        if (asked.getAll(name).length === 1) asked.delete(name);
      }),
    }),
  ),
  ...faultsFrom(
    {
      'list-sessions.user-id-repeated!last-wins': 'userId',
      'list-sessions.test-id-repeated!last-wins': 'testId',
      'list-sessions.subject-repeated!last-wins': 'subject',
    },
    (name) => ({
      on,
      story: `Of a repeated \`${name}\` the last value counts.`,
      with: query((asked) => {
        const last = asked.getAll(name).at(-1);
        if (last !== undefined) asked.set(name, last);
      }),
    }),
  ),
  ...faultsFrom(
    {
      'list-sessions.user-id-repeated!all-or-nothing': 'userId',
      'list-sessions.test-id-repeated!all-or-nothing': 'testId',
      'list-sessions.subject-repeated!all-or-nothing': 'subject',
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
      'list-sessions.user-id-no-match!everything': 'userId',
      'list-sessions.test-id-no-match!everything': 'testId',
      'list-sessions.subject-no-match!everything': 'subject',
    },
    (name) => ({
      on,
      story: `A \`${name}\` that is not found becomes no filter.`,
      with: whereNothing(
        has(name),
        query((asked) => asked.delete(name)),
      ),
    }),
  ),
  ...faultsFrom(
    {
      'list-sessions.user-id-no-match!not-found': 'userId',
      'list-sessions.test-id-no-match!not-found': 'testId',
      'list-sessions.subject-no-match!not-found': 'subject',
    },
    (name) => ({
      on,
      deep: true,
      story: `A \`${name}\` that is not found is answered as if it stood in the path.`,
      with: whereNothing(has(name), async () => refusal(404, 'There is no such thing.')),
    }),
  ),
  ...faultsFrom(
    {
      'list-sessions.user-id-no-match!no-content': 'userId',
      'list-sessions.test-id-no-match!no-content': 'testId',
      'list-sessions.subject-no-match!no-content': 'subject',
    },
    (name) => ({
      on,
      story: `The controller answers a \`${name}\` that finds nothing without a body, as it does everywhere.`,
      with: whereNothing(has(name), noContent),
    }),
  ),
  ...faults(
    {
      'list-sessions.user-id-form!unchecked': 'listSessions',
      'list-sessions.test-id-form!unchecked': 'listSessions',
    },
    {
      story: 'An id is compared as text and never checked.',
      with: async (request, service) => {
        const response = await service(request.clone());
        return response.status === 400 ? service(ofNobody(request)) : response;
      },
    },
  ),
  ...faultsFrom(
    {
      'list-sessions.user-id-form!first-only': 'userId',
      'list-sessions.test-id-form!first-only': 'testId',
    },
    (name) => ({
      on,
      deep: true,
      story: 'Of several ids the first one is checked.',
      with: query((asked) => {
        const [first, ...others] = asked.getAll(name);
        if (first === undefined || others.length === 0) return;
        asked.set(name, first);
        for (const other of others.filter(isUuid)) asked.append(name, other);
      }),
    }),
  ),
];

function has(name: string): (request: Request) => boolean {
  return (request) => new URL(request.url).searchParams.has(name);
}

/** Answers with nothing when one of the values by itself finds nothing. */
function allOrNothing(name: string): Break {
  return async (request, service) => {
    const url = new URL(request.url);
    for (const value of new Set(url.searchParams.getAll(name))) {
      const response = await service(withQuery(request, name, value));
      if (response.ok && (await totalOf(response)) === 0) return response;
    }
    return service(request);
  };
}

function ofNobody(request: Request): Request {
  return withQuery(request, 'userId', anotherId);
}

/** The same request with one parameter alone. */
function withQuery(request: Request, name: string, value: string): Request {
  const url = new URL(request.url);
  url.search = new URLSearchParams({ [name]: value }).toString();
  return new Request(url, request);
}
