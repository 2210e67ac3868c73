import type { Caller, Permission } from './auth.ts';
import type { ErrorFormat } from './errors.ts';
import type { Store } from './store.ts';
import type { Flags, Json } from './types.ts';

export type Context = {
  store: Store;
  flags: Flags;
  query: URLSearchParams;
  params: Record<string, string>;
  body: Json;
  caller: Caller;
};

export type Answer = { status: number; body?: Json; headers?: Record<string, string> };
export type Handler = (context: Context) => Answer;

export type Route = {
  method: string;
  template: string;
  needs: Permission;
  errors: ErrorFormat;
  handler: Handler;
};

export function route(
  method: string,
  template: string,
  needs: Permission,
  errors: ErrorFormat,
  handler: Handler,
): Route {
  return { method, template, needs, errors, handler };
}

export type Match = { route: Route; params: Record<string, string> };

function matchTemplate(template: string, path: string): Record<string, string> | undefined {
  const wanted = template.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (let i = 0; i < wanted.length; i += 1) {
    const part = wanted[i] ?? '';
    const value = given[i] ?? '';
    if (part.startsWith('{')) {
      if (value === '') return undefined;
      try {
        params[part.slice(1, -1)] = decodeURIComponent(value);
      } catch {
        params[part.slice(1, -1)] = value;
      }
    } else if (part !== value) return undefined;
  }
  return params;
}

export class Router {
  private readonly routes: readonly Route[];

  constructor(routes: readonly Route[]) {
    // Literal paths win over templates.
    this.routes = [...routes].sort(
      (a, b) => Number(a.template.includes('{')) - Number(b.template.includes('{')),
    );
  }

  find(method: string, path: string): Match | 'method' | 'path' {
    let known = false;
    for (const candidate of this.routes) {
      const params = matchTemplate(candidate.template, path);
      if (params === undefined) continue;
      if (candidate.method === method) return { route: candidate, params };
      known = true;
    }
    return known ? 'method' : 'path';
  }
}
