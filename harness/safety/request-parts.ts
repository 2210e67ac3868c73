import type { Operation } from '../../spec/contract.ts';
import { isObject } from '../../spec/tree.ts';
import type { Sent } from '../http/answer.ts';
import { idsIn } from './ids.ts';

/** Whether a request names a lent id, in its path or its body. `lent` holds canonical ids. */
export function namesLent(sent: Sent, lent: ReadonlySet<string>): boolean {
  return lent.size > 0 && [...idsIn(sent.path), ...idsIn(sent.body ?? '')].some((id) => lent.has(id));
}

/** The path parameters of a request to an operation, by name. */
export function pathParams(op: Operation, path: string): Record<string, string> {
  const [base = ''] = path.split('?');
  const steps = base.split('/');
  const pairs = op.path
    .split('/')
    .flatMap((step, index) =>
      step.startsWith('{') ? [[step.slice(1, -1), decodeURIComponent(steps[index] ?? '')]] : [],
    );
  return Object.fromEntries(pairs);
}

/** The parsed body of a request; an empty object where there is no JSON. */
export function parsedBody(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '{}');
  } catch {
    return {};
  }
}

/** The texts of the list with a name in a body, at any depth and whatever a profile calls the list. */
export function listIn(body: unknown, schema: unknown, name: string): string[] | undefined {
  if (!isObject(body)) return undefined;
  for (const [key, value] of Object.entries(body)) {
    const property = propertyOf(schema, key);
    if (meaningOf(property, key) === name)
      return [value].flat().filter((item): item is string => typeof item === 'string');
    const deeper = listIn(value, property, name);
    if (deeper) return deeper;
  }
  return undefined;
}

/** The interface's name for a property: `x-means` of its schema where a profile has another name for it. */
export function meaningOf(schema: unknown, name: string): string {
  const means = isObject(schema) ? schema['x-means'] : undefined;
  return typeof means === 'string' ? means : name;
}

/** The schema of a property; `undefined` where the schema has no such property. */
export function propertyOf(schema: unknown, name: string): unknown {
  const properties = isObject(schema) ? schema['properties'] : undefined;
  return isObject(properties) ? properties[name] : undefined;
}
