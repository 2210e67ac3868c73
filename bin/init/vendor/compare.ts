import { type Endpoint, gapsAt, readEndpoints } from '../../../spec/endpoint.ts';
import { inliner } from '../../../spec/inline.ts';
import { sourceOf } from '../../../spec/load.ts';
import { typesOf } from '../../../spec/nodes.ts';
import type { Operation } from '../../../spec/operation.ts';
import { arrayAt, isObject, type JsonObject, type JsonSchema, objectAt } from '../../../spec/tree.ts';
import type { Described } from '../description.ts';
import { bare, describeVendor, type VendorOperation, vendorOperations } from './describe.ts';

/** One place where a vendor's description contradicts the interface. */
export interface Contradiction {
  readonly operation: string;
  /** The place in the operation: `query limit`, `body /userIds`, `answer 200 /data/*` and so on. */
  readonly where: string;
  /** What the interface says, in words. */
  readonly stated: string;
  /** What the description says, in words. */
  readonly described: string;
}

/** Records a contradiction. */
type Say = (where: string, stated: string, described: string) => void;

const bounds = ['minItems', 'maxItems', 'minLength', 'maxLength', 'minimum', 'maximum'];

/**
 * Compares a vendor's document with the interface: operations, parameters, bodies, statuses and the fields of
 * successes. Nothing contradicts a gap.
 */
export function contradictions(root: JsonObject, operations: readonly Operation[]): Contradiction[] {
  const { tree } = sourceOf('openapi', undefined);
  const endpoints = readEndpoints(tree, inliner(tree));
  const description = describeVendor(root, operations);
  const all = vendorOperations(root);
  const found: Contradiction[] = [];
  for (const endpoint of endpoints.filter(({ operation: { id } }) => operations.some((op) => op.id === id))) {
    const { operation } = endpoint;
    const say: Say = (where, stated, described) =>
      found.push({ operation: operation.id, where, stated, described });
    const described = description.get(operation.id);
    if (described === undefined)
      say('operation', `${operation.method} ${operation.path}`, replacementFor(operation, all));
    else compareOperation(endpoint, described, say);
  }
  return found;
}

/** What the document has in place of a missing operation, in words: the same id elsewhere, or other methods. */
function replacementFor(op: Operation, all: readonly VendorOperation[]): string {
  const sameId = all.find(({ id }) => id === op.id);
  const methods = all.filter(({ path }) => bare(path) === bare(op.path)).map(({ method }) => method);
  if (sameId !== undefined) return `${sameId.method} ${sameId.path}`;
  return methods.length > 0 ? `only ${methods.join(', ')} there` : 'missing';
}

function compareOperation(endpoint: Endpoint, described: Described, say: Say): void {
  compareParameters(endpoint.operation, described, say);
  compareBody(endpoint.operation, described, say);
  compareStatuses(endpoint.operation, described, say);
  for (const [status, schema] of endpoint.answers) {
    const theirs = described.responses.get(status);
    if (status >= 200 && status < 300 && theirs !== undefined)
      compareSchemas(
        schema,
        theirs,
        (at, ...words) => say(`answer ${status} ${at}`.trim(), ...words),
        'answer',
      );
  }
}

function compareParameters(op: Operation, { parameters }: Described, say: Say): void {
  const own = op.parameters.filter((one) => one.in === 'query');
  for (const { name, required, schema } of own) {
    const where = `query ${name}`;
    const theirs = parameters.find((one) => one.in === 'query' && one.name === name);
    if (theirs === undefined) say(where, 'a parameter', 'missing');
    else {
      if (theirs.required && !required) say(where, 'optional', 'required');
      compareSchemas(schema, theirs.schema, (at, ...words) => say(`${where}${at}`, ...words), 'request');
    }
  }
  const open = op.gaps.some((gap) => gap.endsWith('.query'));
  const extra = parameters.filter((one) => one.in === 'query' && one.required && !open);
  for (const { name } of extra.filter((one) => !own.some((known) => known.name === one.name)))
    say(`query ${name}`, 'no such parameter', 'required');
}

function compareBody(op: Operation, { request, requestRequired }: Described, say: Say): void {
  if (op.body === undefined) {
    if (request !== undefined && requestRequired) say('body', 'none', 'required');
    return;
  }
  const open = gapsAt(op.body).length > 0;
  if (request === undefined) {
    if (!open) say('body', 'a JSON object', 'none');
    return;
  }
  if (op.bodyRequired && !requestRequired) say('body', 'required', 'optional');
  compareSchemas(op.body, request, (at, ...words) => say(`body ${at}`.trim(), ...words), 'request');
}

