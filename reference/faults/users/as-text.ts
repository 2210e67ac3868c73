import { objects, read, refusal } from '../kit/breaks.ts';
import { type Break, type Fault, fault, faultsFrom, type Json } from '../kit/fault.ts';
import { onPage, type PageBody } from '../kit/pages.ts';
import { type FilterName, filters, filtersOf } from '../kit/user-filters.ts';

/** Faults of values that are read as patterns (chapter Users). */
export const asText: readonly Fault[] = [
  ...faultsFrom(
    {
      'list-users.upn/as-text!like': ['listUsers', 'upn'],
      'list-users.external-id/as-text!like': ['listUsers', 'externalId'],
      'list-users.username/as-text!like': ['listUsers', 'username'],
      'list-users.email/as-text!like': ['listUsers', 'email'],
      'search-users.search-upns/as-text!like': ['searchUsers', 'upn'],
      'search-users.search-external-ids/as-text!like': ['searchUsers', 'externalId'],
      'search-users.search-usernames/as-text!like': ['searchUsers', 'username'],
      'search-users.search-email/as-text!like': ['searchUsers', 'email'],
    },
    ([op, name]) => ({
      on: [op],
      story: 'The values are compared with LIKE, and its signs are not escaped.',
      with: matching(name, (value) => like(value, { '%': '.*', _: '.' })),
    }),
  ),
  ...faultsFrom(
    {
      'list-users.upn/as-text!any-sign': ['listUsers', 'upn'],
      'list-users.external-id/as-text!any-sign': ['listUsers', 'externalId'],
      'list-users.username/as-text!any-sign': ['listUsers', 'username'],
      'list-users.email/as-text!any-sign': ['listUsers', 'email'],
      'search-users.search-upns/as-text!any-sign': ['searchUsers', 'upn'],
      'search-users.search-external-ids/as-text!any-sign': ['searchUsers', 'externalId'],
      'search-users.search-usernames/as-text!any-sign': ['searchUsers', 'username'],
      'search-users.search-email/as-text!any-sign': ['searchUsers', 'email'],
    },
    ([op, name]) => ({
      on: [op],
      deep: true,
      story: 'Per cent signs are escaped, and the sign for any one character is forgotten.',
      with: matching(name, (value) => like(value, { _: '.' })),
    }),
  ),
  ...faultsFrom(
    {
      'list-users.external-id/as-text!beginning': ['listUsers', 'externalId'],
      'list-users.username/as-text!beginning': ['listUsers', 'username'],
      'search-users.search-external-ids/as-text!beginning': ['searchUsers', 'externalId'],
      'search-users.search-usernames/as-text!beginning': ['searchUsers', 'username'],
    },
    ([op, name]) => ({
      on: [op],
      deep: true,
      story: 'The index is asked for all that begins with a value.',
      with: matching(name, (value) => new RegExp(`^${literal(value)}`, 'iu')),
    }),
  ),
  ...faultsFrom(
    {
      'list-users.external-id/as-text!anywhere': ['listUsers', 'externalId'],
      'list-users.username/as-text!anywhere': ['listUsers', 'username'],
      'search-users.search-external-ids/as-text!anywhere': ['searchUsers', 'externalId'],
      'search-users.search-usernames/as-text!anywhere': ['searchUsers', 'username'],
    },
    ([op, name]) => ({
      on: [op],
      deep: true,
      story: 'The search box of the console, which finds parts of words, shares the query.',
      with: matching(name, (value) => new RegExp(`.${literal(value)}`, 'iu')),
    }),
  ),
  ...faultsFrom(
    {
      'list-users.username/as-text!signs-refused': ['listUsers', 'username'],
      'search-users.search-external-ids/as-text!signs-refused': ['searchUsers', 'externalId'],
    },
    ([op, name]) => ({
      on: [op],
      deep: true,
      story:
        'Signs of patterns are refused since somebody searched for them, and the beginning of a value still does.',
      with: async (request, service) => {
        const sent = (await filtersOf(request)).get(name) ?? [];
        if (sent.some((value) => /[%_*(]/.test(value)))
          return refusal(400, 'There is a sign that is not allowed.');
        return matching(name, (value) => new RegExp(`^${literal(value)}`, 'iu'))(request, service);
      },
    }),
  ),
  ...faultsFrom(
    {
      'list-users.email/nearly!a-part': ['listUsers', 'email'],
      'search-users.search-email/nearly!a-part': ['searchUsers', 'email'],
    },
    ([op, name]) => ({
      on: [op],
      story: 'The search box of the console, which finds parts of addresses, shares the query.',
      with: matching(name, (value) => new RegExp(literal(value), 'iu')),
    }),
  ),
  ...faultsFrom(
    {
      'list-users.email/nearly!elsewhere': ['listUsers', 'email'],
      'search-users.search-email/nearly!elsewhere': ['searchUsers', 'email'],
    },
    ([op, name]) => ({
      on: [op],
      deep: true,
      story: 'Addresses are kept without the place, for all were of one school once.',
      with: matching(name, (value) => new RegExp(`^${literal(value.replace(/@.*/, ''))}@`, 'iu')),
    }),
  ),
  ...faultsFrom(
    {
      'list-users.email/nearly!tagged': ['listUsers', 'email'],
      'search-users.search-email/nearly!tagged': ['searchUsers', 'email'],
    },
    ([op, name]) => ({
      on: [op],
      deep: true,
      story: 'What follows a plus is taken off an address, for it reaches the same mailbox.',
      with: matching(name, (value) => new RegExp(`^${literal(value.replace(/\+.*@/, '@'))}$`, 'iu')),
    }),
  ),
  fault('list-users.upn/other-fields!in-its-place', {
    on: ['listUsers'],
    deep: true,
    story: 'Who has no pupil number is found by the number that another system gave.',
    with: async (request, service) => {
      const asked = new URL(request.url).searchParams.getAll('upn');
      if (asked.length === 0) return service(request);
      const { data } = (await (
        await service(new Request(new URL('users?limit=1000', request.url), request))
      ).json()) as PageBody;
      const meant = data.filter(
        ({ upn, externalId }) => upn === undefined && asked.includes(String(externalId)),
      );
      return onPage(request, service, (page) => {
        page.data = [...page.data, ...meant];
        page.pagination.total += meant.length;
      });
    },
  }),
  ...faultsFrom(
    {
      'list-users.upn/other-fields!username': ['listUsers', 'upn', 'username'],
      'list-users.external-id/other-fields!upn': ['listUsers', 'externalId', 'upn'],
      'list-users.username/other-fields!external-id': ['listUsers', 'username', 'externalId'],
      'search-users.search-upns/other-fields!external-id': ['searchUsers', 'upn', 'externalId'],
      'search-users.search-external-ids/other-fields!username': ['searchUsers', 'externalId', 'username'],
      'search-users.search-usernames/other-fields!upn': ['searchUsers', 'username', 'upn'],
    },
    ([op, name, other]) => ({
      on: [op],
      story: 'Whatever names a user is in one index, so that the form finds a pupil by any of it.',
      with: findingBy(name, other),
    }),
  ),
  ...faultsFrom(
    {
      'list-users.upn/other-fields!in-vain': ['listUsers', 'upn', 'externalId'],
      'list-users.external-id/other-fields!in-vain': ['listUsers', 'externalId', 'username'],
      'list-users.username/other-fields!in-vain': ['listUsers', 'username', 'upn'],
      'search-users.search-upns/other-fields!in-vain': ['searchUsers', 'upn', 'username'],
      'search-users.search-external-ids/other-fields!in-vain': ['searchUsers', 'externalId', 'upn'],
      'search-users.search-usernames/other-fields!in-vain': ['searchUsers', 'username', 'externalId'],
    },
    ([op, name, other]) => ({
      on: [op],
      deep: true,
      story: 'Where nobody has such a value, it is looked for in another column before the page stays empty.',
      with: findingBy(name, other, (isFound) => !isFound),
    }),
  ),
];

/** Finds users by another field as well, where it is looked at. */
function findingBy(
  name: FilterName,
  other: FilterName,
  looks: (isFound: boolean) => boolean = () => true,
): Break {
  return async (request, service) => {
    const sent = (await filtersOf(request)).get(name) ?? [];
    if (sent.length === 0) return service(request);
    const users = objects((await read(request, service, '/users?limit=1000'))['data']);
    const having = (field: FilterName) =>
      users.filter((user) => valuesOf(user, field).some((value) => sent.includes(value)));
    if (!looks(having(name).length > 0)) return service(request);
    const found = having(other);
    return filters((wanted) => {
      wanted.set(name, [...sent, ...found.flatMap((user) => valuesOf(user, name))]);
    })(request, service);
  };
}

/** Puts in the place of each value a user's value that it fits as a pattern, if there is one. */
function matching(name: FilterName, pattern: (value: string) => RegExp): Break {
  return async (request, service) => {
    const sent = (await filtersOf(request)).get(name) ?? [];
    if (sent.length === 0) return service(request);
    const users = objects((await read(request, service, '/users?limit=1000'))['data']);
    const all = users.flatMap((user) => valuesOf(user, name));
    return filters((wanted) => {
      const values = sent.map((value) =>
        all.includes(value) ? value : (fitting(all, pattern(value)) ?? value),
      );
      wanted.set(name, values);
    })(request, service);
  };
}

function fitting(all: readonly string[], pattern: RegExp): string | undefined {
  return all.find((value) => pattern.test(value));
}

function valuesOf(user: Json, name: FilterName): readonly string[] {
  const value = name === 'email' ? user['emails'] : user[name];
  return [value ?? []].flat().map(String);
}

function like(text: string, signs: Readonly<Record<string, string>>): RegExp {
  const parts = [...text].map((sign) => signs[sign] ?? literal(sign));
  return new RegExp(`^${parts.join('')}$`, 'isu');
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);
}
