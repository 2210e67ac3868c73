import { gapsAt } from './endpoint.ts';
import type { Operation } from './operation.ts';
import { isObject, type JsonSchema } from './tree.ts';

/**
 * Whether a request says only what the interface itself states: none of its parameters, and no part of its body, stands
 * where the interface leaves the values open. The refusal of such a request is no matter of a profile.
 *
 * @param op the operation of the contract without any overlay
 */
export function isStated(op: Operation, { path, body }: { path: string; body: string | undefined }): boolean {
  if (op.requestGap !== undefined) return false;
  const query = new URLSearchParams(path.split('?')[1] ?? '');
  const isQueryStated = [...query].every(([name, value]) => {
    const parameter = op.parameters.find(
      (one) => one.in === 'query' && one.name === name.replace(/\[.*$/, ''),
    );
    return parameter !== undefined && isClosed(parameter.schema, numeric(value));
  });
  if (!isQueryStated || body === undefined) return isQueryStated;
  return op.body !== undefined && isClosed(op.body, parsed(body));
}

/** Whether no part of a value stands where a schema is open; a number up to the default is never a matter of a gap. */
function isClosed(schema: unknown, value: unknown): boolean {
  if (!isObject(schema)) return value === undefined;
  const most = schema['default'];
  if (gapsAt(schema).length > 0)
    return typeof most === 'number' && typeof value === 'number' && value >= 1 && value <= most;
  if (Array.isArray(value)) return value.every((item) => isClosed(schema['items'] ?? {}, item));
  if (!isObject(value)) return true;
  const properties = propertiesOf(schema);
  return Object.entries(value).every(
    ([name, inner]) => name in properties && isClosed(properties[name], inner),
  );
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, unknown>> {
  const { properties } = schema;
  return isObject(properties) ? properties : {};
}

function numeric(value: string): unknown {
  return /^-?\d+$/.test(value) ? Number(value) : value;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
