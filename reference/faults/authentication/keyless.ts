import { bodyOf, refusal, remembering } from '../kit/breaks.ts';
import { type Break, type Fault, fault, faultOfService, faults, type Json } from '../kit/fault.ts';
import { isUuid } from '../kit/ids.ts';
import { isMissing, isWrong, lastCaller, letIn, mixedUp, secretly, withKey } from '../kit/keys.ts';
import { askedOf } from '../kit/pages.ts';
import {
  creations,
  everyOperation,
  methodOf,
  type OperationId,
  operationOf,
  paginated,
  reads,
  routes,
} from '../kit/routes.ts';

const atOnce: readonly OperationId[] = [
  'getClass',
  'getCohort',
  'listClasses',
  'listCohorts',
  'listTests',
  'listUsers',
  'searchUsers',
  'listSessions',
  'listCompletedSessions',
];
const assignments: readonly OperationId[] = [
  'addClassStudents',
  'addClassTeachers',
  'addCohortStudents',
  'addCohortTests',
];
const removals: readonly OperationId[] = [
  'removeClassStudents',
  'removeClassTeachers',
  'removeCohortStudents',
  'removeCohortTests',
];
const accountValues: readonly OperationId[] = [
  'updateStudentDetails',
  'updateUserName',
  'updateUserPrimaryEmail',
  'setUserExternalId',
];
/** The operations whose path holds an id. */
const withIds = everyOperation.filter((id) => routes[id].includes('{}'));
const never = 'The key is looked at beside the handler, and only the answer waits for it.';

