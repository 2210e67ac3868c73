import { remembering } from '../../faults/kit/breaks.ts';
import type { Break, Json } from '../../faults/kit/fault.ts';
import { operationOf } from '../../faults/kit/routes.ts';
import { mapTexts } from '../../faults/kit/texts.ts';
import { mapObjects, mapResources, refuse, refuseInFront, reheaded, rewritten } from '../kit/rewrite.ts';
import { type Variant, variant } from '../kit/variant.ts';

const ok = ({ ok }: Response) => ok;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Parameters and properties that some operation has. */
const parameters =
  /^(?:search|academicYearId|limit|offset|cursor|userId|upn|externalId|username|email|name|role|testId|subject|status|(?:sort|startDate|endDate)\[\w*\])$/;
const properties = [
  'class',
  'cohort',
  'userIds',
  'testIds',
  'search',
  'limit',
  'offset',
  'cursor',
  'sort',
  'user',
  'classIds',
  'cohortIds',
];

/** A UUID whose groups may have been shorter, with their zeros; any other text as it is. */
function completed(value: string): string {
  if (!/^[0-9a-f]{1,8}(?:-[0-9a-f]{1,4}){3}-[0-9a-f]{1,12}$/i.test(value)) return value;
  const lengths = [8, 4, 4, 4, 12];
  return value
    .split('-')
    .map((group, index) => group.padStart(lengths[index] ?? 0, '0'))
    .join('-');
}

/** Changes the body of each answer that is none of a refusal, told which answer of the service it is, from 1. */
function eachAnswer(change: (body: Json, number: number) => unknown): Break {
  return remembering(() => {
    let answers = 0;
    return rewritten(ok, (body) => {
      answers += 1;
      return change(body, answers);
    });
  });
}

/** A resource with each list in it changed. */
function mapLists(resource: Json, change: (list: readonly unknown[]) => readonly unknown[]): Json {
  const entries = Object.entries(resource);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? change(value) : value]),
  );
}

/** A list that begins so many places later, and ends with what was left out there. */
function turned(list: readonly unknown[], places: number): readonly unknown[] {
  const first = list.length === 0 ? 0 : places % list.length;
  return [...list.slice(first), ...list.slice(0, first)];
}

