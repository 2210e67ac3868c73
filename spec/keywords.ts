import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { formats, isInt32 } from './formats.ts';

/** The extensions of schemas: what each must hold, in words and as a predicate. */
export const schemaExtensions: Readonly<
  Record<string, { words: string; holds: (value: unknown) => boolean }>
> = {
  'x-clause': { words: 'the id of a clause', holds: (value) => typeof value === 'string' },
  'x-gap': { words: 'the id of a gap, or a list of them', holds: isTextOrTexts },
  'x-public': { words: 'true or false', holds: (value) => typeof value === 'boolean' },
  'x-means': { words: 'the name of a field', holds: (value) => typeof value === 'string' },
};

/** The extensions of operations: what each must hold, in words and as a predicate. */
export const operationExtensions: typeof schemaExtensions = {
  'x-since': { words: 'a version in quotes', holds: (value) => typeof value === 'string' },
  'x-experimental': { words: 'true or false', holds: (value) => typeof value === 'boolean' },
  'x-makes': { words: 'what the operation makes, in one word', holds: (value) => typeof value === 'string' },
  'x-writes': { words: 'true or false', holds: (value) => typeof value === 'boolean' },
  'x-request-gap': { words: 'the id of a gap', holds: (value) => typeof value === 'string' },
  'x-answer-gap': { words: 'the id of a gap', holds: (value) => typeof value === 'string' },
  'x-answer-clause': { words: 'the id of a clause', holds: (value) => typeof value === 'string' },
};

function isTextOrTexts(value: unknown): boolean {
  return (
    typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'))
  );
}

/**
 * Makes a validator for JSON Schema 2020-12. It knows the standard formats, the stricter formats of the interface, and
 * the extensions of this contract. In strict mode, a misspelt keyword or format is an error.
 *
 * @param checkSchemas whether to validate each schema against the meta-schema too. That takes time, and is needed for
 * schemas in a profile. What is compiled for that alone is not made faster: that takes a third of the time
 */
export function createAjv(checkSchemas: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true, // for `type: [string, 'null']`, the interface's "or null"
    allErrors: true,
    verbose: true,
    validateSchema: checkSchemas,
    code: { optimize: !checkSchemas },
    logger: false,
  });
  for (const keyword of Object.keys(schemaExtensions)) ajv.addKeyword({ keyword });
  addFormats.default(ajv); // the other formats that a profile's overlay may name: `time`, `hostname`, `int64` …
  for (const [name, { is }] of Object.entries(formats)) ajv.addFormat(name, is); // the stricter formats
  ajv.addFormat('int32', { type: 'number', validate: isInt32 });
  return ajv;
}
