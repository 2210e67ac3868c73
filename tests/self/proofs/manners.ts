import { bodyOf, objects, read, remembering, resend } from '../../../reference/faults/kit/breaks.ts';
import type { Break, Json, Service } from '../../../reference/faults/kit/fault.ts';
import { operationOf } from '../../../reference/faults/kit/routes.ts';
import { refuse } from '../../../reference/variants/kit/rewrite.ts';
import { hyphenated, hyphenatedIn, inWholeSeconds, ofBodies, ofUsers, valuesIn } from './manner-kit.ts';

/** What a conforming server may do that no gap names, in one sentence, and how. */
export interface Manner {
  readonly story: string;
  readonly does: Break;
}

const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
const creations = ['createStudent', 'createTeacher'];
const unique = ['createStudent', 'createTeacher', 'updateUserPrimaryEmail', 'setUserExternalId'];

/** Manners of services that keep the interface, as frameworks, databases and careful teams bring them. */
export const manners: readonly Manner[] = [
  {
    story: 'An id is taken without hyphens and in braces as well, as the parser of the language takes it.',
    does: async (request, service) => {
      const url = new URL(request.url);
      url.pathname = url.pathname.split('/').map(hyphenated).join('/');
      const body = await request.clone().text();
      const sent = new Request(url, request);
      return service(id.test(body) || body === '' ? sent : new Request(sent, { body: hyphenatedIn(body) }));
    },
  },
  {
    story: 'The column of times holds whole seconds, and the serialiser writes three digits behind them.',
    does: ofUsers((user) => ({
      ...user,
      ...inWholeSeconds(user, 'createdAt'),
      ...inWholeSeconds(user, 'updatedAt'),
    })),
  },
  {
    story: 'The full name has the last name first, in capitals.',
    does: ofUsers(({ ...user }) => {
      const parts = [String(user['lastName'] ?? '').toUpperCase(), String(user['firstName'] ?? '')];
      const fullName = parts.filter((part) => part !== '').join(', ');
      return fullName === '' ? user : { ...user, fullName };
    }),
  },
  {
    story:
      'Who is created without them is given an external id and a gender; a class its name for a description.',
    does: ofBodies((values, operation, count) => {
      if (creations.includes(operation)) return { externalId: `EXT-${count}`, gender: 'other', ...values };
      const isGroup = operation === 'createClass' || operation === 'createCohort';
      return isGroup && values['name'] ? { description: values['name'], ...values } : values;
    }),
  },
  {
    story: 'A new cohort begins with the first test.',
    does: async (request, service) => {
      const response = await service(request.clone());
      if (operationOf(request) !== 'createCohort' || response.status !== 201) return response;
      const { cohort } = (await response.clone().json()) as Record<string, Json>;
      const [test] = objects((await read(request, service, '/smart-ia/tests'))['data']);
      const url = `${request.url}/${cohort?.['cohortId']}`;
      const tests = new Request(`${url}/tests`, { method: 'POST', headers: request.headers, body: '{}' });
      await service(resend(tests, { testIds: [test?.['testId']] }));
      const now = await service(new Request(url, { headers: request.headers }));
      return new Response(now.body, { status: 201, headers: now.headers });
    },
  },
  {
    story: 'The members of a class or a cohort of a year that is not the current one stay as they are.',
    does: async (request, service) => {
      const isChange = /^(add|remove)(Class|Cohort)/.test(operationOf(request) ?? '');
      const [, path, kind = ''] = /(\/(?:smart-ia\/)?(class|cohort)e?s\/[^/]+)\/\w+$/.exec(request.url) ?? [];
      if (!isChange || path === undefined) return service(request);
      const group = (await read(request, service, path))[kind] as Json | undefined;
      const { academicYear } = await read(request, service, '/academic-years/current');
      const now = (academicYear as Json | undefined)?.['academicYearId'];
      const isPast = group !== undefined && now !== undefined && group['academicYearId'] !== now;
      return isPast ? refuse(400, 'The academic year is over.') : service(request);
    },
  },
  {
    story: 'Cross-origin headers come with an origin only, beside the usual headers of a security filter.',
    does: async (request, service) => {
      const response = await service(request);
      const headers = new Headers(response.headers);
      for (const name of [...headers.keys()])
        if (name.startsWith('access-control-') && !request.headers.has('origin')) headers.delete(name);
      headers.append('vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers');
      headers.set('cache-control', 'no-cache, no-store, max-age=0, must-revalidate');
      headers.set('x-content-type-options', 'nosniff');
      return new Response(response.status === 204 ? null : response.body, {
        status: response.status,
        headers,
      });
    },
  },
  {
    story: 'What is written is normalised to composed characters.',
    does: ofBodies((values, operation) =>
      /^(create|update|set)/.test(operation)
        ? (JSON.parse(JSON.stringify(values).normalize('NFC')) as Json)
        : values,
    ),
  },
  {
    story: 'A date of birth before 1920 or after 2022 is taken for a mistake.',
    does: async (request, service) => {
      const { dateOfBirth } = valuesIn(await bodyOf(request));
      const isOdd = typeof dateOfBirth === 'string' && (dateOfBirth < '1920' || dateOfBirth > '2022');
      const response = await service(request);
      return isOdd && response.ok ? refuse(400, 'The date of birth is not plausible.') : response;
    },
  },
  {
    story:
      'No two people have one address, username, principal name or external id; the second one conflicts.',
    does: async (request, service) => {
      if (!unique.includes(operationOf(request) ?? '')) return service(request);
      const values = valuesIn(await bodyOf(request));
      const own = /users\/([^/]+)/.exec(request.url)?.[1];
      for (const name of ['email', 'username', 'upn', 'externalId']) {
        const value = values[name];
        if (typeof value !== 'string' || value === '') continue;
        const found = await read(request, service, `/users?${new URLSearchParams({ [name]: value })}`);
        if (objects(found['data']).some(({ userId }) => userId !== own)) return refuse(409, 'It is taken.');
      }
      return service(request);
    },
  },
  {
    story: 'The password that a user has is refused as a new one.',
    does: remembering(() => {
      const last = new Map<string, string>();
      return async (request, service) => {
        if (operationOf(request) !== 'updateUserPassword') return service(request);
        const body = await request.clone().text();
        if (last.get(request.url) === body) return refuse(400, 'It was used before.');
        const response = await service(request);
        if (response.ok) last.set(request.url, body);
        return response;
      };
    }),
  },
];

/** A service that has all of these manners. */
export function withManners(all: readonly Manner[]): (service: Service) => Service {
  return (service) =>
    all.reduce<Service>(
      (inner, { does }) =>
        (request) =>
          does(request, inner),
      service,
    );
}
