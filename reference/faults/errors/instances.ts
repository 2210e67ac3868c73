import { remembering } from '../kit/breaks.ts';
import { answer, type Break, type Fault, fault, type Json } from '../kit/fault.ts';
import { everyOperation, operationOf } from '../kit/routes.ts';

/** Faults of what identifies a problem (chapter Errors). */
export const instances: readonly Fault[] = [
  fault('errors.instance-tells-apart!made-once', {
    on: ['getClass'],
    touches: everyOperation,
    story: 'The identifier is a constant of the module, made when it is loaded.',
    with: oneFor(() => true),
  }),
  fault('errors.instance-tells-apart!behind-the-gateway', {
    on: ['getClass'],
    touches: everyOperation,
    deep: true,
    story: 'The gateway numbers what it refuses, and the service behind it names itself in each problem.',
    with: oneFor((status) => status !== 401),
  }),
  fault('errors.instance-tells-apart/ids!of-the-route', {
    on: ['getClass'],
    touches: everyOperation,
    story: 'The identifier is a digest of method, route and status, so that the log folds what is alike.',
    with: perRoute(({ status }) => status >= 400),
  }),
  fault('errors.instance-tells-apart/ids!cached', {
    on: ['getClass'],
    touches: ['getClass'],
    deep: true,
    story: 'That a class is not there is cached as the whole answer, under the name of the class cache.',
    with: perRoute(({ status }) => status === 404),
  }),
];

/** Gives problems of one route and status one `instance`. */
function perRoute(holds: (response: Response) => boolean): Break {
  return remembering(() => {
    const known = new Map<string, unknown>();
    return async (request, service) => {
      const response = await service(request);
      const isProblem = (response.headers.get('content-type') ?? '').includes('problem+json');
      if (!isProblem || !holds(response)) return response;
      const body = (await response.json()) as Json;
      const route = `${operationOf(request)} ${response.status}`;
      known.set(route, known.get(route) ?? body['instance']);
      return answer(response, { ...body, instance: known.get(route) });
    };
  });
}

/** Gives problems of some statuses one `instance`. */
function oneFor(holds: (status: number) => boolean): Break {
  return async (request, service) => {
    const response = await service(request);
    if (response.ok || response.status < 400 || !holds(response.status)) return response;
    const isProblem = (response.headers.get('content-type') ?? '').includes('problem+json');
    if (!isProblem) return response;
    const body = (await response.json()) as Json;
    return answer(response, { ...body, instance: 'urn:uuid:6a0e2c7e-3a3f-4d0b-8a57-0f2f1f7f4c55' });
  };
}
