import type { Operation } from '../spec/contract.ts';
import type { Access } from './check.ts';
import type { Params } from './place.ts';

/** What the guard asks of a run. */
export interface Permissions {
  readonly write: boolean;
  /** Ids that may be named in a write: made or invented by this run, or lent by the profile. */
  readonly mayTouch: (id: string) => boolean;
  /** Parameters whose value only points at something that no operation can change. */
  readonly immutable: readonly string[];
}

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;

/**
 * The one guard before every write. Refuses a request to a writing operation that names anything that this
 * run did not make and nobody lent, and every write of a run that may only read, probes excepted.
 *
 * @returns why the request is refused, or `undefined`.
 */
export function refusal(
  op: Operation,
  request: { path: string; body: string | undefined },
  access: Access,
  may: Permissions,
): string | undefined {
  if (!op.writes) return undefined;
  if (access === 'read') return `a check that only reads may not call ${op.id}`;
  if (access === 'write' && !may.write) return `${op.id} writes, and this run may only read`;
  const body = request.body === undefined ? '' : withoutImmutable(request.body, may.immutable);
  const foreign = [...`${decodeURIComponent(request.path)} ${body}`.matchAll(uuid)].find(
    ([id]) => !may.mayTouch(id),
  );
  return foreign ? `${op.id} names something that this run did not make and that nobody lent` : undefined;
}

/** The ids that a request names, in lower case. */
export function idsIn(params: Params): string[] {
  return [...JSON.stringify(params).matchAll(uuid)].map(([id]) => id.toLowerCase());
}

/** Leaves out what only points at things that nothing can change; a body that is not JSON is read as it is. */
function withoutImmutable(body: string, immutable: readonly string[]): string {
  try {
    return JSON.stringify(JSON.parse(body), (key, value: unknown) =>
      immutable.includes(key) ? undefined : value,
    );
  } catch {
    return body;
  }
}
