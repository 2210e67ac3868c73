import type { Contract, Operation } from '../../spec/contract.ts';
import { isObject, type JsonObject } from '../../spec/tree.ts';
import { type MembershipUndo, type Sight, type SwitchUndo, undoings } from '../../spec/undo.ts';
import type { Sent } from '../http/answer.ts';
import type { Params } from '../http/place.ts';
import { Inconclusive } from '../judging/outcome.ts';
import { canonical, idsIn } from './ids.ts';

/** A request that takes a change back. */
export interface Undo {
  readonly operation: string;
  readonly params: Params;
  readonly body?: unknown;
  /** What it puts back, each in words that name the same thing whichever operation changes it. */
  readonly puts: readonly string[];
}

/** What has to be known to find out how a change is taken back. */
export interface Before {
  readonly contract: Contract;
  /** What the profile says of what the interface leaves open. */
  readonly readings: Readonly<Record<string, unknown>>;
  /** Reads an answer's body; `undefined` when the target does not give one. */
  readonly look: (operation: string, params: Params) => Promise<JsonObject | undefined>;
}

/**
 * What takes a change of lent things back: known before the change is sent, or the change is not sent at all.
 *
 * @returns nothing where the request would change nothing
 * @throws Inconclusive when it could not be put back
 */
export async function undoOf(op: Operation, sent: Sent, before: Before): Promise<Undo[]> {
  const undoing = undoings.get(op.id);
  if (undoing === undefined) throw cannot(op);
  const [holder] = idsIn(Object.values(pathParams(op, sent.path)).join(' '));
  // What the path names is no id, so nothing that there is.
  if (holder === undefined) return [];
  if (undoing.how === 'membership') return undoMembership(op, undoing, holder, sent, before);
  const [thing] = (await seen([holder], undoing.sight, before)) ?? [];
  if (thing === undefined) throw cannot(op);
  return undoing.how === 'switch'
    ? undoSwitch(op, undoing, holder, thing, before)
    : undoUpdate(op, holder, sent, thing);
}

/** Whether what an undo would put back stands so already: to take the undo back, nothing else would have to be sent. */
export async function isBack(undo: Undo, sent: Sent, before: Before): Promise<boolean> {
  const again = await undoOf(before.contract.operation(undo.operation), sent, before);
  return again.every((one) => one.operation === undo.operation && isSame(one.body, undo.body));
}

function isSame(one: unknown, other: unknown): boolean {
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other);
}

/** The members that the change really adds or removes: who was in before stays in. */
async function undoMembership(
  op: Operation,
  undoing: MembershipUndo,
  holder: string,
  sent: Sent,
  before: Before,
): Promise<Undo[]> {
  const { assigns, sight, back } = undoing;
  const items = itemsOf(op, undoing, sent);
  const looked = sight.of === 'items' ? items : [holder];
  const shown = await seen(looked, sight, before);
  if (shown === undefined) throw cannot(op);
  // Whom nothing shows can't become a member, nor cease to be one.
  const known =
    sight.of === 'holder' && shown.length > 0 ? items : shown.flatMap((thing) => namesIn(thing[sight.by]));
  const there = (item: string): boolean => {
    const [one, other] = sight.of === 'holder' ? [holder, item] : [item, holder];
    const thing = shown.find((some) => namesIn(some[sight.by]).includes(one));
    return thing !== undefined && namesIn(thing[sight.field], sight.inner).includes(other);
  };
  const touched = known.filter((item) => items.includes(item) && there(item) !== assigns);
  const puts = (item: string) => [sight.field, ...[holder, item].sort()].join(' ');
  // One by one: a server may refuse a whole list for one of it that stands as it was.
  const byHolder = back.holder in pathParams(op, sent.path);
  return touched.map((item) => ({
    operation: back.operation,
    params: { [back.holder]: byHolder ? holder : item },
    body: { [back.list]: [byHolder ? item : holder] },
    puts: [puts(item)],
  }));
}

/** The ids that a request names, once each: in its list, or anywhere in a body that has none. */
function itemsOf(op: Operation, { assigns, items }: MembershipUndo, sent: Sent): string[] {
  const listed = listIn(parsed(sent.body), op.body ?? {}, items)?.join(' ') ?? sent.body ?? '';
  const named = [...new Set(idsIn(listed))];
  // To remove nobody is to remove everybody, for a server that reads it so.
  if (named.length === 0 && !assigns) throw cannot(op);
  return named;
}

