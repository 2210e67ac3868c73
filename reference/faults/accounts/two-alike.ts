import { bodyOf, objects, read, refusal, remembering } from '../kit/breaks.ts';
import { type Break, type Fault, fault, faults, faultsFrom, type Json } from '../kit/fault.ts';
import { onPage } from '../kit/pages.ts';
import { filtersOf } from '../kit/user-filters.ts';
import { requestTo, userIdIn, userNow } from './user.ts';

/** Faults of users who have the same value, when one of them is changed. */
export const twoAlike: readonly Fault[] = [
  ...faultsFrom(
    {
      'update-user-name.effect/two-alike': ['updateUserName', 'lastName'],
      'update-user-primary-email.effect/two-alike': ['updateUserPrimaryEmail', 'emails'],
      'set-user-external-id.effect/two-alike': ['setUserExternalId', 'externalId'],
      'update-student-details.date-of-birth/two-alike': ['updateStudentDetails', 'dateOfBirth'],
    },
    ([op, field]) => ({
      on: [op],
      story: 'Values are rows of their own, and users who have the same one share a row.',
      with: withThoseAlike(field, async (service, request, id) => {
        const path = new URL(request.url).pathname.replace(userIdIn(request), id);
        await service(new Request(new URL(path, request.url), request.clone()));
      }),
    }),
  ),
  ...faultsFrom(
    {
      'update-user-name.effect/two-alike!form': ['updateUserName', 'lastName'],
      'update-user-primary-email.effect/two-alike!form': ['updateUserPrimaryEmail', 'emails'],
      'update-student-details.date-of-birth/two-alike!form': ['updateStudentDetails', 'dateOfBirth'],
    },
    ([op, field]) => ({
      on: [op],
      story: 'Whoever had the same value is saved anew, from a form that has no date of birth.',
      deep: true,
      with: withThoseAlike(field, async (service, request, id) => {
        await service(
          requestTo(request, 'PATCH', `/students/${id}/details`, { user: { dateOfBirth: null } }),
        );
      }),
    }),
  ),
  fault('update-student-details.date-of-birth/both-without', {
    on: ['updateStudentDetails'],
    touches: ['updateStudentDetails', 'createStudent'],
    story: 'Students without details point at one empty row of them, which the first change writes to.',
    with: sharedRow(() => true),
  }),
  fault('update-student-details.date-of-birth/both-without!next', {
    on: ['updateStudentDetails'],
    touches: ['updateStudentDetails', 'createStudent'],
    deep: true,
    story: 'A row of details is kept for the next student, and is not let go of where none is given.',
    with: sharedRow((own, other) => other === own + 1),
  }),
  ...faults(
    { 'set-user-external-id.effect/two-alike!given-up': 'setUserExternalId' },
    {
      story: 'A value that is given up is cleaned away, from whoever else has it.',
      deep: true,
      with: withThoseAlike('externalId', async (service, request, id) => {
        const user = { externalId: null };
        await service(requestTo(request, 'PUT', `/users/${id}/external-id`, { user }));
      }),
    },
  ),
  ...faultsFrom(
    {
      'update-user-primary-email.effect/two-alike!found-one': [
        'updateUserPrimaryEmail',
        'listUsers',
        'email',
      ],
      'set-user-external-id.effect/two-alike!found-one': ['setUserExternalId', 'listUsers', 'externalId'],
    },
    ([op, list, filter]) => ({
      on: [op],
      touches: [list],
      story: 'The filter calls a look-up that was written for one user, and so gives one.',
      with: foundOne(filter),
    }),
  ),
  ...faultsFrom(
    {
      'update-user-primary-email.effect/two-alike!searched-one': [
        'updateUserPrimaryEmail',
        'searchUsers',
        'email',
      ],
      'set-user-external-id.effect/two-alike!searched-one': [
        'setUserExternalId',
        'searchUsers',
        'externalId',
      ],
    },
    ([op, list, filter]) => ({
      on: [op],
      touches: [list],
      deep: true,
      story: 'What a search has found is put into a map by the value that was sought, where one has room.',
      with: foundOne(filter),
    }),
  ),
  fault('update-user-name.effect/two-alike!conflict', {
    on: ['updateUserName'],
    story: 'A unique index is on the first and the last name.',
    deep: true,
    with: async (request, service) => {
      const { user } = await bodyOf(request);
      const name = (one: unknown) => ['firstName', 'lastName'].map((part) => (one as Json)?.[part]).join(' ');
      const all = objects((await read(request, service, '/users?limit=1000'))['data']);
      const isTaken = all.some((one) => one['userId'] !== userIdIn(request) && name(one) === name(user));
      return isTaken ? refusal(409, 'There is somebody of that name.') : service(request);
    },
  }),
  fault('set-user-external-id.effect/other-case', {
    on: ['setUserExternalId'],
    touches: ['setUserExternalId', 'listUsers'],
    story:
      'A table for the look-up has one row for each identifier in small letters, that of whoever came first.',
    with: firstOfCase(),
  }),
  fault('set-user-external-id.effect/other-case!search', {
    on: ['setUserExternalId'],
    touches: ['searchUsers', 'setUserExternalId'],
    story: 'Searches are kept by what was sent, in small letters, until something is written.',
    deep: true,
    with: keptInSmallLetters(),
  }),
];

