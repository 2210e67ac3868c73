import type { ValidateFunction } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from './tree.ts';
import { findingsOf } from './violation.ts';

/** Judges a value by a schema; compiles each schema once, when it is first needed. */
export interface Validator {
  findings(schema: JsonSchema, value: unknown): ReturnType<typeof findingsOf>;
  /** Compiles a schema now. @throws Error where it is not a strict JSON Schema */
  compile(schema: JsonSchema): ValidateFunction;
}

/**
 * @param createAjv called when the first schema is compiled: loading a contract alone costs no Ajv
 * @param blame turns Ajv's message about a schema that is none into an error that names the place
 */
export function createValidator(
  createAjv: () => Ajv2020,
  blame = (message: string) => new Error(message),
): Validator {
  const compiled = new WeakMap<JsonSchema, ValidateFunction>();
  let ajv: Ajv2020 | undefined;
  const compile = (schema: JsonSchema): ValidateFunction => {
    const known = compiled.get(schema);
    if (known !== undefined) return known;
    ajv ??= createAjv();
    try {
      const validate = ajv.compile(schema);
      compiled.set(schema, validate);
      return validate;
    } catch (error) {
      throw blame(error instanceof Error ? error.message : String(error));
    }
  };
  return {
    compile,
    findings(schema, value) {
      const validate = compile(schema);
      return validate(value) ? [] : findingsOf(validate.errors ?? [], schema);
    },
  };
}
