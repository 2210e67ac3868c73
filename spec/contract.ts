import type { Chapter, Clause } from './clause.ts';
import { type Endpoint, gapsBelow, readEndpoints } from './endpoint.ts';
import { ContractError } from './error.ts';
import { checkExtensions } from './extensions.ts';
import type { Gap } from './gap.ts';
import { BrokenReference, inliner } from './inline.ts';
import { createAjv } from './keywords.ts';
import { type ContractFiles, sourceOf } from './load.ts';
import { suggest } from './nearest.ts';
import type { Operation } from './operation.ts';
import { checkOutline } from './outline.ts';
import { applyOverlay } from './overlay.ts';
import { createReading, type Judged } from './reading.ts';
import type { Source } from './source.ts';
import { readStatements } from './statements.ts';
import { pathTo } from './tree.ts';
import { createValidator } from './validator.ts';
import { existsIn, readVersion } from './version.ts';
import type { Violation } from './violation.ts';

export type { Chapter, Clause } from './clause.ts';
export { ContractError } from './error.ts';
export type { Gap } from './gap.ts';
export type { ContractFiles } from './load.ts';
export type { Method, Operation, Parameter } from './operation.ts';
export type { Judged } from './reading.ts';
export type { JsonSchema } from './tree.ts';
export type { Version } from './version.ts';
export { versions } from './version.ts';
export type { Violation } from './violation.ts';

/** The whole interface as data: operations, validators, clauses and open gaps. */
export interface Contract {
  /** The version of the interface that is judged. */
  readonly version: string;
  readonly operations: readonly Operation[];
  /** @throws ContractError for an unknown id */
  operation(id: string): Operation;
  /** Operations that this version does not have yet, each with the version that brought it. */
  readonly later: ReadonlyMap<string, string>;
  readonly clauses: ReadonlyMap<string, Clause>;
  /** @throws ContractError for an unknown id */
  clause(id: string): Clause;
  readonly chapters: readonly Chapter[];
  readonly gaps: ReadonlyMap<string, Gap>;
  /** Whether nobody has filled the gap. @throws ContractError for an unknown id */
  isOpen(gap: string): boolean;
  /** How a parsed answer breaks the contract; empty for a status that the operation does not list. */
  validate(operation: string, status: number, body: unknown): readonly Violation[];
  /** The clauses that `validate` can name for an answer, with the JSON Pointer patterns of their places. */
  judges(operation: string, status: number): readonly Judged[];
  /** Whether the value at a JSON Pointer of an answer may be shown in evidence. */
  isPublic(operation: string, status: number, pointer: string): boolean;
  /** What is wrong, in words and without values, with a request body of ours. */
  requestViolations(operation: string, body: unknown): readonly string[];
}

/** What a contract is loaded with. */
export interface ContractOptions {
  /** An OpenAPI Overlay 1.0 document that fills gaps; `file` is its name for messages. */
  readonly overlay?: { readonly file: string; readonly text: string };
  /** The version to judge by; 1.7.0 if none is given. */
  readonly version?: string;
  /** Gaps that a profile fills by a setting of its own instead of by the overlay. */
  readonly filled?: readonly string[];
  /** Other texts for the contract's own files, for tests. */
  readonly files?: ContractFiles;
}

function find<Row>(rows: ReadonlyMap<string, Row>, id: string, kind: string): Row {
  const row = rows.get(id);
  if (row !== undefined) return row;
  throw new ContractError(
    `${id} is not ${kind} of the contract; ${suggest(id, rows.keys(), 'look at the list')}`,
  );
}

function keep<Row>(rows: ReadonlyMap<string, Row>, keeps: (row: Row) => boolean): ReadonlyMap<string, Row> {
  return new Map([...rows].filter(([, row]) => keeps(row)));
}

function endpointsOf(source: Source): readonly Endpoint[] {
  try {
    return readEndpoints(source.tree, inliner(source.tree));
  } catch (error) {
    if (!(error instanceof BrokenReference)) throw error;
    const path = pathTo(source.tree, error.reference) ?? [];
    throw source.error(path, `${error.reference} ${error.message}`, 'refer to a component that exists');
  }
}

