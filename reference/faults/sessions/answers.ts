import { type Fault, fault } from '../fault.ts';
import type { OperationId } from '../routes.ts';

/** Breaks the check of an operation that is offered: there is no such route. */
export function gone(id: string, on: readonly OperationId[]): Fault {
  return fault(id, { on, story: 'The route was never deployed.', with: async () => refusal(404) });
}

/** A refusal in the basic format. */
export function refusal(status: number): Response {
  return new Response(JSON.stringify({ status, message: 'The request was refused.' }), {
    status,
    headers: { 'content-type': 'application/json' },
  });
}
