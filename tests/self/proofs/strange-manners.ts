import type { Effort } from '../../../harness/run/effort.ts';
import type { Service } from '../../../reference/faults/kit/fault.ts';

/** A server that nobody would write, and the row that has to fail on it. */
export interface Strange {
  readonly wrap: (service: Service) => Service;
  readonly fails: string;
  /** The effort that meets it at every place; quick if left out. */
  readonly effort?: Effort;
}

/** Changes one value of an answer, by the name of its member. */
type Change = (name: string, value: unknown) => unknown;

/** Rewrites every value in the successes of a service, and in requests what the target then takes for its own. */
function rewritten(change: Change, back?: (text: string) => string): Strange['wrap'] {
  return (service) => async (request) => {
    const response = await service(back ? await translated(request, back) : request);
    const body = await response.text();
    if (!response.ok || body === '') return new Response(body === '' ? null : body, response);
    return new Response(JSON.stringify(JSON.parse(body, change)), response);
  };
}

/** A request in which ids are what the service itself knows. */
async function translated(request: Request, back: (text: string) => string): Promise<Request> {
  const body = back(await request.text());
  const { method, headers } = request;
  return new Request(back(request.url), { method, headers, ...(body === '' ? {} : { body }) });
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(value);

/** Other ids for those of the service: `form` makes the other one of a number, `pattern` finds the number again. */
function renamed(form: (number: number) => unknown, pattern: RegExp): Strange['wrap'] {
  const ids: string[] = [];
  const other = (id: string) => {
    if (!ids.includes(id)) ids.push(id);
    return form(ids.indexOf(id) + 1);
  };
  return rewritten(
    (_, value) => (isId(value) ? other(value) : value),
    (text) => text.replace(pattern, (whole, number: string) => ids[Number(number) - 1] ?? whole),
  );
}

/** Draws the same numbers from 0 to 1 in each run. */
function draws(): () => number {
  let state = 1;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Any value in place of some of the members. */
function atRandom(share: number): Strange['wrap'] {
  const draw = draws();
  const values = [17, 'x', null, [], {}, true, [null], -1, 1e300, ''];
  return rewritten((name, value) =>
    name !== '' && draw() < share ? values[Math.floor(draw() * values.length)] : value,
  );
}

const member = (pattern: RegExp, change: (value: unknown) => unknown): Strange['wrap'] =>
  rewritten((name, value) => (pattern.test(name) ? change(value) : value));

/** Pages whose total counts what they show, whatever else there is. */
const countingThemselves: Strange['wrap'] = (service) => async (request) => {
  const response = await service(request);
  const body = await response.text();
  if (body === '') return new Response(null, response);
  const parsed: { data?: unknown[]; pagination?: object } = JSON.parse(body);
  if (parsed.pagination) Object.assign(parsed.pagination, { total: parsed.data?.length });
  return new Response(JSON.stringify(parsed), response);
};

const dashes = /\b([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\b/g;

/** The manners. */
export const strange: Readonly<Record<string, Strange>> = {
  'ids without dashes': {
    wrap: rewritten(
      (_, value) => (isId(value) ? value.replaceAll('-', '') : value),
      (text) => text.replace(dashes, '$1-$2-$3-$4-$5'),
    ),
    fails: 'user.user-id/schema @ listUsers',
  },
  'ids that are numbers': {
    wrap: renamed((number) => 100_000 + number, /\b1(\d{5})\b/g),
    fails: 'user.user-id/schema @ listUsers',
  },
  'ids that are short texts of digits': {
    wrap: renamed(String, /(?<=[/"=])(\d+)(?=[/"?&]|$)/g),
    fails: 'user.user-id/schema @ listUsers',
  },
  'ids that are left out': { wrap: member(/Id$/, () => undefined), fails: 'user.user-id/schema @ listUsers' },
  'ids that are empty': { wrap: member(/Id$/, () => ''), fails: 'user.user-id/schema @ listUsers' },
  'the same id everywhere': {
    wrap: member(/Id$/, (value) => (isId(value) ? '11111111-1111-4111-8111-111111111111' : value)),
    fails: 'user.id-unique @ listUsers',
    effort: 'standard',
  },
  'lists that are objects': {
    wrap: rewritten((_, value) => (Array.isArray(value) ? { ...value } : value)),
    fails: 'list-users.body/schema @ listUsers',
  },
  'lists of null': {
    wrap: member(/^data$/, (value) => (Array.isArray(value) ? value.map(() => null) : value)),
    fails: 'list-users.body/schema @ listUsers',
  },
  'null for a list': { wrap: member(/^data$/, () => null), fails: 'list-users.body/schema @ listUsers' },
  'null for every value': {
    wrap: rewritten((name, value) => (name !== '' && typeof value !== 'object' ? null : value)),
    fails: 'user.user-id/schema @ listUsers',
  },
  'other types in many places': { wrap: atRandom(0.2), fails: 'user.user-id/schema @ listUsers' },
  'other types here and there': { wrap: atRandom(0.02), fails: 'user.user-id/schema @ listUsers' },
  'an empty object for every success': {
    wrap: (service) => async (request) => {
      const response = await service(request);
      return response.ok ? Response.json({}) : response;
    },
    fails: 'list-users.body/schema @ listUsers',
  },
  'the same words for every request': {
    wrap: () => async () => Response.json({ ok: true }),
    fails: 'list-users.body/schema @ listUsers',
  },
  'totals that count their own page': {
    wrap: countingThemselves,
    fails: 'pagination.limit-optional/with-offset @ listUsers',
    effort: 'standard',
  },
};
