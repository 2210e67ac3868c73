import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { transportFaults } from '../../harness/http/transport.ts';

const name = { type: 'string', maxLength: 100 };
const count = { type: 'integer', minimum: 0, maximum: 1_000_000 };

const settings = {
  type: 'object',
  required: ['kind', 'restricted', 'seed', 'effort', 'write'],
  properties: {
    kind: { const: 'settings' },
    restricted: { type: 'boolean' },
    roles: { type: 'array', items: name, maxItems: 100 },
    mark: name,
    budget: {
      type: 'object',
      additionalProperties: count,
      required: ['requests', 'writes', 'creations', 'shrinking'],
    },
    lentThings: { type: 'object', additionalProperties: { type: 'array', items: name, maxItems: 1000 } },
    fixtures: {
      type: 'object',
      properties: {
        ids: { type: 'object', additionalProperties: name },
        names: { type: 'array', items: name },
        slowRequest: {
          type: 'object',
          required: ['operation'],
          properties: { operation: name, params: { type: 'object' } },
        },
      },
    },
  },
} as const;

const exchange = {
  type: 'object',
  required: ['request'],
  properties: {
    request: { type: 'string', maxLength: 4_000_000 },
    seen: {
      anyOf: [
        { enum: ['blocked', 'unreachable', 'redirected'] },
        {
          type: 'object',
          required: ['status', 'text'],
          properties: { status: { type: 'integer' }, text: { type: 'string' } },
        },
      ],
    },
    outcome: {
      anyOf: [
        {
          type: 'object',
          required: ['fault'],
          properties: {
            fault: { enum: transportFaults },
          },
        },
        {
          type: 'object',
          required: ['status', 'headers', 'ms'],
          properties: {
            status: { type: 'integer', minimum: 100, maximum: 999 },
            headers: {
              type: 'object',
              maxProperties: 100,
              additionalProperties: { type: 'string', maxLength: 10_000 },
            },
            json: {},
            t: { type: 'integer', minimum: 0 },
            ms: { type: 'number', minimum: 0 },
          },
        },
      ],
    },
  },
} as const;

let compiled: { readonly settings: ValidateFunction; readonly exchange: ValidateFunction } | undefined;

/** Whether parsed lines have the form of a recording: settings first, then exchanges. */
export function isExchanges([first, ...rest]: readonly unknown[]): boolean {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false });
  compiled ??= { settings: ajv.compile(settings), exchange: ajv.compile(exchange) };
  const { exchange: isExchange } = compiled;
  return compiled.settings(first) && rest.every((line) => isExchange(line));
}
