import { setTimeout as sleep } from 'node:timers/promises';
import { objects, read, remembering } from '../kit/breaks.ts';
import { answer, type Break, type Fault, fault, faults } from '../kit/fault.ts';
import { operationOf } from '../kit/routes.ts';
import { sendTo } from '../kit/side-effects.ts';

/** Faults that show where two requests or two states stand beside each other. */
export const beside: readonly Fault[] = [
  ...faults(
    {
      'update-student-details.body/at-once!field': 'updateStudentDetails',
      'update-user-password.body/at-once!field': 'updateUserPassword',
    },
    {
      story: 'The controller is one for all requests, and holds the user whom it answers with in a field.',
      with: fromField(async () => sleep(5)),
    },
  ),
  ...faults(
    {
      'update-student-details.body/at-once!next': 'updateStudentDetails',
      'update-user-password.body/at-once!next': 'updateUserPassword',
    },
    {
      story: 'The user is kept in a field over one turn of the event loop.',
      deep: true,
      with: fromField(() => Promise.resolve()),
    },
  ),
  fault('states.user-enable/any-case!no-row', {
    on: ['enableUser'],
    story: 'An update that meets no row is a success, and ids are compared as text.',
    with: async (request, service) => {
      const isUpper = /\/users\/[^/]*[A-F]/.test(request.url);
      return isUpper
        ? new Response(null, { status: 204, headers: corsOf(await service(asRead(request))) })
        : service(request);
    },
  }),
  fault('states.user-enable/any-case!undone', {
    on: ['enableUser'],
    deep: true,
    story: 'The row is changed, and a job that knows the user by another spelling of the id changes it back.',
    with: async (request, service) => {
      const response = await service(request.clone());
      const id = new URL(request.url).pathname.split('/').at(-2) ?? '';
      if (response.ok && id !== id.toLowerCase())
        await sendTo(request, service, ['POST', `/users/${id.toLowerCase()}/disable`], {});
      return response;
    },
  }),
  fault('states.user-enable/then-changed!reset', {
    on: ['enableUser'],
    touches: ['updateUserName'],
    story: 'The mapper of a change makes a whole user, in whom nothing is switched on.',
    with: async (request, service) => {
      const response = await service(request.clone());
      const id = new URL(request.url).pathname.split('/').at(-2) ?? '';
      if (response.ok) await sendTo(request, service, ['POST', `/users/${id}/disable`], {});
      return response;
    },
  }),
  fault('states.user-enable/then-changed!old-copy', {
    on: ['enableUser'],
    deep: true,
    touches: ['enableUser', 'updateUserName'],
    story: 'A change of the name writes back a whole row, which was read before the user was enabled.',
    with: writingBack,
  }),
];

/** Waits after each change, and then answers with the user that was changed last, by whichever request. */
function fromField(wait: () => Promise<unknown>): Break {
  return remembering(() => {
    let field: unknown;
    return async (request, service) => {
      const response = await service(request);
      if (!response.ok) return response;
      field = await response.clone().json();
      await wait();
      return answer(response, field);
    };
  });
}

function corsOf(response: Response): Headers {
  const origin = response.headers.get('access-control-allow-origin') ?? '*';
  return new Headers({ 'access-control-allow-origin': origin });
}

/** A request that changes nothing, with the headers of another. */
function asRead(request: Request): Request {
  return new Request(new URL('/api/v1/academic-years', request.url), { headers: request.headers });
}

const enabled = new WeakMap<object, Set<string>>();

/** Disables a user again whose name is changed after the enabling. */
async function writingBack(request: Request, service: Parameters<Break>[1]): Promise<Response> {
  const known = enabled.get(service) ?? new Set();
  enabled.set(service, known);
  const id = new URL(request.url).pathname.split('/').at(-2) ?? '';
  const isEnabling = operationOf(request) === 'enableUser';
  const response = await service(request.clone());
  if (!response.ok) return response;
  if (isEnabling) known.add(id);
  else if (
    known.delete(id) &&
    objects((await read(request, service, `/users?userId=${id}`))['data']).length > 0
  )
    await sendTo(request, service, ['POST', `/users/${id}/disable`], {});
  return response;
}
