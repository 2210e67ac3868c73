import { HttpError } from './errors.ts';
import type { Flags } from './types.ts';

export const keys = {
  full: 'rk_full_7Qm2xV9bT4hLpZ81',
  restricted: 'rk_read_3Wd8nC5yJ6sKfR20',
};

export type Permission = 'read' | 'write';
export type Caller = { name: 'full' | 'restricted'; may: readonly Permission[] };

const CALLERS = new Map<string, Caller>([
  [keys.full, { name: 'full', may: ['read', 'write'] }],
  [keys.restricted, { name: 'restricted', may: ['read'] }],
]);

const FULL: Caller = { name: 'full', may: ['read', 'write'] };

function presentedKey(request: Request, url: URL, flags: Flags): string | undefined {
  const header = request.headers.get('x-api-key');
  if (header !== null) return header;
  if (flags.on('auth-key-in-query')) {
    const fromQuery =
      url.searchParams.get('x-api-key') ?? url.searchParams.get('api_key') ?? url.searchParams.get('apiKey');
    if (fromQuery !== null) return fromQuery;
  }
  return undefined;
}

/** Who calls? Throws 401 for a missing or an unknown key. */
export function authenticate(request: Request, url: URL, path: string, flags: Flags): Caller {
  const key = presentedKey(request, url, flags);
  if (flags.on('auth-open-study-sessions') && path === '/sessions/completed') return FULL;
  if (key === undefined) {
    throw new HttpError(flags.on('auth-missing-key-403') ? 403 : 401, 'No API key was sent');
  }
  const caller = CALLERS.get(key);
  if (caller !== undefined) return caller;
  if (flags.on('auth-key-prefix-accepted') && key.length >= 8) {
    for (const [known, owner] of CALLERS) if (known.startsWith(key)) return owner;
  }
  throw new HttpError(401, 'The API key is not valid');
}

export function authorise(caller: Caller, needed: Permission, flags: Flags): void {
  if (caller.may.includes(needed)) return;
  throw new HttpError(
    flags.on('auth-forbidden-as-401') ? 401 : 403,
    'The API key lacks the permission for this operation',
  );
}
