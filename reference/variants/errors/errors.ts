import { remembering } from '../../faults/kit/breaks.ts';
import { answer } from '../../faults/kit/fault.ts';
import { operationOf } from '../../faults/kit/routes.ts';
import { refuse, rewritten } from '../kit/rewrite.ts';
import { type Variant, variant } from '../kit/variant.ts';

const resources = ['academicYears', 'classes', 'cohorts', 'tests', 'users', 'sessions', 'accounts'] as const;
const everywhere = <Format extends string>(format: Format) =>
  Object.fromEntries(resources.map((resource) => [resource, format])) as Record<
    (typeof resources)[number],
    Format
  >;
const refused = ({ ok }: Response) => !ok;

/** What a server in front says before the service is asked. */
const page = (status: number) =>
  Promise.resolve(
    new Response('<!DOCTYPE html><title>Refused</title>', {
      status,
      headers: { 'content-type': 'text/html', 'access-control-allow-origin': '*' },
    }),
  );

/** Both error formats, by themselves, on every operation. */
const formats = (
  [
    ['errors.which-format!basic-everywhere', 'basic'],
    ['errors.which-format!problem-everywhere', 'problem'],
  ] as const
).map(([id, format]) =>
  variant(id, {
    fills: ['errors.which-format'],
    story: `Every operation answers errors in the ${format} format.`,
    shapes: { errors: everywhere(format) },
  }),
);

/** What another team may do about errors. */
export const errors: readonly Variant[] = [
  ...formats,
  variant('errors.problem-optional-members!title-only', {
    fills: ['errors.problem-optional-members'],
    story: 'A problem has a title, and nothing else that its standard leaves free.',
    shapes: { errors: everywhere('problem') },
    with: rewritten(refused, (body) => ('title' in body ? { title: body['title'] } : body)),
  }),
  variant('errors.problem-optional-members!status-only', {
    fills: ['errors.problem-optional-members'],
    story: 'A problem says its status, and nothing else that its standard leaves free.',
    shapes: { errors: everywhere('problem') },
    with: async (request, service) => {
      const response = await service(request);
      if (response.ok) return response;
      const headers = { 'content-type': 'application/problem+json' };
      return answer(response, { status: response.status }, { headers });
    },
  }),
  variant('errors.relative-uri!paths', {
    fills: ['errors.relative-uri'],
    story: 'The type and the instance of a problem are paths of the service.',
    shapes: { errors: everywhere('problem') },
    with: rewritten(refused, (body) => ({ ...body, type: '/problems/one', instance: '#occurrence-7' })),
  }),
  variant('errors.relative-uri!path-of-the-request', {
    fills: ['errors.relative-uri'],
    story: 'The instance of a problem is the path that was asked for, the same each time.',
    shapes: { errors: everywhere('problem') },
    with: (request, service) => {
      const instance = new URL(request.url).pathname;
      return rewritten(refused, (body) => ({ ...body, instance }))(request, service);
    },
  }),
  variant('errors.extra-members!trace', {
    fills: ['errors.extra-members'],
    story: 'Every error names its trace and lists what is wrong.',
    with: rewritten(refused, (body) => ({
      ...body,
      traceId: '00-a1',
      violations: [{ field: 'limit', rule: 'integer' }],
    })),
  }),
  variant('errors.not-found-before-validation!not-found-first', {
    fills: ['errors.not-found-before-validation'],
    story: 'The class or cohort in the path is looked up before the body is read.',
    with: async (request, service) => {
      const owner = /^(.*\/(?:classes|cohorts)\/[^/]+)\/\w+$/.exec(request.url)?.[1];
      if (owner === undefined) return service(request);
      const found = await service(new Request(owner, { headers: request.headers }));
      return found.status === 404 ? found : service(request);
    },
  }),
  variant('errors.missing-body-status!media-type', {
    fills: ['errors.missing-body-status', 'errors.unlisted-statuses'],
    story: 'A request without a media type is refused for it, and one of another kind with it.',
    with: async (request, service) => {
      const response = await service(request.clone());
      const takesBody = request.method !== 'GET' && !/^(?:en|dis)ableUser$/.test(operationOf(request) ?? '');
      const json = /^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '');
      return response.status === 400 && takesBody && !json ? refuse(415, 'The body must be JSON.') : response;
    },
  }),
  variant('errors.front-server-pages!no-such-page', {
    fills: ['errors.front-server-pages', 'errors.unlisted-statuses'],
    story:
      'A server in front knows no page at a very long address, nor at one with control or special characters in its path.',
    with: (request, service) => {
      const { pathname } = new URL(request.url);
      const isUnusual = /%(?:[01][\da-f]|22|25|27)|\*/i.test(pathname);
      return isUnusual || request.url.length > 4_096 ? page(404) : service(request);
    },
  }),
  variant('errors.front-server-pages!firewall', {
    fills: ['errors.front-server-pages', 'errors.unlisted-statuses'],
    story: 'A firewall forbids texts that look like an attack, with a page of its own.',
    with: async (request, service) => {
      const message =
        decodeURIComponent(request.url.replaceAll(/%(?![0-9a-f]{2})|%[89a-f][0-9a-f]/gi, '')) +
        (await request.clone().text());
      return /['"]+;?--|<script|\.\.\/|\\u0000|%00|__proto__/i.test(message) ? page(403) : service(request);
    },
  }),
  variant('errors.front-server-pages!long-address', {
    fills: ['errors.front-server-pages', 'limits.url-length'],
    story: 'A server in front calls an address of more than four thousand characters a bad request.',
    with: (request, service) => (request.url.length > 4_000 ? page(400) : service(request)),
  }),
  variant('errors.passing-gateway!now-and-then', {
    inFront: true,
    fills: ['errors.passing-gateway'],
    story:
      'A gateway in front of the service fails for a moment now and then, with a page that allows no origin.',
    with: remembering(() => {
      let requests = 0;
      return async (request, service) => {
        // What is sent without a browser is asked again elsewhere in the proofs; waiting for it takes time.
        if (request.headers.get('origin') !== 'http://localhost:47831') return service(request);
        requests += 1;
        if (requests % 5 !== 0) return service(request);
        return new Response('<html>Bad Gateway</html>', {
          status: 502,
          headers: { 'content-type': 'text/html' },
        });
      };
    }),
  }),
  variant('errors.front-server-pages!bad-message', {
    fills: ['errors.front-server-pages', 'errors.unlisted-statuses'],
    story:
      'A server in front refuses long addresses, broken encodings and large or foreign bodies with pages of its own.',
    with: async (request, service) => {
      if (request.url.length > 4_096) return page(414);
      if (/%00|%(?![0-9a-f]{2})/i.test(request.url)) return page(400);
      if ((await request.clone().text()).length > 65_536) return page(413);
      const [type = ''] = (request.headers.get('content-type') ?? 'application/json').split(';');
      if (type !== 'application/json') return page(415);
      return /json|\*\/\*/.test(request.headers.get('accept') ?? '*/*') ? service(request) : page(406);
    },
  }),
];
