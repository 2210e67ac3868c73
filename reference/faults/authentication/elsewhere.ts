import { remembering } from '../kit/breaks.ts';
import { type Fault, fault } from '../kit/fault.ts';
import { alsoFrom, refusedLike, withKey } from '../kit/keys.ts';
import { type OperationId, reads } from '../kit/routes.ts';

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
  sessionFor('authentication.missing-key/cookie-of-an-answer!session', {
    on: reads,
    story: 'The framework begins a session for whoever was let in, and the guard asks the session first.',
    cookie: (id) => `sid=${id}; Path=/; HttpOnly`,
  }),
  sessionFor('authentication.missing-key/cookie-of-an-answer!second-cookie', {
    on: ['listUsers', 'getClass'],
    deep: true,
    story:
      'A proxy in front sets a cookie of its own, and behind it the session of the front end is still on.',
    cookie: (id) => `node=a; Expires=Wed, 21 Oct 2099 07:28:00 GMT, sid=${id}; Secure`,
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
  alsoFrom('authentication.key-elsewhere/query!one-route', {
    on: ['listStudySessions', 'getCohort'],
    deep: true,
    story: 'One route was taken over from a service that had the key in its address.',
    find: ({ url }) => new URL(url).searchParams.get('x-api-key') ?? undefined,
  }),
  alsoFrom('authentication.key-elsewhere/query!in-camel-case', {
    on: ['getClass'],
    deep: true,
    story: 'Names are written in this way everywhere else in the service.',
    find: ({ url }) => new URL(url).searchParams.get('apiKey') ?? undefined,
  }),
  refusedLike('authentication.same-key-everywhere/after-near-miss!beginning', {
    on: ['listUsers'],
    story: 'Refused keys are kept for a moment, by their first characters.',
    isLike: (key, refused) => key.slice(0, 4) === refused.slice(0, 4),
  }),
  refusedLike('authentication.same-key-everywhere/after-near-miss!part-of-it', {
    on: ['listUsers'],
    deep: true,
    story: 'A list of refused keys is one text, in which the key is looked for.',
    isLike: (key, refused) => refused.includes(key),
  }),
];

/** Begins a session with each answer to a valid key, whose cookie stands for the key from then on. */
function sessionFor(
  id: string,
  { cookie, ...draft }: Pick<Fault, 'on' | 'story'> & { deep?: true; cookie: (id: string) => string },
): Fault {
  return fault(id, {
    ...draft,
    with: remembering(() => {
      const sessions = new Map<string, string>();
      return async (request, service) => {
        const own = request.headers.get('x-api-key');
        const [, sent = ''] = /\bsid=(\w+)/.exec(request.headers.get('cookie') ?? '') ?? [];
        const held = own === null ? sessions.get(sent) : undefined;
        const response = await service(held === undefined ? request : withKey(request, held));
        if (!response.ok || own === null) return response;
        const name = `s${sessions.size}`;
        sessions.set(name, own);
        const headers = new Headers(response.headers);
        headers.set('set-cookie', cookie(name));
        return new Response(response.body, { status: response.status, headers });
      };
    }),
  });
}
