import { read, remembering } from './breaks.ts';
import type { Break, Json, Service } from './fault.ts';

/** Answers a change in a class or cohort of another academic year otherwise. */
export function inAnotherYear(otherwise: () => Response): Break {
  return async (request, service) =>
    (await isOfAnotherYear(request, service, groupPathOf(request))) ? otherwise() : service(request);
}

/** The same once the class or cohort was read by its id. */
export function inAnotherYearOnceRead(otherwise: () => Response): Break {
  return remembering(() => {
    const seen = new Set<string>();
    return async (request, service) => {
      const path = pathOf(request);
      if (request.method === 'GET') {
        seen.add(path);
        return service(request);
      }
      const group = groupPathOf(request);
      const isMeant = seen.has(group) && (await isOfAnotherYear(request, service, group));
      return isMeant ? otherwise() : service(request);
    };
  });
}

/** Whether the class or cohort at a path is of another academic year than the current one. */
export async function isOfAnotherYear(request: Request, service: Service, path: string): Promise<boolean> {
  const found = await read(request, service, path);
  const group = (found['class'] ?? found['cohort']) as Json | undefined;
  const { academicYear } = await read(request, service, '/academic-years/current');
  const current = academicYear as Json | undefined;
  return group !== undefined && group['academicYearId'] !== current?.['academicYearId'];
}

/** The path of a request below the base address. */
export function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/^\/api\/v1/, '');
}

/** The path of the class or cohort that a change is about. */
function groupPathOf(request: Request): string {
  return pathOf(request).replace(/\/[^/]+$/, '');
}
