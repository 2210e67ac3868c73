import type { JsonSchema } from './tree.ts';

/** HTTP methods of the interface. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One parameter of an operation; `in: 'body'` is a top-level property of its JSON request body. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'body';
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly style?: 'deepObject';
}

/** One operation of the interface (chapter Endpoints), as data. */
export interface Operation {
  readonly id: string;
  readonly method: Method;
  /** Path template, relative to the base address: `/classes/{classId}`. */
  readonly path: string;
  readonly chapter: string;
  readonly summary: string;
  /** The version that added it; `1.0` where the interface names none. */
  readonly since: string;
  readonly experimental: boolean;
  /** Whether the operation may change something: false for GET and for the two searches. */
  readonly writes: boolean;
  /** The kind of thing that the operation creates: `class`, `student`, …; undefined where it creates nothing. */
  readonly makes: string | undefined;
  readonly paginated: boolean;
  readonly parameters: readonly Parameter[];
  readonly body?: JsonSchema;
  readonly bodyRequired: boolean;
  /** The stated success status; undefined where it is not shown. */
  readonly success: number | undefined;
  /** The property that wraps the answer: `data`, `class`, …; undefined where none is stated. */
  readonly wrapper: string | undefined;
  /** The name of the component schema of the resource, or of the items of the list: `Class`. */
  readonly item: string | undefined;
  /** Every stated status, ascending. */
  readonly statuses: readonly number[];
  /** Whether the interface states this status for the operation. */
  lists(status: number): boolean;
  /** Whether the operation has a parameter of this name, in path, query or body. */
  has(parameter: string): boolean;
  /** The ids of the open gaps that the operation names anywhere. */
  readonly gaps: readonly string[];
  /** The gap that leaves its request open, filled or not; undefined where the interface shows how to send one. */
  readonly requestGap: string | undefined;
  /** The gap that leaves the answer to a success open, filled or not; undefined where the interface shows it. */
  readonly answerGap: string | undefined;
  /** The clause by which the answer to a success is judged as a whole. */
  readonly answerClause: string | undefined;
}

/** The schemas of the answers of one operation, by status. The key 0 stands for every 2xx that is not stated. */
export type Answers = ReadonlyMap<number, JsonSchema>;
