import { remembering } from './breaks.ts';
import type { Break, Json } from './fault.ts';
import { objectIn } from './fault.ts';
import { ownerIn } from './ids.ts';
import { onPage, type PageBody } from './pages.ts';
import { type OperationId, operationOf } from './routes.ts';

/** A write that was accepted. */
export interface Written {
  readonly op: OperationId;
  /** The id of whom or what it names in its path. */
  readonly owner: string;
  readonly sent: Json;
  readonly answered: Json;
}

/** Changes the pages of lists by the writes that were accepted before; a list without pages goes through as well. */
export function afterWrites(
  writes: readonly OperationId[],
  change: (page: PageBody, written: readonly Written[], request: Request) => unknown,
): Break {
  return remembering(() => {
    const written: Written[] = [];
    return async (request, service) => {
      const op = operationOf(request);
      if (op === undefined || !writes.includes(op))
        return onPage(request, service, (page) => change(page, written, request.clone()));
      const sent = (await objectIn(request)) ?? {};
      const response = await service(request.clone());
      if (!response.ok) return response;
      const answered = response.status === 204 ? {} : ((await response.clone().json()) as Json);
      written.push({ op, owner: ownerIn(request), sent, answered });
      return response;
    };
  });
}

/** Changes a plain page from the second time on that it is read. */
export function readAgain(change: (page: PageBody) => unknown): Break {
  return remembering(() => {
    let reads = 0;
    return async (request, service) => {
      const { searchParams } = new URL(request.url);
      if (searchParams.has('search') || searchParams.has('userId')) return service(request);
      reads += 1;
      return reads > 1 ? onPage(request, service, change) : service(request);
    };
  });
}

/** Whether a run of the suite did not make a thing: it gives all that it makes such a name. */
export function isForeign(item: Json): boolean {
  return !JSON.stringify(item).toLowerCase().includes('rollcall');
}
