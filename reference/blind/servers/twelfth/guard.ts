import { Refusal } from './errors.ts';
import type { Route } from './routes.ts';
import type { On, Reply } from './types.ts';

export const keys = {
  full: 'tw12-full-Kq7ZpV3mXw9RtB5sLd2N',
  restricted: 'tw12-read-Hc4YjU8nGf6EaQ1oMz0T',
};

/** How keys are taken that are none: `${ep}-auth-${kind}`. */
export const AUTH_SLIPS: Record<string, readonly string[]> = {
  open: ['current', 'tests', 'usearch', 'study', 'cohort', 'stcohadd', 'enable', 'extid'],
  longer: ['classes', 'sess', 'newclass', 'year'],
  shorter: ['users', 'tests', 'cohadd'],
  case: ['cohorts', 'ssearch', 'class', 'years'],
  any: ['prog', 'years', 'name', 'done'],
  empty: ['class', 'done', 'classadd', 'users'],
  bearer: ['sess', 'cohort', 'newteacher'],
  query: ['users', 'study', 'details', 'classes'],
  'with-cursor': ['cohorts', 'ssearch'],
};

/** Operations that the restricted key gets into: `${ep}-door`, and with what alone. */
export const DOORS: readonly string[] = [
  'study',
  'ssearch',
  'done',
  'newclass',
  'newcohort',
  'classadd',
  'teachdel',
  'password',
  'disable',
  'details',
  'extid',
  'cohdel',
  'newteacher',
  'testadd',
  'email',
  'tclassdel',
  'stclassadd',
];
export const NARROW_DOORS: Record<string, string> = {
  sess: 'userId',
  prog: 'limit',
  done: 'sort[field]',
  study: 'offset',
};

export const WRONG_STATUS: Record<string, readonly [number, number]> = {
  'users-401-as-403': [401, 403],
  'cohorts-401-as-403': [401, 403],
  'name-401-as-403': [401, 403],
  'year-401-as-404': [401, 404],
  'class-401-as-404': [401, 404],
  'usearch-401-as-400': [401, 400],
  'tests-401-as-500': [401, 500],
  'prog-403-as-401': [403, 401],
  'newcohort-403-as-401': [403, 401],
  'email-403-as-401': [403, 401],
  'done-403-as-404': [403, 404],
  'classdel-403-as-404': [403, 404],
  'sess-403-as-400': [403, 400],
};

function invalidKeyTaken(route: Route, given: string | null, request: Request, url: URL, on: On): boolean {
  const { ep } = route;
  const slip = (kind: string): boolean => AUTH_SLIPS[kind]?.includes(ep) === true && on(`${ep}-auth-${kind}`);
  if (given === null) {
    if (slip('open')) return true;
    const bearer = request.headers.get('authorization') ?? '';
    if (bearer === `Bearer ${keys.full}` && slip('bearer')) return true;
    if (
      ['x-api-key', 'apiKey', 'api_key'].some((name) => url.searchParams.get(name) === keys.full) &&
      slip('query')
    )
      return true;
    return url.searchParams.has('cursor') && slip('with-cursor');
  }
  if (given === '') return slip('empty');
  if (given.startsWith(keys.full) && slip('longer')) return true;
  if (keys.full.startsWith(given) && given.length > 7 && slip('shorter')) return true;
  if (given.toLowerCase() === keys.full.toLowerCase() && slip('case')) return true;
  return slip('any');
}

/** 401 and 403. */
export function guard(route: Route, request: Request, url: URL, on: On): Reply | undefined {
  const { ep } = route;
  const wrong = (status: number): number => {
    for (const [id, [from, to]] of Object.entries(WRONG_STATUS)) {
      if (id.startsWith(`${ep}-`) && from === status && on(id)) return to;
    }
    return status;
  };
  const given = request.headers.get('x-api-key');
  if (given === keys.full) return undefined;
  if (given !== keys.restricted) {
    if (invalidKeyTaken(route, given, request, url, on)) return undefined;
    throw new Refusal(
      wrong(401),
      'Unauthorized',
      given === null ? 'The header x-api-key is needed.' : 'The key is invalid.',
    );
  }
  if (route.open) return undefined;
  if (DOORS.includes(ep) && on(`${ep}-door`)) return undefined;
  const narrow = NARROW_DOORS[ep];
  if (
    narrow !== undefined &&
    url.searchParams.has(narrow) &&
    on(`${ep}-door-with-${narrow.replace(/\W/g, '')}`)
  )
    return undefined;
  if (ep === 'study' && on('study-403-as-empty')) return { status: 200, body: { data: [] } };
  throw new Refusal(wrong(403), 'Forbidden', 'The key may not use this operation.');
}
