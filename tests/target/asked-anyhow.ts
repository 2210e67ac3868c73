import type { Answer } from '../../harness/http/answer.ts';
import type { SendOptions } from '../../harness/http/compose.ts';
import type { Context } from '../../harness/judging/context.ts';
import { attempt } from './attempt.ts';
import { pageOf } from './body.ts';
import { malformedOf } from './inputs.ts';
import { minimal, minimalParams } from './minimal.ts';
import { fromPage } from './page.ts';
import { isPagedByName } from './pages/paged-by-name.ts';
import { idsInPath, pathOnly } from './path.ts';
import { harmlessParams, probed } from './probe.ts';

/*
 * What a quick run asks with a key that opens nothing, and without one: one request shows more than the key. At each
 * operation it is another form.
 */

/**
 * What is asked with a key that opens nothing: who looks for what a path names before asking for the key, who reads the
 * request before, and who lets pages in.
 */
export async function askedAnyhow(context: Context, options: SendOptions): Promise<Answer> {
  const { op, send } = context;
  if (idsInPath(op).length > 0) return send(op, harmlessParams(context, op), options);
  const params = await minimalParams(context, op);
  const { query, body } = (isMalformed(context) && malformedOf(op)) || {};
  if (query !== undefined) return send(op, params, { ...options, rawQuery: query });
  if (body !== undefined) return send(op, pathOnly(op, params), { ...options, rawBody: body });
  return send(op, params, { ...options, headers: { ...fromPage, ...options.headers } });
}

/** The headers in which other services take a key, by the kind of header; each with what stands before the key. */
export const inHeaders: readonly Readonly<Record<string, string>>[] = [
  { authorization: 'Bearer ' },
  { cookie: 'x-api-key=' },
  {
    'api-key': '',
    apikey: '',
    'x-apikey': '',
    'x-api-token': '',
    'x-auth-token': '',
    'x-access-token': '',
  },
];

/** All of them at once: whoever takes a key from one of them lets the request in. */
const inAllHeaders: Readonly<Record<string, string>> = Object.fromEntries(
  inHeaders.flatMap((headers) => Object.entries(headers)),
);

/** Names that objects inherit, in the languages of most services. */
export const inherited = ['constructor', '__proto__', 'toString'];

/** What programs send that have no value. */
export const unset = ['undefined', 'null'];

/** What stands for a key where none is known: an empty one, a name that objects inherit, and what programs send for none. */
const words: readonly SendOptions[] = [
  { key: 'empty' },
  ...[inherited, unset].map(([name = '']): SendOptions => ({ key: 'none', headers: { 'x-api-key': name } })),
];

/** The place of a read among all reads. */
function placeAmongReads({ contract, op }: Context): number {
  return contract.operations.filter(({ writes }) => !writes).indexOf(op);
}

/** What is sent at some reads in place of a key that is nearly valid; `undefined` at the others. */
export function wordFor(context: Context): SendOptions | undefined {
  const nth = placeAmongReads(context);
  return nth % 5 === 1 ? words[Math.floor(nth / 5) % words.length] : undefined;
}

/** What is no key: none at all, which each read is tried with, or for some reads one where no key belongs. */
function noKey(context: Context): SendOptions {
  return placeAmongReads(context) % 5 === 2 ? { keyAs: { headers: inAllHeaders } } : { key: 'none' };
}

/**
 * What is asked without a key: from a page, and of a list in a malformed way and with the cursor of its first page. Whoever
 * reads the request before asking for the key, or takes any of it for a pass, gives another answer than 401.
 */
export async function askedKeyless(context: Context): Promise<Answer> {
  const { op, send } = context;
  const { headers, ...key } = noKey(context);
  // A guard against forged requests may look at a cookie beside an origin before anybody looks at the key.
  const options = { ...key, headers: { ...(key.keyAs === undefined && fromPage), ...headers } };
  if (op.writes) return probed(context, op, 'none');
  const params = await minimalParams(context, op);
  if (!isPagedByName(op)) return send(op, params, options);
  const { query, body } = malformedOf(op) ?? {};
  if (body !== undefined && !isMalformed(context))
    return send(op, pathOnly(op, params), { ...options, rawBody: body });
  // A list that gives no page is asked without a cursor.
  const first = await attempt(async () => pageOf(context, await minimal(context, op)));
  const cursor = typeof first?.nextCursor === 'string' ? { cursor: first.nextCursor } : {};
  return send(op, { ...params, ...cursor }, { ...options, ...(query !== undefined && { rawQuery: query }) });
}

/** Whether a key that opens nothing is tried with a malformed request. */
const isMalformed = (context: Context) => placeOf(context) % 2 === 0;

/** The place of an operation among all: a quick run tries one key at each, and another one at the next. */
export function placeOf({ contract, op }: Context): number {
  return contract.operations.findIndex(({ id }) => id === op.id);
}
