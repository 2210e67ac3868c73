import type { JsonSchema } from '../../spec/tree.ts';

/**
 * One parameter of a description. `sort[field]` and `sort[direction]` are one parameter `sort` with an object schema.
 */
export interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** One operation as a vendor describes it, or as its answers show it. References are resolved. */
export interface Described {
  readonly parameters: readonly DescribedParameter[];
  readonly request: JsonSchema | undefined;
  readonly requestRequired: boolean;
  /** Schemas of JSON answers by status; `undefined` for an answer without a schema. */
  readonly responses: ReadonlyMap<number, JsonSchema | undefined>;
  /** The keys of responses for many statuses, in upper case: `DEFAULT`, `4XX`. */
  readonly ranges: ReadonlySet<string>;
}

/** The described operations of a service, by operationId. */
export type Description = ReadonlyMap<string, Described>;

/** One action of an OpenAPI Overlay. */
export interface Action {
  readonly target: string;
  readonly update: JsonSchema;
  /** A comment for the reader of the overlay. */
  readonly note?: string;
  /** Why the action is written as a comment only; left out for an action that is in force. */
  readonly inactive?: string;
}

/** The JSONPath to a node, such as `$.paths['/users'].get`, from the keys that lead to it. */
export function jsonPath(path: readonly (string | number)[]): string {
  const steps = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`;
    return /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `['${step}']`;
  });
  return `$${steps.join('')}`;
}