/** Faults of requests without a valid key that only some requests show. */
export const keyless: readonly Fault[] = [
  secretly('authentication.missing-key/creation!done', {
    on: creations,
    deep: true,
    story: never,
    when: (key) => key === null,
  }),
  secretly('authentication.empty-key/creation!done', {
    on: creations,
    deep: true,
    story: never,
    when: (key) => key === '',
  }),
  secretly('authentication.invalid-key/creation!done', {
    on: creations,
    deep: true,
    story: never,
    when: (key, valid) => key !== null && key !== valid && key !== '',
  }),
  fault('authentication.missing-key/malformed-id!path-first', {
    on: withIds,
    story:
      'The ids of a path are parsed by the router, and a text that is none is answered before the key is asked for.',
    with: async (request, service) => {
      const response = await service(request);
      const isId = new URL(request.url).pathname.split('/').some((part) => isUuid(part));
      return isId || response.status !== 401 ? response : refusal(400, 'The id must be a UUID.');
    },
  }),
  fault('authentication.missing-key/malformed-id!one-route', {
    on: ['removeStudentClasses'],
    deep: true,
    story: 'One route has a validator of its own, which stands before the guard.',
    with: async (request, service) => {
      const response = await service(request);
      const [, id = ''] = /\/students\/([^/]+)\//.exec(request.url) ?? [];
      return isUuid(id) || response.status !== 401 ? response : refusal(400, 'The student must be a UUID.');
    },
  }),
  ...faults(
    { 'authentication.missing-key/unknown-id': ['getAcademicYear', 'getClass', 'getCohort'] },
    {
      touches: everyOperation,
      story: 'What a path names is loaded before the key is looked at, and a request for nothing ends there.',
      with: loadedFirst(['getAcademicYear', 'getClass', 'getCohort']),
    },
  ),
  ...faults(
    { 'authentication.missing-key/unknown-id!one-route': ['getCohort'] },
    {
      deep: true,
      touches: everyOperation,
      story: 'One route has a loader of its own, which stands before the guard.',
      with: loadedFirst(['getCohort']),
    },
  ),
  letIn('authentication.missing-key/change', {
    on: assignments,
    story: 'The routes are registered before the key check.',
    when: (key) => key === null,
  }),
  lastCaller('authentication.missing-key/change!last-caller', {
    on: assignments,
    story:
      'The caller is kept beside the connection, and a request without a key is one more of the last caller.',
    after: () => true,
  }),
  lastCaller('authentication.missing-key/change!once', {
    on: assignments,
    deep: true,
    story: 'After a write the next request is let through, so that a form can load its page anew.',
    after: (response) => response.status < 300,
  }),
  secretly('authentication.missing-key/change!done', {
    on: assignments,
    deep: true,
    story: never,
    when: (key) => key === null,
  }),
  letIn('authentication.invalid-key/change', {
    on: [...assignments, ...removals],
    story: 'The handlers of these routes ask whether there is a key, and not which.',
    when: isWrong,
  }),
  faultOfService(
    'authentication.invalid-key/change!kept-by-path',
    {
      on: [...assignments, ...removals],
      story: 'The verdict on a key is kept under method and path, without the key.',
      deep: true,
    },
    (service) => {
      const verdicts = new Map<string, string>();
      return async (request) => {
        const place = `${request.method} ${new URL(request.url).pathname}`;
        const key = request.headers.get('x-api-key');
        const response = await service(request.clone());
        if (response.ok && key !== null) verdicts.set(place, key);
        const valid = verdicts.get(place);
        const isMember = [...assignments, ...removals].some((op) => op === operationOf(request));
        if (response.status !== 401 || valid === undefined || !key || !isMember) return response;
        return service(withKey(request, valid));
      };
    },
  ),
  secretly('authentication.invalid-key/change!done', {
    on: [...assignments, ...removals],
    deep: true,
    story: never,
    when: (key, valid) => key !== null && key !== '' && key !== valid,
  }),
  letIn('authentication.missing-key/removal', {
    on: removals,
    story: 'The routes are registered before the key check.',
    when: (key) => key === null,
  }),
  secretly('authentication.missing-key/removal!done', {
    on: removals,
    deep: true,
    story: never,
    when: (key) => key === null,
  }),
  letIn('authentication.missing-key/conflict', {
    on: ['createClass', 'createCohort'],
    story: 'The routes are registered before the key check.',
    when: isMissing,
  }),
  fault('authentication.missing-key/conflict!validated', {
    on: ['createClass', 'createCohort'],
    deep: true,
    story:
      'Whether the name is taken is asked by the validator of bodies, which stands before the key check.',
    with: conflictFirst(),
  }),
  letIn('authentication.missing-key/account', {
    on: accountValues,
    story: 'The routes are registered before the key check.',
    when: (key) => key === null,
  }),
  secretly('authentication.missing-key/account!done', {
    on: accountValues,
    deep: true,
    story: never,
    when: (key) => key === null,
  }),
  letIn('authentication.missing-key/state', {
    on: ['enableUser', 'disableUser'],
    story: 'The routes are registered before the key check.',
    when: (key) => key === null,
  }),
  secretly('authentication.missing-key/state!done', {
    on: ['enableUser', 'disableUser'],
    deep: true,
    story: never,
    when: (key) => key === null,
  }),
  ...faults(
    {
      'authentication.missing-key/change!capitals': assignments,
      'authentication.missing-key/removal!capitals': removals,
      'authentication.missing-key/account!capitals': accountValues,
      'authentication.missing-key/capitals': ['getAcademicYear', 'getClass', 'getCohort'],
    },
    {
      deep: true,
      touches: everyOperation,
      story: 'The key check is bound to a pattern of addresses that knows small letters alone.',
      with: openInCapitals(),
    },
  ),
  letIn('authentication.missing-key/capitals!never', {
    on: ['getAcademicYear', 'getClass', 'getCohort'],
    story: 'The routes of single things are registered before the key check.',
    when: (key) => key === null,
  }),
  malformedFirst('authentication.missing-key/malformed', {
    on: everyOperation.filter((id) => methodOf(id) !== 'GET' || paginated.includes(id)),
    story: 'The request is parsed and validated before the key is looked at.',
    status: 400,
  }),
  malformedFirst('authentication.missing-key/malformed!bodies', {
    on: ['createClass', 'removeCohortStudents', 'updateUserName', 'searchUsers'],
    deep: true,
    story: 'The parser of bodies stands before the key check, and has a status of its own.',
    status: 422,
  }),
  letIn('authentication.missing-key/from-a-page!own-pages', {
    on: reads,
    story: 'Whoever names an origin is taken for a page of the own front end, whatever the key.',
    when: (_key, _valid, { headers }) => headers.has('origin'),
  }),
  letIn('authentication.missing-key/from-a-page!after-preflight', {
    on: ['listUsers', 'getCohort'],
    deep: true,
    story: 'These two routes answer preflights themselves, and know them by their origin alone.',
    when: (key, _, { headers }) => key === null && headers.has('origin'),
  }),
  letIn('authentication.missing-key/filtered!keyless', {
    on: ['listClasses', 'listCohorts', 'listUsers', 'searchUsers', 'listSessions', 'listCompletedSessions'],
    story: 'Whatever has no key is taken for a visitor, who may look.',
    when: isMissing,
  }),
  letIn('authentication.missing-key/filtered!own-data', {
    on: ['listUsers', 'listSessions', 'listInProgressSessions'],
    deep: true,
    story: 'A link that names a user was sent by mail, and works for whoever has it.',
    when: (key, valid, request) => isMissing(key, valid, request) && namesUser(request),
  }),
  letIn('authentication.missing-key/filtered!by-page', {
    on: ['listClasses', 'listUsers', 'listSessions', 'listCompletedSessions'],
    deep: true,
    story: 'Pages are read ahead by a program without a key, which is let in where a limit is asked for.',
    when: (key, valid, request) =>
      isMissing(key, valid, request) && new URL(request.url).searchParams.has('limit'),
  }),
  letIn('authentication.invalid-key/filtered!any', {
    on: ['listClasses', 'listCohorts', 'listUsers', 'searchUsers', 'listSessions', 'listCompletedSessions'],
    story: 'Whether there is a key is looked at, and not which.',
    when: (key, valid) => key !== null && key !== '' && key !== valid,
  }),
  letIn('authentication.invalid-key/filtered!own-data', {
    on: ['listUsers', 'listSessions', 'listInProgressSessions'],
    deep: true,
    story:
      'Tokens of a single user were once sent in this header, and a request that names a user may have one.',
    when: (key, valid, request) => isWrong(key, valid, request) && namesUser(request),
  }),
  fault('authentication.missing-key/page!limit-first', {
    on: paginated,
    story: 'What reads a page stands before the key check, and refuses a page of nothing.',
    with: async (request, service) =>
      (await askedOf(request)).limit === 0 ? refusal(400, 'A page has to hold something.') : service(request),
  }),
  fault('authentication.missing-key/page!cursor', {
    on: paginated,
    deep: true,
    story: 'A cursor is signed, so that whoever has one is taken for the caller who got it.',
    with: openToCursors(),
  }),
  letIn('authentication.missing-key/at-once!never', {
    on: atOnce,
    story: 'The routes are registered before the key check.',
    when: (key) => key === null,
  }),
  mixedUp('authentication.missing-key/at-once', {
    on: atOnce,
    deep: true,
    story: 'The key of the request stands in a variable of the module, where another request finds it.',
  }),
];

