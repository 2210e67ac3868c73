import type { Resource, Shapes } from '../choices.ts';
import type { Store } from '../store/store.ts';
import type { Reply } from './reply.ts';

/** The methods that operations have. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request as an operation sees it: past the key, with its body read. */
export interface Call {
  readonly store: Store;
  readonly shapes: Shapes;
  /** The id in the path, decoded but not judged; `''` where the path has none. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** The JSON object that came, `{}` for operations that take none. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** One of the 39 operations. It runs to its end without waiting, so operations never overlap. */
export interface Operation {
  readonly id: string;
  readonly method: Method;
  /** Below `/api/v1`; an id stands as `{id}`. */
  readonly path: string;
  readonly resource: Resource;
  readonly takesBody: boolean;
  /** Throws a Refusal for what the operation does not accept. */
  readonly run: (call: Call) => Reply;
}

/** An operation without a request body. */
export function asks(
  id: string,
  route: `${Method} /${string}`,
  resource: Resource,
  run: Operation['run'],
): Operation {
  return { id, ...split(route), resource, takesBody: false, run };
}

/** An operation with a required request body. */
export function sends(
  id: string,
  route: `${Method} /${string}`,
  resource: Resource,
  run: Operation['run'],
): Operation {
  return { id, ...split(route), resource, takesBody: true, run };
}

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function split(route: string): { method: Method; path: string } {
  const [name, path = ''] = route.split(' ');
  const method = methods.find((known) => known === name);
  if (!method) throw new TypeError(`no such method in the route "${route}"`);
  return { method, path };
}
