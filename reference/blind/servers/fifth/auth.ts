import { Refusal } from './http.ts';
import type { App, Route } from './types.ts';

export const keys: { full: string; restricted: string } = {
  full: 'rk-Full-7Qm2xT9pLw4Z',
  restricted: 'rk-Read-Hd83vNs1KcYe',
};

/** Which of the two keys a request shows; refuses with 401 without a valid one. */
function keyOf(app: App, request: Request, url: URL): 'full' | 'restricted' {
  const header = request.headers.get('x-api-key');
  let key = header ?? '';
  if (app.on('auth-key-in-query') && header === null) key = url.searchParams.get('x-api-key') ?? '';
  if (app.on('auth-blank-key-reads') && header !== null && key.trim() === '') return 'restricted';
  for (const name of ['full', 'restricted'] as const) {
    const wanted = keys[name];
    if (key === wanted) return name;
    if (app.on('auth-key-any-case') && key.toLowerCase() === wanted.toLowerCase()) return name;
    if (app.on('auth-key-prefix-only') && key.startsWith(wanted)) return name;
    if (app.on('auth-key-short') && key.length >= 7 && wanted.startsWith(key)) return name;
  }
  if (key === '') throw new Refusal(app.on('auth-missing-key-403') ? 403 : 401, 'An API key is required');
  throw new Refusal(app.on('auth-invalid-key-403') ? 403 : 401, 'The API key is not valid');
}

const STUDIES = 'GET /sessions/completed';

export function authorise(app: App, request: Request, url: URL, route: Route | undefined): void {
  const op = route?.op ?? '';
  if (app.on('auth-tests-open') && op === 'GET /smart-ia/tests') return;
  if (app.on('auth-current-year-open') && op === 'GET /academic-years/current') return;
  if (
    app.on('auth-session-search-any-key') &&
    op === 'POST /smart-ia/sessions/search' &&
    request.headers.has('x-api-key')
  )
    return;
  if (
    app.on('auth-cohort-detail-any-key') &&
    op === 'GET /smart-ia/cohorts/{cohortId}' &&
    request.headers.has('x-api-key')
  )
    return;
  const key = keyOf(app, request, url);
  if (key === 'full' || route === undefined) return;
  if (!route.writes && op !== STUDIES) return;
  if (app.on('perm-studies-unchecked') && op === STUDIES) return;
  if (app.on('perm-name-unchecked') && op === 'PUT /users/{userId}/name') return;
  if (app.on('perm-cohort-tests-delete-unchecked') && op === 'DELETE /smart-ia/cohorts/{cohortId}/tests')
    return;
  if (app.on('perm-disable-unchecked') && op.endsWith('/disable')) return;
  if (app.on('perm-refused-as-401')) throw new Refusal(401, 'The API key is not valid');
  if (app.on('perm-studies-404') && op === STUDIES) throw new Refusal(404, 'Not found');
  if (app.on('perm-delete-400') && op.startsWith('DELETE'))
    throw new Refusal(400, 'The request cannot be done');
  throw new Refusal(403, 'The API key lacks the permission for this operation');
}