type Service = (request: Request) => Promise<Response>;

/** After a change, does something with the others who had the same value before. */
function withThoseAlike(
  field: string,
  act: (service: Service, request: Request, id: string) => Promise<void>,
): Break {
  return async (request, service) => {
    const before = await userNow(request, service);
    const response = await service(request.clone());
    if (!response.ok || before[field] === undefined) return response;
    const newest = objects((await read(request, service, '/users?limit=200'))['data']);
    const same = (user: Json) => JSON.stringify(user[field]) === JSON.stringify(before[field]);
    const others = newest.filter((user) => user['userId'] !== before['userId'] && same(user));
    for (const { userId } of others) await act(service, request, String(userId));
    return response;
  };
}

/** Has students who were created without details share them: those who share are told by how many came before them. */
function sharedRow(areOne: (own: number, other: number) => boolean): Break {
  return remembering(() => {
    const sharing = new Set<string>();
    return async (request, service) => {
      const response = await service(request.clone());
      if (request.method === 'POST') {
        const { user } = (await response.clone().json()) as { user?: Json };
        if (user && !user['dateOfBirth'] && !user['gender']) sharing.add(String(user['userId']));
        return response;
      }
      const id = userIdIn(request);
      const path = new URL(request.url).pathname;
      const all = [...sharing];
      if (response.ok && sharing.has(id))
        for (const other of all.filter((_, at) => areOne(all.indexOf(id), at)))
          await service(new Request(new URL(path.replace(id, other), request.url), request.clone()));
      return response;
    };
  });
}

/** Shows one user of those who are found by a value of a filter. */
function foundOne(name: 'email' | 'externalId'): Break {
  return async (request, service) => {
    const values = (await filtersOf(request)).get(name);
    if (values === undefined) return service(request);
    return onPage(request, service, (page) => {
      page.data = page.data.slice(0, values.length);
      page.pagination = { ...page.pagination, total: page.data.length, nextCursor: null };
    });
  };
}

/** Finds by an external identifier whoever had it first, whatever the letter case. */
function firstOfCase(): Break {
  return remembering(() => {
    const first = new Map<string, string>();
    return async (request, service) => {
      if (request.method !== 'GET') {
        const { user } = (await bodyOf(request)) as { user?: Json };
        const value = String(user?.['externalId']);
        if (!first.has(value.toLowerCase())) first.set(value.toLowerCase(), value);
        return service(request);
      }
      const url = new URL(request.url);
      const values = url.searchParams.getAll('externalId');
      url.searchParams.delete('externalId');
      for (const value of values)
        url.searchParams.append('externalId', first.get(value.toLowerCase()) ?? value);
      return service(new Request(url, request));
    };
  });
}

/** Answers a search as one that differs in letter case alone was answered, until a user is changed. */
function keptInSmallLetters(): Break {
  return remembering(() => {
    const kept = new Map<string, Response>();
    return async (request, service) => {
      if (request.method !== 'POST') {
        kept.clear();
        return service(request);
      }
      const key = `${request.headers.get('x-api-key')} ${(await request.clone().text()).toLowerCase()}`;
      const response = kept.get(key) ?? (await service(request));
      if (response.ok) kept.set(key, response.clone());
      return response.clone();
    };
  });
}
