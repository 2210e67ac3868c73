import type { Operation } from './operation.ts';

/** The operations on one path, and the id in it (`''` when it has none). */
export interface Route {
  readonly operations: readonly Operation[];
  readonly id: string;
}

/** Finds the route of a path below `/api/v1`, undefined when there is none. */
export type Router = (path: string) => Route | undefined;

/** A router for these operations. A literal segment goes before an id: `/academic-years/current`. */
export function createRouter(operations: readonly Operation[]): Router {
  const byPath = new Map<string, Operation[]>();
  for (const operation of operations) {
    const known = byPath.get(operation.path);
    if (known) known.push(operation);
    else byPath.set(operation.path, [operation]);
  }
  return (path) => {
    const literal = path.includes('{') ? undefined : byPath.get(path);
    return literal ? { operations: literal, id: '' } : routeWithId(byPath, path);
  };
}

/** No path has more than one id, so each segment in turn is taken for it. */
function routeWithId(byPath: ReadonlyMap<string, readonly Operation[]>, path: string): Route | undefined {
  const segments = path.split('/');
  for (let at = 2; at < segments.length; at += 1) {
    const segment = segments[at];
    if (!segment) continue;
    const operations = byPath.get(segments.with(at, '{id}').join('/'));
    if (operations) return { operations, id: decode(segment) };
  }
  return undefined;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
