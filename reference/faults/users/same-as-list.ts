import { remembering } from '../kit/breaks.ts';
import { answerBody, type Break, type Fault, fault, type Json } from '../kit/fault.ts';
import {
  askedOf,
  asking,
  eachItem,
  givenIn,
  keep,
  onPage,
  otherPage,
  type PageBody,
  page,
} from '../kit/pages.ts';
import { filters, filtersOf } from '../kit/user-filters.ts';

const on = ['searchUsers'] as const;

/** Shows these fields of each user as they were when the user was first shown. */
function keeping(fields: readonly string[]): Break {
  return remembering(() => {
    const kept = new Map<unknown, Json>();
    return eachItem((user) => {
      const first = kept.get(user['userId']) ?? { ...user };
      kept.set(user['userId'], first);
      for (const field of fields) user[field] = first[field];
    });
  });
}

/** Changes pages of a search for a name. */
function namedBy(change: (page: PageBody, name: string) => void): Break {
  return async (request, service) => {
    const { search } = await givenIn(request);
    const { name } = (search ?? {}) as Json;
    return typeof name === 'string'
      ? onPage(request, service, (page) => change(page, name))
      : service(request);
  };
}

/** Faults by which the search differs from the list (chapter Users). */
export const sameAsList: readonly Fault[] = [
  fault('search-users.same-as-list-users/pages!no-addresses', {
    on,
    story: 'The search was written before users had addresses, and loads none.',
    with: eachItem((user) => {
      delete user['emails'];
    }),
  }),
  fault('search-users.same-as-list-users/pages!turned', {
    on,
    deep: true,
    story: 'The search puts the family name first where names are written so, and the list never learnt it.',
    with: eachItem((user) => {
      if (/\p{Script=Han}/u.test(String(user['fullName'])))
        user['fullName'] = `${user['lastName']} ${user['firstName']}`;
    }),
  }),
  fault('search-users.same-as-list-users/every-answer!first-names', {
    on,
    story: 'The search looks for a name among first names alone.',
    with: namedBy((page, name) => keep(page, (user) => String(user['firstName']).includes(name))),
  }),
  fault('search-users.same-as-list-users/every-answer!other-letters', {
    on,
    deep: true,
    story: 'The index of the search has missed whoever came last of those whose names have other letters.',
    with: namedBy((page, name) => {
      const [newest] = page.data;
      if (/[^ -~]/.test(name)) keep(page, (user) => user !== newest);
    }),
  }),
  fault('search-users.same-as-list-users!other-order', {
    on,
    story: 'The search was written a year later, and sorts the other way round.',
    with: async (request, service) =>
      service(await asking(request, { sort: { field: 'createdAt', direction: 'asc' } })),
  }),
  fault('search-users.same-as-list-users!nothing-asked', {
    on: ['searchUsers'],
    deep: true,
    story: 'Who searches for nothing in particular finds nobody.',
    with: async (request, service) => {
      const { search } = await givenIn(request);
      const isEmpty = Object.keys((search as Json | undefined) ?? {}).length === 0;
      if (!isEmpty) return service(request);
      return onPage(request, service, (page) => {
        page.data = [];
        Object.assign(page.pagination, { total: 0, previousCursor: null, nextCursor: null });
      });
    },
  }),
  fault('search-users.same-as-list-users!no-way-on', {
    on: ['searchUsers'],
    deep: true,
    story: 'The search is done by an index that knows no cursors.',
    with: answerBody(({ pagination, ...body }) => ({
      ...body,
      pagination: { ...(pagination as Json), nextCursor: null },
    })),
  }),
  fault('search-users.same-as-list-users!other-default-limit', {
    on,
    story: 'The search has a default page size of its own.',
    with: otherPage(({ limit }) => (limit === undefined ? { limit: 50 } : undefined)),
  }),
  fault('search-users.same-as-list-users/fields!brief', {
    on,
    story: 'The search shows users as its index has them, without their classes.',
    with: eachItem((user) => {
      delete user['classIds'];
    }),
  }),
  fault('search-users.same-as-list-users/fields!first-address', {
    on,
    deep: true,
    story: 'The index keeps one address of each user.',
    with: eachItem((user) => {
      if (Array.isArray(user['emails'])) user['emails'] = user['emails'].slice(0, 1);
    }),
  }),
  ...(
    [
      ['search-users.same-as-list-users/many', 'classIds', false],
      ['search-users.same-as-list-users/many!one-address', 'emails', true],
    ] as const
  ).map(([id, field, deep]) =>
    fault(id, {
      on,
      ...(deep ? { deep } : {}),
      story: 'More than thirty values go through a table of their own, whose query lacks a join.',
      with: async (request, service) => {
        const { search } = await givenIn(request);
        const lists = Object.values((search ?? {}) as Json).filter((value) => Array.isArray(value));
        if (!lists.some(({ length }) => length > 30)) return service(request);
        return eachItem((user) => {
          delete user[field];
        })(request, service);
      },
    }),
  ),
  fault('search-users.same-as-list-users/after-changes!second-batch', {
    on,
    touches: ['searchUsers', 'updateUserName'],
    deep: true,
    story: 'Users are loaded thirty at a time, and the first batch alone passes by the cache.',
    with: remembering(() => {
      const first = new Map<unknown, Json>();
      return async (request, service) => {
        if (request.method !== 'POST') return service(request);
        const { search } = await givenIn(request);
        const ids = ((search ?? {}) as Json)['userIds'];
        const later = Array.isArray(ids) ? ids.slice(30).map((id) => String(id).toLowerCase()) : [];
        return eachItem((user) => {
          const { firstName, lastName, fullName } = first.get(user['userId']) ?? user;
          first.set(user['userId'], first.get(user['userId']) ?? { firstName, lastName, fullName });
          if (later.includes(String(user['userId']).toLowerCase()))
            Object.assign(user, { firstName, lastName, fullName });
        })(request, service);
      };
    }),
  }),
  ...(
    [
      ['search-users.same-as-list-users/disabled', 'searchUsers', false],
      ['search-users.same-as-list-users/disabled!listed', 'listUsers', true],
    ] as const
  ).map(([id, op, deep]) =>
    fault(id, {
      on,
      touches: [op, 'disableUser', 'enableUser'],
      ...(deep ? { deep } : {}),
      story: 'One of the two reads leaves out who is disabled, and nobody told the other.',
      with: remembering(() => {
        const disabled = new Set<string>();
        const shown = page((body) => keep(body, ({ userId }) => !disabled.has(String(userId).toLowerCase())));
        return async (request, service) => {
          const [, userId, does] =
            /\/users\/([^/]+)\/(disable|enable)$/.exec(new URL(request.url).pathname) ?? [];
          if (userId === undefined) return shown(request, service);
          const response = await service(request);
          if (response.ok && does === 'disable') disabled.add(userId.toLowerCase());
          else if (response.ok) disabled.delete(userId.toLowerCase());
          return response;
        };
      }),
    }),
  ),
  fault('search-users.same-as-list-users/disabled!enabled', {
    on,
    touches: ['searchUsers', 'disableUser'],
    story: 'The search has no column for the state, and shows everybody as enabled.',
    with: eachItem((user) => {
      user['enabled'] = true;
    }),
  }),
  fault('search-users.same-as-list-users/disabled!as-first-seen', {
    on,
    touches: ['searchUsers', 'disableUser'],
    deep: true,
    story: 'The search keeps the state of an account as it was when it was first found.',
    with: keeping(['enabled']),
  }),
  fault('search-users.same-as-list-users/after-changes!index', {
    on,
    story: 'The index behind the search is filled when a user is first shown, and never again.',
    with: keeping(['firstName', 'lastName', 'fullName', 'emails', 'externalId', 'updatedAt']),
  }),
  fault('search-users.same-as-list-users/after-changes!addresses', {
    on,
    deep: true,
    story: 'A change of name is sent on to the index of the search, and a change of address is not.',
    with: keeping(['emails']),
  }),
  fault('search-users.same-as-list-users!third-filter', {
    on,
    story: 'The index behind the search takes two conditions, the table behind the list any number.',
    deep: true,
    with: filters((sent) => {
      for (const name of [...sent.keys()].slice(2)) sent.delete(name);
    }),
  }),
  fault('search-users.same-as-list-users!offset-beside-filters', {
    on,
    story: 'The search hands the offset on only when it has no filters.',
    deep: true,
    with: async (request, service) => {
      const { offset } = await askedOf(request);
      const isFiltered = (await filtersOf(request)).size > 0;
      return service(offset !== undefined && isFiltered ? await asking(request, { offset: 0 }) : request);
    },
  }),
];
