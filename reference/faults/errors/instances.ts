import { answer, type Break, type Fault, fault, type Json } from '../kit/fault.ts';
import { everyOperation } from '../kit/routes.ts';

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
];

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
