import { showsState } from '../../spec/account-state.ts';
import type { Contract, Operation } from '../../spec/contract.ts';
import { isObject, type JsonObject } from '../../spec/tree.ts';
import { type MembershipUndo, type StateRead, type SwitchUndo, undoRules } from '../../spec/undo.ts';
import type { Sent } from '../http/answer.ts';
import type { Params } from '../http/place.ts';
import { Inconclusive } from '../judging/outcome.ts';
import { canonical, idsIn } from './ids.ts';
import { listIn, meaningOf, parsedBody, pathParams, propertyOf } from './request-parts.ts';

/** A request that undoes a change. */
export interface Undo {
  readonly operation: string;
  readonly params: Params;
  readonly body?: unknown;
  /** What the request restores, in words: two undos that restore the same thing have the same words. */
  readonly puts: readonly string[];
}

/** What is needed to find out how a change is undone. */
export interface UndoContext {
  readonly contract: Contract;
  /** The readings of the profile, by gap. */
  readonly readings: Readonly<Record<string, unknown>>;
  /** Reads the state on the target; `undefined` when the target does not answer with an object. */
  readonly read: (operation: string, params: Params) => Promise<JsonObject | undefined>;
}

/**
 * The requests that undo a change of lent things. They must be known before the change is sent.
 *
 * @returns an empty list where the request would change nothing
 * @throws Inconclusive when the change could not be undone: then it must not be sent
 */
export async function undoOf(op: Operation, sent: Sent, context: UndoContext): Promise<Undo[]> {
  const rule = undoRules.get(op.id);
  if (rule === undefined) throw notUndoable(op);
  const [holder] = idsIn(Object.values(pathParams(op, sent.path)).join(' '));
  // Without an id in its path, the request names nothing that exists.
  if (holder === undefined) return [];
  if (rule.how === 'membership') return undoMembership(op, rule, holder, sent, context);
  const [thing] = (await readThings([holder], rule.read, context)) ?? [];
  if (thing === undefined) throw notUndoable(op);
  return rule.how === 'switch'
    ? undoSwitch(op, rule, holder, thing, context)
    : undoUpdate(op, holder, sent, thing);
}

/**
 * What a request restores that undoes this one, in words, as far as the request itself tells; `undefined` where only the
 * state on the target tells. Where an undo of all of it is noted already, nobody has to look at the target again.
 *
 * @throws Inconclusive when the change could not be undone
 */
export function putsOf(
  op: Operation,
  sent: Sent,
  { readings }: Pick<UndoContext, 'readings'>,
): readonly string[] | undefined {
  const rule = undoRules.get(op.id);
  const [holder] = idsIn(Object.values(pathParams(op, sent.path)).join(' '));
  if (holder === undefined) return undefined;
  if (rule?.how === 'membership')
    return itemsOf(op, rule, sent).map((item) => membershipOf(rule, holder, item));
  // Whoever is disabled may not be shown, and the undo of that has to be noted already.
  if (rule?.how === 'switch') {
    const field = stateField(rule, readings);
    return field === undefined ? undefined : [fieldOf(field, holder)];
  }
  if (rule?.how !== 'update') return undefined;
  const fields: string[] = [];
  withOldValues(parsedBody(sent.body), op.body ?? {}, {}, fields);
  return fields.map((field) => fieldOf(field, holder));
}

/**
 * Whether the target already has the state that an undo restores. It has, when the undo would change nothing, or when
 * the old values that it would replace are those that it sends.
 */
export async function isRestored(undo: Undo, sent: Sent, context: UndoContext): Promise<boolean> {
  const inverse = await undoOf(context.contract.operation(undo.operation), sent, context);
  return inverse.every((one) => one.operation === undo.operation && isSame(one.body, undo.body));
}

function isSame(one: unknown, other: unknown): boolean {
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other);
}

/** Undoes the memberships that the request really changes. Who was a member before the request stays a member. */
async function undoMembership(
  op: Operation,
  rule: MembershipUndo,
  holder: string,
  sent: Sent,
  context: UndoContext,
): Promise<Undo[]> {
  const { assigns, read, inverse } = rule;
  const items = itemsOf(op, rule, sent);
  const shown = await readThings(read.of === 'items' ? items : [holder], read, context);
  if (shown === undefined) throw notUndoable(op);
  // An item that the target does not show does not exist, so its membership cannot change.
  const known =
    read.of === 'holder' && shown.length > 0 ? items : shown.flatMap((thing) => idsOf(thing[read.by]));
  const isMember = (item: string): boolean => {
    const [thingId, listedId] = read.of === 'holder' ? [holder, item] : [item, holder];
    const thing = shown.find((one) => idsOf(one[read.by]).includes(thingId));
    return thing !== undefined && idsOf(thing[read.field], read.inner).includes(listedId);
  };
  const changed = known.filter((item) => items.includes(item) && isMember(item) !== assigns);
  const byHolder = inverse.holder in pathParams(op, sent.path);
  // One request for each item: a server may refuse a whole list because one item needs no change.
  return changed.map((item) => ({
    operation: inverse.operation,
    params: { [inverse.holder]: byHolder ? holder : item },
    body: { [inverse.list]: [byHolder ? item : holder] },
    puts: [membershipOf(rule, holder, item)],
  }));
}

