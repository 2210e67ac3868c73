import { answer, type Json, type Service } from '../../../reference/faults/kit/fault.ts';
import { operationOf } from '../../../reference/faults/kit/routes.ts';
import type { Contract } from '../../../spec/contract.ts';

/** How a service is poor, in words, and the service. */
export type Poor = readonly [what: string, wrap: (service: Service) => Service];

/** The fields that a service may have nothing for: identifiers too, which old records may lack. */
const fields = [
  ...['academicYearId', 'classId', 'cohortId', 'userId', 'testId', 'testVersionId', 'id', 'sessionId'],
  ...['name', 'description', 'tests', 'subject', 'activationStatus', 'startDate', 'endDate', 'status'],
  ...['username', 'upn', 'roles', 'externalId', 'fullName', 'firstName', 'lastName', 'emails', 'gender'],
  ...['dateOfBirth', 'createdAt', 'updatedAt', 'classIds', 'cohortIds', 'enabled'],
  ...['user', 'test', 'result', 'level', 'duration', 'calculatedDate'],
  ...['data', 'pagination', 'total', 'limit', 'offset', 'previousCursor', 'nextCursor'],
  ...['class', 'cohort', 'academicYear'],
] as const;

/** Services that lack something which a check would have to see or to do: each lacks one thing. */
export function poorServices({ operations }: Contract): readonly Poor[] {
  return [
    ...fields.map((field): Poor => [`nothing in \`${field}\``, without(field)]),
    ...operations.map(({ id }): Poor => [`${id} not permitted`, refusing(id, 403)]),
    ...operations.filter(({ writes }) => writes).map(({ id }): Poor => [`${id} refused`, refusing(id, 400)]),
    ['neither class nor cohort that can be made', nothingMade],
    ['sessions that show their identifier alone', bareSessions],
    ['names without a letter', onBody(namedByDigits)],
    ['a search that finds nothing', searchingInVain],
    ['one thing for all creations of a kind', onceForAll],
    ['users who show none of their groups', stripping(['classIds', 'cohortIds'])],
    ['users who show neither name nor address', stripping(['fullName', 'firstName', 'lastName', 'emails'])],
    ['one thing in each list', shortened(1)],
    ['two things in each list', shortened(2)],
    ['no list but an empty one', shortened(0)],
    ['a refusal of nothing', lenient],
    ['nothing that changes', frozen],
    ['everybody in a class and a cohort that nobody has made', onBody((body) => joined(body) as Json)],
    ['a name in other letters refused', refusingOtherLetters],
    ['no `Date` in an answer', dateless],
  ];
}

/** Leaves a field out of every object of every answer. */
function without(field: string): Poor[1] {
  return stripping([field]);
}

function stripping(fields: readonly string[]): Poor[1] {
  const stripped = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(stripped);
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(([name]) => !fields.includes(name));
    return Object.fromEntries(kept.map(([name, inner]) => [name, stripped(inner)]));
  };
  return onBody((body) => stripped(body) as Json);
}

function nothingMade(service: Service): Service {
  return refusing('createCohort', 400)(refusing('createClass', 400)(service));
}

function bareSessions(service: Service): Service {
  const strip = stripping(['startDate', 'endDate', 'status', 'user', 'test', 'result', 'subject'])(service);
  return async (request) => (/sessions/.test(request.url) ? strip(request) : service(request));
}

/** Puts a number in the place of each name. */
function namedByDigits(body: Json): Json {
  const text = JSON.stringify(body);
  return JSON.parse(
    text.replace(/"name":"((?:[^"\\]|\\.)*)"/g, (_all, name: string) => `"name":"${numberFor(name)}"`),
  );
}

function numberFor(name: string): number {
  return [...name].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 1_000_000_007, 7);
}

/** Shows an empty page for each search by name. */
function searchingInVain(service: Service): Service {
  const empty = shortened(0)(service);
  return async (request) =>
    new URL(request.url).searchParams.has('search') ? empty(request) : service(request);
}

/** Answers each creation of a kind like the first one. */
function onceForAll(service: Service): Service {
  const first = new Map<string, Response>();
  return async (request) => {
    const { pathname } = new URL(request.url);
    const isCreation = request.method === 'POST' && /\/(?:classes|cohorts|students|teachers)$/.test(pathname);
    const path = isCreation && !/\/[0-9a-f-]{36}\//.test(pathname) ? pathname : '';
    const known = first.get(path);
    if (known) return known.clone();
    const response = await service(request);
    if (path !== '' && response.status < 300) first.set(path, response.clone());
    return response;
  };
}

function refusing(id: string, status: number): Poor[1] {
  return (service) => async (request) =>
    operationOf(request) === id
      ? Response.json({ status, message: 'This is not done here.' }, { status })
      : service(request);
}

/** Shows so many items of each list, as if there were no others. */
function shortened(most: number): Poor[1] {
  return onBody((body) => {
    const { data, pagination } = body;
    if (!Array.isArray(data)) return body;
    const kept = data.slice(0, most);
    const page = { ...(pagination as Json), total: kept.length, nextCursor: null };
    return { ...body, data: kept, ...(pagination === undefined ? {} : { pagination: page }) };
  });
}

/** Shows everybody in one more class and in one more cohort. */
function joined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(joined);
  if (typeof value !== 'object' || value === null) return value;
  const all = Object.entries(value).map(([name, inner]) => [name, joined(inner)]);
  const own = Object.fromEntries(all) as Json;
  return own['userId'] === undefined
    ? own
    : { ...own, classIds: andOneMore(own['classIds']), cohortIds: andOneMore(own['cohortIds']) };
}

function andOneMore(ids: unknown): readonly unknown[] {
  return [...(Array.isArray(ids) ? ids : []), '5f1c8d0e-3b7a-4e9d-9a52-6c4f0b7d2e18'];
}

/** Refuses a name that differs from the last one of a user in letter case alone. */
function refusingOtherLetters(service: Service): Service {
  const names = new Map<string, string>();
  return async (request) => {
    if (operationOf(request) !== 'updateUserName') return service(request);
    const { pathname } = new URL(request.url);
    const name = await request.clone().text();
    const last = names.get(pathname);
    if (last !== undefined && last !== name && last.toLowerCase() === name.toLowerCase())
      return Response.json({ status: 409, message: 'That is the name already.' }, { status: 409 });
    names.set(pathname, name);
    return service(request);
  };
}

/** Answers what it would refuse like the last request of the operation that it accepted. */
function lenient(service: Service): Service {
  const last = new Map<string, Response>();
  return async (request) => {
    const id = operationOf(request) ?? '';
    const response = await service(request);
    if (response.status < 300) last.set(id, response.clone());
    const isRefused = response.status >= 400 && ![401, 403].includes(response.status);
    return (isRefused && last.get(id)?.clone()) || response;
  };
}

/** Says that each change was made, and makes none but creations. */
function frozen(service: Service): Service {
  return async (request) => {
    const isChange =
      request.method !== 'GET' && !/\/(?:classes|cohorts|students|teachers|search)$/.test(request.url);
    return isChange ? new Response(null, { status: 204 }) : service(request);
  };
}

function dateless(service: Service): Service {
  return async (request) => {
    const response = await service(request);
    const headers = new Headers(response.headers);
    headers.delete('date');
    return new Response(response.body, { status: response.status, headers });
  };
}

function onBody(change: (body: Json) => Json): Poor[1] {
  return (service) => async (request) => {
    const response = await service(request);
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    if (!isJson || response.status >= 300) return response;
    return answer(response, change((await response.json()) as Json));
  };
}
