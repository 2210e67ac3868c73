import type { Fault } from '../kit/fault.ts';
import { alsoFrom } from '../kit/keys.ts';
import type { OperationId } from '../kit/routes.ts';

const withoutPath: readonly OperationId[] = ['listAcademicYears', 'listUsers', 'searchUsers', 'listSessions'];

/** Faults of keys that are found where no key belongs. */
export const elsewhere: readonly Fault[] = [
  alsoFrom('authentication.key-elsewhere', {
    on: withoutPath,
    story: 'The middleware takes a bearer token as well.',
    find: ({ headers }) => headers.get('authorization')?.replace(/^Bearer /, ''),
  }),
  alsoFrom('authentication.key-elsewhere!cookie', {
    on: ['listUsers', 'listSessions'],
    deep: true,
    story: 'The own front end keeps the key in a cookie, and the routes that it uses read it there.',
    find: ({ headers }) => /(?:^|; *)x-api-key=([^;]+)/.exec(headers.get('cookie') ?? '')?.[1],
  }),
  alsoFrom('authentication.key-elsewhere!other-name', {
    on: ['searchUsers'],
    deep: true,
    story: 'Clients of the version before sent another header, and one route still takes it.',
    find: ({ headers }) => headers.get('api-key') ?? undefined,
  }),
  alsoFrom('authentication.key-elsewhere/query', {
    on: withoutPath,
    story: 'The gateway takes the key from the address too, as it does by default.',
    find: ({ url }) => new URL(url).searchParams.get('api_key') ?? undefined,
  }),
  alsoFrom('authentication.key-elsewhere/query!downloads', {
    on: ['listSessions'],
    deep: true,
    story: 'Results are downloaded by a link, which has the key in it.',
    find: ({ url }) => new URL(url).searchParams.get('key') ?? undefined,
  }),
];
