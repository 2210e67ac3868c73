import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type OpenTarget, withTarget } from '../../../bin/target.ts';
import { createReference, type ReferenceOptions, serve } from '../../../reference/service/index.ts';
import type { Service } from '../../../reference/service/reference.ts';

/** A service that listens on loopback, and a folder for what is written about it. */
export interface ServedTarget {
  readonly baseUrl: string;
  readonly keys: { readonly full: string; readonly restricted: string };
  /** The environment of a run against it, with both keys. */
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  /** Lines of all requests that came: method and path. */
  readonly requests: readonly string[];
  /** Opens it as a run would, with the environment changed; `unknown` leaves out the profile that is built in. */
  look<T>(work: (target: OpenTarget) => Promise<T>, env?: Readonly<Record<string, string>>): Promise<T>;
  close(): Promise<void>;
}

/** Serves a reference service that nobody recognises as one. */
export async function serveTarget(
  options: ReferenceOptions = {},
  wrap: (service: Service) => Service = (service) => service,
): Promise<ServedTarget> {
  const { fetch, keys } = createReference(options);
  const service = wrap(fetch);
  const requests: string[] = [];
  const { baseUrl, close } = await serve(async (request) => {
    requests.push(`${request.method} ${new URL(request.url).pathname}`);
    const response = await service(request);
    response.headers.set('server', 'somebody');
    return response;
  });
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rollcall-'));
  const env = {
    ROLLCALL_TARGET: baseUrl,
    ROLLCALL_API_KEY: keys.full,
    ROLLCALL_RESTRICTED_KEY: keys.restricted,
  };
  return {
    baseUrl,
    keys,
    env,
    folder,
    requests,
    look: (work, other = {}) => withTarget({ ...env, ...other }, work),
    async close() {
      rmSync(folder, { recursive: true, force: true });
      await close();
    },
  };
}

/** Every list is empty, and there is no current year: a server on its first day. */
export function emptied(service: Service): Service {
  return async (request) => {
    const { pathname } = new URL(request.url);
    const response = await service(request);
    if (pathname.endsWith('/current'))
      return Response.json({ status: 404, message: 'There is none.' }, { status: 404 });
    if (response.status !== 200) return response;
    const body = (await response.json()) as Record<string, unknown>;
    if (!Array.isArray(body['data'])) return Response.json(body);
    const pagination = { total: 0, limit: 100, offset: 0, previousCursor: null, nextCursor: null };
    return Response.json({ data: [], ...('pagination' in body ? { pagination } : {}) });
  };
}