/** Answers what names nothing with 404 on these routes, whoever asks. */
function loadedFirst(on: readonly OperationId[]): Break {
  return remembering(() => {
    let valid: string | undefined;
    return async (request, service) => {
      const response = await service(request);
      if (response.ok) valid ??= request.headers.get('x-api-key') ?? undefined;
      const isLoaded = on.some((op) => op === operationOf(request));
      if (response.status !== 401 || valid === undefined || !isLoaded) return response;
      const found = await service(withKey(request, valid));
      return found.status === 404 ? refusal(404, 'There is no such thing.') : response;
    };
  });
}

/** Lets whoever has no key pass with a cursor. */
function openToCursors(): Break {
  return remembering(() => {
    let valid: string | undefined;
    return async (request, service) => {
      const key = request.headers.get('x-api-key');
      const { cursor } = await askedOf(request);
      if (key === null && cursor !== undefined && valid !== undefined)
        return service(withKey(request, valid));
      const response = await service(request);
      if (response.ok) valid ??= key ?? undefined;
      return response;
    };
  });
}

/** Lets whoever has no key pass where a path has an id in capitals. */
function openInCapitals(): Break {
  return remembering(() => {
    let valid: string | undefined;
    return async (request, service) => {
      const key = request.headers.get('x-api-key');
      const isInCapitals = new URL(request.url).pathname.split('/').some((part) => /[A-F]/.test(part));
      if (key === null && isInCapitals && valid !== undefined) return service(withKey(request, valid));
      const response = await service(request);
      if (response.ok && request.method !== 'GET') valid = key ?? undefined;
      if (response.ok) valid ??= key ?? undefined;
      return response;
    };
  });
}

/** Tells whoever has no key that something is there already. */
function conflictFirst(): Break {
  return remembering(() => {
    const made = new Set<string>();
    return async (request, service) => {
      const { name } = Object.values(await bodyOf(request.clone()))[0] as Json;
      const what = `${operationOf(request)} ${name}`;
      if (made.has(what) && !request.headers.has('x-api-key')) return refusal(409, 'It exists already.');
      const response = await service(request);
      if (response.status === 201) made.add(what);
      return response;
    };
  });
}

/** Refuses what is malformed before anything else. */
function malformedFirst(
  id: string,
  { status, ...draft }: { on: readonly OperationId[]; story: string; deep?: true; status: number },
): Fault {
  return fault(id, {
    ...draft,
    with: async (request, service) => {
      const body = await request.clone().text();
      const isMalformed = /limit=[a-z]/.test(request.url) || (body !== '' && !isJson(body));
      return isMalformed ? refusal(status, 'The request is malformed.') : service(request);
    },
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function namesUser({ url }: Request): boolean {
  return new URL(url).searchParams.has('userId');
}
