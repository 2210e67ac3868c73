import { type Break, type Fault, fault } from '../kit/fault.ts';
import { accountChanges, creations, everyOperation, reads, readsById } from '../kit/routes.ts';
import { header } from './headers.ts';

const written = [...creations, ...accountChanges];

const tables = ['listAcademicYears', 'listClasses', 'listTests', 'listUsers', 'listSessions'] as const;

/** Faults of bodies that are JSON, and say so. */
export const bodies: readonly Fault[] = [
  fault('conventions.json-content-type', {
    on: reads,
    story: 'The body is sent as text, and the framework names it so.',
    with: header('content-type', 'text/html; charset=utf-8', ({ ok }) => ok),
  }),
  fault('conventions.json-content-type!vendor', {
    on: ['listInProgressSessions'],
    deep: true,
    story: 'One list still has the media type of an older format.',
    with: header('content-type', 'application/vnd.api+json', ({ ok }) => ok),
  }),
  fault('conventions.json-content-type/format!everywhere', {
    on: tables,
    story: 'The framework picks the writer by a parameter called format, on every route.',
    with: asTable((query) => query.get('format') === 'csv'),
  }),
  fault('conventions.json-content-type/format!one-list', {
    on: ['listTests'],
    deep: true,
    story: 'One list was once downloaded by a spreadsheet, in whatever format is named.',
    with: asTable((query) => query.has('format')),
  }),
  fault('conventions.json-content-type/format!download', {
    on: tables,
    deep: true,
    story: 'Whatever is asked for in a format is a download, and is elsewhere.',
    with: async (request, service) =>
      new URL(request.url).searchParams.has('format')
        ? new Response(null, { status: 303, headers: { location: '/downloads' } })
        : service(request),
  }),
  fault('conventions.json-content-type/written', {
    on: written,
    story: 'Only reads go through the serialiser that sets the header.',
    with: header('content-type', 'text/plain', ({ ok }) => ok),
  }),
  fault('conventions.json-content-type/written!password', {
    on: ['updateUserPassword'],
    deep: true,
    story: 'The answer of the service for passwords is handed on as it came, as text.',
    with: header('content-type', 'text/plain', ({ ok }) => ok),
  }),
  fault('conventions.json-content-type/browser', {
    on: everyOperation,
    story: 'The framework shows a page to whoever prefers HTML, for people who try the interface.',
    with: forBrowsers(() => true),
  }),
  fault('conventions.json-content-type/browser!refusals', {
    on: ['createClass', 'setUserExternalId', 'removeTeacherClasses'],
    deep: true,
    story: 'Whoever has no key and prefers HTML is shown a page on which to log in.',
    with: forBrowsers(({ status }) => status === 401),
  }),
  fault('conventions.json-content-type/browser!lists', {
    on: ['listTests', 'searchUsers'],
    deep: true,
    story: 'Some lists have a page of their own.',
    with: forBrowsers(({ ok }) => ok),
  }),
  fault('conventions.json-content-type/error!drafts', {
    on: ['removeClassStudents', 'addCohortTests', 'listTests'],
    deep: true,
    story: 'Operations in draft pass a gateway that writes its refusals as text.',
    with: header('content-type', 'text/plain', ({ ok }) => !ok),
  }),
  fault('conventions.json-content-type/error', {
    on: everyOperation,
    story: 'The error handler writes JSON and leaves the header to the framework.',
    with: header('content-type', 'text/html', ({ ok }) => !ok),
  }),
  fault('conventions.json-well-formed', {
    on: everyOperation.filter((id) => !readsById.includes(id)),
    story: 'The length is counted in characters, and a body is cut where it has others than ASCII.',
    with: cut(() => true),
  }),
  fault('conventions.json-well-formed!by-id', {
    on: readsById,
    story: 'Single resources are written by hand, and a brace is missing.',
    with: cut(() => true),
  }),
  fault('conventions.json-well-formed!success', {
    on: ['listUsers', 'searchUsers'],
    deep: true,
    story: 'A trailing comma is left when the last item of a page is filtered out.',
    with: cut(({ ok }) => ok),
  }),
];

function cut(when: (response: Response) => boolean): Break {
  return async (request, service) => {
    const response = await service(request);
    if (!when(response) || response.status === 204) return response;
    return new Response((await response.text()).slice(0, -1), {
      status: response.status,
      headers: response.headers,
    });
  };
}

/** Answers some requests of a browser with a page. */
function forBrowsers(when: (response: Response) => boolean): Break {
  return async (request, service) => {
    const response = await service(request);
    const prefersPages = request.headers.get('accept')?.startsWith('text/html');
    if (!prefersPages || !when(response)) return response;
    const headers = { 'content-type': 'text/html', 'access-control-allow-origin': '*' };
    return new Response('<!DOCTYPE html><title>Roster</title>', { status: response.status, headers });
  };
}

/** Answers with a table instead of JSON where the query asks for one. */
function asTable(asked: (query: URLSearchParams) => boolean): Break {
  return async (request, service) => {
    const response = await service(request);
    if (!response.ok || !asked(new URL(request.url).searchParams)) return response;
    const headers = new Headers(response.headers);
    headers.set('content-type', 'text/csv');
    return new Response('id,name\n', { status: response.status, headers });
  };
}