/** The old values of what an update changes, in the same places of the same body. */
function undoUpdate(op: Operation, holder: string, sent: Sent, thing: JsonObject): Undo[] {
  const fields: string[] = [];
  const body = earlier(parsed(sent.body), op.body ?? {}, thing, fields);
  if (body === undefined) throw cannot(op);
  const puts = fields.map((field) => `${field} of ${holder}`);
  return [{ operation: op.id, params: pathParams(op, sent.path), body, puts }];
}

/** Nothing where the state that the operation ends is not the one that there is. */
function undoSwitch(
  op: Operation,
  { reading, ends, back }: SwitchUndo,
  holder: string,
  thing: JsonObject,
  { contract, readings }: Before,
): Undo[] {
  const told = readings[reading];
  const field = isObject(told) ? told['field'] : undefined;
  if (!isObject(told) || typeof field !== 'string' || contract.operation(back).bodyRequired)
    throw cannot(op, `, unless \`readings.${reading}\` of the profile says how it shows`);
  const path = contract.operation(back).parameters.find((parameter) => parameter.in === 'path');
  const ended = (thing[field] ?? null) === (told[ends] ?? null);
  const params = { [path?.name ?? '']: holder };
  return ended ? [{ operation: back, params, puts: [`${field} of ${holder}`] }] : [];
}

/** A body with each value replaced by the one that the thing had; `undefined` if one is not known. */
function earlier(body: unknown, schema: unknown, thing: JsonObject, fields: string[], name = ''): unknown {
  if (!isObject(body)) {
    const field = meaning(schema, name);
    fields.push(field);
    const held = thing[field] ?? undefined;
    return Array.isArray(held) && !Array.isArray(body) ? held[0] : held;
  }
  const entries = Object.entries(body).map(([key, held]) => [
    key,
    earlier(held, propertyOf(schema, key), thing, fields, key),
  ]);
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}

/** The list of ids in a body, whatever the profile calls it and however deep it stands. */
function listIn(body: unknown, schema: unknown, name: string): string[] | undefined {
  if (!isObject(body)) return undefined;
  for (const [key, held] of Object.entries(body)) {
    const property = propertyOf(schema, key);
    if (meaning(property, key) === name)
      return [held].flat().filter((item): item is string => typeof item === 'string');
    const deeper = listIn(held, property, name);
    if (deeper) return deeper;
  }
  return undefined;
}

function meaning(schema: unknown, name: string): string {
  const means = isObject(schema) ? schema['x-means'] : undefined;
  return typeof means === 'string' ? means : name;
}

function propertyOf(schema: unknown, name: string): unknown {
  const properties = isObject(schema) ? schema['properties'] : undefined;
  return isObject(properties) ? properties[name] : undefined;
}

/** What is shown of some things, by their ids; `undefined` when the target shows nothing at all. */
async function seen(
  ids: readonly string[],
  sight: Sight,
  { look }: Before,
): Promise<JsonObject[] | undefined> {
  const shown: JsonObject[] = [];
  for (let from = 0; from < ids.length; from += sight.atOnce) {
    const some = ids.slice(from, from + sight.atOnce);
    const answer = await look(sight.read, { [sight.by]: sight.atOnce === 1 ? some[0] : some });
    if (answer === undefined) return undefined;
    shown.push(...[answer[sight.at]].flat().filter(isObject));
  }
  return shown;
}

function namesIn(list: unknown, inner?: string): string[] {
  return (
    [list]
      .flat()
      .map((one) => (inner !== undefined && isObject(one) ? one[inner] : one))
      // What is listed may be an object that holds the id.
      .flatMap((one) => (typeof one === 'string' ? [canonical(one)] : idsIn(JSON.stringify(one ?? ''))))
  );
}

function pathParams(op: Operation, path: string): Record<string, string> {
  const [base = ''] = path.split('?');
  const steps = base.split('/');
  const pairs = op.path
    .split('/')
    .flatMap((step, index) =>
      step.startsWith('{') ? [[step.slice(1, -1), decodeURIComponent(steps[index] ?? '')]] : [],
    );
  return Object.fromEntries(pairs);
}

function cannot(op: Operation, unless = ''): Inconclusive {
  return new Inconclusive(
    `what ${op.id} would change on a lent thing could not be put back${unless}`,
    'configuration',
  );
}

function parsed(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '{}');
  } catch {
    return {};
  }
}

/** Whether a request names something that was lent. */
export function namesLent(sent: Sent, lent: ReadonlySet<string>): boolean {
  return lent.size > 0 && [...idsIn(sent.path), ...idsIn(sent.body ?? '')].some((id) => lent.has(id));
}
