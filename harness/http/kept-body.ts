import type { APIRequestContext, APIResponse } from '@playwright/test';

/** Where Playwright's client keeps the bodies of its answers, where it works in this process. */
interface Keep {
  readonly fetchResponses: Map<string, Uint8Array>;
  readonly fetchLog: Map<string, unknown>;
}

/**
 * Takes the body of an answer out of the client's keep, and leaves nothing of the answer there. By its interface, reading
 * a body and giving it up are calls of their own, and each of the two takes as long as the request itself: messages,
 * their validation, and three timers with an error in reserve.
 *
 * @returns `undefined` where the client has no such keep: then its interface has to be used
 */
export function takeBody(client: APIRequestContext, response: APIResponse): Uint8Array | undefined {
  const uid = keyOf(response);
  const keep = keepOf(client);
  if (uid === undefined || keep === undefined) return undefined;
  const body = keep.fetchResponses.get(uid);
  keep.fetchResponses.delete(uid);
  keep.fetchLog.delete(uid);
  return body;
}

/** What the client does not show of itself. */
interface Inside {
  readonly _connection?: { toImpl?(client: unknown): Partial<Keep> | undefined };
  readonly _initializer?: { readonly fetchUid?: unknown };
}

function keyOf(response: APIResponse): string | undefined {
  const uid = (response as unknown as Inside)._initializer?.fetchUid;
  return typeof uid === 'string' ? uid : undefined;
}

function keepOf(client: APIRequestContext): Keep | undefined {
  const { fetchResponses, fetchLog } = (client as unknown as Inside)._connection?.toImpl?.(client) ?? {};
  if (!(fetchResponses instanceof Map) || !(fetchLog instanceof Map)) return undefined;
  return { fetchResponses, fetchLog };
}
