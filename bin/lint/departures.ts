import type { Contract } from '../../spec/contract.ts';
import { type Endpoint, gapsAt, readEndpoints } from '../../spec/endpoint.ts';
import { inliner } from '../../spec/inline.ts';
import { sourceOf } from '../../spec/load.ts';
import type { Operation } from '../../spec/operation.ts';
import { isObject, objectAt } from '../../spec/tree.ts';
import { type Described, type DescribedParameter, jsonPath } from '../init/description.ts';
import { bare, describeVendor, vendorOperations } from '../init/vendor/describe.ts';
import { follow } from '../init/vendor/normalise.ts';
import type { Described as Document } from './read.ts';
import { answerDepartures, type Level, requestDepartures, type Say } from './schemas.ts';

/** One place where a description departs from the interface. */
export interface Departure {
  /** The clause that it departs from; the operation's id where no clause states it by itself. */
  readonly clause: string;
  readonly operation: string;
  /** The place in the operation: `query limit`, `body /userIds`, `answer 200 /data/*`. */
  readonly where: string;
  readonly stated: string;
  readonly described: string;
  readonly level: Level;
  readonly line: number;
  /** The JSONPath to the operation in the description. */
  readonly path: string;
}

/** Statuses that any gateway may give, so that many descriptions leave them out. */
const everywhere: readonly number[] = [401, 403, 429, 504];

/** Where a description departs from the interface, operation by operation. An answer that says less is no departure. */
export function departures(document: Document, contract: Contract): Departure[] {
  const { tree } = sourceOf('openapi', undefined);
  const description = describeVendor(document.root, contract.operations);
  const known = new Set(contract.operations.map(({ id }) => id));
  return readEndpoints(tree, inliner(tree))
    .filter(({ operation }) => known.has(operation.id))
    .flatMap((endpoint) => {
      const { operation } = endpoint;
      const path = pathOf(document, operation);
      const found: Departure[] = [];
      const say: Say = (where, stated, described, { level = 'error', clause } = {}) =>
        found.push({
          clause: clause ?? clauseFor(contract, operation, where),
          operation: operation.id,
          where,
          stated,
          described,
          level,
          line: document.lineOf(path),
          path: jsonPath(path),
        });
      const theirs = description.get(operation.id);
      if (theirs === undefined)
        say('operation', `${operation.method} ${operation.path}`, replacement(document, operation));
      else inspect(endpoint, theirs, say);
      return found;
    });
}

function inspect(endpoint: Endpoint, theirs: Described, say: Say): void {
  const { operation, answers } = endpoint;
  inspectParameters(operation, theirs.parameters, say);
  inspectBody(operation, theirs, say);
  inspectStatuses(operation, theirs, say);
  for (const [status, own] of answers) {
    const described = theirs.responses.get(status);
    if (status >= 200 && status < 300 && described !== undefined)
      answerDepartures(own, described, (place, ...rest) => say(`answer ${status} ${place}`.trim(), ...rest));
  }
}

function inspectParameters(op: Operation, theirs: readonly DescribedParameter[], say: Say): void {
  const own = op.parameters.filter((one) => one.in === 'query');
  for (const { name, required, schema } of own) {
    const other = theirs.find((one) => one.in === 'query' && one.name === name);
    if (other === undefined) {
      say(`query ${name}`, 'a parameter', 'missing');
      continue;
    }
    if (other.required && !required) say(`query ${name}`, 'optional', 'required');
    requestDepartures(schema, other.schema, (place, ...rest) => say(`query ${name}${place}`, ...rest));
  }
  const open = op.gaps.some((gap) => gap.endsWith('.query'));
  for (const { name } of theirs.filter((one) => one.in === 'query' && one.required && !open))
    if (!own.some((one) => one.name === name)) say(`query ${name}`, 'no such parameter', 'required');
}

function inspectBody(op: Operation, { request, requestRequired }: Described, say: Say): void {
  if (op.body === undefined) {
    if (request !== undefined && requestRequired && op.requestGap === undefined)
      say('body', 'none', 'required');
    return;
  }
  if (request === undefined) {
    if (gapsAt(op.body).length === 0) say('body', 'a JSON object', 'none');
    return;
  }
  requestDepartures(op.body, request, (place, ...rest) => say(`body ${place}`.trim(), ...rest));
}

function inspectStatuses(op: Operation, { responses, ranges }: Described, say: Say): void {
  const covered = (status: number) =>
    responses.has(status) || ranges.has('DEFAULT') || ranges.has(`${String(status).charAt(0)}XX`);
  const successes = [...responses.keys()].filter((status) => status < 300).join(', ') || 'no success';
  for (const status of op.statuses.filter((one) => !covered(one))) {
    if (status < 300) say(`status ${status}`, 'stated', successes);
    else
      say(`status ${status}`, 'stated', 'missing', {
        level: everywhere.includes(status) ? 'note' : 'warning',
      });
  }
}

/** What the description has in place of a missing operation, in words. */
function replacement({ root }: Document, op: Operation): string {
  const all = vendorOperations(root);
  const sameId = all.find(({ id }) => id === op.id);
  if (sameId !== undefined) return `${sameId.method} ${sameId.path}`;
  const methods = all.filter(({ path }) => bare(path) === bare(op.path)).map(({ method }) => method);
  return methods.length > 0 ? `only ${methods.join(', ')} there` : 'missing';
}

/** The keys that lead to an operation in the description, or to the nearest part above it. */
function pathOf({ root }: Document, op: Operation): string[] {
  const paths = objectAt(root, 'paths');
  const method = op.method.toLowerCase();
  const ends = Object.keys(paths).filter((key) => bare(key).endsWith(bare(op.path)));
  const [key] = ends.sort((a, b) => a.length - b.length);
  if (key === undefined) return ['paths'];
  return isObject(follow(root, paths[key])[method]) ? ['paths', key, method] : ['paths', key];
}

/** The clause about a part of an operation: the one whose name has its words, and else the operation's id. */
function clauseFor({ clauses }: Contract, { id, answerClause }: Operation, where: string): string {
  const [kind = '', name = ''] = where.split(/[ /]+/);
  if (kind === 'answer' && answerClause !== undefined) return answerClause;
  const word = name.replaceAll(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
  const own = [...clauses.values()].filter(({ operations }) => operations.includes(id));
  const subject = id.replaceAll(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
  const named = own.filter((clause) => word !== '' && clause.id.split('.')[1]?.includes(word) === true);
  const nearest = named.find((clause) => clause.id.startsWith(`${subject}.`)) ?? named[0];
  return nearest?.id ?? id;
}
