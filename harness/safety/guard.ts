import type { Operation } from '../../spec/contract.ts';
import type { Access } from '../http/access.ts';
import type { Sent } from '../http/answer.ts';
import { idsIn } from './ids.ts';

/** What the guard asks of a run. */
export interface Permissions {
  readonly write: boolean;
  /** Ids that may be named in a write: made or invented by this run, or lent by the profile. */
  readonly mayTouch: (id: string) => boolean;
  /** Ids of another form than the interface's that the target has shown: naming one is naming its data. */
  readonly isShown?: ((text: string) => boolean) | undefined;
  /** Parameters whose value only points at something that no operation can change. */
  readonly immutable: readonly string[];
}

/** Methods that ask for nothing to be changed (RFC 9110). */
const safe: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];
const overriding = /^x-(http-)?method(-override)?$/i;

/**
 * The one guard before every write. Refuses a request that may change something and names anything that this
 * run did not make and nobody lent, and every write of a run that may only read, probes excepted.
 *
 * @returns why the request is refused, or `undefined`.
 */
export function refusal(
  op: Operation,
  request: Pick<Sent, 'method' | 'path' | 'body'> & Partial<Pick<Sent, 'headers'>>,
  access: Access,
  may: Permissions,
): string | undefined {
  const { method, path, body = '', headers = {} } = request;
  if (Object.keys(headers).some((name) => overriding.test(name))) return 'a header would change the method';
  if (safe.includes(method.toUpperCase()) || (!op.writes && method === op.method)) return undefined;
  if (access === 'read') return `a check that only reads may not call ${op.id} with ${method}`;
  if (access === 'write' && !may.write) return `${op.id} writes, and this run may only read`;
  const foreign = [...idsIn(path), ...changeable(body, may.immutable)].some((id) => !may.mayTouch(id));
  const { isShown } = may;
  const shown =
    isShown && [...steps(path), ...texts(parsed(body))].some((text) => isShown(text) && !may.mayTouch(text));
  return foreign || shown
    ? `${op.id} names something that this run did not make and that nobody lent`
    : undefined;
}

/** The ids of a body without those that stand where they only point at what nothing can change. */
function changeable(body: string, immutable: readonly string[]): string[] {
  const ids = idsIn(body);
  for (const id of pointing(parsed(body), immutable)) {
    const at = ids.indexOf(id);
    if (at >= 0) ids.splice(at, 1);
  }
  return ids;
}

function pointing(value: unknown, immutable: readonly string[]): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, held]) =>
    immutable.includes(name)
      ? [held]
          .flat()
          .filter((item) => typeof item === 'string')
          .flatMap(idsIn)
      : pointing(held, immutable),
  );
}

/** Every text and number of a JSON value, names of members included. */
function texts(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, held]) => [name, ...texts(held)]);
}

function steps(path: string): string[] {
  return path.split(/[/?&=]/).map((step) => {
    try {
      return decodeURIComponent(step);
    } catch {
      return step;
    }
  });
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
