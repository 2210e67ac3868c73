import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Shapes } from '../harness/privacy/shapes.ts';
import { shapesFormat } from './shapes.ts';

/** The most bytes of a `shapes.json` that are read. */
export const mostShapesBytes = 16 * 1024 * 1024;

const count = { type: 'integer', minimum: 0 };
const word = { type: 'string', maxLength: 300 };
const words = { type: 'array', maxItems: 100, items: word };
const place = {
  type: 'object',
  required: ['place', 'types', 'seen', 'of'],
  properties: {
    place: { type: 'string', maxLength: 1_000 },
    types: { ...words, maxItems: 20 },
    seen: count,
    of: count,
    literals: words,
  },
};
const schema = {
  type: 'object',
  required: ['format', 'answers'],
  properties: {
    format: { const: shapesFormat },
    answers: {
      type: 'array',
      maxItems: 2_000,
      items: {
        type: 'object',
        required: ['operation', 'status', 'answers', 'ms', 'places'],
        properties: {
          operation: word,
          status: { type: 'integer' },
          answers: count,
          ms: {
            type: 'object',
            required: ['median', 'p95'],
            properties: { median: { type: 'number' }, p95: { type: 'number' } },
          },
          places: { type: 'array', maxItems: 2_000, items: place },
        },
      },
    },
  },
};

let compiled: ReturnType<Ajv2020['compile']> | undefined;

/**
 * Reads the text of a `shapes.json` that comes from elsewhere.
 *
 * @returns the shapes, or in words what is wrong with the text
 */
export function readStoredShapes(text: string): Shapes | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'it is not JSON';
  }
  compiled ??= new Ajv2020().compile(schema);
  if (compiled(value)) return (value as { answers: Shapes }).answers;
  const [error] = compiled.errors ?? [];
  return `${error?.instancePath || 'the document'} ${error?.message ?? 'has another shape'}`;
}
