import { setTimeout as sleep } from 'node:timers/promises';
import { bodyOf, remembering, resend } from '../kit/breaks.ts';
import type { Break } from '../kit/fault.ts';
import { idsOf, listOf } from './membership.ts';

/**
 * Loses an assignment that is under way together with others to the same list, from the `nth` of them on.
 * Requests that do not overlap are served as they should be.
 */
export function lostWhenOverlapping(nth: number): Break {
  return remembering(() => {
    const underWay = new Map<string, number>();
    return async (request, service) => {
      const { pathname } = new URL(request.url);
      const count = (underWay.get(pathname) ?? 0) + 1;
      underWay.set(pathname, count);
      const list = listOf(request);
      const ids = idsOf(await bodyOf(request), list);
      // Between the reading and the writing of the list.
      await sleep(2);
      const response = await service(request).finally(() =>
        underWay.set(pathname, (underWay.get(pathname) ?? 1) - 1),
      );
      if (count >= nth && response.ok) await service(resend(request, { [list]: ids }, 'DELETE'));
      return response;
    };
  });
}

/** Loses an assignment of members who are being assigned elsewhere: their groups are one value, read and written back. */
export function lostElsewhere(): Break {
  return remembering(() => {
    const underWay = new Set<{ readonly pathname: string; readonly ids: readonly string[] }>();
    return async (request, service) => {
      const list = listOf(request);
      const own = { pathname: new URL(request.url).pathname, ids: idsOf(await bodyOf(request), list) };
      const others = [...underWay].filter(({ pathname }) => pathname !== own.pathname);
      underWay.add(own);
      // Between the reading and the writing of the groups.
      await sleep(2);
      const response = await service(request).finally(() => underWay.delete(own));
      const lost = own.ids.filter((id) => others.some(({ ids }) => ids.includes(id)));
      if (lost.length > 0 && response.ok) await service(resend(request, { [list]: lost }, 'DELETE'));
      return response;
    };
  });
}
