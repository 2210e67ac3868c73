import type { ExtraHeader } from '../run/headers.ts';
import type { KeyPlace } from './answer.ts';
import { addedSigns, usualAccept } from './compose.ts';
import { type GivenKey, isGiven, type KeyRole, variableOf } from './key-role.ts';

/** Replaces each letter and digit by the next one. */
const nextSigns = 'tr 0-9a-zA-Z 1-90b-zaB-ZA';

/** A header with a text for a key as a shell writes it, after the words that begin it; `undefined` for no header at all. */
const madeKey: Record<Exclude<KeyRole, GivenKey>, ((begin: string) => string) | undefined> = {
  none: undefined,
  empty: () => "'x-api-key;'",
  wrong: (begin) => `'${begin}not-a-key'`,
  shortened: (begin) => `"$(printf %s "${begin}$ROLLCALL_API_KEY" | sed 's/.$//')"`,
  lengthened: (begin) => `"${begin}$ROLLCALL_API_KEY"${addedSigns}`,
  prefixed: (begin) => `"${begin}0$ROLLCALL_API_KEY"`,
  otherEnd: (begin) =>
    `"${begin}$(printf %s "$ROLLCALL_API_KEY" | sed 's/....$//')$(printf %s "$ROLLCALL_API_KEY" | tail -c 4 | ${nextSigns})"`,
  otherStart: (begin) =>
    `"${begin}$(printf %s "$ROLLCALL_API_KEY" | head -c 4 | ${nextSigns})$(printf %s "$ROLLCALL_API_KEY" | tail -c +5)"`,
  listed: (begin) => `"${begin}0, $ROLLCALL_API_KEY"`,
  recased: (begin) => `"${begin}$(printf %s "$ROLLCALL_API_KEY" | tr a-zA-Z A-Za-z)"`,
};

/** What stands for the restricted key in an address that is shown. */
export const keyInAddress = '{restricted key}';

interface Request {
  readonly method: string;
  readonly path: string;
  readonly key: KeyRole;
  readonly keyAs?: KeyPlace | undefined;
  /** Headers that every request carries besides. */
  readonly headers?: readonly ExtraHeader[];
  readonly body?: unknown;
  /** The headers that went over the wire. Those are shown that are neither a key nor said elsewhere. */
  readonly sent?: Readonly<Record<string, string>>;
}

/** The headers that a check itself chose; a cookie came from the target, and is hidden. */
const chosen: Readonly<Record<string, (value: string) => string | undefined>> = {
  origin: (value) => value,
  'access-control-request-method': (value) => value,
  'access-control-request-headers': (value) => value,
  accept: (value) => (value === usualAccept ? undefined : value),
  'accept-language': (value) => value,
  cookie: () => 'cookie#1',
};

/** A curl command that repeats a request, and shows status and headers. The shell has the base address in `$BASE` and the key in a variable. */
export function curl(request: Request): string {
  const { sent = {} } = request;
  const parts = ['curl -sSi', request.method === 'GET' ? '-g' : `-g -X ${request.method}`];
  for (const header of keyHeaders(request)) parts.push(`-H ${header}`);
  for (const [name, shown] of Object.entries(chosen)) {
    const value = sent[name] === undefined || isOfKey(name, request) ? undefined : shown(sent[name]);
    if (value !== undefined) parts.push(`-H ${quote(`${name}: ${value}`)}`);
  }
  for (const { name, value, variable } of request.headers ?? [])
    parts.push(`-H ${variable === undefined ? quote(`${name}: ${value}`) : `"${name}: $${variable}"`}`);
  if (request.body !== undefined) {
    const body = typeof request.body === 'string' ? request.body : JSON.stringify(request.body);
    parts.push(
      `-H ${quote(`content-type: ${sent['content-type'] ?? 'application/json'}`)} -d ${quote(body)}`,
    );
  }
  parts.push(`"$BASE"${quote(request.path).replaceAll(keyInAddress, `'"$ROLLCALL_RESTRICTED_KEY"'`)}`);
  return parts.join(' ');
}

function keyHeaders({
  key,
  keyAs = { headers: { 'x-api-key': '' } },
}: Pick<Request, 'key' | 'keyAs'>): string[] {
  const header = isGiven(key) ? (begin: string) => `"${begin}$${variableOf(key)}"` : madeKey[key];
  if (header === undefined || 'query' in keyAs) return [];
  return Object.entries(keyAs.headers).map(([name, before]) => header(`${name}: ${before}`));
}

/** Whether a header was tried as a place for the key. */
function isOfKey(name: string, { keyAs }: Request): boolean {
  return keyAs !== undefined && 'headers' in keyAs && Object.hasOwn(keyAs.headers, name);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