function compareStatuses(op: Operation, { responses, ranges }: Described, say: Say): void {
  const covered = (status: number) =>
    responses.has(status) || ranges.has('DEFAULT') || ranges.has(`${String(status).charAt(0)}XX`);
  const successes = [...responses.keys()].filter((status) => status < 300).join(', ') || 'no success';
  for (const status of op.statuses.filter((one) => !covered(one)))
    say(`status ${status}`, 'stated', status < 300 ? successes : 'missing');
}

/** Compares two schemas, as far as both of them say something. */
function compareSchemas(
  own: JsonSchema,
  theirs: JsonSchema,
  say: Say,
  side: 'request' | 'answer',
  at = '',
): void {
  if (['anyOf', 'oneOf', 'allOf'].some((key) => key in own) && at !== '') return;
  const differs = typeDifference(own, theirs);
  if (differs !== undefined) {
    say(at, ...differs);
    return;
  }
  compareKeywords(own, theirs, (stated, described) => say(at, stated, described));
  compareFields(own, theirs, say, side, at);
  const fields = Object.entries(objectAt(own, 'properties'));
  for (const [name, schema] of fields) {
    const their = objectAt(theirs, 'properties')[name];
    if (isObject(schema) && isObject(their)) compareSchemas(schema, their, say, side, `${at}/${name}`);
  }
  if (isObject(own['items']) && isObject(theirs['items']))
    compareSchemas(own['items'], theirs['items'], say, side, `${at}/*`);
}

function typeDifference(own: JsonSchema, theirs: JsonSchema): [string, string] | undefined {
  const [mine, their] = [typesOf(own), typesOf(theirs)].map((types) => [...types].sort());
  if (!mine?.length || !their?.length) return undefined;
  // The interface allows null for an empty nested object, so a description may state it or not.
  const loose = (types: readonly unknown[]) =>
    types.filter((type) => type !== 'null' || !mine.includes('object'));
  if (loose(mine).join() === loose(their).join()) return undefined;
  return [mine.join(' or '), their.join(' or ')];
}

function compareKeywords(
  own: JsonSchema,
  theirs: JsonSchema,
  say: (stated: string, described: string) => void,
): void {
  const [format, other] = [own['format'], theirs['format']];
  if (format !== undefined && other !== undefined && format !== other)
    say(`format ${format}`, `format ${other}`);
  for (const key of bounds) {
    if (own[key] !== undefined && own[key] !== theirs[key])
      say(`${key} ${own[key]}`, theirs[key] === undefined ? `no ${key}` : `${key} ${theirs[key]}`);
    else if (
      own[key] === undefined &&
      theirs[key] !== undefined &&
      gapsAt(own).length === 0 &&
      !isLoose(key, theirs[key])
    )
      say(`no ${key}`, `${key} ${theirs[key]}`);
  }
  if (own['default'] !== undefined && theirs['default'] !== undefined && typeof own['default'] !== 'object')
    if (own['default'] !== theirs['default'])
      say(`default ${own['default']}`, `default ${theirs['default']}`);
  const [literals, others] = [arrayAt(own, 'enum'), arrayAt(theirs, 'enum')];
  const lacking = literals.filter((one) => !others.includes(one));
  const added = others.filter((one) => !literals.includes(one));
  if (literals.length > 0 && others.length > 0 && lacking.length + added.length > 0)
    say(`${literals.length} listed values`, `${lacking.length} of them missing, ${added.length} others`);
}

/** Whether a bound is so wide that it restricts nothing. */
function isLoose(key: string, value: unknown): boolean {
  if (key.startsWith('min')) return value === 0;
  return typeof value === 'number' && value >= 2 ** 31 - 1;
}

function compareFields(
  own: JsonSchema,
  theirs: JsonSchema,
  say: Say,
  side: 'request' | 'answer',
  at: string,
): void {
  const [mine, their] = [
    Object.keys(objectAt(own, 'properties')),
    Object.keys(objectAt(theirs, 'properties')),
  ];
  if (their.length === 0) return;
  for (const name of mine.filter((one) => !their.includes(one))) say(`${at}/${name}`, 'a field', 'missing');
  const [needed, demanded] = [arrayAt(own, 'required'), arrayAt(theirs, 'required')].map((names) =>
    names.map(String),
  );
  for (const name of (needed ?? []).filter((one) => their.includes(one) && !demanded?.includes(one)))
    say(`${at}/${name}`, 'required', 'optional');
  if (side === 'answer' || gapsAt(own).length > 0) return;
  for (const name of (demanded ?? []).filter((one) => !needed?.includes(one)))
    say(`${at}/${name}`, mine.includes(name) ? 'optional' : 'no such field', 'required');
}