/** What an undo restores, in words: whether an item is a member, and the value of a field. */
function membershipOf({ read }: MembershipUndo, holder: string, item: string): string {
  return [read.field, ...[holder, item].sort()].join(' ');
}

function fieldOf(field: string, holder: string): string {
  return `${field} of ${holder}`;
}

/** The ids that a request assigns or removes, once each: those in its list, or in the whole body without a list. */
function itemsOf(op: Operation, { assigns, items }: MembershipUndo, sent: Sent): string[] {
  const listed = listIn(parsedBody(sent.body), op.body ?? {}, items)?.join(' ') ?? sent.body ?? '';
  const ids = [...new Set(idsIn(listed))];
  // Some servers read the removal of an empty list as the removal of all members.
  if (ids.length === 0 && !assigns) throw notUndoable(op);
  return ids;
}

function undoUpdate(op: Operation, holder: string, sent: Sent, thing: JsonObject): Undo[] {
  const fields: string[] = [];
  const body = withOldValues(parsedBody(sent.body), op.body ?? {}, thing, fields);
  if (body === undefined) throw notUndoable(op);
  const puts = fields.map((field) => fieldOf(field, holder));
  return [{ operation: op.id, params: pathParams(op, sent.path), body, puts }];
}

/** The field that shows the state, where the profile names it. */
function stateField({ reading: gap }: SwitchUndo, readings: UndoContext['readings']): string | undefined {
  const reading = readings[gap];
  const field = isObject(reading) ? reading['field'] : undefined;
  return typeof field === 'string' ? field : undefined;
}

/** The inverse operation, unless the thing is already in the state that the operation leads to. */
function undoSwitch(
  op: Operation,
  rule: SwitchUndo,
  holder: string,
  thing: JsonObject,
  { contract, readings }: UndoContext,
): Undo[] {
  const { reading: gap, ends, inverse } = rule;
  const reading = readings[gap];
  const field = stateField(rule, readings);
  if (!isObject(reading) || field === undefined || contract.operation(inverse).bodyRequired)
    throw notUndoable(op, `, unless \`readings.${gap}\` of the profile says how it shows`);
  const path = contract.operation(inverse).parameters.find((parameter) => parameter.in === 'path');
  const changes = showsState(thing[field], reading[ends]);
  const params = { [path?.name ?? '']: holder };
  return changes ? [{ operation: inverse, params, puts: [fieldOf(field, holder)] }] : [];
}

/**
 * The body of an update with each value replaced by the old value of the thing; `undefined` if one is not shown.
 *
 * @param fields receives the interface's names of the replaced fields
 */
function withOldValues(
  body: unknown,
  schema: unknown,
  thing: JsonObject,
  fields: string[],
  name = '',
): unknown {
  if (!isObject(body)) {
    const field = meaningOf(schema, name);
    fields.push(field);
    const old = thing[field] ?? undefined;
    return Array.isArray(old) && !Array.isArray(body) ? old[0] : old;
  }
  const entries = Object.entries(body).map(([key, value]) => [
    key,
    withOldValues(value, propertyOf(schema, key), thing, fields, key),
  ]);
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}

/** Reads things by their ids, in batches; `undefined` when the target does not answer one of the reads. */
async function readThings(
  ids: readonly string[],
  { operation, by, batchSize, property }: StateRead,
  { read }: UndoContext,
): Promise<JsonObject[] | undefined> {
  const things: JsonObject[] = [];
  for (let from = 0; from < ids.length; from += batchSize) {
    const batch = ids.slice(from, from + batchSize);
    const answer = await read(operation, { [by]: batchSize === 1 ? batch[0] : batch });
    if (answer === undefined) return undefined;
    things.push(...[answer[property]].flat().filter(isObject));
  }
  return things;
}

/** The canonical ids in a list of ids, or of objects that hold an id: under `inner`, or anywhere without `inner`. */
function idsOf(list: unknown, inner?: string): string[] {
  return [list]
    .flat()
    .map((one) => (inner !== undefined && isObject(one) ? one[inner] : one))
    .flatMap((one) => (typeof one === 'string' ? [canonical(one)] : idsIn(JSON.stringify(one ?? ''))));
}

function notUndoable(op: Operation, unless = ''): Inconclusive {
  return new Inconclusive(
    `what ${op.id} would change on a lent thing could not be put back${unless}`,
    'configuration',
  );
}
