import type { Break, Service } from '../kit/fault.ts';
import { requestTo, userIdIn } from './user.ts';

/** Does something more after a change that was accepted. */
export function afterwards(more: (request: Request, service: Service) => Promise<unknown>): Break {
  return async (request, service) => {
    const response = await service(request.clone());
    if (response.ok) await more(request, service);
    return response;
  };
}

/** Empties the external identifier of the account after a change. */
export function emptyingExternalId(): Break {
  return afterwards((request, service) => {
    const path = `/users/${userIdIn(request)}/external-id`;
    return service(requestTo(request, 'PUT', path, { user: { externalId: null } }));
  });
}
