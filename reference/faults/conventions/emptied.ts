import { bodyOf, objects, remembering, resend } from '../kit/breaks.ts';
import { answerBody, type Break, type Fault, fault, faultsFrom, type Json } from '../kit/fault.ts';

/** Faults of what is empty because nothing was said, or a text without characters. */
export const emptied: readonly Fault[] = [
  ...faultsFrom(
    {
      'conventions.empty-text-omitted/sent!class': ['createClass', 'getClass', 'listClasses'],
      'conventions.empty-text-omitted/sent!cohort': ['createCohort', 'getCohort', 'listCohorts'],
    },
    ([op, ...reads]) => ({
      on: [op],
      touches: [op, ...reads],
      story: 'The serialiser leaves out nulls, and what came from an empty form is none.',
      with: showingEmpty(),
    }),
  ),
  ...faultsFrom(
    {
      'conventions.empty-text-omitted/sent!class-in-list': ['createClass', 'listClasses'],
      'conventions.empty-text-omitted/sent!cohort-in-list': ['createCohort', 'listCohorts'],
    },
    ([op, list]) => ({
      on: [op],
      touches: [op, list],
      story: 'The list is written by hand, with a test for null alone.',
      deep: true,
      with: showingEmpty(),
    }),
  ),
  fault('conventions.empty-text-omitted/emptied', {
    on: ['setUserExternalId'],
    touches: ['setUserExternalId', 'listUsers'],
    story: 'An identifier that is taken away is kept as an empty text.',
    with: showingNoIdentifier(),
  }),
  fault('conventions.empty-omitted/never-said', {
    on: ['createStudent', 'createTeacher'],
    story: 'A date is a type that cannot be missing, and without one it is the first day that it knows.',
    with: answerBody((body) => ({ ...body, user: dated(body['user'] as Json, '0001-01-01') })),
  }),
  fault('conventions.empty-omitted/never-said!index', {
    on: ['createStudent', 'createTeacher'],
    touches: ['searchUsers'],
    story: 'The search index keeps dates as seconds, and zero seconds are the first day of 1970.',
    deep: true,
    with: answerBody((body) => ({
      ...body,
      data: objects(body['data']).map((user) => dated(user, '1970-01-01')),
    })),
  }),
];

function dated(user: Json | undefined, day: string): Json {
  return { ...user, dateOfBirth: user?.['dateOfBirth'] ?? day };
}

/** Shows an empty description of what was created with one. */
function showingEmpty(): Break {
  return remembering(() => {
    const names = new Set<unknown>();
    const shown = (group: Json) => (names.has(group['name']) ? { ...group, description: '' } : group);
    const inAnswer = answerBody((body) => {
      if (Array.isArray(body['data'])) return { ...body, data: objects(body['data']).map(shown) };
      return Object.fromEntries(Object.entries(body).map(([name, group]) => [name, shown(group as Json)]));
    });
    return async (request, service) => {
      if (request.method !== 'GET')
        for (const sent of Object.values(await bodyOf(request)))
          if ((sent as Json | null)?.['description'] === '') names.add((sent as Json)['name']);
      return inAnswer(request, service);
    };
  });
}

/** Shows an empty external identifier of whoever was given one. */
function showingNoIdentifier(): Break {
  return remembering(() => {
    const without = new Set<string>();
    const inList = answerBody((body) => ({
      ...body,
      data: objects(body['data']).map((user) =>
        without.has(String(user['userId'])) ? { ...user, externalId: '' } : user,
      ),
    }));
    return async (request, service) => {
      if (request.method === 'GET') return inList(request, service);
      const { user } = (await bodyOf(request)) as { user?: Json };
      const isEmpty = user?.['externalId'] === '';
      const sent = isEmpty ? resend(request, { user: { ...user, externalId: null } }) : request;
      const response = await service(sent);
      const id = /users\/([^/]+)/.exec(request.url)?.[1] ?? '';
      if (response.ok && isEmpty) without.add(id);
      else if (response.ok) without.delete(id);
      return response;
    };
  });
}