/** Ajv quotes the word that it stumbled over; the first place where it stands is the best guess at the line. */
function blame(source: Source, message: string): ContractError {
  const [, word] = /"([^"]+)"/.exec(message) ?? [];
  return source.error(pathTo(source.tree, word) ?? [], message, 'mend the schema');
}

/** Gaps that an overlay has filled: named in the document before it and no longer after it. */
function filledBy(before: unknown, after: unknown): readonly string[] {
  if (before === after) return [];
  const open = gapsBelow(after);
  return [...gapsBelow(before)].filter((gap) => !open.has(gap));
}

const loaded = new Map<string, Contract>();

/**
 * Loads the contract: openapi.yaml with an overlay, clauses.yaml and gaps.yaml, for one version of the interface.
 *
 * A contract never changes, so the same options give the same one, with the schemas that it has compiled so far.
 * @throws ContractError naming file, line and key of the first mistake, and how to mend it
 */
export function loadContract(options: ContractOptions = {}): Contract {
  const key = JSON.stringify(options);
  const contract = loaded.get(key) ?? assemble(options);
  loaded.set(key, contract);
  return contract;
}

function assemble(options: ContractOptions): Contract {
  const { overlay, files = {}, filled = [] } = options;
  const version = readVersion(options.version ?? '1.7.0');
  const openapi = sourceOf('openapi', files.openapi);
  const base = endpointsOf(openapi);
  checkOutline(openapi, base);
  const clausesSource = sourceOf('clauses', files.clauses);
  const statements = readStatements(
    clausesSource,
    sourceOf('gaps', files.gaps),
    base.map((one) => one.operation),
  );
  const known = { clauses: new Set(statements.clauses.keys()), gaps: new Set(statements.gaps.keys()) };
  checkExtensions(openapi, known);

  const tree = overlay === undefined ? openapi.tree : applyOverlay(openapi.tree, overlay, known);
  const endpoints = tree === openapi.tree ? base : readEndpoints(tree, inliner(tree));
  const exists = (since: string | undefined): boolean => existsIn(version, readVersion(since ?? '1.0'));
  const current = endpoints.filter(({ operation }) => exists(operation.since));
  const later = endpoints.filter(({ operation }) => !exists(operation.since));
  const byId = new Map(current.map((endpoint): [string, Endpoint] => [endpoint.operation.id, endpoint]));
  const clauses = keep(statements.clauses, ({ since, operations }) => {
    return exists(since) && (operations.length === 0 || operations.some((id) => byId.has(id)));
  });
  for (const gap of filled) find(statements.gaps, gap, 'a gap');
  const closed = new Set([...filled, ...filledBy(openapi.tree, tree)]);
  const isJudged = (id: string): boolean => {
    const clause = clauses.get(id);
    return clause?.needs.every((gap) => closed.has(gap)) ?? false;
  };

  const validator = createValidator(
    () => createAjv(false),
    (message) => blame(openapi, message),
  );
  const reading = createReading(validator, isJudged, (id) => clauses.has(id));
  const endpoint = (id: string): Endpoint => find(byId, id, 'an operation');
  return {
    version,
    operations: current.map(({ operation }) => operation),
    operation: (id) => endpoint(id).operation,
    later: new Map(later.map(({ operation }) => [operation.id, operation.since])),
    clauses,
    clause: (id) => find(clauses, id, 'a clause'),
    chapters: statements.chapters,
    gaps: statements.gaps,
    isOpen: (id) => !closed.has(find(statements.gaps, id, 'a gap').id),
    validate: (id, status, body) => reading.validate(endpoint(id), status, body),
    judges: (id, status) => reading.judges(endpoint(id), status),
    isPublic: (id, status, pointer) => reading.isPublic(endpoint(id), status, pointer),
    requestViolations: (id, body) => reading.requestViolations(endpoint(id), body),
  };
}
