import type { Chapter, Clause } from './clause.ts';
import { type Endpoint, gapsBelow, readEndpoints } from './endpoint.ts';
import { ContractError } from './error.ts';
import { checkExtensions } from './extensions.ts';
import { fillFrom } from './fill.ts';
import type { Gap } from './gap.ts';
import { BrokenReference, inliner } from './inline.ts';
import { createAjv } from './keywords.ts';
import { type ContractFiles, sourceOf } from './load.ts';
import { suggest } from './nearest.ts';
import type { Operation } from './operation.ts';
import { checkOutline } from './outline.ts';
import type { Passage } from './passage.ts';
import { createSchemaJudge, type JudgedPlace } from './schema-judge.ts';
import type { Source } from './source.ts';
import type { StatedPlaces } from './stated.ts';
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
export type { Passage } from './passage.ts';
export type { JudgedPlace } from './schema-judge.ts';
export type { StatedPlace, StatedPlaces } from './stated.ts';
export type { JsonSchema } from './tree.ts';
export type { Version } from './version.ts';
export { readVersion, versions } from './version.ts';
export type { Violation } from './violation.ts';

/** The whole interface as data: operations, validators, clauses and gaps. */
export interface Contract {
  /** The version of the interface that this contract describes. */
  readonly version: string;
  readonly operations: readonly Operation[];
  /** @throws ContractError for an unknown id */
  operation(id: string): Operation;
  /** The operations that this version does not have yet, with the version that added each of them. */
  readonly later: ReadonlyMap<string, string>;
  readonly clauses: ReadonlyMap<string, Clause>;
  /** @throws ContractError for an unknown id */
  clause(id: string): Clause;
  readonly chapters: readonly Chapter[];
  /** The places of the interface on which clauses rest. */
  readonly passages: ReadonlyMap<string, Passage>;
  readonly gaps: ReadonlyMap<string, Gap>;
  /** Where a profile describes what an operation takes, as `file:line`; empty where it does not. */
  describedAt(operation: string): readonly string[];
  /** Whether neither overlay nor profile fills the gap. @throws ContractError for an unknown id */
  isOpen(gap: string): boolean;
  /** Where a parsed answer breaks the contract; empty for a status that the operation does not list. */
  validate(operation: string, status: number, body: unknown): readonly Violation[];
  /** The clauses that `validate` can name for an answer, with their places in the body. */
  judges(operation: string, status: number): readonly JudgedPlace[];
  /** Whether evidence may show the value at a JSON Pointer of an answer. */
  isPublic(operation: string, status: number, pointer: string): boolean;
  /** What an answer states at each place; empty for a status without a schema. */
  places(operation: string, status: number): StatedPlaces;
  /** What is wrong with the body of a request that Rollcall sends, in words and without values. */
  requestViolations(operation: string, body: unknown): readonly string[];
}

/** The options for loading a contract. */
export interface ContractOptions {
  /** An OpenAPI Overlay 1.0 document that fills gaps. `file` is its name in error messages. */
  readonly overlay?: { readonly file: string; readonly text: string };
  /** The version of the interface; 1.7.0 by default. */
  readonly version?: string;
  /** A profile whose short words fill gaps, before its overlay does. */
  readonly shapes?: { readonly file: string; readonly text: string };
  /** The gaps that a profile fills by readings or settings, not by its overlay. */
  readonly filled?: readonly string[];
  /** Texts that replace the contract's own files; for tests. */
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

/** Adds a line to Ajv's message about a schema. Ajv quotes the wrong word, so its first place is the best guess. */
function schemaError(source: Source, message: string): ContractError {
  const [, word] = /"([^"]+)"/.exec(message) ?? [];
  return source.error(pathTo(source.tree, word) ?? [], message, 'mend the schema');
}

/** The gaps that an overlay fills: the document names them before the overlay is applied, and not afterwards. */
function filledBy(before: unknown, after: unknown): readonly string[] {
  if (before === after) return [];
  const open = gapsBelow(after);
  return [...gapsBelow(before)].filter((gap) => !open.has(gap));
}

const loaded = new Map<string, Contract>();

/**
 * Loads the contract: openapi.yaml with an overlay, passages.yaml, clauses.yaml and gaps.yaml, for one version of the interface.
 *
 * Contracts are immutable and cached: the same options give the same object, with the schemas compiled so far.
 * @throws ContractError that names file, line and key of the first mistake, and the fix
 */
export function loadContract(options: ContractOptions = {}): Contract {
  const key = JSON.stringify(options);
  const contract = loaded.get(key) ?? assemble(options);
  loaded.set(key, contract);
  return contract;
}

function assemble(options: ContractOptions): Contract {
  const { files = {}, filled = [] } = options;
  const version = readVersion(options.version ?? '1.7.0');
  const openapi = sourceOf('openapi', files.openapi);
  const base = endpointsOf(openapi);
  checkOutline(openapi, base);
  const statements = readStatements(
    {
      passages: sourceOf('passages', files.passages),
      clauses: sourceOf('clauses', files.clauses),
      gaps: sourceOf('gaps', files.gaps),
    },
    base.map((one) => one.operation),
  );
  const known = { clauses: new Set(statements.clauses.keys()), gaps: new Set(statements.gaps.keys()) };
  checkExtensions(openapi, known);

  const { tree, describedAt } = fillFrom(options, openapi.tree, base, known);
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
    (message) => schemaError(openapi, message),
  );
  const schemas = createSchemaJudge(validator, isJudged, (id) => clauses.has(id));
  const endpoint = (id: string): Endpoint => find(byId, id, 'an operation');
  return {
    version,
    operations: current.map(({ operation }) => operation),
    operation: (id) => endpoint(id).operation,
    later: new Map(later.map(({ operation }) => [operation.id, operation.since])),
    clauses,
    clause: (id) => find(clauses, id, 'a clause'),
    chapters: statements.chapters,
    passages: statements.passages,
    gaps: statements.gaps,
    describedAt: (id) => describedAt(endpoint(id)),
    isOpen: (id) => !closed.has(find(statements.gaps, id, 'a gap').id),
    validate: (id, status, body) => schemas.validate(endpoint(id), status, body),
    judges: (id, status) => schemas.judges(endpoint(id), status),
    isPublic: (id, status, pointer) => schemas.isPublic(endpoint(id), status, pointer),
    places: (id, status) => schemas.places(endpoint(id), status),
    requestViolations: (id, body) => schemas.requestViolations(endpoint(id), body),
  };
}
