import type { Route } from './routes.ts';
import type { On } from './types.ts';

export const NO_CORS: readonly string[] = [
  'tests',
  'usearch',
  'class',
  'newclass',
  'study',
  'classadd',
  'disable',
];
export const FIXED_ORIGIN: readonly string[] = ['users', 'cohort', 'ssearch', 'newstudent'];
export const PREFLIGHT_SLIPS: Record<string, readonly string[]> = {
  'preflight-no-patch': ['details'],
  'preflight-no-put': ['name', 'password', 'email', 'extid'],
  'preflight-no-delete': ['classdel', 'teachdel', 'cohdel', 'testdel'],
  'preflight-no-key': ['sess', 'done', 'prog', 'tests'],
  'preflight-no-content-type': ['usearch', 'ssearch'],
  'preflight-no-origin': ['years', 'year'],
  'preflight-needs-key': ['class', 'cohort'],
  'preflight-is-404': ['stclassadd', 'stclassdel', 'stcohadd'],
  'preflight-is-405': ['enable', 'disable', 'newstudent'],
  'preflight-http-only-secure': ['users', 'classes'],
  'preflight-get-only': ['newteacher', 'newcohort'],
  'preflight-is-403-redirect': ['study'],
};

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** The headers that let browsers in, from any origin. */
export function corsHeaders(headers: Headers, request: Request, ep: string, ok: boolean, on: On): void {
  const origin = request.headers.get('origin');
  let allowed = '*';
  if (origin !== null && on('m-origin-echoed')) {
    allowed = origin;
    headers.append('vary', 'Origin');
  }
  if (origin === null && on('m-cors-for-browsers-only')) return;
  if (ok && NO_CORS.includes(ep) && on(`${ep}-no-cors`)) return;
  if (ok && FIXED_ORIGIN.includes(ep) && on(`${ep}-origin-fixed`)) allowed = 'https://app.twelfth.example';
  if (origin?.startsWith('http:') && on('cors-secure-origins-only')) return;
  if (origin === 'null' && on('cors-null-origin-refused')) return;
  if (origin !== null && /:\d+$/.test(origin) && on('cors-port-lost')) allowed = origin.replace(/:\d+$/, '');
  if (origin !== null && /[A-Z]|xn--/.test(origin) && on('cors-idn-refused')) return;
  headers.set('access-control-allow-origin', allowed);
}

export function preflight(request: Request, routes: readonly Route[], on: On): Response {
  const headers = new Headers();
  const wanted = request.headers.get('access-control-request-method') ?? '';
  const route = routes.find(({ method }) => method === wanted);
  const ep = route?.ep ?? '';
  const slip = (kind: string): boolean => PREFLIGHT_SLIPS[kind]?.includes(ep) === true && on(`${kind}-${ep}`);
  corsHeaders(headers, request, '', false, on);
  if (slip('preflight-no-origin')) headers.delete('access-control-allow-origin');
  let methods = METHODS;
  if (slip('preflight-no-patch')) methods = METHODS.replace(' PATCH,', '');
  if (slip('preflight-no-put')) methods = METHODS.replace(' PUT,', '');
  if (slip('preflight-no-delete')) methods = METHODS.replace(' DELETE,', '');
  if (slip('preflight-get-only')) methods = 'GET, HEAD, OPTIONS';
  let names = on('m-preflight-echo')
    ? (request.headers.get('access-control-request-headers') ?? '')
    : 'x-api-key, content-type';
  if (slip('preflight-no-key')) names = 'content-type';
  if (slip('preflight-no-content-type')) names = 'x-api-key';
  if (on('m-preflight-star')) [methods, names] = ['*', '*'];
  headers.set('access-control-allow-methods', methods);
  if (names) headers.set('access-control-allow-headers', names);
  if (on('m-preflight-kept')) headers.set('access-control-max-age', '600');
  let status = on('m-preflight-200') ? 200 : 204;
  if (slip('preflight-needs-key') && !request.headers.has('x-api-key')) status = 401;
  if (slip('preflight-is-404')) status = 404;
  if (slip('preflight-is-405')) status = 405;
  if (slip('preflight-is-403-redirect')) status = 403;
  if (request.headers.get('origin')?.startsWith('http:') && slip('preflight-http-only-secure'))
    headers.delete('access-control-allow-origin');
  return new Response(null, { status, headers });
}
