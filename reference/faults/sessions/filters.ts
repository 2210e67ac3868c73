import { type Break, type Fault, fault, query } from '../kit/fault.ts';
import type { PageBody } from '../kit/pages.ts';
import { refusal } from './answers.ts';

const whole = ['listSessions'] as const;
const valued = { 'user-id': 'userId', 'test-id': 'testId', subject: 'subject' } as const;

/** Faults of the filters that take several values. */
const ofValues: readonly Fault[] = Object.entries(valued).flatMap(([clause, name]) => {
  const id = `list-sessions.${clause}`;
  return [
    fault(`${id}!ignored`, {
      on: whole,
      story: `\`${name}\` is documented and never read.`,
      with: query((asked) => asked.delete(name)),
    }),
    fault(`${id}!ignored-by-one`, {
      on: whole,
      deep: true,
      story: `A list of one value of \`${name}\` is not seen as a list.`,
      with: query((asked) => {
        if (asked.getAll(name).length === 1) asked.delete(name);
      }),
    }),
    fault(`${id}-repeated!last-wins`, {
      on: whole,
      story: `Of a repeated \`${name}\` the last value counts.`,
      with: query((asked) => {
        const last = asked.getAll(name).at(-1);
        if (last !== undefined) asked.set(name, last);
      }),
    }),
    fault(`${id}-repeated!all-or-nothing`, {
      on: whole,
      deep: true,
      story: `A value of \`${name}\` that no session has empties the whole answer.`,
      with: allOrNothing(name),
    }),
    fault(`${id}-no-match!everything`, {
      on: whole,
      story: `A \`${name}\` that is not found becomes no filter.`,
      with: whenNothing(name, async (url, request, service) => {
        url.searchParams.delete(name);
        return service(new Request(url, request));
      }),
    }),
    fault(`${id}-no-match!not-found`, {
      on: whole,
      deep: true,
      story: `A \`${name}\` that is not found is answered as if it stood in the path.`,
      with: whenNothing(name, async () => refusal(404)),
    }),
  ];
});

/** Faults of the filters by value and by status. */
export const ofFilters: readonly Fault[] = [
  ...ofValues,
  fault('list-sessions.status/no-match!not-found', {
    on: whole,
    story: 'A learner without sessions of that status is answered as if there were no such learner.',
    with: whenNothing('status', async () => refusal(404)),
  }),
  fault('list-sessions.status/no-match!of-anybody', {
    on: whole,
    deep: true,
    story: 'Where the index by learner and status has nothing, the one by status alone is asked.',
    with: whenNothing('status', async (url, request, service) => {
      url.searchParams.delete('userId');
      return service(new Request(url, request));
    }),
  }),
];

type Answering = (
  url: URL,
  request: Request,
  service: (request: Request) => Promise<Response>,
) => Promise<Response>;

/** Answers otherwise when a filter finds nothing. */
function whenNothing(name: string, otherwise: Answering): Break {
  return async (request, service) => {
    const response = await service(request.clone());
    const url = new URL(request.url);
    if (!response.ok || !url.searchParams.has(name)) return response;
    const { pagination } = (await response.clone().json()) as PageBody;
    return pagination.total === 0 ? otherwise(url, request, service) : response;
  };
}

/** Answers with nothing when one of the values by itself finds nothing. */
function allOrNothing(name: string): Break {
  return async (request, service) => {
    const url = new URL(request.url);
    for (const value of new Set(url.searchParams.getAll(name))) {
      const alone = new URL(url);
      alone.search = '';
      alone.searchParams.set(name, value);
      const response = await service(new Request(alone, request));
      const found = response.ok ? ((await response.clone().json()) as PageBody).pagination.total : 1;
      if (found === 0) return response;
    }
    return service(request);
  };
}