/** What another team may do about the form of requests and answers. */
export const conventions: readonly Variant[] = [
  variant('conventions.content-type-parameters!charset', {
    fills: ['conventions.content-type-parameters'],
    story: 'The media type names its character set, in the spelling of another framework.',
    with: reheaded(
      ({ status }) => status !== 204,
      (headers) =>
        headers.set(
          'content-type',
          (headers.get('content-type') ?? '').replace('application/json', 'Application/JSON;Charset=UTF-8'),
        ),
    ),
  }),
  variant('conventions.problem-media-type!json', {
    fills: ['conventions.problem-media-type'],
    story: 'Problem details are sent as ordinary JSON.',
    shapes: { problemType: 'application/json' },
  }),
  variant('conventions.empty-array!shown', {
    fills: ['conventions.empty-array'],
    story: 'A list without items is a value, and is shown.',
    shapes: { emptyLists: 'show' },
  }),
  variant('conventions.extra-fields!notes', {
    fills: ['conventions.extra-fields'],
    story: 'Lists show notes of teachers, of several lines, with places, times and names of files.',
    with: rewritten(ok, (body) =>
      mapResources(body, (resource) => ({
        ...resource,
        notes: 'Meets on Mondays\nat school (annexe)\nregister.go:12',
      })),
    ),
  }),
  variant('list-users.malformed-user-id!short-groups', {
    fills: ['list-users.malformed-user-id'],
    story: 'The parser of the language takes groups of fewer digits, as if zeros stood before them.',
    on: ['listClasses', 'listCohorts', 'listUsers', 'listSessions'],
    with: (request, service) => {
      const url = new URL(request.url);
      const asked = [...url.searchParams].map(([name, value]) => [name, completed(value)]);
      const search = new URLSearchParams(asked).toString();
      if (asked.every(([, value], index) => value === [...url.searchParams][index]?.[1]))
        return service(request);
      return service(new Request(`${url.origin}${url.pathname}?${search}`, request));
    },
  }),
  variant('conventions.extra-fields!links', {
    fills: ['conventions.extra-fields'],
    story: 'Every resource and every answer carries fields of the team’s own.',
    with: rewritten(ok, (body) => ({
      ...mapResources(body, (resource) => ({ ...resource, links: { self: '/somewhere' }, revision: 7 })),
      meta: { servedBy: 'node-1' },
    })),
  }),
  variant('conventions.extra-fields!of-the-answer', {
    fills: ['conventions.extra-fields'],
    story: 'Every object of an answer tells by which answer it was shown: no two of them say the same.',
    with: eachAnswer((body, number) =>
      mapObjects(body, (object) => ({ ...object, shownBy: `answer ${number}` })),
    ),
  }),
  variant('conventions.inner-order!turning', {
    fills: ['conventions.inner-order'],
    story:
      'What belongs to a resource is joined to it and never sorted: it comes in another order in each answer.',
    with: eachAnswer((body, number) =>
      mapResources(body, (resource) => mapLists(resource, (list) => turned(list, number))),
    ),
  }),
  variant('conventions.unknown-parameters!refused', {
    fills: ['conventions.unknown-parameters', 'versioning.removed-filter'],
    story: 'A parameter that the operation does not have is an invalid request.',
    with: (request, service) => {
      const names = [...new URL(request.url).searchParams.keys()];
      const sessions = request.url.includes('/sessions');
      const isUnknown = names.some((name) => !parameters.test(name) || (sessions && name === 'externalId'));
      return isUnknown && request.headers.has('x-api-key')
        ? refuseAccepted(request, service, 'No such parameter.')
        : service(request);
    },
  }),
  variant('conventions.unknown-properties!refused', {
    fills: ['conventions.unknown-properties', 'versioning.removed-filter'],
    story: 'A property that the operation does not have is an invalid request.',
    with: async (request, service) => {
      const body: unknown = parsed(await request.clone().text());
      const names = typeof body === 'object' && body !== null ? Object.keys(body) : [];
      const isRemoved =
        operationOf(request) === 'searchSessions' && JSON.stringify(body ?? '').includes('externalIds');
      const isUnknown = isRemoved || names.some((name) => !properties.includes(name));
      return isUnknown ? refuseAccepted(request, service, 'No such property.') : service(request);
    },
  }),
  variant('conventions.uuid-case!upper', {
    fills: ['conventions.uuid-case'],
    story: 'The database writes ids in upper case.',
    with: rewritten(ok, (body) => mapTexts(body, (text) => (uuid.test(text) ? text.toUpperCase() : text))),
  }),
  variant('conventions.uuid-case!turning', {
    fills: ['conventions.uuid-case'],
    story:
      'Ids are written as whoever wrote them last has spelled them: one answer has capitals, and the next has none.',
    with: eachAnswer((body, number) =>
      mapTexts(body, (text) => (uuid.test(text) && number % 2 === 1 ? text.toUpperCase() : text)),
    ),
  }),
  variant('conventions.request-content-type!any', {
    fills: ['conventions.request-content-type'],
    story: 'Every body is read as JSON, whatever it is declared as.',
    with: (request, service) => {
      const headers = new Headers(request.headers);
      if (headers.has('content-type')) headers.set('content-type', 'application/json');
      return service(new Request(request, { headers }));
    },
  }),
  variant('conventions.http-refusals!in-front', {
    fills: ['conventions.http-refusals', 'errors.unlisted-statuses', 'limits.url-length'],
    story: 'A server in front refuses what is too long or wants no JSON, with pages of its own.',
    with: async (request, service) => {
      const accept = request.headers.get('accept') ?? '*/*';
      if (!/json|\*\/\*/.test(accept)) return refuseInFront(406);
      if (request.url.length > 3_000) return refuseInFront(414);
      if ((await request.clone().text()).length > 20_000) return refuseInFront(413);
      return service(request);
    },
  }),
  variant('conventions.duration-parts!all', {
    fills: ['conventions.duration-parts'],
    story: 'Every part of a duration is written, and seconds have a fraction.',
    with: rewritten(ok, (body) =>
      mapTexts(body, (text, name) => (name === 'duration' ? withEveryPart(text) : text)),
    ),
  }),
  variant('conventions.no-content-headers!typed', {
    fills: ['conventions.no-content-headers'],
    story: 'An answer without a body has a media type all the same.',
    with: reheaded(
      ({ status }) => status === 204,
      (headers) => headers.set('content-type', 'application/json'),
    ),
  }),
];

/** The same duration with all of its parts, and a fraction of its seconds; the service's own begin with hours at most. */
function withEveryPart(duration: string): string {
  const parts = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(duration) ?? [];
  const [, hours = '0', minutes = '0', seconds = '0'] = parts;
  return `P0Y0M0DT${hours}H${minutes}M${seconds}.5S`;
}

/** Refuses what the service would have accepted: its own refusals, for the key above all, come first. */
async function refuseAccepted(
  request: Request,
  service: (request: Request) => Promise<Response>,
  message: string,
) {
  const probe = await service(new Request(request.url, { method: 'HEAD', headers: request.headers }));
  return probe.status === 401 || probe.status === 403 ? service(request) : refuse(400, message);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
