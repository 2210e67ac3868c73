import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { causes, verdicts } from '../harness/judging/verdict.ts';
import type { Run } from './report.ts';
import { parseRows, RowsError } from './rows.ts';

/** The most that is read of a file of rows: bytes, and rows. A run of the whole catalogue has a tenth of it. */
export const mostStored = { bytes: 64 * 1024 * 1024, rows: 50_000 } as const;

const id = { type: 'string', minLength: 1, maxLength: 500 };
const words = { type: 'string', maxLength: 100_000 };
const count = { type: 'integer', minimum: 0 };
const moment = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d[.\\d]*Z$' };

/** A JSON Schema of an object that needs all of these properties but the ones named as optional. */
function object(properties: Readonly<Record<string, unknown>>, optional: readonly string[] = []) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', required, properties };
}

const schemas: Readonly<Record<string, object>> = {
  header: object(
    {
      tool: object({ name: id, version: id }),
      interface: id,
      target: object(
        { origin: words, basePath: words, profile: words, profileFile: words, embedded: { type: 'boolean' } },
        ['profileFile'],
      ),
      run: object({ seed: count, effort: id, write: { type: 'boolean' }, startedAt: moment }),
      planned: count,
      contract: id,
      shard: object({ index: count, of: count, rows: count, selection: id }),
    },
    ['shard'],
  ),
  row: object(
    {
      id,
      clause: id,
      check: id,
      operation: { type: 'string', maxLength: 500 },
      verdict: { enum: verdicts },
      reason: words,
      cause: { enum: causes },
      because: id,
      requests: count,
      source: words,
      expected: words,
      actual: words,
      choices: {
        type: 'array',
        maxItems: 200,
        items: { type: 'array', minItems: 2, maxItems: 2, items: words },
      },
      counterexample: object({ value: words, path: { type: ['string', 'null'] } }, ['path']),
      evidence: {
        type: 'array',
        maxItems: 1000,
        items: object({ request: words, status: { type: 'integer' }, curl: words }),
      },
    },
    ['cause', 'because', 'source', 'expected', 'actual', 'choices', 'counterexample', 'evidence'],
  ),
  footer: object({
    counts: object(Object.fromEntries(verdicts.map((verdict) => [verdict, count]))),
    requests: count,
    finishedAt: moment,
    durationMs: { type: 'number' },
    mishaps: { type: 'array', items: words },
  }),
};

// These schemas stand here: to hold them to the schema of schemas, and to improve their code, takes longer than all rows.
const options = { allowUnionTypes: true, validateSchema: false, code: { optimize: false } };
const compiled = new Map<string, ValidateFunction>();

/**
 * Reads the text of a `rows.ndjson` that comes from elsewhere: every line is held to its shape before anything uses it.
 *
 * @param file its name in errors
 * @throws RowsError that names the line and the place in it
 */
export function readStoredRun(text: string, file: string): Run {
  const lines = text.split('\n', mostStored.rows + 3);
  if (lines.length > mostStored.rows + 2)
    throw new RowsError('unreadable line', file, `it has more than ${mostStored.rows} rows`);
  lines.forEach((line, index) => {
    if (line !== '' || index < lines.length - 1) checkLine(line, `${file}:${index + 1}`);
  });
  return parseRows(text, file);
}

function checkLine(line: string, at: string): void {
  const value = parsed(line, at);
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? String(value.kind) : '';
  const schema = Object.hasOwn(schemas, kind) ? schemas[kind] : undefined;
  if (schema === undefined)
    throw new RowsError(
      'unreadable line',
      at,
      'it is no header, row or footer; name a folder that a run left',
    );
  const validate = compiled.get(kind) ?? new Ajv2020(options).compile(schema);
  compiled.set(kind, validate);
  if (validate(value)) return;
  const [error] = validate.errors ?? [];
  const detail = `${error?.instancePath || 'the line'} ${error?.message ?? 'has another shape'}; run again`;
  throw new RowsError('unreadable line', at, detail);
}

function parsed(line: string, at: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new RowsError('cut-off line', at, 'the line is not whole; the run was stopped while it wrote');
  }
}
