import type { Operation } from '../../spec/contract.ts';
import type { Access } from '../http/access.ts';
import type { Sent } from '../http/answer.ts';
import { idsIn } from './ids.ts';

/** What a run may write. */
export interface Permissions {
  readonly write: boolean;
  /** Whether a write may name an id: the run created or generated it, or the profile lends it. */
  readonly mayTouch: (id: string) => boolean;
  /** Whether a text, as it stands, is the id of something that the run created or the profile lends. */
  readonly isOurs?: ((text: string) => boolean) | undefined;
  /** Whether a text is an id that the target has shown and that is no UUID. */
  readonly isShown?: ((text: string) => boolean) | undefined;
  /** Whether the run made the thing with an id. */
  readonly isMade?: ((id: string) => boolean) | undefined;
  /** The row that fails because a creation was answered with this id of something of others, or an empty text. */
  readonly rowOfTaken?: ((id: string) => string | undefined) | undefined;
  /** Parameters whose values are ids of things that no operation can change. */
  readonly immutable: readonly string[];
}

/** The safe methods of RFC 9110: they ask for no change. */
const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];
const methodOverride = /^x-(http-)?method(-override)?$/i;

/**
 * The guard before every write. It refuses a write that names anything that this run did not create and the profile
 * does not lend. In a run that may only read, it refuses every write except probes.
 *
 * @returns why the request is refused; `undefined` when it is allowed
 */
export function refusal(
  op: Operation,
  request: Pick<Sent, 'method' | 'path' | 'body'> & Partial<Pick<Sent, 'headers'>>,
  access: Access,
  permissions: Permissions,
): string | undefined {
  const { method, path, body = '', headers = {} } = request;
  const { write, mayTouch, isOurs = () => false, isShown, immutable } = permissions;
  if (Object.keys(headers).some((name) => methodOverride.test(name)))
    return 'a header would change the method';
  if (safeMethods.includes(method.toUpperCase()) || (!op.writes && method === op.method)) return undefined;
  if (access === 'read') return `a check that only reads may not call ${op.id} with ${method}`;
  if (access === 'write' && !write) return `${op.id} writes, and this run may only read`;
  const named = [...steps(path), ...texts(parsed(body))];
  // The id of something of ours may be longer than the UUID in it.
  const known = [...named.filter(isOurs).flatMap(idsIn), ...immutableIds(parsed(body), immutable)];
  const namesForeign = without([...idsIn(path), ...idsIn(body)], known).some((id) => !mayTouch(id));
  const namesShown = isShown && named.some((text) => isShown(text) && !mayTouch(text));
  return namesForeign || namesShown
    ? `${op.id} names something that this run did not make and that nobody lent`
    : undefined;
}

/**
 * The row that is the reason why a request is refused, where it names no foreign things but those that creations were
 * answered with, or an empty text where no row is; `undefined` where it names others as well.
 */
export function rowBehindRefusal(
  op: Operation,
  request: Parameters<typeof refusal>[1],
  access: Access,
  permissions: Permissions,
): string | undefined {
  const { mayTouch, isOurs = () => false, rowOfTaken = () => undefined } = permissions;
  let row: string | undefined;
  const isTaken = (id: string) => {
    const found = rowOfTaken(id);
    row ??= found;
    return found !== undefined;
  };
  const more = {
    ...permissions,
    mayTouch: (id: string) => mayTouch(id) || isTaken(id),
    isOurs: (text: string) => isOurs(text) || isTaken(text),
  };
  return refusal(op, request, access, more) === undefined ? row : undefined;
}

/** A list of ids without others, each taken away as often as it is named. */
function without(ids: readonly string[], others: readonly string[]): string[] {
  const left = [...ids];
  for (const id of others) {
    const at = left.indexOf(id);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

function immutableIds(json: unknown, immutable: readonly string[]): string[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, value]) =>
    immutable.includes(name)
      ? [value]
          .flat()
          .filter((item) => typeof item === 'string')
          .flatMap(idsIn)
      : immutableIds(value, immutable),
  );
}

/** Every text and number in a JSON value, the names of members included; all in one list, as bodies may be long. */
function texts(json: unknown, found: string[] = []): string[] {
  if (typeof json === 'string' || typeof json === 'number') found.push(String(json));
  else if (typeof json === 'object' && json !== null)
    for (const [name, value] of Object.entries(json)) {
      found.push(name);
      texts(value, found);
    }
  return found;
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
