import type { JsonSchema } from '../../spec/tree.ts';

/** One parameter as somebody describes it; `object` parameters have their brackets folded into one schema. */
export interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** One operation as somebody describes it, or as its answers show it; references are resolved. */
export interface Described {
  readonly parameters: readonly DescribedParameter[];
  readonly request: JsonSchema | undefined;
  readonly requestRequired: boolean;
  /** Schemas of JSON answers by status; `undefined` for an answer without one. */
  readonly responses: ReadonlyMap<number, JsonSchema | undefined>;
  /** There is an entry for all statuses, or for all of a hundred, such as `default` or `4XX`: their first digits. */
  readonly ranges: ReadonlySet<string>;
}

/** What is known of a service by operationId. */
export type Description = ReadonlyMap<string, Described>;

/** One action of an OpenAPI Overlay, with what a reader should know of it. */
export interface Action {
  readonly target: string;
  readonly update: JsonSchema;
  readonly note?: string;
  /** Why it is written as a comment only; `undefined` where it is in force. */
  readonly asleep?: string;
}

/** `$.paths['/users'].get`: a JSONPath to a node, from the keys that lead to it. */
export function jsonPath(path: readonly (string | number)[]): string {
  const steps = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`;
    return /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `['${step}']`;
  });
  return `$${steps.join('')}`;
}
