import { isSlow, late } from '../../service/slow.ts';
import { type Break, type Fault, fault } from '../kit/fault.ts';
import {
  academicYearReads,
  everyOperation,
  type OperationId,
  paginated,
  reads,
  readsById,
} from '../kit/routes.ts';

const writes = everyOperation.filter((id) => !reads.includes(id));

/** The operations that take neither an id nor a page nor a body. */
const withoutParameters: readonly OperationId[] = [
  'listAcademicYears',
  'getCurrentAcademicYear',
  'listTests',
];

const creations: readonly OperationId[] = ['createClass', 'createCohort', 'createStudent', 'createTeacher'];

/** What was asked for is done, and the answer never comes. */
const hangOnceDone: Break = async (request, service) => {
  const response = await service(request);
  return response.ok ? hang() : response;
};

/** Faults of the time-out of 30 seconds (chapter Limits). */
export const timeOut: readonly Fault[] = [
  fault('limits.time-out', {
    on: everyOperation.filter((id) => !readsById.includes(id) && !academicYearReads.includes(id)),
    story: 'A lock is waited for without end.',
    with: hang,
  }),
  fault('limits.time-out!by-id', {
    on: [...readsById, 'getCurrentAcademicYear'],
    deep: true,
    story: 'A read by id waits for a cache that never fills.',
    with: hang,
  }),
  fault('limits.time-out!years', {
    on: ['listAcademicYears'],
    deep: true,
    story: 'The list of years is built from all that hangs on them.',
    with: hang,
  }),
  fault('limits.time-out/written', {
    on: creations,
    story: 'What is new is announced to a second service, which is waited for without end.',
    with: hangOnceDone,
  }),
  fault('limits.time-out/written!changes', {
    on: writes.filter((id) => !creations.includes(id) && id !== 'enableUser'),
    story: 'What was changed is confirmed by a second service, which is waited for without end.',
    with: hangOnceDone,
  }),
  // A user is enabled before it is disabled: where both hang, the row of disabling names the other one.
  fault('limits.time-out/written!enabling', {
    on: ['enableUser'],
    story: 'Who is let in again is told so by mail, and the mail server is waited for without end.',
    with: hangOnceDone,
  }),
  fault('limits.time-out/written!names', {
    on: ['createTeacher', 'updateUserName'],
    deep: true,
    story: 'Everything that shows a name is computed anew before the answer.',
    with: async (request, service) => {
      const response = await service(request);
      return response.ok ? late(50_000, response.status, await response.text()) : response;
    },
  }),
  fault('limits.time-out/defective', {
    on: everyOperation.filter((id) => !withoutParameters.includes(id)),
    story: 'Whatever is refused is reported first, and nobody reads the queue of the reports.',
    with: hangOnRefusal(() => true),
  }),
  fault('limits.time-out/defective!unreadable', {
    on: ['createClass', 'removeCohortTests', 'searchUsers', 'updateUserName'],
    deep: true,
    story: 'The rest of a body that ends too early is waited for.',
    with: hangOnRefusal((_, body) => body !== '' && !isJson(body)),
  }),
  fault('limits.time-out/defective!word', {
    on: paginated,
    deep: true,
    story: 'A page is filled item by item until it holds `limit`, and it never does when that is no number.',
    with: hangOnRefusal((request, body) => /limit=[a-z]|"limit":"/.test(request.url + body)),
  }),
  fault('limits.time-out-status', {
    on: ['listSessions'],
    story: 'The time-out of the database is an error like any other.',
    with: endWith(500),
  }),
  fault('limits.time-out-status!as-client', {
    on: ['listSessions'],
    deep: true,
    story: 'The framework ends what takes too long, and has only the status for a client that is slow.',
    with: endWith(408),
  }),
  fault('limits.time-out-status!endless', {
    on: ['listSessions'],
    deep: true,
    story: 'The limit is one of the gateway, and was set for the public address alone.',
    with: (request, service) => (isSlow(request) ? hang() : service(request)),
  }),
];

/** Never answers some of the requests that the service would refuse. A request with a wrong key is refused as usual. */
function hangOnRefusal(when: (request: Request, body: string) => boolean): Break {
  return async (request, service) => {
    const body = await request.clone().text();
    const response = await service(request);
    const isRefused = response.status >= 400 && ![401, 403].includes(response.status);
    return isRefused && when(request, body) ? hang() : response;
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Ends the request that takes too long with another status. */
function endWith(status: number): Break {
  const body = JSON.stringify({ status, message: 'It took too long.' });
  return async (request, service) => (isSlow(request) ? late(30_000, status, body) : service(request));
}

/** Says what the web platform says of a request that is given up. */
function hang(): Promise<Response> {
  return Promise.reject(new DOMException('no answer', 'TimeoutError'));
}
