// The fourth server: a fresh, seeded service for every call of createServer.

import {
  keys,
  rateLimiter,
  withCors,
  withErrors,
  withKey,
  withManners,
  withPermission,
  withRoute,
} from './middleware.ts';
import { findRoute } from './routes.ts';
import { seed } from './seed.ts';
import type { Ctx, Middleware } from './types.ts';

export { keys };

export function createServer(options?: {
  bugs?: readonly string[];
}): (request: Request) => Promise<Response> {
  const switched = new Set(options?.bugs ?? []);
  const db = seed();
  const chain: Middleware[] = [
    withCors,
    withManners,
    withErrors,
    rateLimiter(),
    withKey,
    withRoute,
    withPermission,
  ];
  return (request) => {
    const url = new URL(request.url);
    const { route, params, otherMethod } = findRoute(request.method, url.pathname);
    const ctx: Ctx = {
      request,
      url,
      query: url.searchParams,
      params,
      op: route?.op ?? '',
      route,
      otherMethod,
      key: 'none',
      db,
      on: (id) => switched.has(id),
    };
    const step = async (index: number): Promise<Response> => {
      const link = chain[index];
      if (link !== undefined) return link(ctx, () => step(index + 1));
      if (ctx.route === null) throw new Error('no route');
      return ctx.route.run(ctx);
    };
    return step(0);
  };
}
