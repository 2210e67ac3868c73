import type { Contract, Operation } from '../spec/contract.ts';
import type { Sent } from './answer.ts';
import { idsIn } from './ids.ts';
import { Inconclusive } from './outcome.ts';
import type { Params } from './place.ts';

/** A request that takes a change back. */
export interface Undo {
  readonly operation: string;
  readonly params: Params;
  readonly body?: unknown;
}

type Json = Readonly<Record<string, unknown>>;

/** Reads an answer's body; `undefined` when the target does not give one. */
export type Look = (operation: string, params: Params) => Promise<Json | undefined>;

/** Reads lists of users by id, so many at a time. */
const atOnce = 30;

/**
 * What takes a change of lent things back: known before the change is sent, or the change is not sent at all.
 *
 * @throws Inconclusive when it could not be put back
 */
export async function undoOf(op: Operation, sent: Sent, contract: Contract, look: Look): Promise<Undo[]> {
  const path = pathParams(op, sent.path);
  const opposite = contract.operations.find((other) => other.path === op.path && isOpposite(op, other));
  if (opposite) return undoMembership(op, opposite, path, sent, look);
  if (op.path.endsWith('/disable')) return [{ operation: twin(op, contract, 'enable'), params: path }];
  if (op.path.endsWith('/enable')) return [];
  return undoUpdate(op, path, sent, look);
}

function isOpposite(op: Operation, other: Operation): boolean {
  return `${op.method} ${other.method}` === 'POST DELETE' || `${op.method} ${other.method}` === 'DELETE POST';
}

function twin(op: Operation, contract: Contract, step: string): string {
  const other = contract.operations.find(({ path }) => path === op.path.replace(/[^/]+$/, step));
  if (!other) throw cannot(op);
  return other.id;
}

/** The members that the change really adds or removes: who was in before stays in. */
async function undoMembership(
  op: Operation,
  opposite: Operation,
  path: Params,
  sent: Sent,
  look: Look,
): Promise<Undo[]> {
  const [listName, listed] = Object.entries(parsed(sent.body)).find(([, held]) => Array.isArray(held)) ?? [];
  const [[pathName = '', holder] = []] = Object.entries(path);
  if (listName === undefined || !Array.isArray(listed)) throw cannot(op);
  const items = listed.filter((item) => typeof item === 'string');
  const related = await relation(pathName, String(holder), listName, items, look);
  if (!related) throw cannot(op);
  const touched = items.filter((item) => related.has(item.toLowerCase()) === (op.method === 'DELETE'));
  return touched.length > 0 ? [{ operation: opposite.id, params: path, body: { [listName]: touched } }] : [];
}

/** Which of the items belong to the holder now, in lower case. */
async function relation(
  pathName: string,
  holder: string,
  listName: string,
  items: readonly string[],
  look: Look,
): Promise<ReadonlySet<string> | undefined> {
  if (listName === 'testIds') {
    const tests = object((await look('getCohort', { cohortId: holder }))?.['cohort'])?.['tests'];
    return lower((Array.isArray(tests) ? tests : []).map((one) => object(one)?.['testId']));
  }
  if (pathName === 'userId') {
    const user = (await users([holder], look))?.[0];
    return user && lower(user[listName]);
  }
  const found = await users(items, look);
  const members = found?.filter((user) => lower(user[`${pathName}s`]).has(holder.toLowerCase()));
  return members && lower(members.map((user) => user['userId']));
}

/** The old values of what an update changes, in the same places of the same body. */
async function undoUpdate(op: Operation, path: Params, sent: Sent, look: Look): Promise<Undo[]> {
  const id = path['userId'];
  const user =
    typeof id === 'string' && !op.path.endsWith('/password') ? (await users([id], look))?.[0] : undefined;
  if (!user) throw cannot(op);
  const body = earlier(parsed(sent.body), op.body ?? {}, user);
  if (body === undefined) throw cannot(op);
  return [{ operation: op.id, params: path, body }];
}

/** A body with each value replaced by the one that the user had; `undefined` if one is not known. */
function earlier(body: unknown, schema: unknown, user: Json, name = ''): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    const means = object(schema)?.['x-means'];
    const field = typeof means === 'string' ? means : name;
    const held = user[field];
    return Array.isArray(held) && !Array.isArray(body) ? held[0] : held;
  }
  const properties = object(object(schema)?.['properties']) ?? {};
  const entries = Object.entries(body).map(([key, held]) => [key, earlier(held, properties[key], user, key)]);
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}

async function users(ids: readonly string[], look: Look): Promise<Json[] | undefined> {
  const found: Json[] = [];
  for (let from = 0; from < ids.length; from += atOnce) {
    const data = (await look('listUsers', { userId: ids.slice(from, from + atOnce) }))?.['data'];
    if (!Array.isArray(data)) return undefined;
    found.push(...data.map(object).filter((one) => one !== undefined));
  }
  return found;
}

function pathParams(op: Operation, path: string): Params {
  const [base = ''] = path.split('?');
  const steps = base.split('/');
  const pairs = op.path
    .split('/')
    .flatMap((step, index) =>
      step.startsWith('{') ? [[step.slice(1, -1), decodeURIComponent(steps[index] ?? '')]] : [],
    );
  return Object.fromEntries(pairs);
}

function cannot(op: Operation): Inconclusive {
  return new Inconclusive(
    `what ${op.id} would change on a lent thing could not be put back`,
    'configuration',
  );
}

function parsed(body: string | undefined): Json {
  try {
    return object(JSON.parse(body ?? '{}')) ?? {};
  } catch {
    return {};
  }
}

function object(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

function lower(list: unknown): Set<string> {
  return new Set([list].flat().flatMap((one) => (typeof one === 'string' ? [one.toLowerCase()] : [])));
}

/** Whether a request names something that was lent. */
export function namesLent(sent: Sent, lent: ReadonlySet<string>): boolean {
  return lent.size > 0 && [...idsIn(sent.path), ...idsIn(sent.body ?? '')].some((id) => lent.has(id));
}
