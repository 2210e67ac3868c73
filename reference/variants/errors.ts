import { operationOf } from '../faults/routes.ts';
import { refuse, rewritten } from './rewrite.ts';
import { type Variant, variant } from './variant.ts';

const resources = ['academicYears', 'classes', 'cohorts', 'tests', 'users', 'sessions', 'accounts'] as const;
const all = <Format extends string>(format: Format) =>
  Object.fromEntries(resources.map((resource) => [resource, format])) as Record<
    (typeof resources)[number],
    Format
  >;
const refused = ({ ok }: Response) => !ok;

/** Both error formats, by themselves, on every operation. */
const formats = (['basic', 'problem'] as const).map((format) =>
  variant(`errors.which-format!${format}-everywhere`, {
    fills: ['errors.which-format'],
    story: `Every operation answers errors in the ${format} format.`,
    shapes: { errors: all(format) },
  }),
);

/** What another team may do about errors. */
export const errors: readonly Variant[] = [
  ...formats,
  variant('errors.problem-optional-members!title-only', {
    fills: ['errors.problem-optional-members'],
    story: 'A problem has a title, and nothing else that its standard leaves free.',
    shapes: { errors: all('problem') },
    with: rewritten(refused, ({ title }) => ({ title })),
  }),
  variant('errors.problem-optional-members!status-only', {
    fills: ['errors.problem-optional-members'],
    story: 'A problem says its status, and nothing else that its standard leaves free.',
    shapes: { errors: all('problem') },
    with: rewritten(refused, ({ status }) => ({ status })),
  }),
  variant('errors.relative-uri!paths', {
    fills: ['errors.relative-uri'],
    story: 'The type and the instance of a problem are paths of the service.',
    shapes: { errors: all('problem') },
    with: rewritten(refused, (body) => ({ ...body, type: '/problems/one', instance: '#occurrence-7' })),
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
      const json = /^application\/json$/.test(request.headers.get('content-type') ?? '');
      return response.status === 400 && takesBody && !json ? refuse(415, 'The body must be JSON.') : response;
    },
  }),
];
