import type { Contract, JsonSchema } from '../../spec/contract.ts';

const known = new WeakMap<Contract, ReadonlySet<string>>();

/** The words that the contract uses: names of fields and parameters, literals, and segments of paths. */
export function vocabularyOf(contract: Contract): ReadonlySet<string> {
  const words = known.get(contract) ?? gather(contract);
  known.set(contract, words);
  return words;
}

function gather(contract: Contract): ReadonlySet<string> {
  const words = new Set<string>();
  for (const op of contract.operations) {
    words.add(op.method);
    for (const step of op.path.split('/')) if (!step.startsWith('{')) words.add(step);
    for (const { name, schema } of op.parameters) {
      words.add(name);
      addSchemaWords(schema, words);
    }
    for (const status of op.statuses) {
      for (const { pointer } of contract.judges(op.id, status))
        for (const step of pointer.split('/')) words.add(step);
    }
  }
  return words;
}

/** Adds the names of properties and the literals of a schema, at any depth. */
function addSchemaWords(schema: JsonSchema, words: Set<string>): void {
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties' && isObject(value)) for (const name of Object.keys(value)) words.add(name);
    if (key === 'enum' || key === 'const' || key === 'default')
      for (const word of texts(value)) words.add(word);
    if (isObject(value)) addSchemaWords(value, words);
  }
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return isObject(value) ? Object.values(value).flatMap(texts) : [];
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}
